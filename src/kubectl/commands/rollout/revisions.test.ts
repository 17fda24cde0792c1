import { describe, expect, test } from "vitest";
import { byNumber, restored } from "./revisions.ts";

describe("revisions of workloads", () => {
  test("replace the template and nothing else", () => {
    const workload = {
      kind: "DaemonSet",
      spec: { selector: {}, template: { metadata: { labels: { a: "1" } }, spec: {} } },
    };
    const data = { spec: { template: { $patch: "replace", spec: { containers: [{ name: "a" }] } } } };
    expect(restored(workload, data)).toEqual({
      kind: "DaemonSet",
      spec: { selector: {}, template: { spec: { containers: [{ name: "a" }] } } },
    });
  });

  test("are sorted by number, the last of each number", () => {
    const of = (number: number, cause: string) => ({ number, cause, record: {}, object: {} });
    expect(byNumber([of(10, "a"), of(2, "b"), of(10, "c")]).map(({ cause }) => cause)).toEqual(["b", "c"]);
  });
});
