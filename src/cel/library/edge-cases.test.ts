import { expect, test } from "vitest";
import { createEnvSet } from "../env/kubernetes.ts";
import { ProgramError } from "../interpreter/planned.ts";
import { Program } from "../program.ts";
import { dynType } from "../types/type.ts";
import { EvalError } from "../values/eval-error.ts";
import { jsonValue } from "../values/json.ts";
import { printValue } from "../values/print.ts";
import type { Value } from "../values/value.ts";
import { re2Engine } from "./re2-engine.ts";
import { installRegexEngine } from "./regex-engine.ts";

installRegexEngine(re2Engine);
const env = createEnvSet().storedExpressions.extend({ variables: [["self", dynType]] });
const variables: ReadonlyMap<string, Value> = new Map([["self", jsonValue({ items: [1, 2], map: { a: 1 } })]]);

function answer(expr: string): string {
  try {
    const { value } = new Program(env.compile(expr), env).evaluate(variables);
    return value instanceof EvalError ? `error: ${value.message}` : printValue(value);
  } catch (error) {
    if (error instanceof ProgramError) return `no program: ${error.message}`;
    throw error;
  }
}

// oxfmt-ignore
test.each([
  ["an optional may hold null", "optional.of(null).value() == null", "true"],
  ["an optional may hold null", "optional.of(null).optMap(q, [q])", "optional([0])"],
  ["an empty match right behind another one does not count", "'text'.findAll('x*')", '[, , x, ]'],
  ["an empty match right behind another one does not count", "'aXbX'.findAll('')", "[, , , , ]"],
  ["floats of 32 bits lose what they cannot hold", "google.protobuf.FloatValue{value: 1.333} == 1.333", "false"],
  ["integers of 32 bits end there", "google.protobuf.Int32Value{value: 2147483648}", "error: field type conversion error for google.protobuf.Int32Value.value value type: integer overflow"],
  ["integers of 32 bits end there", "google.protobuf.UInt32Value{value: 4294967296u}", "error: field type conversion error for google.protobuf.UInt32Value.value value type: unsigned integer overflow"],
  ["numbers in a struct are doubles", "google.protobuf.Struct{fields: {'a': 1}}.a == 1.0", "true"],
  ["a value without a kind is null", "google.protobuf.Value{} == null", "true"],
  ["containers are no keys", "[1][dyn([1])]", "no program: invalid qualifier type: *types.baseList"],
  ["containers are no keys", "[1][self.items]", "error: invalid qualifier type: []interface {}"],
  ["containers are no keys", "[1][self.map]", "error: invalid qualifier type: map[string]interface {}"],
  ["some values are no keys of maps", "{semver('1.2.3'): 1}", "error: internal error: runtime error: hash of unhashable type cel.Semver"],
  ["some values are no keys of maps", "{format.uri(): 1}.size()", "error: internal error: runtime error: hash of unhashable type cel.Format"],
  ["the cost of comparing a list with itself needs a list", "dyn('a').distinct()", "error: internal error: interface conversion: types.String is not traits.Lister: missing method Contains"],
  ["the cost of comparing a list with itself needs a list", "dyn(1).sortBy(x, 1)", "error: internal error: interface conversion: *types.Err is not traits.Lister: missing method Add"],
  ["the cost of flattening needs a depth", "[[1]].flatten(dyn(1u))", "error: internal error: interface conversion: ref.Val is types.Uint, not types.Int"],
  ["a string must not be longer than the engine allows", `'${"a".repeat(40_000)}'.replace('', '${"b".repeat(40_000)}') == ''`, "error: Invalid string length"],
  ["a literal pattern is not dispatched by the types of the other arguments", "self.items.matches('a')", "error: no such overload"],
  ["a literal pattern is not dispatched by the types of the other arguments", "self.items.find('a')", "error: no such overload"],
  ["a literal pattern is not dispatched by the types of the other arguments", "self.items.findAll('a', 1)", "error: no such overload"],
  ["a literal pattern is not dispatched by the types of the other arguments", "'aa'.findAll('a', self.map)", "error: no such overload"],
  ["a literal pattern matches the name of a type", "dyn(type(1)).matches('^int$')", "true"],
  ["a literal pattern matches the text in an optional", "dyn(optional.of('abc')).find('b.')", "bc"],
  ["a syntax error of a pattern shows the text at fault even if it is empty", "'a'.find('\\\\')", "no program: error parsing regexp: trailing backslash at end of expression: ``"],
  ["a name of type `type` is that of a type", "[int, int].all(t, t == int)", "no program: reference to undefined type: t"],
  ["names of wrappers are no values", "type(1) == google.protobuf.Int64Value", "no program: reference to undefined type: google.protobuf.Int64Value"],
  ["names of messages are no values", "type({}) == google.protobuf.Struct", "no program: reference to undefined type: google.protobuf.Struct"],
  ["messages that are no values of CEL have types", "[type(google.protobuf.Empty{}) == google.protobuf.Empty, google.protobuf.Empty{} == google.protobuf.Empty{}, dyn(google.protobuf.Empty{}) == dyn({})]", "[true, true, false]"],
  ["messages have declared fields only", "dyn(google.protobuf.Empty{}).x", "error: no such field 'x'"],
  ["messages have declared fields only", "has(dyn(google.protobuf.Empty{}).x)", "error: no such field 'x'"],
  ["the entry of a struct is a message", "type(google.protobuf.Struct.FieldsEntry{key: 'a', value: 1}.value) == double", "true"],
  ["the entry of a struct is a message", "[has(google.protobuf.Struct.FieldsEntry{key: ''}.key), has(google.protobuf.Struct.FieldsEntry{key: 'a'}.key)]", "[false, true]"],
  ["a message in a list of JSON is an object of what is set", "google.protobuf.ListValue{values: [google.protobuf.Struct.FieldsEntry{key: 'a'}]} == [{'key': 'a'}]", "true"],
  ["constants of enumerations are integers", "google.protobuf.NullValue.NULL_VALUE + 1", "1"],
  ["a null value of JSON is a constant", "google.protobuf.Value{null_value: 7} == null", "true"],
  ["fields of messages have Go types", "google.protobuf.Value{null_value: dyn(null)}", "error: field type conversion error for google.protobuf.Value.null_value value type: type conversion error from 'null_type' to 'protoreflect.EnumNumber'"],
  ["fields of messages have Go types", "google.protobuf.BoolValue{value: dyn(1)}", "error: field type conversion error for google.protobuf.BoolValue.value value type: unsupported type conversion from 'int' to bool"],
  ["fields of messages have Go types", "google.protobuf.Int64Value{value: dyn('1')}", "error: field type conversion error for google.protobuf.Int64Value.value value type: unsupported native conversion from string to 'int64'"],
  ["fields of messages have Go types", "google.protobuf.Duration{nanos: 5000000000}", "error: field type conversion error for google.protobuf.Duration.nanos value type: integer overflow"],
  ["fields of messages have Go types", "google.protobuf.Value{list_value: dyn({'a': 1})}", "error: field type conversion error for google.protobuf.Value.list_value value type: type conversion error, no such field 'A' in type 'structpb.ListValue'"],
  ["fields of messages have Go types", "google.protobuf.Value{struct_value: dyn(google.protobuf.Empty{})}", "error: field type conversion error for google.protobuf.Value.struct_value value type: type conversion error: pb.Merge() arguments must be the same type. got: google.protobuf.Struct, google.protobuf.Empty"],
  ["lists of messages are lists", "google.protobuf.ListValue{values: dyn(1)}", "error: unsupported field type for google.protobuf.ListValue.values: int"],
  ["a list of unsigned integers becomes bytes", "google.protobuf.BytesValue{value: dyn([97u])} == b'a'", "true"],
  ["some values of Kubernetes become strings", "google.protobuf.StringValue{value: dyn(quantity('1000'))}", "1k"],
  ["names of types of time are values", "[type(duration('1s')) == google.protobuf.Duration, google.protobuf.Timestamp == google.protobuf.Duration]", "[true, false]"],
])("%s: %s", (_, expr, expected) => {
  expect(answer(expr)).toBe(expected);
});
