import { describe, expect, it, vi } from "vitest";
import { Double, type JsonValue } from "../../apimachinery/json/value.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { excluding } from "../../structured-merge-diff/field-filter.ts";
import { FieldSet } from "../../structured-merge-diff/field-set.ts";
import { loadBuiltinTypes } from "../schema/builtin/builtin-types.ts";
import { applyManagedFields } from "./apply-managed-fields.ts";
import { updateManagedFields, type FieldManager } from "./field-manager.ts";
import { atomOfSchema } from "./schema-atom.ts";
import { fieldPathOf } from "./strip-meta.ts";
import { plainFieldManager } from "./testing/plain-field-manager.ts";

const types = await loadBuiltinTypes();
const schema = types.schemaOf({ group: "", version: "v1", kind: "ConfigMap" });
if (!schema) throw new Error("no type ConfigMap");
const atom = atomOfSchema(schema);

const fields = plainFieldManager({ group: "", version: "v1", kind: "ConfigMap" }, atom);

const time = (second: number): string => `2024-01-01T00:00:0${second}Z`;
const config = (
  data: Readonly<Record<string, JsonValue>>,
  metadata: Readonly<Record<string, JsonValue>> = {},
): JsonValue => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", ...metadata }, data });
const stored = (object: KubeObject): KubeObject => ({ ...object, metadata: { ...object.metadata, uid: "u" } });
const apply = (
  live: KubeObject | undefined,
  manager: string,
  data: Readonly<Record<string, JsonValue>>,
  second = 1,
  force = false,
): KubeObject =>
  stored(applyManagedFields(fields, live ?? fields.emptyObject, config(data), { manager, force, now: time(second) }));
const update = (
  live: KubeObject | undefined,
  manager: string,
  data: object,
  second = 1,
  managedFields = live?.metadata.managedFields,
): KubeObject =>
  stored(
    updateManagedFields(
      fields,
      live ?? fields.emptyObject,
      { metadata: { name: "a", ...(managedFields && { managedFields }), ...(live && { uid: "u" }) }, data },
      manager,
      time(second),
    ),
  );
const owners = ({ metadata }: KubeObject) =>
  (metadata.managedFields ?? []).map(({ manager, operation, time: at, fieldsV1 }) => [
    manager,
    operation,
    at?.slice(-3, -1),
    JSON.stringify(fieldsV1),
  ]);

describe("an apply", () => {
  it("owns what it says, shares what is so already, and takes back what it says no more", () => {
    const one = apply(undefined, "one", { x: "1", y: "2" });
    const both = apply(one, "two", { x: "1" }, 2);
    expect(owners(both)).toEqual([
      ["two", "Apply", undefined, '{"f:data":{"f:x":{}}}'],
      ["one", "Apply", "01", '{"f:data":{"f:x":{},"f:y":{}}}'],
    ]);
    const left = apply(both, "one", {}, 3);
    expect(left["data"]).toEqual({ x: "1" });
    expect(owners(left)).toEqual([
      ["two", "Apply", undefined, '{"f:data":{"f:x":{}}}'],
      ["one", "Apply", "03", '{"f:data":{}}'],
    ]);
  });

  it("conflicts with what others set to another value, unless it is forced", () => {
    const live = update(apply(undefined, "one", { x: "1" }), "two", { x: "1", y: "2" }, 2);
    expect(() => apply(live, "three", { x: "9", y: "9" }, 3)).toThrow(
      'Apply failed with 2 conflicts: conflicts with "one":\n- .data.x\nconflicts with "two" using v1:\n- .data.y',
    );
    expect(owners(apply(live, "three", { x: "9", y: "9" }, 3, true))).toEqual([
      ["three", "Apply", "03", '{"f:data":{"f:x":{},"f:y":{}}}'],
    ]);
  });

  it("changes nothing, not even a time, where it says the same again", () => {
    const live = apply(undefined, "one", { x: "1" });
    expect(applyManagedFields(fields, live, config({ x: "1" }), { manager: "one", force: false, now: time(5) })).toBe(
      live,
    );
  });

  it.each<[string, JsonValue, string]>([
    ["of another kind", { apiVersion: "v1", kind: "Secret" }, "invalid object type: /v1, Kind=Secret"],
    ["of a malformed version", { apiVersion: "a/b/c", kind: "ConfigMap" }, "invalid object type: /, Kind="],
    ["with managed fields", config({}, { managedFields: [] }), "metadata.managedFields must be nil"],
    [
      "of the wrong types",
      config({ x: 1000000 }),
      "failed to create typed patch object (/a; /v1, Kind=ConfigMap): .data.x: expected string, got &value.valueUnstructured{Value:1000000}",
    ],
    [
      "of a float for a text",
      config({ x: new Double(1e6) }),
      "failed to create typed patch object (/a; /v1, Kind=ConfigMap): .data.x: expected string, got &value.valueUnstructured{Value:1000000}",
    ],
  ])("%s is refused", (_, value, message) => {
    expect(() =>
      applyManagedFields(fields, fields.emptyObject, value, { manager: "m", force: false, now: time(1) }),
    ).toThrow(message);
  });

  it("gives what nobody owned to before-first-apply", () => {
    const live = stored({ metadata: { name: "a" }, data: { x: "1" } });
    expect(owners(apply(live, "one", { y: "2" }, 2)).map(([manager]) => manager)).toEqual([
      "one",
      "before-first-apply",
    ]);
  });

  it("lets kubectl take over what it applied from the client's side and nobody has changed", () => {
    const lastApplied = JSON.stringify(config({ x: "1" }));
    const annotations = { "kubectl.kubernetes.io/last-applied-configuration": lastApplied };
    const live = stored(
      updateManagedFields(
        fields,
        fields.emptyObject,
        { metadata: { name: "a", annotations }, data: { x: "1" } },
        "kubectl-client-side-apply",
        time(1),
      ),
    );
    const upgraded = apply(live, "kubectl", { x: "2" }, 2);
    expect(upgraded["data"]).toEqual({ x: "2" });
    expect(upgraded.metadata.annotations?.["kubectl.kubernetes.io/last-applied-configuration"]).toBe(
      '{"apiVersion":"v1","data":{"x":"2"},"kind":"ConfigMap","metadata":{"name":"a"}}\n',
    );
    expect(() => apply(live, "other", { x: "2" }, 2)).toThrow("Apply failed with 1 conflict");
  });
});

