import { sampleNames } from "../sample-api-server.ts";
import type { Body, Step } from "../scenario.ts";
import { services } from "./objects.ts";

const { group, version, namespace, service } = sampleNames;
const name = `${version}.${group}`;
const own = `${services}/${name}`;
const flunders = `/apis/${group}/${version}/namespaces/default/flunders`;

const flunder = (called: string, more: object = {}): Body => ({
  apiVersion: `${group}/${version}`,
  kind: "Flunder",
  metadata: { name: called, namespace: "default", labels: { "sample-label": "true" } },
  ...more,
});

type Json = Readonly<Record<string, unknown>>;
interface Service extends Json {
  readonly metadata: Json;
  readonly status: { readonly conditions: readonly Json[] };
}

const get = (id: string, target: string, more: Partial<Step> = {}): Step => ({ id, method: "GET", target, ...more });
const patch = (id: string, target: string, kind: string, body: Body): Step => ({
  id,
  method: "PATCH",
  target,
  headers: [["Content-Type", `application/${kind}+json`]],
  body,
});
const remove = (id: string, target: string): Step => ({ id, method: "DELETE", target });

/** Creates the namespace, the Service and the APIService, and waits until requests are handled. */
export const registerSample = (spec: Json): readonly Step[] => [
  {
    id: "a namespace",
    method: "POST",
    target: "/api/v1/namespaces",
    body: { metadata: { name: namespace } },
    quiet: true,
  },
  {
    id: "a service",
    method: "POST",
    target: `/api/v1/namespaces/${namespace}/services`,
    body: { metadata: { name: service }, spec },
    quiet: true,
  },
  {
    id: "registered",
    method: "POST",
    target: services,
    body: {
      apiVersion: "apiregistration.k8s.io/v1",
      kind: "APIService",
      metadata: { name },
      spec: {
        service: { namespace, name: service, port: "#${port}" },
        group,
        version,
        caBundle: "${ca}",
        groupPriorityMinimum: 2000,
        versionPriority: 200,
      },
    },
    quiet: true,
  },
  get("ready", flunders, { until: "FlunderList" }),
];

const withCondition = (last: unknown, type: string): Service => {
  const object = last as Service;
  const condition = { type, status: "True", lastTransitionTime: null, reason: "E2E", message: "Set by a test" };
  return { ...object, status: { conditions: [...object.status.conditions, condition] } };
};

/**
 * The steps of the official conformance test "Aggregator Should be able to support the 1.17 Sample API Server using the
 * current Aggregator" (test/e2e/apimachinery/aggregator.go).
 */
export const conformanceSteps: readonly Step[] = [
  { id: "create", method: "POST", target: flunders, body: flunder("rest-flunder") },
  get("list one", flunders),
  remove("delete", `${flunders}/rest-flunder`),
  get("list none", flunders),
  get("discovered", "/apis", {
    headers: [["Accept", "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"]],
    until: '"flunders"',
    part: (body) =>
      (body as { readonly items: readonly { readonly metadata: Json }[] }).items.filter(
        ({ metadata }) => metadata["name"] === group,
      ),
  }),
  { id: "create by the dynamic client", method: "POST", target: flunders, body: flunder("dynamic-flunder") },
  get("list the dynamic one", flunders),
  get("status", `${own}/status`, { until: "all checks passed", part: (body) => (body as Service).status }),
  { ...patch("patch", own, "merge-patch", { spec: { versionPriority: 400 } }), part: (body) => (body as Json)["spec"] },
  get("list of APIServices", services, {
    part: (body) =>
      (body as { readonly items: readonly Service[] }).items.map(({ metadata }) => metadata["name"]).includes(name),
  }),
  {
    ...patch("label", own, "strategic-merge-patch", { metadata: { labels: { "e2e-apiservice": "patched" } } }),
    part: (body) => (body as Service).metadata["labels"],
  },
  get("status to update", `${own}/status`, { quiet: true }),
  {
    id: "update the status",
    method: "PUT",
    target: `${own}/status`,
    bodyOf: (last) => withCondition(last, "StatusUpdated"),
    part: (body) => (body as Service).status,
  },
  get("status was updated", `${own}/status`, { part: (body) => (body as Service).status }),
  {
    id: "replace",
    method: "PUT",
    target: own,
    bodyOf: (last) => ({
      ...(last as Service),
      metadata: { ...(last as Service).metadata, labels: { [name]: "updated" } },
    }),
    part: (body) => (body as Service).metadata["labels"],
  },
  remove("delete the dynamic one", `${flunders}/dynamic-flunder`),
  get("list none again", flunders),
  { id: "create again", method: "POST", target: flunders, body: flunder("dynamic-flunder") },
  get("list one again", flunders),
  get("status to patch", `${own}/status`, { quiet: true }),
  {
    ...patch("patch the status", `${own}/status`, "merge-patch", {}),
    bodyOf: (last) => ({ status: withCondition(last, "StatusPatched").status }),
    part: (body) => (body as Service).status,
  },
  get("status was patched", `${own}/status`, { part: (body) => (body as Service).status }),
];

