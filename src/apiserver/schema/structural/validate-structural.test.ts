import { beforeAll, expect, it } from "vitest";
import { errorMessage, fieldPath } from "../../../apimachinery/field-error.ts";
import type { JSONSchemaProps } from "../builtin/generated/apiextensions-v1.d.ts";
import { loadRegexps, type CompileRegexp } from "../validation/regexps.ts";
import { validateStructural } from "./validate-structural.ts";

let compileRegexp: CompileRegexp;
beforeAll(async () => {
  compileRegexp = await loadRegexps();
});

const problems = (props: JSONSchemaProps): readonly string[] =>
  validateStructural(fieldPath("schema"), props, compileRegexp).map(errorMessage);
const field = (a: JSONSchemaProps): JSONSchemaProps => ({ type: "object", properties: { a } });

// oxfmt-ignore
const cases: readonly (readonly [string, JSONSchemaProps, readonly string[]])[] = [
  ["needs a type at the root", {}, ["schema.type: Required value: must not be empty at the root"]],
  ["needs a type for every field", field({}), ["schema.properties[a].type: Required value: must not be empty for specified object fields"]],
  ["needs items for an array", field({ type: "array" }), ["schema.properties[a].items: Required value: must be specified"]],
  ["takes the alternatives that int-or-string stands for", field({ "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] }), []],
  ["takes no other types in alternatives", field({ type: "string", anyOf: [{ type: "string" }] }), ["schema.properties[a].anyOf[0].type: Forbidden: must be empty to be structural"]],
  ["wants what alternatives speak of to be specified", { type: "object", not: { properties: { b: {} } } }, ["schema.properties[b]: Required value: because it is defined in schema.not.properties[b]"]],
  ["refuses patterns that are none", field({ type: "string", pattern: "(" }), ['schema.properties[a].pattern: Invalid value: "(": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ): `(`']],
  ["lets metadata restrict names only", { type: "object", properties: { metadata: { type: "object", required: ["name"] } } }, ["schema.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified"]],
];

it.each(cases)("%s", (_, props, expected) => expect(problems(props)).toEqual(expected));
