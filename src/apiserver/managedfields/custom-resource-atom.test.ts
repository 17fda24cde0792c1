import { beforeAll, describe, expect, it } from "vitest";
import { messageOf } from "../../apimachinery/message-of.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import { validateValue } from "../../structured-merge-diff/validate.ts";
import { loadBuiltinTypes } from "../schema/builtin/builtin-types.ts";
import type { JSONSchemaProps } from "../schema/builtin/generated/apiextensions-v1.d.ts";
import type { ObjectSchema } from "../schema/schema.ts";
import { newStructural } from "../schema/structural/new-structural.ts";
import { atomOfCustomResource } from "./custom-resource-atom.ts";

let objectMeta: ObjectSchema;
beforeAll(async () => {
  const schema = (await loadBuiltinTypes()).metaKind("ObjectMeta");
  if (schema) objectMeta = schema;
});

/** Returns the problem of a value as an apply reports it; undefined if it fits. */
function problem(props: JSONSchemaProps, value: JsonValue, preserveUnknownFields = false): string | undefined {
  const schema = newStructural({ type: "object", ...props });
  try {
    validateValue(value, atomOfCustomResource({ schema, preserveUnknownFields, objectMeta }), false);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

describe("the type of a custom resource", () => {
  it("takes any scalar for a string with a format, except bytes", () => {
    const format = (name: string): JSONSchemaProps => ({ properties: { a: { type: "string", format: name } } });
    expect(problem(format("date"), { a: 1 })).toBeUndefined();
    expect(problem(format("date"), { a: [1] })).toBe(".a: expected any scalar, got &{[1]}");
    expect(problem(format("byte"), { a: true })).toBe(".a: expected string, got &value.valueUnstructured{Value:true}");
  });

  it("knows the fields of metadata, also where a schema preserves unknown fields", () => {
    const preserving: JSONSchemaProps = { "x-kubernetes-preserve-unknown-fields": true };
    expect(problem(preserving, { x: 1, metadata: { name: "a" } })).toBeUndefined();
    expect(problem(preserving, { metadata: { x: 1 } })).toBe(".metadata.x: field not declared in schema");
    expect(problem({}, { metadata: { x: 1 } }, true)).toBeUndefined();
  });

  it("declares nothing where additional properties are forbidden", () => {
    const closed: JSONSchemaProps = { type: "object", additionalProperties: false };
    expect(problem({ properties: { a: closed } }, { a: { x: {} } })).toBe(".a.x: field not declared in schema");
    expect(problem({ properties: { a: closed } }, { a: {} })).toBeUndefined();
  });
});