describe("an update", () => {
  it("owns what it changes, and its time is that of its last change", () => {
    const live = update(update(undefined, "one", { x: "1", y: "1" }), "two", { x: "1", y: "2" }, 2);
    expect(owners(live)).toEqual([
      ["one", "Update", "01", '{"f:data":{".":{},"f:x":{}}}'],
      ["two", "Update", "02", '{"f:data":{"f:y":{}}}'],
    ]);
    expect(owners(update(live, "two", { y: "2" }, 3))).toEqual([
      ["one", "Update", "01", '{"f:data":{}}'],
      ["two", "Update", "02", '{"f:data":{"f:y":{}}}'],
    ]);
  });

  it.each<[string, readonly object[]]>([
    ["an empty list", []],
    ["one empty entry", [{}]],
  ])("clears managed fields by %s", (_, managedFields) => {
    expect(
      update(update(undefined, "one", { x: "1" }), "two", { x: "2" }, 2, managedFields).metadata.managedFields,
    ).toBeUndefined();
  });

  it("keeps the live ones where those it brings cannot be read", () => {
    const live = update(undefined, "one", { x: "1" });
    const broken = [{ manager: "x", operation: "Nothing", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: {} }];
    expect(owners(update(live, "one", { x: "1" }, 2, broken))).toEqual(owners(live));
  });

  it("merges the oldest of more than ten updaters", () => {
    let live = update(undefined, "m0", { k0: "0" });
    const data: Record<string, string> = { k0: "0" };
    for (let i = 1; i <= 11; i++) {
      data[`k${i}`] = String(i);
      live = update(live, `m${i}`, { ...data }, Math.min(i, 9));
    }
    expect(owners(live)).toHaveLength(10);
    expect(owners(live)[0]?.slice(0, 2)).toEqual(["ancient-changes", "Update"]);
  });

  it("unites the fields of many updaters without copying them for each", () => {
    const managedFields = Array.from({ length: 500 }, (_, i) => ({
      manager: `m${i}`,
      operation: "Update",
      apiVersion: "v1",
      fieldsType: "FieldsV1",
      fieldsV1: { "f:data": { [`f:k${i}`]: {} } },
    }));
    const data = Object.fromEntries(managedFields.map((_, i) => [`k${i}`, "0"]));
    const before = update(undefined, "m0", data);
    const union = vi.spyOn(FieldSet.prototype, "union");
    const live = update(before, "last", { ...data, more: "0" }, 2, managedFields);
    const copied = union.mock.results.reduce((sum, { value }) => sum + (value as FieldSet).paths().length, 0);
    union.mockRestore();
    expect(owners(live)).toHaveLength(10);
    expect(copied).toBeLessThan(500 * 20);
  });

  it("owns nothing of what its path resets", () => {
    const view: FieldManager = {
      ...fields,
      subresource: "status",
      ownable: new Map([["v1", excluding(FieldSet.ofPath(fieldPathOf("data")))]]),
    };
    const live = update(undefined, "one", { x: "1" });
    const next = updateManagedFields(
      view,
      live,
      { metadata: { name: "a", labels: { a: "b" } }, data: { x: "2" } },
      "two",
      time(2),
    );
    expect(owners(next)).toEqual([
      ["one", "Update", "01", '{"f:data":{".":{},"f:x":{}}}'],
      ["two", "Update", "02", '{"f:metadata":{"f:labels":{".":{},"f:a":{}}}}'],
    ]);
  });

  it("forgets managers of versions that are gone", () => {
    const gone = [
      {
        manager: "old",
        operation: "Update",
        apiVersion: "v0",
        fieldsType: "FieldsV1",
        fieldsV1: { "f:data": { "f:x": {} } },
      },
    ];
    expect(owners(update(update(undefined, "one", { x: "1" }), "two", { x: "2" }, 2, gone))).toEqual([
      ["two", "Update", "02", '{"f:data":{"f:x":{}}}'],
    ]);
  });
});
