import { describe, expect, it } from "vitest";
import { errorMessage, fieldPath } from "../field-error.ts";
import type { ObjectMeta } from "../meta.ts";
import { nameIsDnsSubdomain } from "./names.ts";
import { validateObjectMeta, validateObjectMetaUpdate } from "./object-meta.ts";

const path = fieldPath("metadata");
const onCreate = (meta: ObjectMeta, namespaced = false): string[] =>
  validateObjectMeta(meta, namespaced, nameIsDnsSubdomain, path).map(errorMessage);
const onUpdate = (meta: ObjectMeta, old: ObjectMeta): string[] =>
  validateObjectMetaUpdate({ resourceVersion: "1", ...meta }, old, path).map(errorMessage);

describe("validateObjectMeta", () => {
  it("wants a name, and a namespace where there is one to have", () => {
    expect(onCreate({}, true)).toEqual([
      "metadata.name: Required value: name or generateName is required",
      "metadata.namespace: Required value",
    ]);
    expect(onCreate({ name: "a", namespace: "b" })).toEqual([
      "metadata.namespace: Forbidden: not allowed on this type",
    ]);
    expect(onCreate({ name: "a-1", generateName: "a-", namespace: "b" }, true)).toEqual([]);
  });

  it("prints owners as Go prints the struct", () => {
    const owner = { controller: true, uid: "u", name: "n", kind: "Event", apiVersion: "v1" };
    expect(onCreate({ name: "a", ownerReferences: [owner] })).toEqual([
      'metadata.ownerReferences: Invalid value: {"apiVersion":"v1","kind":"Event","name":"n","uid":"u","controller":true}: /v1, Kind=Event is disallowed from being an owner',
    ]);
  });

  it("limits annotations by their bytes", () => {
    expect(onCreate({ name: "a", annotations: { k: "é".repeat(131071) } })).toEqual([]);
    expect(onCreate({ name: "a", annotations: { k: "é".repeat(131072) } })).toEqual([
      "metadata.annotations: Too long: may not be more than 262144 bytes",
    ]);
  });
});

describe("validateObjectMetaUpdate", () => {
  it("refuses what may not change", () => {
    expect(onUpdate({ name: "b" }, { name: "a" })).toEqual(['metadata.name: Invalid value: "b": field is immutable']);
    expect(onUpdate({}, { deletionGracePeriodSeconds: 1 })).toEqual([
      "metadata.deletionGracePeriodSeconds: Invalid value: null: field is immutable",
    ]);
    expect(onUpdate({ resourceVersion: "" }, {})).toEqual([
      'metadata.resourceVersion: Invalid value: "": must be specified for an update',
    ]);
  });

  it("lets no finalizer be added once deletion began", () => {
    const deletionTimestamp = "2024-01-01T00:00:00Z";
    expect(onUpdate({ deletionTimestamp, finalizers: ["a/b"] }, { deletionTimestamp })).toEqual([
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a/b"}',
    ]);
  });
});
