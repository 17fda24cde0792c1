import { describe, expect, it } from "vitest";
import type { JSONSchemaProps } from "../builtin/generated/apiextensions-v1.d.ts";
import { applyDefaults, pruneNulls } from "./defaulting.ts";
import { newStructural } from "./new-structural.ts";
import { prune } from "./pruning.ts";

const object = (properties: Record<string, JSONSchemaProps>): JSONSchemaProps => ({ type: "object", properties });
const preserve: JSONSchemaProps = { "x-kubernetes-preserve-unknown-fields": true };

describe("the schema of a custom resource", () => {
  // oxfmt-ignore
  it.each<[JSONSchemaProps, object]>([
    [{ type: "string", maxLength: 3 }, { kind: "scalar", type: "string", validation: { maxLength: 3 } }],
    [{ type: "integer" }, { kind: "scalar", type: "int64" }],
    [{ "x-kubernetes-int-or-string": true }, { kind: "scalar", type: "intOrString" }],
    [preserve, { kind: "raw", type: "any", preserveUnknownFields: true }],
    [{ type: "object", additionalProperties: { type: "boolean" } }, { kind: "map", values: { schema: { kind: "scalar", type: "bool" } } }],
    [{ type: "array", items: { type: "string", default: "x" }, "x-kubernetes-list-type": "set" }, { kind: "list", listType: "set", items: { default: "x" } }],
    [{ ...object({ a: { type: "string" } }), required: ["a"] }, { kind: "object", fields: [{ name: "a", required: true }] }],
    [{ type: "string", anyOf: [{ minLength: 1, type: "x" }] }, { validation: { anyOf: [{ minLength: 1, forbiddenType: "x" }] } }],
  ])("is of %j %j", (props, expected) => {
    expect(newStructural(props)).toMatchObject(expected);
  });

  it.each<[JSONSchemaProps, string]>([
    [object({ a: { patternProperties: { x: {} } } }), "OpenAPIV3Schema 'patternProperties' is not supported"],
    [{ type: "array", items: [{ type: "string" }] }, "OpenAPIV3Schema 'items' must be a schema, but is an array"],
    [
      { "x-kubernetes-preserve-unknown-fields": false },
      "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined",
    ],
  ])("is not made of %j: %s", (props, message) => {
    expect(() => newStructural(props)).toThrow(message);
  });
});

describe("pruning", () => {
  it("drops what is not mentioned and says where, but for TypeMeta and metadata of a resource", () => {
    const schema = newStructural(
      object({ spec: object({ l: { type: "array", items: object({ a: { type: "string" } }) } }) }),
    );
    const value = { kind: "X", metadata: { odd: 1 }, z: 1, spec: { l: [{ a: "1", b: 2 }], y: 1 } };
    expect(prune(value, schema, true)).toMatchObject({
      value: { kind: "X", metadata: { odd: 1 }, spec: { l: [{ a: "1" }] } },
      unknownFields: ["spec.l[0].b", "spec.y", "z"],
    });
    expect(value.spec.l[0]).toEqual({ a: "1", b: 2 });
  });

  it("passes over what is to be preserved, and goes on below what is mentioned there", () => {
    const schema = newStructural(
      object({ p: { type: "object", ...preserve, properties: { k: object({ a: { type: "string" } }) } } }),
    );
    expect(prune({ p: { x: { y: 1 }, k: { b: 1 } } }, schema, false)).toMatchObject({
      value: { p: { x: { y: 1 }, k: {} } },
      unknownFields: ["p.k.b"],
    });
  });

  it("goes by the type of the value, also where the schema is of another type", () => {
    const member = object({ a: { type: "string" } });
    const schema = newStructural(
      object({
        text: { type: "string", properties: { x: member }, items: member },
        list: { type: "array", items: { type: "string" }, additionalProperties: member },
        object: { type: "object", items: member },
        either: { "x-kubernetes-int-or-string": true, properties: { x: member } },
      }),
    );
    const value = {
      text: { x: { b: 1 }, y: 1 },
      list: { k: { b: 1 } },
      object: [{ a: "", b: 1 }],
      either: { x: {}, y: 1 },
    };
    expect(prune(value, schema, false)).toMatchObject({
      value: { text: { x: {} }, list: { k: {} }, object: [{ a: "" }], either: { x: {} } },
      unknownFields: ["either.y", "list.k.b", "object[0].b", "text.x.b", "text.y"],
    });
  });

  it("gives back the very value where nothing is to be dropped", () => {
    const value = { a: { b: [1] } };
    expect(prune(value, newStructural(preserve), true).value).toBe(value);
  });
});

describe("defaulting", () => {
  it("fills in defaults, inside defaults too", () => {
    const schema = newStructural(
      object({
        spec: {
          ...object({
            a: { type: "string", default: "x" },
            n: { type: "array", items: { type: "integer" }, default: [1] },
          }),
          default: {},
        },
      }),
    );
    expect(applyDefaults({}, schema)).toEqual({ spec: { a: "x", n: [1] } });
    expect(applyDefaults({ spec: { a: "y" } }, schema)).toEqual({ spec: { a: "y", n: [1] } });
  });

  it("replaces nulls that may not be by their default, or takes them away", () => {
    const schema = newStructural(
      object({
        a: { type: "string" },
        b: { type: "string", default: "d" },
        c: { type: "string", nullable: true, default: "e" },
      }),
    );
    const kept = pruneNulls({ a: null, b: null, c: null }, schema);
    expect(kept).toEqual({ b: null, c: null });
    expect(applyDefaults(kept, schema)).toEqual({ b: "d", c: null });
  });
});
