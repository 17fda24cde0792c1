import { beforeAll, describe, expect, it } from "vitest";
import { errorMessage, maxErrorsLength } from "../../../apimachinery/field-error.ts";
import { Double, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { JSONSchemaProps } from "../builtin/generated/apiextensions-v1.d.ts";
import { newStructural } from "../structural/new-structural.ts";
import { loadRegexps, type CompileRegexp } from "./regexps.ts";
import { compileSchemaValidator, type SchemaValidator } from "./schema-validator.ts";

let compileRegexp: CompileRegexp;
beforeAll(async () => {
  compileRegexp = await loadRegexps();
});

const validatorOf = (
  properties: Readonly<Record<string, JSONSchemaProps>>,
  more: JSONSchemaProps = {},
): SchemaValidator => compileSchemaValidator(newStructural({ type: "object", properties, ...more }), compileRegexp);

const problems = (
  properties: Readonly<Record<string, JSONSchemaProps>>,
  value: JsonValue,
  more: JSONSchemaProps = {},
): readonly string[] => validatorOf(properties, more).validate(value).map(errorMessage);

describe("additional properties that are forbidden", () => {
  it("are named one by one", () =>
    expect(problems({ a: { type: "object", additionalProperties: false } }, { a: { y: 1, x: {} } })).toEqual([
      'a: Invalid value: "x": a.x in body is a forbidden property',
      'a: Invalid value: "y": a.y in body is a forbidden property',
    ]));

  it("may be declared beside properties", () =>
    expect(problems({ a: { type: "string" } }, { a: "", b: 1 }, { additionalProperties: false })).toEqual([
      '<nil>: Invalid value: "b": .b in body is a forbidden property',
    ]));
});

it("a type that JSON does not have is that of no value", () => {
  expect(problems({ a: { type: "banana" } }, { a: {} })).toEqual([
    'a: Invalid value: "object": a in body must be of type banana: "object"',
  ]);
});

describe("a schema with members or items beside another type", () => {
  const text: JSONSchemaProps = { type: "string" };
  it.each<readonly [schema: JSONSchemaProps, value: JsonValue, type: string, actual: string, at: string]>([
    [{ type: "string", properties: { x: text } }, { x: 1 }, "string", "object", "a.x"],
    [{ type: "integer", additionalProperties: text }, { x: 1 }, "integer", "object", "a.x"],
    [{ type: "object", items: text }, [1], "object", "array", "a[0]"],
    [{ type: "array", items: text, properties: { x: text } }, { x: 1 }, "array", "object", "a.x"],
    [{ "x-kubernetes-int-or-string": true, properties: { x: text } }, { x: 1 }, "integer,string", "object", "a.x"],
  ])("refuses %j for %j by both", (schema, value, type, actual, at) => {
    expect(problems({ a: schema }, { a: value })).toEqual([
      `a: Invalid value: "${actual}": a in body must be of type ${type}: "${actual}"`,
      `${at}: Invalid value: "integer": ${at} in body must be of type string: "integer"`,
    ]);
  });
});

describe("values against a schema as it is declared", () => {
  const declared = (a: JSONSchemaProps, value: JsonValue): readonly string[] =>
    compileSchemaValidator(newStructural({ type: "object", properties: { a } }), compileRegexp, "defaults")
      .validate({ a: value })
      .map(errorMessage);

  it("accept anything for int-or-string, which has no type", () =>
    expect(declared({ "x-kubernetes-int-or-string": true }, true)).toEqual([]));

  it("keep formats that are not supported for all but strings", () => {
    expect(declared({ "x-kubernetes-int-or-string": true, format: "tale" }, true)).toEqual([
      'a: Invalid value: "": a in body must be of type tale: ""',
    ]);
    expect(declared({ "x-kubernetes-int-or-string": true, format: "tale" }, "x")).toEqual([]);
  });
});

describe("values against their schema", () => {
  // oxfmt-ignore
  const cases: readonly (readonly [string, JSONSchemaProps, JsonValue, readonly string[]])[] = [
    ["a type", { type: "string" }, 1, ['a: Invalid value: "integer": a in body must be of type string: "integer"']],
    ["a null", { type: "string" }, null, ['a: Invalid value: "null": a in body must be of type string: "null"']],
    ["a null where it may be", { type: "string", nullable: true }, null, []],
    ["a float that is whole", { type: "integer" }, new Double(3), []],
    ["a length in characters", { type: "string", maxLength: 2 }, "éé", []],
    ["a text that is too long", { type: "string", maxLength: 2 }, "abc", ["a: Too long: may not be more than 2 bytes"]],
    ["a pattern of RE2", { type: "string", pattern: "^(?i)x+$" }, "y", ['a: Invalid value: "y": a in body should match \'^(?i)x+$\'']],
    ["a bound", { type: "integer", maximum: 5, exclusiveMaximum: true }, 5, ["a: Invalid value: 5: a in body should be less than 5"]],
    ["an integer against a large bound", { type: "integer", maximum: 2 ** 53 }, 9007199254740993n, ["a: Invalid value: 9007199254740993: a in body should be less than or equal to 9007199254740992"]],
    ["a float against a large bound", { type: "number", maximum: 2 ** 53 }, new Double(2 ** 60), ["a: Invalid value: 1.152921504606847e+18: a in body should be less than or equal to 9.007199254740992e+15"]],
    ["an integer against a bound beyond int64, which wraps around", { type: "integer", minimum: 2 ** 63 }, 1, []],
    ["a factor", { type: "number", multipleOf: 0.1 }, 0.35, ["a: Invalid value: 0.35: a in body should be a multiple of 0.1"]],
    ["an enum, which no null passes", { type: "string", nullable: true, enum: ["x", null] }, null, ['a: Unsupported value: null: supported values: "x", "null"']],
    ["a format", { type: "string", format: "ipv6" }, "1.2.3.4", ['a: Invalid value: "1.2.3.4": a in body must be of type ipv6: "1.2.3.4"']],
    ["the type before the format, by the format's name", { type: "string", format: "email" }, 1, ['a: Invalid value: "int64": a in body must be of type email: "int64"']],
    ["a float for a format", { type: "string", format: "email" }, 1.5, ['a: Invalid value: "float64": a in body must be of type email: "float64"']],
    ["a truth for a format", { type: "string", format: "email" }, true, ['a: Invalid value: "": a in body must be of type email: ""']],
    ["a format that nobody knows", { type: "string", format: "tale" }, "x", []],
    ["items", { type: "array", items: { type: "integer" }, minItems: 3 }, [1, "x"], ['a[1]: Invalid value: "string": a[1] in body must be of type integer: "string"', "a: Invalid value: 2: a in body should have at least 3 items"]],
    ["int or string", { "x-kubernetes-int-or-string": true }, true, ['a: Invalid value: "boolean": a in body must be of type integer,string: "boolean"']],
  ];
  it.each(cases)("checks %s", (_, schema, value, expected) =>
    expect(problems({ a: schema }, { a: value })).toEqual(expected),
  );

  it("names what is required and counts members", () => {
    expect(problems({ a: { type: "string" } }, {}, { required: ["a"], minProperties: 1 })).toEqual([
      "<nil>: Invalid value: 0:  in body should have at least 1 properties",
      "a: Required value",
    ]);
  });
});

describe("alternatives", () => {
  const w: JSONSchemaProps = { type: "string", anyOf: [{ pattern: "^a" }, { minLength: 3 }] };

  it("reports that none fits, and the one that fits best", () => {
    expect(problems({ w }, { w: "b" })).toEqual([
      '<nil>: Invalid value: "": "w" must validate at least one schema (anyOf)',
      "w: Invalid value: \"b\": w in body should match '^a'",
    ]);
  });

  it("counts those of which exactly one may fit", () => {
    const n: JSONSchemaProps = { type: "integer", oneOf: [{ minimum: 1 }, { maximum: 5 }] };
    expect(problems({ n }, { n: 3 })).toEqual([
      '<nil>: Invalid value: "": "n" must validate one and only one schema (oneOf). Found 2 valid alternatives',
    ]);
  });

  // an alternative with a list of alternatives of its own takes the way that may pause
  it.each<readonly [what: string, more: JSONSchemaProps]>([
    ["flat", {}],
    ["with others inside", { allOf: [{}] }],
  ])("tell the failure with the most matches, the first of equals, of alternatives that are %s", (_, more) => {
    const failing: readonly JSONSchemaProps[] = [{ minimum: 10 }, { maximum: 1, not: { minimum: 4 } }, { minimum: 20 }];
    for (const junctor of ["anyOf", "oneOf"] as const)
      expect(
        problems({ n: { type: "integer", [junctor]: failing.map((one) => ({ ...one, ...more })) } }, { n: 5 })[1],
      ).toBe("n: Invalid value: 5: n in body should be greater than or equal to 10");
  });

  it("refuses what must not fit", () => {
    expect(problems({ x: { type: "string", not: { enum: ["bad"] } } }, { x: "bad" })).toEqual([
      '<nil>: Invalid value: "": "x" must not validate the schema (not)',
    ]);
  });
});

describe("changes", () => {
  const spec: JSONSchemaProps = {
    type: "object",
    properties: {
      a: { type: "string", maxLength: 1 },
      l: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["k"],
        items: {
          type: "object",
          required: ["k"],
          properties: { k: { type: "string" }, v: { type: "string", maxLength: 1 } },
        },
      },
    },
  };
  const change = (value: JsonValue, old: JsonValue): readonly string[] =>
    validatorOf({ spec }).validateUpdate({ spec: value }, { spec: old }).map(errorMessage);

  it("forgive what was wrong before", () => expect(change({ a: "long", l: [] }, { a: "long" })).toEqual([]));
  it("do not forgive what becomes wrong", () =>
    expect(change({ a: "longer" }, { a: "long" })).toEqual(["spec.a: Too long: may not be more than 1 byte"]));
  it("find items of a map by their keys", () =>
    expect(change({ l: [{ k: "y" }, { k: "x", v: "long" }] }, { l: [{ k: "x", v: "long" }] })).toEqual([]));
});

