import { expect, test } from "vitest";
import { loadRegexps } from "../../apiserver/schema/validation/regexps.ts";
import { asDefinition, findCondition, type Definition } from "../../apis/apiextensions/definition.ts";
import { judgeStructure } from "./nonstructural-schema-controller.ts";

const now = "2026-01-02T03:04:05Z";
const compileRegexp = await loadRegexps();
const judge = (definition: Definition): Definition | undefined => judgeStructure(definition, compileRegexp, now);

const definition = (schema: object, spec: object = {}, conditions: readonly object[] = []): Definition =>
  asDefinition({
    metadata: { name: "foos.g.io" },
    spec: {
      group: "g.io",
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      ...spec,
    },
    status: { conditions },
  } as never);

const structural = { type: "object", properties: { spec: { type: "object" } } };
const violation = { type: "NonStructuralSchema", status: "True", lastTransitionTime: now, reason: "Violations" };

test("nothing is said of a structural schema", () => {
  expect(judge(definition(structural))).toBeUndefined();
});

test.each([
  [
    "keeps unknown fields everywhere",
    definition(structural, { preserveUnknownFields: true }),
    "spec.preserveUnknownFields: Invalid value: true: must be false",
  ],
  [
    "leaves a type out",
    definition({ type: "object", properties: { spec: {} } }),
    "spec.versions[0].schema.openAPIV3Schema.properties[spec].type: Required value: must not be empty for specified object fields",
  ],
  [
    "does both",
    definition({ properties: {} }, { preserveUnknownFields: true }),
    "[spec.preserveUnknownFields: Invalid value: true: must be false, spec.versions[0].schema.openAPIV3Schema.type: Required value: must not be empty at the root]",
  ],
])("a definition that %s violates the rules of structural schemas", (_, judged, message) => {
  const said = judge(judged);
  expect(said && findCondition(said, "NonStructuralSchema")).toEqual({ ...violation, message });
  expect(said && judge(said)).toBeUndefined();
});

test("of a schema that cannot be one at all nobody knows", () => {
  const said = judge(definition({ type: "object", $ref: "#/x" }));
  expect(said && findCondition(said, "NonStructuralSchema")).toMatchObject({
    status: "Unknown",
    reason: "StructuralError",
    message: "failed to check validation schema for version v1: OpenAPIV3Schema '$ref' is not supported",
  });
});

test("what was said is taken back once it is not so any more", () => {
  const mended = judge(
    definition(structural, {}, [
      { ...violation, message: "it was" },
      { type: "Established", status: "True" },
    ]),
  );
  expect(mended?.status?.conditions).toEqual([{ type: "Established", status: "True" }]);
});
