import type { Scenario, Step } from "../scenario.ts";
import type { WireAnswer, WireRequest } from "../exchange.ts";
import { coreServices, externalService, patch, prepare, register, services } from "./objects.ts";

const name = "v1.own.test";
const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

const thing = (more: object = {}) => ({
  resource: "things",
  responseKind: { group: "own.test", version: "v1", kind: "Thing" },
  scope: "Namespaced",
  singularResource: "thing",
  verbs: ["get"],
  ...more,
});
const version = (resources: unknown, more: object = {}) => ({
  version: "v1",
  resources,
  freshness: "Current",
  ...more,
});
const group = (called: unknown, ...versions: unknown[]) => ({ metadata: { name: called }, versions });
const list = (...items: unknown[]): string =>
  JSON.stringify({ kind: "APIGroupDiscoveryList", apiVersion: "apidiscovery.k8s.io/v2", metadata: {}, items });
const own = (...resources: unknown[]): string => list(group("own.test", version(resources)));

/** What the extension server says of what it serves. */
const documents: Readonly<Record<string, string>> = {
  "kinds of other groups": list(
    group("apps", version([thing({ resource: "stolen" })])),
    group("", version([thing({ resource: "pods" })])),
    group("own.test", version([thing()]), version([thing({ resource: "later" })], { version: "v2" })),
    group("rbac.authorization.k8s.io", version([thing({ resource: "everything" })])),
  ),
  "the same group twice": list(
    group("own.test", version([thing({ resource: "first" })])),
    group("own.test", version([thing({ resource: "second" })])),
  ),
  "the same version twice": list(
    group("own.test", version([thing({ resource: "one" })]), version([thing({ resource: "other" })])),
  ),
  "the same resource twice": own(thing(), thing({ verbs: ["list"] })),
  "a stale version": list(group("own.test", version([thing()], { freshness: "Stale" }))),
  "another freshness": list(group("own.test", version([thing()], { freshness: "Rotten" }))),
  "members that nobody knows": own(thing({ color: "red" })),
  "no name and no verbs": own({}),
  "null members": own(thing({ verbs: null, shortNames: null, responseKind: null, subresources: null })),
  "another scope": own(thing({ scope: "Galaxy" })),
  "a resource that is no name": own(thing({ resource: "../../secrets" })),
  "kinds of another group": own(thing({ responseKind: { group: "apps", version: "v1", kind: "Deployment" } })),
  "no items": JSON.stringify({ kind: "APIGroupDiscoveryList", apiVersion: "apidiscovery.k8s.io/v2", metadata: {} }),
  "null resources": list(group("own.test", version(null))),
  "another kind": JSON.stringify({ kind: "Pod", apiVersion: "v1", metadata: {} }),
  "no kind": JSON.stringify({ items: [group("own.test", version([thing()]))] }),
  "an older version": own(thing()).replace("apidiscovery.k8s.io/v2", "apidiscovery.k8s.io/v2beta1"),
  "items of another type": list().replace("[]", "{}"),
  "verbs of another type": own(thing({ verbs: "get" })),
  "a name of another type": list(group(7, version([thing()]))),
  "half a document": own(thing()).slice(0, -4),
  "no JSON": "things",
  nothing: "",
  "a document and more": `${own(thing())} {}`,
};

/** Discovery documents that say more than they may, or nothing that can be read. */
export const hostileDiscovery: Scenario = {
  name: "hostile-discovery",
  names: ["there.default.svc"],
  open() {
    let said = "kinds of other groups";
    const between = list(group("own.test", version([thing({ resource: "between" })])));
    let isBetween = false;
    const answer = (type: string, body: string): WireAnswer => ({
      status: 200,
      headers: [["Content-Type", type]],
      body,
    });
    const show = (id: string): Step[] => [
      {
        ...patch(`before ${id}`, `${services}/${name}`, { metadata: { annotations: { b: id } } }),
        quiet: true,
        before: () => void (isBetween = true),
      },
      { ...discovered(`before ${id}`), until: /"between"/, quiet: true },
      {
        ...patch(`say ${id}`, `${services}/${name}`, { metadata: { annotations: { a: id } } }),
        quiet: true,
        before: () => void ([said, isBetween] = [id, false]),
      },
      { ...discovered(id), until: /^(?![^]*"between")/ },
    ];
    return {
      extension({ target }: WireRequest) {
        if (target.startsWith("/apis/own.test/v1"))
          return answer("application/json", '{"kind":"APIResourceList","groupVersion":"own.test/v1","resources":[]}');
        if (target === "/apis") return answer(aggregated, isBetween ? between : (documents[said] ?? ""));
        return { status: 404, headers: [], body: "" };
      },
      steps: [
        prepare("a service", coreServices, externalService("there")),
        ...register("there", name),
        ...Object.keys(documents).flatMap(show),
      ],
    };
  },
};

const discovered = (id: string): Step => ({
  id,
  method: "GET",
  target: "/apis",
  headers: [["Accept", aggregated]],
  part: itemsOf,
});

/** What is discovered of the group, and of those that it has named. */
function itemsOf(body: unknown): unknown {
  const { items } = body as { readonly items: readonly { readonly metadata: { readonly name: string } }[] };
  return items.flatMap((item) => {
    const { name: called } = item.metadata;
    if (called === "own.test") return [item];
    return /stolen|everything|between/.test(JSON.stringify(item)) ? [item] : [];
  });
}
