import { describe, expect, test } from "vitest";
import { loadBuiltinTypes } from "../../schema/builtin/builtin-types.ts";
import type { ObjectSchema } from "../../schema/schema.ts";
import { PatchPanic } from "../patch-failure.ts";
import { createTwoWayMergePatch } from "./create-two-way-merge-patch.ts";
import { strategicMergeMapPatch } from "./strategic-merge-patch.ts";
import { StrategicPatchError } from "./strategic-patch-error.ts";

const types = await loadBuiltinTypes();

function schemaOf(kind: string): ObjectSchema {
  const schema = types.schemaOf({ group: kind === "Deployment" ? "apps" : "", version: "v1", kind });
  if (schema === undefined) throw new Error(`no ${kind}`);
  return schema;
}

const clone = <T>(value: T): T => JSON.parse(JSON.stringify(value));
const merge = (original: object, patch: object, kind = "Pod"): object =>
  strategicMergeMapPatch(original as never, clone(patch) as never, schemaOf(kind));
const pod = (...names: string[]) => ({ spec: { containers: names.map((name) => ({ name })) } });

describe("a strategic merge patch", () => {
  // oxfmt-ignore
  test.each([
    ["merges objects", { metadata: { labels: { a: "1" } } }, { metadata: { labels: { b: "2" } } }, { metadata: { labels: { a: "1", b: "2" } } }],
    ["removes by null", { metadata: { labels: { a: "1" } } }, { metadata: { labels: { a: null } } }, { metadata: { labels: {} } }],
    ["merges items by their key", pod("a", "b"), { spec: { containers: [{ name: "b", image: "x" }] } }, { spec: { containers: [{ name: "a" }, { name: "b", image: "x" }] } }],
    ["puts new items before those of the server", pod("a"), pod("b"), pod("b", "a")],
    ["deletes an item", pod("a", "b"), { spec: { containers: [{ name: "a", $patch: "delete" }] } }, pod("b")],
    ["replaces a list", pod("a", "b"), { spec: { containers: [{ $patch: "replace" }, { name: "c" }] } }, pod("c")],
    ["orders a list", pod("a", "b", "c"), { spec: { "$setElementOrder/containers": [{ name: "c" }, { name: "a" }] } }, pod("b", "c", "a")],
    ["takes scalars as a set", { metadata: { finalizers: ["a"] } }, { metadata: { finalizers: ["b", "a"] } }, { metadata: { finalizers: ["b", "a"] } }],
    ["deletes scalars", { metadata: { finalizers: ["a", "b"] } }, { metadata: { "$deleteFromPrimitiveList/finalizers": ["a"] } }, { metadata: { finalizers: ["b"] } }],
    ["replaces an object", { spec: { nodeName: "a" } }, { spec: { $patch: "replace", hostname: "h" } }, { spec: { hostname: "h" } }],
    ["drops nulls and directives of what is new", {}, { spec: { nodeName: null, volumes: [{ name: "a", $patch: "delete" }, { name: "b" }] } }, { spec: { volumes: [{ name: "b" }] } }],
    ["replaces a list without a merge key", { spec: { tolerations: [{ key: "a" }] } }, { spec: { tolerations: [{ key: "b" }] } }, { spec: { tolerations: [{ key: "b" }] } }],
  ])("%s", (_, original, patch, result) => {
    expect(merge(original, patch)).toEqual(result);
  });

  test("keeps only retained keys", () => {
    const original = { spec: { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } } } };
    expect(merge(original, { spec: { strategy: { $retainKeys: ["type"], type: "Recreate" } } }, "Deployment")).toEqual({
      spec: { strategy: { type: "Recreate" } },
    });
  });

  // oxfmt-ignore
  test.each([
    ["an item without its key", pod("a"), { spec: { containers: [{ image: "x" }] } }, 500, "map: map[image:x] does not contain declared merge key: name"],
    ["an unknown directive", pod("a"), { spec: { $patch: "keep" } }, 500, "unknown patch type: keep in map: map[$patch:keep]"],
    ["an order that the patch does not keep", pod("a"), { spec: { ...pod("b").spec, "$setElementOrder/containers": [{ name: "a" }] } }, 500, "The order in patch list:\n[map[name:b]]\n doesn't match $setElementOrder list:\n[map[name:a]]\n"],
    ["a field without a name for it", { bogus: { a: 1 } }, { bogus: { a: 2 } }, 500, 'unable to find api field in struct Pod for the json field "bogus"'],
    ["a directive of a wrong form", pod("a"), { spec: { $retainKeys: "name" } }, 400, "invalid patch format of retainKeys"],
    ["lists of lists", { metadata: { finalizers: [["a"]] } }, { metadata: { finalizers: [["b"]] } }, 422, "lists of lists are not supported"],
  ])("refuses %s", (_, original, patch, code, message) => {
    const refusal = (): object => merge(original, patch);
    expect(refusal).toThrow(StrategicPatchError);
    expect(refusal).toThrow(expect.objectContaining({ code, message }));
  });

  test("panics where upstream compares what cannot be compared", () => {
    const patch = { spec: { "$setElementOrder/tolerations": [{ key: "a" }], tolerations: [{ key: "b" }] } };
    expect(() => merge({ spec: { tolerations: [] } }, patch)).toThrow(PatchPanic);
  });

  // oxfmt-ignore
  test.each([
    ["a deleted one whose place a new one takes", [{ name: "n" }, { name: "b", $patch: "delete" }], [{ name: "n" }, { name: "b" }], pod("a", "b"), pod("a", "n")],
    ["a deleted one, when more are new than deleted", [{ name: "n" }, { name: "m" }, { name: "b", $patch: "delete" }], [{ name: "n" }, { name: "m" }, { name: "b" }], pod("a", "b"), pod("a", "n", "m")],
    ["a deleted one in the middle that comes back", [{ name: "b", $patch: "delete" }, { name: "b" }], [{ name: "b" }], pod("a", "b", "c"), pod("a", "c", "b")],
    ["none that is deleted", [{ name: "n" }], [{ name: "n" }], pod("a", "b"), pod("n", "a", "b")],
  ])("orders by the list on the server with %s", (_, containers, order, original, result) => {
    expect(merge(original, { spec: { "$setElementOrder/containers": order, containers } })).toEqual(result);
  });

  test("refuses to order by a list on the server whose items lack the merge key, also where the patch replaces it", () => {
    const patch = { spec: { "$setElementOrder/containers": [{ name: "a" }], containers: [{ $patch: "replace" }] } };
    expect(() => merge({ spec: { containers: [{ image: "x" }] } }, patch)).toThrow(
      "map: map[image:x] does not contain declared merge key: name",
    );
  });

  test("takes a merge key that is no scalar where it is compared with nothing", () => {
    const containers = [{ name: [1] }, { $patch: "replace" }];
    expect(merge(pod("a"), { spec: { containers } })).toEqual({ spec: { containers: [{ name: [1] }] } });
    expect(() => merge(pod("a"), { spec: { containers: [{ name: [1] }] } })).toThrow(PatchPanic);
  });

  test("leaves the original as it was and shares what it does not touch", () => {
    const original = { metadata: { labels: { a: "1" } }, ...pod("a", "b") };
    const before = clone(original);
    const merged = merge(original, { spec: { containers: [{ name: "b", image: "x" }] } });
    expect(original).toEqual(before);
    expect(Object(merged).metadata).toBe(original.metadata);
  });
});

describe("a two-way merge patch", () => {
  // oxfmt-ignore
  test.each([
    ["items changed, added, deleted and moved", { spec: { containers: [{ name: "a", image: "x" }, { name: "b" }, { name: "c" }] } }, { spec: { containers: [{ name: "c" }, { name: "d" }, { name: "a", image: "y" }] } }],
    ["members that come and go", { metadata: { name: "n", labels: { a: "1" } } }, { metadata: { labels: { b: "1" } }, spec: { nodeName: "x" } }],
    ["scalars of a set", { metadata: { finalizers: ["a", "b", "c"] } }, { metadata: { finalizers: ["d", "c", "a"] } }],
    ["a list that is replaced", { spec: { tolerations: [{ key: "a" }] } }, { spec: { tolerations: [{ key: "b" }] } }],
  ])("tells of %s", (_, original, modified) => {
    const patch = createTwoWayMergePatch(original as never, modified as never, schemaOf("Pod"));
    expect(merge(original, patch)).toEqual(modified);
  });

  test("is empty where nothing changed", () => {
    expect(createTwoWayMergePatch(pod("a", "b"), pod("a", "b"), schemaOf("Pod"))).toEqual({});
  });
});
