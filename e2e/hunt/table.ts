import type { HuntCase } from "./hunt-case.ts";
import type { Hunted } from "./hunted.ts";

/** A case whose figures are told beside those from before such work was divided and bounded. */
export interface TableRow {
  readonly what: string;
  /** What it cost before, where that was measured. */
  readonly before: string;
  /** The name of its case. */
  readonly name: string;
}

const pod = "kind: Pod v1 spec.";

// oxfmt-ignore
export const tableRows: readonly TableRow[] = [
  { what: "`/openapi/v3` of 200 definitions, 10 MB of schema, once", before: "18.7 s for 104 definitions", name: "openapi: 200 definitions of 10 MB, once" },
  { what: "the same after one of them changed", before: "as long", name: "openapi: 200 definitions of 10 MB, after one changes" },
  { what: "custom resource under 5,000 required names", before: "5.5 s, 47.7 MB of answer, 418 MB", name: "schema: 5,000 required names" },
  { what: "200 items under 20,000 required names", before: "no answer in 240 s, 2.6 GB", name: "schema: 20,000 required names of 200 items" },
  { what: "Service with empty ports, 3 MB", before: "24 s for 1.2 MB; 351 MB", name: "kind: Service v1 spec.ports: empty items" },
  { what: "Pod with empty containers, 3 MB", before: "as ports; 772 MB", name: `${pod}containers: empty items` },
  { what: "Pod with empty env, 3 MB", before: "as ports; 329 MB", name: `${pod}containers.0.env: empty items` },
  { what: "Pod with empty tolerations, 3 MB", before: "as ports", name: `${pod}tolerations: empty items` },
  { what: "Pod with empty volumes, 3 MB", before: "as ports; 1,259 MB", name: `${pod}volumes: empty items` },
  { what: "`anyOf` of 500 over 60,000 integers", before: "18 s", name: "schema: anyOf of 500 for 60,000 integers" },
  { what: "200 patterns over 20,000 texts", before: "18 s", name: "schema: 200 patterns for 20,000 texts" },
  { what: "`allOf` of 100 over 30,000 integers", before: "", name: "schema: allOf of 100 for 30,000 integers" },
  { what: "`allOf` of 100 `not` over 30,000 integers", before: "", name: "schema: allOf of 100 not for 30,000 integers" },
  { what: "enum of 500 objects over 20,000", before: "", name: "schema: an enum of 500 objects for 20,000 objects" },
  { what: "20,000 wrong values below a key of 100 KB", before: "500 after 14 s, 1,999 MB", name: "schema: 20,000 wrong values below a key of 100 KB" },
  { what: "20,000 unknown fields below such a key", before: "no answer in 60 s", name: "schema: 20,000 unknown fields below a key of 100 KB" },
  { what: "a required name of 100 KB for 20,000 items", before: "6,008 ms in one piece, 2,080 MB", name: "schema: a required name of 100 KB for 20,000 items" },
  { what: "a pattern of 100 KB for 20,000 texts", before: "7,707 ms in one piece, 1,045 MB", name: "schema: a pattern of 100 KB for 20,000 texts" },
  { what: "ten formats for a text of 2.9 MB", before: "4,743 ms in one piece, 1,517 MB", name: "schema: ten formats for a text of 3 MB" },
  { what: "the same, told as YAML", before: "5,012 ms in one piece, 1,806 MB", name: "schema: ten formats for a text of 3 MB, told as application/yaml" },
  { what: "enum for an object of 300,000 members", before: "297 ms in one piece", name: "schema: an enum for a large object" },
  { what: "Service with a million empty cluster IPs", before: "602 ms in one piece, 317 MB", name: "kind: Service v1 spec.clusterIPs: empty texts" },
  { what: "device with 200,000 attributes", before: "469 ms in one piece", name: "kind: ResourceSlice resource.k8s.io/v1 spec.devices.0.attributes: keys" },
  { what: "limits of 200,000 resources", before: "762 ms in one piece, 444 MB", name: "kind: LimitRange v1 spec.limits.0.max: keys" },
  { what: "a million exit codes", before: "446 ms in one piece, 319 MB", name: "kind: CronJob batch/v1 spec.jobTemplate.spec.podFailurePolicy.rules.0.onExitCodes.values: items" },
  { what: "a million empty expressions of a selector", before: "139 ms in one piece, 723 MB", name: "kind: StatefulSet apps/v1 spec.selector.matchExpressions: empty items" },
  { what: "a number of 2.9 MB in YAML", before: "272 ms in one piece", name: "odd: a number of 2.9 MB in YAML" },
  { what: "CEL functions on texts of 1 MB, each at its cost limit", before: "the whole text for each call", name: "cel: functions on texts of 1 MB" },
  { what: "selector of 100,000 labels", before: "", name: "selector: 100,000 labels" },
  { what: "selector of 100,000 fields", before: "", name: "selector: 100,000 names" },
  { what: "JSON patch: 10,000 insertions before 60,000 items", before: "", name: "patch: 10,000 operations that insert in front" },
  { what: "JSON patch: 10,000 removals before 60,000 items", before: "", name: "patch: 10,000 operations that remove in front" },
  { what: "`$deleteFromPrimitiveList` of 60,000", before: "", name: "patch: $deleteFromPrimitiveList of 60,000" },
  { what: "60,000 finalizers merged into as many", before: "453 ms in one piece", name: "patch: finalizers merged: 60,000 into 60,000" },
  { what: "`$setElementOrder` of 60,000", before: "", name: "patch: $setElementOrder of 60,000" },
  { what: "200,000 keys that are no texts, by a strategic merge patch", before: "366 ms in one piece", name: "patch: 200,000 keys that are no texts, merged" },
  { what: "YAML with 200,000 equal keys", before: "", name: "body: YAML with 200,000 equal keys" },
  { what: "a label that is a number, in a webhook's patch", before: "500, `charCodeAt is not a function`", name: "webhook: a label that is a number, in a webhook's patch" },
  { what: "custom resource of 2.8 MB, converted by a webhook, read", before: "2,439 ms in one piece", name: "conversion: a large map is read, converted by a webhook" },
  { what: "the same replaced", before: "2,730 ms in one piece, 504 after 60 s", name: "conversion: a large map is replaced, converted by a webhook" },
  { what: "ConfigMap of 2.9 MB as a Table", before: "343 ms in one piece", name: "output: a ConfigMap as a Table, object" },
  { what: "the same as protobuf", before: "700 ms in one piece", name: "output: a ConfigMap as protobuf, object" },
  { what: "the same as YAML", before: "2,090 ms in one piece", name: "output: a ConfigMap as YAML, object" },
  { what: "the same as CBOR", before: "621 ms in one piece", name: "output: a ConfigMap as CBOR, object" },
  { what: "change of a ConfigMap of 100,000 keys for 1,000 watchers", before: "454 ms in one piece", name: "watch: a large object for 1000 watchers" },
  { what: "`kubectl describe` of it in the terminal", before: "638 ms in one piece", name: "terminal: kubectl describe configmap large" },
  { what: "Deployment of 1,000,000 replicas, all controllers, 10 s", before: "no answers for a minute", name: "controllers: a Deployment of 1,000,000 replicas" },
];

/** Returns the cases of the table in its order. */
export function tableCases(cases: readonly HuntCase[]): readonly HuntCase[] {
  return tableRows.map(({ name }) => {
    const found = cases.find((one) => one.name === name);
    if (found === undefined) throw new Error(`there is no case ${name}`);
    return found;
  });
}

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

/** Returns the table as Markdown. Times are of the processor. */
export function formatTable(results: ReadonlyMap<string, Hunted>): string {
  const lines = tableRows.flatMap(({ what, before, name }) => {
    const hunted = results.get(name);
    if (hunted === undefined) return [];
    const { status, answerBytes, allMs, busyMs, grownBytes } = hunted;
    const cells = [
      what,
      before,
      String(status === 0 ? "none" : status),
      `${megabytes(answerBytes)} MB`,
      `${(allMs / 1000).toFixed(2)} s`,
      `${busyMs.toFixed(0)} ms`,
      `${megabytes(grownBytes)} MB`,
    ];
    return [`| ${cells.join(" | ")} |`];
  });
  return [
    "| Request | Before | Status | Answer | In all | Longest piece | Growth |",
    "|---|---|---|---:|---:|---:|---:|",
    ...lines,
  ].join("\n");
}
