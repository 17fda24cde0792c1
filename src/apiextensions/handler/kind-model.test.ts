import { expect, test } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { compileCodec } from "../../apiserver/codec/json/typed-codec.ts";
import { loadBuiltinTypes } from "../../apiserver/schema/builtin/builtin-types.ts";
import { asDefinition } from "../../apis/apiextensions/definition.ts";
import { coerce, createKindModel } from "./kind-model.ts";

const metaSchema = (await loadBuiltinTypes()).metaKind("ObjectMeta");

function coerced(spec: object): KubeObject {
  if (metaSchema === undefined) throw new Error("no ObjectMeta");
  const version = {
    name: "v1",
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: "object", properties: { size: { type: "integer" } } } },
  };
  const definition = asDefinition({
    metadata: { name: "foos.g.io" },
    spec: { group: "g.io", names: { plural: "foos", kind: "Foo" }, versions: [version], ...spec },
  } as never);
  const foo = {
    apiVersion: "g.io/v1",
    kind: "Foo",
    metadata: { name: "x" },
    size: 1,
    other: null,
  } as unknown as KubeObject;
  return coerce(createKindModel(definition, compileCodec(metaSchema), undefined), foo, { dropInvalid: false });
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
