import { expect, it } from "vitest";
import type { ObjectMeta } from "../../apimachinery/meta.ts";
import { fillSystemFields, withResourceVersion } from "./object-meta.ts";

const everything: Required<ObjectMeta> = {
  managedFields: [{ manager: "m" }],
  finalizers: ["f"],
  ownerReferences: [],
  annotations: { a: "1" },
  labels: { l: "1" },
  deletionGracePeriodSeconds: 1,
  deletionTimestamp: "2026-01-02T00:00:00Z",
  creationTimestamp: "2026-01-01T00:00:00Z",
  generation: 1,
  resourceVersion: "1",
  uid: "u",
  selfLink: "/s",
  namespace: "ns",
  generateName: "n-",
  name: "n-1",
};
const { resourceVersion: _, ...unversioned } = everything;

it("puts the fields of a new object in Go's order with its first version, and loses none", () => {
  const { metadata } = withResourceVersion({ metadata: unversioned, data: {} }, "7");
  expect(metadata).toEqual({ ...everything, resourceVersion: "7" });
  expect(Object.keys(metadata)).toEqual(Object.keys(everything).reverse());
});

it("changes a version in its place, takes it away, and leaves alone what has it", () => {
  const object = { metadata: { name: "a", resourceVersion: "1", labels: { l: "1" } } };
  expect(Object.entries(withResourceVersion(object, "2").metadata)).toEqual([
    ["name", "a"],
    ["resourceVersion", "2"],
    ["labels", { l: "1" }],
  ]);
  expect(withResourceVersion(object, "").metadata).toEqual({ name: "a", labels: { l: "1" } });
  expect(withResourceVersion(object, "1")).toBe(object);
});

it("gives a new object its time and uid", () => {
  const filled = fillSystemFields({ metadata: { name: "a", uid: "mine" } }, "2026-01-01T00:00:00Z", {
    int: () => 0,
    uuid: () => "u",
  });
  expect(filled.metadata).toEqual({ name: "a", uid: "u", creationTimestamp: "2026-01-01T00:00:00Z" });
});