/** What else clients do with the server: invalid objects, patches, tables, documents, other users. */
export const furtherSteps: readonly Step[] = [
  {
    id: "an invalid one",
    method: "POST",
    target: flunders,
    body: flunder("invalid", { spec: { flunderReference: "a", fischerReference: "b" } }),
  },
  { id: "one that exists", method: "POST", target: flunders, body: flunder("dynamic-flunder") },
  { id: "no JSON", method: "POST", target: flunders, body: "{" },
  patch("a patch", `${flunders}/dynamic-flunder`, "merge-patch", { metadata: { labels: { a: "b" } } }),
  patch(
    "an apply",
    `${flunders}/dynamic-flunder?fieldManager=tester&force=true`,
    "apply-patch",
    flunder("dynamic-flunder"),
  ),
  get("a table", flunders, { headers: [["Accept", "application/json;as=Table;v=v1;g=meta.k8s.io"]] }),
  get("YAML", `${flunders}/dynamic-flunder`, { headers: [["Accept", "application/yaml"]] }),
  get("one that is not there", `${flunders}/absent`),
  get("a kind that is not there", `/apis/${group}/${version}/namespaces/default/sprockets`),
  get("a selection", `${flunders}?labelSelector=sample-label%3Dtrue&limit=5`),
  get("a watch", `${flunders}?watch=true&timeoutSeconds=1`),
  get("for somebody without permission", flunders, { headers: [["Authorization", "Bearer alice-token"]] }),
  get("resources", `/apis/${group}/${version}`),
  get("group", `/apis/${group}`),
  get("index of documents", "/openapi/v3", {
    until: `apis/${group}/${version}`,
    part: (body) => Object.keys((body as { readonly paths: Json }).paths).filter((path) => path.includes(group)),
    ignored: ["content-type", "etag"],
  }),
  get("v3 document", `/openapi/v3/apis/${group}/${version}`, {
    part: (body) => Object.keys((body as { readonly paths: Json }).paths).sort(),
    ignored: ["etag", "vary"],
  }),
  get("v2 document", "/openapi/v2", {
    headers: [["Accept", "application/json"]],
    until: `/apis/${group}/${version}/`,
    part: partOfSwagger,
    ignored: ["etag"],
  }),
];

/**
 * The paths and definitions of the server. Whether definitions of apimachinery get new names differs from run to run of
 * kube-apiserver, though they are the same.
 */
function partOfSwagger(body: unknown): unknown {
  const { paths, definitions } = body as { readonly paths: Json; readonly definitions: Json };
  const isOwn = (path: string): boolean => path.includes(group) || path.includes("sample-apiserver");
  return [Object.keys(paths).filter(isOwn).sort(), Object.keys(definitions).filter(isOwn).sort()];
}

/** Removes the APIService by its label, as the conformance test does at its end. */
export const removalSteps: readonly Step[] = [
  {
    id: "delete by a selector",
    method: "DELETE",
    target: `${services}?labelSelector=${encodeURIComponent(`${name}=updated`)}`,
    part: (body) => (body as Json)["kind"],
  },
  get("none is left", `${services}?labelSelector=${encodeURIComponent(`${name}=updated`)}`, {
    until: /"items":\s*\[\]/,
    part: (body) => (body as Json)["items"],
  }),
  get("no group any more", flunders, { untilStatus: 404 }),
];

/** The whole scenario, with a Service that stands for an address of this machine. */
export const sampleSteps: readonly Step[] = [
  ...registerSample({ type: "ExternalName", externalName: "127.0.0.1" }),
  ...conformanceSteps,
  ...furtherSteps,
  ...removalSteps,
];
