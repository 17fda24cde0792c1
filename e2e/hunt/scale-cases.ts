import type { HuntRequest, RequestHunt } from "./hunt-case.ts";
import {
  configMaps,
  create,
  labels,
  named,
  namespace,
  pause,
  podSpec,
  targetOf,
  type Make,
  type Prepare,
} from "./scale-worlds.ts";
import type { ResourceTarget } from "../../src/client/resource-path.ts";

/** A request to a world that was prepared in its own process. */
const asked = (name: string, prepare: Prepare, request: HuntRequest): RequestHunt => ({
  name: `scale: ${name}`,
  prepare,
  request,
});

const accepts: Readonly<Record<string, string>> = {
  JSON: "application/json",
  "a Table": "application/json;as=Table;v=v1;g=meta.k8s.io",
  YAML: "application/yaml",
  CBOR: "application/cbor",
  protobuf: "application/vnd.kubernetes.protobuf",
  metadata: "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
};

const manyMaps = 100_000;
const mapsPath = "/api/v1/namespaces/default/configmaps";
/** Creates what a case before it may have left. */
const once =
  (target: ResourceTarget, count: number, make: Make): Prepare =>
  async (world) => {
    const { remainingItemCount = -1 } = await world.client.list(target, { limit: 1 });
    if (remainingItemCount < count - 10) await create(world, target, count, make);
  };
const maps = once(configMaps, manyMaps, (i) => ({ ...named(i, { labels: labels(`a${i % 10}`) }), data: { a: "b" } }));

const definition = (i: number) => ({
  metadata: { name: `things.g${i}.example.com` },
  spec: {
    group: `g${i}.example.com`,
    scope: "Namespaced",
    names: { plural: "things", kind: "Thing" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
});

const rules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }];
const policy = (i: number) => ({
  ...named(i),
  spec: {
    matchConstraints: { resourceRules: rules },
    validations: [{ expression: `object.metadata.name != 'x${i}'` }],
  },
});
const binding = (i: number) => ({ ...named(i), spec: { policyName: `n-${i}`, validationActions: ["Deny"] } });
const hook = (i: number) => ({
  name: `w${i}.hunt.example.com`,
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  failurePolicy: "Ignore",
  clientConfig: { url: "https://127.0.0.1:1/" },
  rules,
});
const oneMap: HuntRequest = {
  method: "POST",
  target: mapsPath,
  contentType: "application/json",
  body: () => `{"metadata":{"generateName":"judged-"}}`,
};

const header = 1_000_000;
const nested = (count: number, open: string, inner: string, close: string): string =>
  `${open.repeat(count)}${inner}${close.repeat(count)}`;
const mapOf = (text: string): string =>
  `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"generateName":"deep-","labels":${text}}}`;
const posted = (target: string, contentType: string, body: () => string | Uint8Array): HuntRequest => ({
  method: "POST",
  target,
  contentType,
  body,
});

/** Returns an array of CBOR in arrays, as a member of a ConfigMap. */
function nestedCbor(count: number): Uint8Array {
  const text = (value: string): readonly number[] => [0x60 + value.length, ...new TextEncoder().encode(value)];
  const head = [0xd9, 0xd9, 0xf7, 0xa3, ...text("apiVersion"), ...text("v1"), ...text("kind"), ...text("ConfigMap")];
  return Uint8Array.from([...head, ...text("data"), ...Array.from({ length: count }, () => 0x81), 0x80]);
}

const lengths: Readonly<Record<string, HuntRequest>> = {
  "a query of 200,000 parameters": { method: "GET", target: `${mapsPath}?${"a=1&".repeat(header / 5)}` },
  "a query of 300,000 escapes": { method: "GET", target: `${mapsPath}?labelSelector=${"%41".repeat(header / 3)}` },
  "a path of 1 MB": { method: "GET", target: `/api/v1/${"a/".repeat(header / 2)}` },
  "a path of 300,000 escapes": { method: "GET", target: `${mapsPath}/${"%2e".repeat(header / 3)}` },
  "a name of 1 MB": { method: "GET", target: `${mapsPath}/${"a".repeat(header)}` },
  "50,000 headers": {
    method: "GET",
    target: mapsPath,
    headers: () => Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`X-H${i}`, "v"])),
  },
  "an Accept header whose clauses stand in the wrong order": {
    method: "GET",
    target: mapsPath,
    accept: `${"*/*,".repeat(header / 8)}${"a/b,".repeat(header / 8 - 1)}a/b`,
  },
  "an Accept header of 1 MB": { method: "GET", target: mapsPath, accept: "a/b;q=0.1,".repeat(header / 10) },
  "a content type of 1 MB": posted(mapsPath, `application/json;${"a=b;".repeat(header / 4)}`, () => mapOf("{}")),
  "JSON of 9,990 levels": posted(mapsPath, "application/json", () => mapOf(nested(9_990, `{"a":`, "{}", "}"))),
  "JSON of 1,500,000 levels": posted(mapsPath, "application/json", () => nested(1_500_000, "[", "", "]")),
  "YAML of 9,990 levels": posted(mapsPath, "application/yaml", () => mapOf(nested(9_990, `{"a":`, "{}", "}"))),
  "YAML of 1,400,000 levels": posted(mapsPath, "application/yaml", () => nested(1_400_000, "[", "", "]")),
  "YAML of 1,400,000 dashes": posted(mapsPath, "application/yaml", () => "- ".repeat(1_400_000)),
  "CBOR of 1,500,000 levels": posted(mapsPath, "application/cbor", () => nestedCbor(1_500_000)),
};

