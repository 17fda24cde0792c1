import type { Header, WireAnswer, WireRequest } from "../exchange.ts";
import type { Scenario, Step } from "../scenario.ts";
import {
  apiService,
  available,
  behind,
  coreServices,
  externalService,
  prepare,
  register,
  services,
} from "./objects.ts";

const aggregated = (version: "v2" | "v2beta1"): string =>
  `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
const accept = (version: "v2" | "v2beta1"): readonly Header[] => [
  ["Accept", `${aggregated(version)},application/json`],
];

const resource = (plural: string, kind: string, more: object = {}) => ({
  resource: plural,
  responseKind: { group: "", version: "", kind },
  scope: "Namespaced",
  singularResource: kind.toLowerCase(),
  verbs: ["get", "list"],
  ...more,
});

/** What the extension server serves, as an aggregated document. */
const document = (version: string, items: readonly object[]) =>
  JSON.stringify({ kind: "APIGroupDiscoveryList", apiVersion: `apidiscovery.k8s.io/${version}`, metadata: {}, items });

const served = [
  {
    metadata: { name: "whole.test", creationTimestamp: null },
    versions: [
      {
        version: "v1",
        freshness: "Current",
        resources: [
          resource("things", "Thing", {
            shortNames: ["th"],
            categories: ["all"],
            subresources: [
              { subresource: "status", responseKind: { group: "", version: "", kind: "Thing" }, verbs: ["get"] },
              {
                subresource: "scale",
                responseKind: { group: "autoscaling", version: "v1", kind: "Scale" },
                acceptedTypes: [{ group: "autoscaling", version: "v1", kind: "Scale" }],
                verbs: ["get", "update"],
              },
            ],
          }),
        ],
      },
      {
        version: "v1alpha1",
        freshness: "Current",
        resources: [resource("things", "Thing"), resource("others", "Other")],
      },
    ],
  },
];

const list = (group: string) =>
  JSON.stringify({
    kind: "APIResourceList",
    apiVersion: "v1",
    groupVersion: `${group}/v1`,
    resources: [
      {
        name: "gadgets",
        singularName: "gadget",
        namespaced: true,
        kind: "Gadget",
        verbs: ["list"],
        shortNames: ["ga"],
      },
      { name: "gadgets/status", singularName: "", namespaced: true, kind: "Gadget", verbs: ["get", "patch"] },
      {
        name: "gadgets/scale",
        singularName: "",
        namespaced: true,
        group: "autoscaling",
        version: "v1",
        kind: "Scale",
        verbs: ["get"],
      },
      { name: "lonely/status", singularName: "", namespaced: false, kind: "Lonely", verbs: ["get"] },
      {
        name: "clustered",
        singularName: "clustered",
        namespaced: false,
        kind: "Clustered",
        verbs: [],
        categories: ["all"],
        storageVersionHash: "abc",
      },
    ],
  });

/** Returns the groups of `/apis` and the versions of each. */
const groupsOf = (body: unknown): unknown =>
  (body as { readonly groups: readonly Readonly<Record<string, unknown>>[] }).groups.filter(({ name }) => isOurs(name));
const isOurs = (name: unknown): boolean => /\.test$|^apps$|^batch$|^autoscaling$|^apiregistration/.test(String(name));

const itemsOf = (body: unknown): unknown =>
  (body as { readonly items?: readonly { readonly metadata: { readonly name: string } }[] }).items
    ?.filter(({ metadata }) => isOurs(metadata.name))
    .map((item) => (item.metadata.name.endsWith(".test") ? item : item.metadata.name));

const asked = (id: string, more: Partial<Step> = {}): Step[] => [
  { id: `v2 ${id}`, method: "GET", target: "/apis", headers: accept("v2"), part: itemsOf, ...more },
  { id: `groups ${id}`, method: "GET", target: "/apis", part: groupsOf },
];

/** Discovery of groups that extension servers serve. */
export const discovery: Scenario = {
  name: "discovery",
  names: ["there.default.svc"],
  open() {
    let isUp = true;
    return {
      extension: (request) => (isUp ? answerTo(request) : { status: 503, headers: [], body: "down" }),
      steps: [
        prepare("a service", coreServices, externalService("there")),
        ...register("there", "v1.whole.test", { groupPriorityMinimum: 1500, versionPriority: 10 }),
        ...register("there", "v1alpha1.whole.test", { groupPriorityMinimum: 3000, versionPriority: 20 }),
        ...register("there", "v1.unserved.test", { groupPriorityMinimum: 17_900, versionPriority: 20 }),
        prepare("one without a service", services, apiService("v1.absent.test", behind("absent"))),
        ...asked("with a whole document", { until: /"things"[^]*"others"/ }),
        { id: "v2beta1", method: "GET", target: "/apis", headers: accept("v2beta1"), part: groupsOf },
        { id: "a group", method: "GET", target: "/apis/whole.test" },
        { id: "a group version", method: "GET", target: "/apis/whole.test/v1" },
        { id: "an absent group", method: "GET", target: "/apis/absent.test" },
        { id: "local without resources", ...createLocal() },
        { id: "local is available", method: "GET", target: `${services}/v1.local.test`, until: "Local", quiet: true },
        ...asked("with a local one", { until: "unserved" }),
        {
          ...prepare("other priorities", `${services}/v1alpha1.whole.test`, {
            spec: { groupPriorityMinimum: 100, versionPriority: 1 },
          }),
          method: "PATCH",
          headers: [["Content-Type", "application/merge-patch+json"]],
        },
        ...asked("with other priorities", { until: /"version":"v1","resources"[^]*"version":"v1alpha1"/ }),
        { id: "remove one", method: "DELETE", target: `${services}/v1alpha1.whole.test`, quiet: true },
        ...asked("without one", { until: /^(?![^]*"others")/ }),
        {
          ...prepare("touched while it is down", `${services}/v1.whole.test`, { metadata: { labels: { a: "b" } } }),
          method: "PATCH",
          headers: [["Content-Type", "application/merge-patch+json"]],
          before: () => void (isUp = false),
        },
        ...asked("while it is down", { until: /"freshness":"Stale"[^]*"freshness":"Stale"[^]*"freshness":"Stale"/ }),
        { ...available("v1.whole.test"), before: () => void (isUp = true) },
        ...asked("when it is up again", { until: /"things"[^]*"freshness":"Current"/ }),
      ],
    };
  },
};

const createLocal = (): Omit<Step, "id"> => ({
  method: "POST",
  target: services,
  body: apiService("v1.local.test", { groupPriorityMinimum: 17_900 }),
  quiet: true,
});

/** Discovery of servers that know no aggregated discovery. */
export const oldDiscovery: Scenario = {
  name: "old-discovery",
  names: ["there.default.svc"],
  open: () => ({
    extension: ({ target }: WireRequest) =>
      target === "/apis/old.test/v1"
        ? { status: 200, headers: [["Content-Type", "application/json"]], body: list("old.test") }
        : { status: 404, headers: [["Content-Type", "text/plain"]], body: "404 page not found\n" },
    steps: [
      prepare("a service", coreServices, externalService("there")),
      ...register("there", "v1.old.test"),
      ...asked("of a list", { until: "gadgets" }),
      { id: "the list", method: "GET", target: "/apis/old.test/v1" },
      { id: "the group", method: "GET", target: "/apis/old.test" },
    ],
  }),
};

/** A server that knows v2beta1 only. */
export const betaDiscovery: Scenario = {
  name: "beta-discovery",
  names: ["there.default.svc"],
  open: () => ({
    extension: (request) => answerTo(request, "v2beta1"),
    steps: [
      prepare("a service", coreServices, externalService("there")),
      ...register("there", "v1.whole.test"),
      ...asked("of a v2beta1 document", { until: "things" }),
    ],
  }),
};

function answerTo({ target }: WireRequest, version: "v2" | "v2beta1" = "v2"): WireAnswer {
  const [path] = target.split("?");
  if (path === "/apis")
    return {
      status: 200,
      headers: [
        ["Content-Type", aggregated(version)],
        ["ETag", '"1"'],
      ],
      body: document(version, served),
    };
  if (path?.startsWith("/apis/"))
    return {
      status: 200,
      headers: [["Content-Type", "application/json"]],
      body: '{"kind":"APIResourceList","resources":[]}',
    };
  return { status: 404, headers: [], body: "" };
}