describe("defaults against their schema", () => {
  // oxfmt-ignore
  it.each<readonly [string, JSONSchemaProps, JsonValue, readonly string[]]>([
    ["a format that is no check", { type: "integer", format: "int32" }, true, ['a: Invalid value: "": a in body must be of type int32: ""']],
    ["a float for an integer's format", { type: "integer", format: "int64" }, 1.5, ['a: Invalid value: "float64": a in body must be of type int64: "float64"']],
    ["the format of the value itself", { type: "string", format: "int64" }, 1, ['a: Invalid value: "integer": a in body must be of type string: "integer"']],
    ["texts and lists, which have any format", { type: "boolean", format: "int32" }, [], []],
    ["a text for a number's format", { type: "number", format: "int32" }, "x", ['a: Invalid value: "string": a in body must be of type number: "string"']],
    ["int or string, which is any type", { "x-kubernetes-int-or-string": true }, true, []],
    ["int or string with a bound", { "x-kubernetes-int-or-string": true, maximum: 1 }, 1.5, ["a: Invalid value: 1.5: a in body should be less than or equal to 1"]],
  ])("name %s", (_, schema, value, expected) => {
    const validator = compileSchemaValidator(
      newStructural({ type: "object", properties: { a: schema } }),
      compileRegexp,
      "defaults",
    );
    expect(validator.validate({ a: value }).map(errorMessage)).toEqual(expected);
  });
});

