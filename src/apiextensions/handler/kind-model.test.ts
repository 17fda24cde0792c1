import { expect, test } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { compileCodec } from "../../apiserver/codec/json/typed-codec.ts";
import { loadBuiltinTypes } from "../../apiserver/schema/builtin/builtin-types.ts";
import { asDefinition } from "../../apis/apiextensions/definition.ts";
import { coerce, createKindModel, defaultResource, type KindModel, refreshed } from "./kind-model.ts";

const metaSchema = (await loadBuiltinTypes()).metaKind("ObjectMeta");

function modelOf(spec: object, properties: object = { size: { type: "integer" } }): KindModel {
  if (metaSchema === undefined) throw new Error("no ObjectMeta");
  const version = {
    name: "v1",
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: "object", properties } },
  };
  const definition = asDefinition({
    metadata: { name: "foos.g.io" },
    spec: { group: "g.io", names: { plural: "foos", kind: "Foo" }, versions: [version], ...spec },
  } as never);
  return createKindModel(definition, compileCodec(metaSchema), undefined);
}

function coerced(spec: object): KubeObject {
  const foo = {
    apiVersion: "g.io/v1",
    kind: "Foo",
    metadata: { name: "x" },
    size: 1,
    other: null,
  } as unknown as KubeObject;
  return coerce(modelOf(spec), foo, { dropInvalid: false });
}

test("what a schema does not know is taken away", () => {
  expect(coerced({})).toEqual({ apiVersion: "g.io/v1", kind: "Foo", metadata: { name: "x" }, size: 1 });
});

test("definitions from before structural schemas may keep it", () => {
  expect(coerced({ preserveUnknownFields: true })).toEqual({
    apiVersion: "g.io/v1",
    kind: "Foo",
    metadata: { name: "x" },
    size: 1,
    other: null,
  });
});

const storedFoo = (metadata: object, more: object = {}): KubeObject =>
  ({ apiVersion: "g.io/v1", kind: "Foo", metadata, ...more }) as unknown as KubeObject;

test("of stored metadata, what ObjectMeta does not know or cannot hold is left out", () => {
  const metadata = {
    name: "x",
    resourceVersion: "7",
    generation: null,
    unknown: 42,
    annotations: { foo: 42, bar: "abc" },
    labels: { invalid: "x y" },
    finalizers: ["a.io/b"],
  };
  expect(refreshed(modelOf({}), storedFoo(metadata))).toEqual(
    storedFoo({
      name: "x",
      resourceVersion: "7",
      generation: 1,
      labels: { invalid: "x y" },
      finalizers: ["a.io/b"],
    }),
  );
});

test("stored objects whose metadata is sound stay the same objects", () => {
  const stored = storedFoo({
    name: "x",
    uid: "u",
    resourceVersion: "7",
    generation: 2,
    creationTimestamp: "2026-01-01T00:00:00Z",
    labels: { a: "b" },
    ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "a", uid: "u", controller: true }],
    managedFields: [
      { manager: "m", operation: "Update", apiVersion: "g.io/v1", fieldsType: "FieldsV1", fieldsV1: { "f:size": {} } },
    ],
  });
  expect(refreshed(modelOf({}), stored)).toBe(stored);
});

test.each([
  ["a field of the metadata", { metadata: { type: "object", properties: { name: name("Bar"), unknown: name("u") } } }],
  ["the metadata", { metadata: { type: "object", default: { name: "Bar", unknown: "u" } } }],
])("a default of %s of an embedded resource that ObjectMeta does not know is left out", (_what, properties) => {
  const embedded = { type: "object", "x-kubernetes-embedded-resource": true, properties };
  const given = {
    embedded: { apiVersion: "v1", kind: "Foo", ...("default" in properties.metadata ? {} : { metadata: {} }) },
  };
  const object = storedFoo({ name: "x" }, given);
  expect(defaultResource(modelOf({}, { embedded }), object)).toEqual(
    storedFoo({ name: "x" }, { embedded: { apiVersion: "v1", kind: "Foo", metadata: { name: "Bar" } } }),
  );
});

function name(value: string): object {
  return { type: "string", default: value };
}
