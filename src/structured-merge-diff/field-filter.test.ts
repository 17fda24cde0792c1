import { expect, it } from "vitest";
import { excluding, including } from "./field-filter.ts";
import { FieldSet } from "./field-set.ts";
import { toFieldsV1 } from "./fields-v1.ts";
import type { PathElement } from "./path-element.ts";

const field = (name: string): PathElement => ({ kind: "field", name });
const item = (name: string): PathElement => ({ kind: "key", fields: [{ name: "name", value: name }] });

const set = FieldSet.ofPaths([
  [field("metadata"), field("labels")],
  [field("spec"), field("nodeName")],
  [field("spec"), field("containers"), item("a")],
  [field("spec"), field("containers"), item("a"), field("image")],
  [field("spec"), field("containers"), item("a"), field("resources"), field("limits")],
  [field("spec"), field("containers"), item("b"), field("image")],
]);

it("keeps what is at, above and below some paths, also in items of lists", () => {
  expect(toFieldsV1(including(["spec.containers.*.resources", "spec.volumes"])(set))).toEqual({
    "f:spec": { "f:containers": { 'k:{"name":"a"}': { ".": {}, "f:resources": { "f:limits": {} } } } },
  });
  expect(including(["status"])(set).isEmpty).toBe(true);
});

it("drops some paths with everything below them", () => {
  const spec = FieldSet.ofPath([field("spec")]);
  expect(toFieldsV1(excluding(spec)(set))).toEqual({ "f:metadata": { "f:labels": {} } });
});