describe("texts of errors have 8 MB together", () => {
  const long = "k".repeat(maxErrorsLength / 8);
  const list = Array.from({ length: 1000 }, (_, i) => `x${i}`);

  it.each<readonly [what: string, schema: JSONSchemaProps, value: JsonValue]>([
    [
      "below a long key",
      { type: "object", additionalProperties: { type: "array", items: { type: "integer" } } },
      { [long]: list },
    ],
    [
      "of a long name that is required",
      { type: "array", items: { type: "object", required: [long] } },
      list.map(() => ({})),
    ],
    ["of a long pattern", { type: "array", items: { type: "string", pattern: `^${long}$` } }, list],
  ])("%s", (_, schema, value) => {
    const errors = validatorOf({ a: schema }).validate({ a: value });
    expect(errors).toHaveLength(9);
    expect(errors.at(-1)?.more).toBe(1000 - 8);
  });

  it("but the first of each type is told, which decides about rules", () => {
    const types: JSONSchemaProps = {
      type: "object",
      properties: { a: {}, b: { maxLength: 1 }, c: { type: "integer" } },
    };
    const schema: JSONSchemaProps = { type: "object", additionalProperties: { type: "array", items: types } };
    const value = { [long]: [...list.slice(0, 20).map(() => ({ c: "" })), { b: "ab", c: "" }] };
    const errors = validatorOf({ a: schema }).validate({ a: value });
    expect(errors.map(({ type, more = 1 }) => [type, more])).toEqual([
      ...Array.from({ length: 8 }, () => ["FieldValueTypeInvalid", 1]),
      ["FieldValueTooLong", 1],
      ["FieldValueInvalid", 13],
    ]);
  });
});

it("alternatives judge what is unchanged below the value, too", () => {
  const allOf = [{ properties: { b: { maxLength: 1 } } }, { required: ["b"] }];
  const ratcheted = (more: JSONSchemaProps, value: JsonValue, old: JsonValue): readonly string[] =>
    validatorOf({ b: { type: "string" }, c: { type: "string" } }, more)
      .validateUpdate(value, old)
      .map(errorMessage);
  expect(ratcheted({ allOf }, { b: "long", c: "x" }, { b: "long", c: "y" })).toEqual([
    "b: Too long: may not be more than 1 byte",
    '<nil>: Invalid value: "": "" must validate all the schemas (allOf)',
  ]);
  expect(ratcheted({ not: { properties: { b: { maxLength: 1 } } } }, { b: "long", c: "x" }, { b: "long" })).toEqual([]);
});
