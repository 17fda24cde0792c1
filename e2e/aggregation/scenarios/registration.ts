import type { Scenario, Step } from "../scenario.ts";
import { apiService, create, services } from "./objects.ts";

const reference = (service: object) => ({ service, insecureSkipTLSVerify: true });
const there = reference({ namespace: "default", name: "there" });

/** Specs and what is wrong or defaulted with them. */
const specs: Readonly<Record<string, object>> = {
  "nothing but its group version": { groupPriorityMinimum: undefined, versionPriority: undefined },
  "no version": { version: undefined },
  "another group": { group: "other.test" },
  "a group that is no domain": { group: "A_b" },
  "no group": { group: undefined },
  "priorities of zero": { groupPriorityMinimum: 0, versionPriority: 0 },
  "negative priorities": { groupPriorityMinimum: -1, versionPriority: -1 },
  "priorities that are too high": { groupPriorityMinimum: 20_001, versionPriority: 1001 },
  "the highest priorities": { groupPriorityMinimum: 20_000, versionPriority: 1000 },
  "a service without names": reference({}),
  "a service without a name": reference({ namespace: "default" }),
  "a service without a namespace": reference({ name: "there" }),
  "a port of zero": reference({ namespace: "default", name: "there", port: 0 }),
  "a port that is too high": reference({ namespace: "default", name: "there", port: 65_536 }),
  "a default port": there,
  "a CA and no verification": { ...there, caBundle: "YWJj" },
  "a CA for a local one": { caBundle: "YWJj" },
  "no verification for a local one": { insecureSkipTLSVerify: true },
  "neither CA nor no verification": { service: { namespace: "default", name: "there" } },
  "a CA that is no certificate": { service: { namespace: "default", name: "there" }, caBundle: "YWJj" },
  "an unknown member": { unknown: 1 },
  "a version that is no label": { version: "V1_x" },
};

const named = (at: number): string => `v1.a${at}.test`;

const created: readonly Step[] = Object.entries(specs).map(([id, spec], at) =>
  create(`create with ${id}`, services, apiService(named(at), spec as Readonly<Record<string, unknown>>)),
);

const base = "v1.base.test";
const changed = (id: string, spec: object): Step => ({
  id: `update to ${id}`,
  method: "PATCH",
  target: `${services}/${base}`,
  headers: [["Content-Type", "application/merge-patch+json"]],
  body: { spec },
});

const names: readonly Step[] = [
  ["v1.", { group: "", version: "v1" }],
  ["v2.", { group: "", version: "v2" }],
  ["apps.v1", { group: "apps", version: "v1" }],
  ["v1.UPPER.test", { group: "upper.test", version: "v1" }],
  ["v1", { group: "", version: "v1" }],
].map(([name, spec]) =>
  create(`create ${String(name)}`, services, {
    ...(apiService("v1.x.test", spec as object as {}) as object),
    metadata: { name },
  }),
);

const table: readonly Step[] = [
  ["built-in", "?fieldSelector=metadata.name%3Dv1.apps"],
  ["local", "?fieldSelector=metadata.name%3Dv1.base.test"],
].map(([id, query]) => ({
  id: `table of ${String(id)}`,
  method: "GET",
  target: `${services}${String(query)}`,
  headers: [["Accept", "application/json;as=Table;v=v1;g=meta.k8s.io"]],
}));

const builtin: readonly Step[] = [
  { id: "get a built-in one", method: "GET", target: `${services}/v1.apps`, until: "Local" },
  {
    id: "specs of built-in groups",
    method: "GET",
    target: services,
    part: specsOf,
  },
  {
    id: "change a built-in one",
    method: "PATCH",
    target: `${services}/v1.apps`,
    body: { spec: { versionPriority: 7 } },
  },
].map((step) =>
  step.method === "PATCH" ? { ...step, headers: [["Content-Type", "application/merge-patch+json"] as const] } : step,
);

function specsOf(list: unknown): unknown {
  const { items } = list as {
    readonly items: readonly { readonly metadata: { name: string; labels?: unknown }; readonly spec: unknown }[];
  };
  return items
    .filter(({ metadata }) => /^v\d\.(|apps|batch|autoscaling|policy|[a-z.]+\.k8s\.io)$/.test(metadata.name))
    .map(({ metadata, spec }) => [metadata.name, metadata.labels, spec]);
}

/** Creation, change and deletion of APIServices: defaults, validation, and those of built-in groups. */
export const registration: Scenario = {
  name: "registration",
  names: ["unused.test"],
  open: () => ({
    extension: () => "close",
    steps: [
      ...builtin,
      ...created,
      ...names,
      create("create base", services, apiService(base)),
      { id: "base is local", method: "GET", target: `${services}/${base}`, until: "Local" },
      changed("another version", { version: "v2" }),
      changed("another group", { group: "else.test" }),
      changed("a service", there),
      { id: "base is remote", method: "GET", target: `${services}/${base}`, until: "ServiceNotFound" },
      changed("no service but no verification", { service: null }),
      changed("no service", { service: null, insecureSkipTLSVerify: null }),
      { id: "base is local again", method: "GET", target: `${services}/${base}`, until: "Local" },
      changed("a negative priority", { versionPriority: -3 }),
      ...table,
      { id: "delete base", method: "DELETE", target: `${services}/${base}` },
      { id: "get what is deleted", method: "GET", target: `${services}/${base}` },
      {
        id: "status cannot change the spec",
        method: "PATCH",
        target: `${services}/v1.apps/status`,
        headers: [["Content-Type", "application/merge-patch+json"]],
        body: { spec: { versionPriority: 3 }, status: { conditions: [{ type: "Mine", status: "True" }] } },
      },
    ],
  }),
};
