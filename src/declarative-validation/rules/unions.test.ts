import { expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import { generateValidators } from "../generate.ts";
import { GenerationError } from "../generator/generation-error.ts";

const struct = (...fields: readonly string[]): string => `type T struct {\n${fields.join("\n")}\n}`;
const field = (tags: string, name: string, type: string, json = name.toLowerCase()): string =>
  `${tags
    .split(" +")
    .map((tag, i) => `\t// ${i === 0 ? "" : "+"}${tag}\n`)
    .join("")}\t${name} ${type} \`json:"${json}"\``;

const validate = (types: string, object: JsonValue, oldObject?: JsonValue): readonly string[] =>
  generateValidators(`package sample\n\n${types}`, "1.35")
    .validate({
      type: "T",
      operation: oldObject === undefined ? "create" : "update",
      object,
      ...(oldObject !== undefined && { oldObject }),
    })
    .map(errorMessage);

const exactlyOne = struct(
  field("+k8s:unionMember +k8s:optional", "A", "*string"),
  field("+k8s:unionMember +k8s:optional", "B", "int"),
);
const atMostOne = exactlyOne.replaceAll("unionMember", "zeroOrOneOfMember");
const discriminated = struct(
  field("+k8s:unionDiscriminator +k8s:optional", "Kind", "string"),
  field('+k8s:unionMember(memberName: "First") +k8s:optional', "A", "*string"),
  field("+k8s:unionMember +k8s:optional", "B", "*string"),
);
const two = struct(
  field('+k8s:unionMember(union: "one") +k8s:optional', "A", "*string"),
  field('+k8s:unionMember(union: "other") +k8s:optional', "B", "*string"),
);
const several = `${struct(
  field(
    '+k8s:listType=map +k8s:listMapKey=name +k8s:optional +k8s:item(name: "x")=+k8s:zeroOrOneOfMember +k8s:item(name: "y")=+k8s:zeroOrOneOfMember',
    "Items",
    "[]Item",
  ),
)}\n\ntype Item struct {\n\tName string \`json:"name"\`\n}`;

const one = (all: string): string => `<nil>: Invalid value: "": must specify one of: ${all}`;
const tooMany = (rule: string): string => `<nil>: Invalid value: "{a, b}": must specify ${rule} of: \`a\`, \`b\``;
const wrong = (name: string, rule: string, kind: string): string =>
  `${name}: Invalid value: "": ${rule} specified when \`kind\` is "${kind}"`;

const severalItems =
  'items: Invalid value: "{Items[{\\"name\\": \\"x\\"}], Items[{\\"name\\": \\"y\\"}]}": must specify at most one of: ' +
  '`Items[{"name": "x"}]`, `Items[{"name": "y"}]`';

// oxfmt-ignore
it.each<readonly [string, types: string, JsonValue, JsonValue | undefined, readonly string[]]>([
  ["no member of a union", exactlyOne, {}, undefined, [one("`a`, `b`")]],
  ["one member", exactlyOne, { a: "" }, undefined, []],
  ["a scalar of zero, which is not set", exactlyOne, { a: "x", b: 0 }, undefined, []],
  ["several members", exactlyOne, { a: "x", b: 1 }, undefined, [tooMany("exactly one")]],
  ["several members that an update leaves set", exactlyOne, { a: "y", b: 2 }, { a: "x", b: 1 }, []],
  ["several members, one of which an update sets", exactlyOne, { a: "x", b: 1 }, { a: "x" }, [tooMany("exactly one")]],
  ["none of a group", atMostOne, {}, undefined, []],
  ["several of a group", atMostOne, { a: "x", b: 1 }, undefined, [tooMany("at most one")]],
  ["the member that the discriminator names", discriminated, { kind: "First", a: "x" }, undefined, []],
  ["a member by its Go name", discriminated, { kind: "B", b: "x" }, undefined, []],
  ["another member", discriminated, { kind: "First", b: "x" }, undefined, [wrong("a", "must be", "First"), wrong("b", "may only be", "B")]],
  ["a member without a discriminator", discriminated, { a: "x" }, undefined, [wrong("a", "may only be", "First")]],
  ["what an update leaves wrong", discriminated, { kind: "First", b: "y" }, { kind: "First", b: "x" }, []],
  ["another discriminator of an update", discriminated, { kind: "B" }, { kind: "First" }, [wrong("b", "must be", "B")]],
  ["two unions", two, { a: "x" }, undefined, [one("`b`")]],
  ["an item of a group", several, { items: [{ name: "x" }, { name: "z" }] }, undefined, []],
  ["several items of a group", several, { items: [{ name: "x" }, { name: "y" }] }, undefined, [severalItems]],
])("judges %s", (_name, types, object, old, errors) => {
  expect(validate(types, object, old)).toEqual(errors);
});

it.each<readonly [string, types: string, string]>([
  [
    "discriminators of other types",
    struct(field("+k8s:unionDiscriminator", "Kind", "int")),
    "can only be used on string types (int)",
  ],
  [
    "structs as members",
    `${struct(field("+k8s:unionMember", "A", "Item"))}\n\ntype Item struct {\n\tName string \`json:"name"\`\n}`,
    "can only be used on nilable and primitive types (Struct)",
  ],
])("refuses %s", (_name, types, message) => {
  expect(() => generateValidators(`package sample\n\n${types}`, "1.35")).toThrow(GenerationError);
  expect(() => generateValidators(`package sample\n\n${types}`, "1.35")).toThrow(message);
});