/** What is asked of worlds of many objects, and long requests. */
export const scaleHunts = (): readonly RequestHunt[] => [
  ...Object.entries(lengths).map(([name, request]): RequestHunt => ({ name: `scale: ${name}`, request })),
  ...Object.entries(accepts).map(([name, accept]) =>
    asked(`100,000 objects as ${name}`, maps, { method: "GET", target: mapsPath, accept }),
  ),
  asked("500 of 100,000 objects by a label", maps, {
    method: "GET",
    target: `${mapsPath}?limit=500&labelSelector=app=a1`,
  }),
  asked("objects by a label that none has", maps, {
    method: "GET",
    target: `${mapsPath}?limit=500&labelSelector=app=none`,
  }),
  asked("objects by a name", maps, { method: "GET", target: `${mapsPath}?fieldSelector=metadata.name=n-1` }),
  asked("100,000 objects in the past", maps, {
    method: "GET",
    target: `${mapsPath}?resourceVersion=50000&resourceVersionMatch=Exact`,
  }),
  asked("a watch that begins with 100,000 objects", maps, {
    method: "GET",
    target: `${mapsPath}?watch=1&timeoutSeconds=15&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
  }),
  asked("a watch of the past of 100,000 objects", maps, {
    method: "GET",
    target: `${mapsPath}?watch=1&timeoutSeconds=15&resourceVersion=50000`,
  }),
  asked("100,000 objects are deleted at once", maps, { method: "DELETE", target: mapsPath }),
  asked(
    "a create beside 1,000 policies",
    async (world) => {
      await create(world, targetOf("validatingadmissionpolicies"), 1_000, policy);
      await create(world, targetOf("validatingadmissionpolicybindings"), 1_000, binding);
      await pause(3_000);
    },
    oneMap,
  ),
  asked(
    "a create beside 1,000 bindings of one policy",
    async (world) => {
      await create(world, targetOf("validatingadmissionpolicies"), 1, policy);
      await create(world, targetOf("validatingadmissionpolicybindings"), 1_000, (i) => ({
        ...binding(0),
        ...named(i),
      }));
      await pause(3_000);
    },
    oneMap,
  ),
  asked(
    "a create beside 2,000 webhooks that cannot be reached",
    async (world) => {
      await create(world, targetOf("validatingwebhookconfigurations"), 1, () => ({
        ...named(0),
        webhooks: Array.from({ length: 2_000 }, (_, i) => hook(i)),
      }));
      await pause(1_000);
    },
    oneMap,
  ),
  asked(
    "a create beside 2,000 webhooks with conditions",
    async (world) => {
      await create(world, targetOf("validatingwebhookconfigurations"), 40, (k) => ({
        ...named(k),
        webhooks: Array.from({ length: 50 }, (_, i) => ({
          ...hook(k * 50 + i),
          matchConditions: [{ name: "a", expression: `object.metadata.name == 'x${i}'` }],
        })),
      }));
      await pause(1_000);
    },
    oneMap,
  ),
  asked(
    "discovery of 1,000 APIServices",
    async (world) => {
      await create(world, targetOf("apiservices"), 1_000, (i) => ({
        metadata: { name: `v1.a${i}.example.com` },
        spec: {
          group: `a${i}.example.com`,
          version: "v1",
          groupPriorityMinimum: 10,
          versionPriority: 10,
          insecureSkipTLSVerify: true,
          service: { name: "s", namespace },
        },
      }));
      await pause(3_000);
    },
    { method: "GET", target: "/apis" },
  ),
  asked(
    "discovery of 1,000 definitions",
    async (world) => {
      await create(world, targetOf("customresourcedefinitions"), 1_000, definition);
      await pause(3_000);
    },
    { method: "GET", target: "/apis", accept: "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList" },
  ),
  asked("OpenAPI v2 of 1,000 definitions", () => Promise.resolve(), { method: "GET", target: "/openapi/v2" }),
  asked(
    "a create in a namespace of 1,000 limit ranges",
    (world) =>
      create(world, targetOf("limitranges"), 1_000, (i) => ({
        ...named(i),
        spec: { limits: [{ type: "Container", default: { cpu: "1" }, max: { cpu: "2" } }] },
      })),
    {
      method: "POST",
      target: "/api/v1/namespaces/default/pods",
      contentType: "application/json",
      body: () => JSON.stringify({ metadata: { generateName: "p-" }, spec: podSpec() }),
    },
  ),
  asked(
    "rules of a user of 10,000 bindings",
    async (world) => {
      await create(world, targetOf("roles"), 1_000, (i) => ({
        ...named(i),
        rules: [{ verbs: ["get"], apiGroups: [""], resources: Array.from({ length: 50 }, (_, k) => `r${i}-${k}`) }],
      }));
      await create(world, targetOf("rolebindings"), 10_000, (i) => ({
        ...named(i),
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: `n-${i % 1_000}` },
        subjects: [{ kind: "Group", apiGroup: "rbac.authorization.k8s.io", name: "system:masters" }],
      }));
    },
    {
      method: "POST",
      target: "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
      contentType: "application/json",
      body: () => `{"spec":{"namespace":"default"}}`,
    },
  ),
  asked(
    "an apply beside 1,000 managers",
    async ({ client }) => {
      for (let i = 0; i < 1_000; i++)
        await client.patch(
          configMaps,
          "managed",
          "apply",
          { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "managed" }, data: { [`k${i}`]: "v" } },
          { query: { fieldManager: `m${i}` } },
        );
    },
    {
      method: "PATCH",
      target: `${mapsPath}/managed?fieldManager=last&force=true`,
      contentType: "application/apply-patch+yaml",
      body: () =>
        JSON.stringify({
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata: { name: "managed" },
          data: Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`k${i}`, "w"])),
        }),
    },
  ),
];
