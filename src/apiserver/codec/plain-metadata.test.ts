import { expect, test } from "vitest";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import { loadBuiltinTypes } from "../schema/builtin/builtin-types.ts";
import { compileCodec } from "./json/typed-codec.ts";
import { isPlainMetadata } from "./plain-metadata.ts";

const schema = (await loadBuiltinTypes()).metaKind("ObjectMeta");
if (schema === undefined) throw new Error("no ObjectMeta");
const codec = compileCodec(schema);

const owner = { apiVersion: "v1", kind: "ConfigMap", name: "a", uid: "u" };
const entry = { manager: "m", operation: "Update", fieldsType: "FieldsV1", fieldsV1: {} };

// oxfmt-ignore
test.each<[isPlain: boolean, metadata: JsonObject]>([
  [true, { name: "a", namespace: "b", generateName: "a-", uid: "u", resourceVersion: "7", generation: 2 }],
  [true, { labels: { a: "" }, annotations: { b: "c" }, finalizers: ["a.io/b"], deletionGracePeriodSeconds: 0 }],
  [true, { creationTimestamp: "2024-02-29T23:59:59Z", deletionTimestamp: "2026-12-31T00:00:00Z" }],
  [true, { ownerReferences: [{ ...owner, controller: false }], managedFields: [{ ...entry, time: "2026-01-01T00:00:00Z" }] }],
  [false, { name: "" }],
  [false, { labels: {} }],
  [false, { annotations: { a: 1 } }],
  [false, { generation: 0 }],
  [false, { finalizers: [] }],
  [false, { creationTimestamp: null }],
  [false, { creationTimestamp: "0001-01-01T00:00:00Z" }],
  [false, { creationTimestamp: "2026-02-29T00:00:00Z" }],
  [false, { creationTimestamp: "2026-01-01T24:00:00Z" }],
  [false, { ownerReferences: [{ name: "a" }] }],
  [false, { managedFields: [{ ...entry, manager: "" }] }],
  [false, { managedFields: [{ ...entry, unknown: "a" }] }],
  [false, { unknown: "a" }],
])("says %s of %j, and decoding leaves plain metadata as it is", (isPlain, metadata) => {
  expect(isPlainMetadata(metadata)).toBe(isPlain);
  expect(isPlain ? codec.decode(metadata, { report: undefined }) : metadata).toEqual(metadata);
});
