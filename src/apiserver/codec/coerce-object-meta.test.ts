import { beforeAll, expect, it } from "vitest";
import { errorMessage, rootPath } from "../../apimachinery/field-error.ts";
import { Double, type JsonValue } from "../../apimachinery/json/value.ts";
import { loadBuiltinTypes } from "../schema/builtin/builtin-types.ts";
import { newStructural } from "../schema/structural/new-structural.ts";
import { coerceObjectMeta, type Coerced } from "./coerce-object-meta.ts";
import { compileCodec, type TypedCodec } from "./json/typed-codec.ts";

let objectMeta: TypedCodec;
beforeAll(async () => {
  const schema = (await loadBuiltinTypes()).metaKind("ObjectMeta");
  if (schema) objectMeta = compileCodec(schema);
});

const embedded = newStructural({
  type: "object",
  properties: {
    e: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
  },
});

const coerce = (value: JsonValue, dropInvalid: boolean): Coerced =>
  coerceObjectMeta(rootPath, value, embedded, { isResourceRoot: false, dropInvalid, objectMeta });

it("prunes metadata of embedded resources and says where", () => {
  expect(
    coerce({ metadata: { x: 1 }, e: { kind: "Pod", metadata: { name: "a", bogus: 1 }, rest: { y: 1 } } }, false),
  ).toEqual({
    value: { metadata: { x: 1 }, e: { kind: "Pod", metadata: { name: "a" }, rest: { y: 1 } } },
    unknownFields: ["e.metadata.bogus"],
  });
});

it("takes a whole float for an integer, as upstream prints it before decoding", () => {
  const value = { e: { kind: "Pod", metadata: { deletionGracePeriodSeconds: new Double(1), labels: {} } } };
  expect(coerce(value, false)).toEqual({
    value: { e: { kind: "Pod", metadata: { deletionGracePeriodSeconds: 1 } } },
    unknownFields: [],
  });
  const large = { e: { metadata: { generation: new Double(1e21) } } };
  expect(coerce(large, false).error).toBeDefined();
});

it("refuses what has the wrong type, or drops it", () => {
  const value = { e: { apiVersion: 1, metadata: { name: "a", labels: { a: 1 } } } };
  const { error } = coerce(value, false);
  expect(error && errorMessage(error)).toBe("e.apiVersion: Invalid value: 1: must be a string");
  expect(coerce(value, true).value).toEqual({ e: { metadata: { name: "a" } } });
});
