import { describe, expect, it } from "vitest";
import { errorMessage } from "../apimachinery/field-error.ts";
import { decodeJson } from "../apimachinery/json/decode.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { generateValidators, type ValidationRequest } from "./generate.ts";
import { GenerationError } from "./generator/generation-error.ts";

const validators = (types: string, release: "1.34" | "1.35" = "1.34") =>
  generateValidators(`package sample\n\n${types}`, release);

function errorsOf(types: string, object: JsonValue, request: Partial<ValidationRequest> = {}): readonly string[] {
  return validators(types, "1.35")
    .validate({ type: "T", operation: "create", object, ...request })
    .map(errorMessage);
}

const updated = (types: string, oldObject: JsonValue, object: JsonValue): readonly string[] =>
  errorsOf(types, object, { operation: "update", oldObject });

function faultOf(types: string): Pick<GenerationError, "stage" | "message" | "line"> {
  try {
    validators(types);
  } catch (error) {
    if (error instanceof GenerationError) return { stage: error.stage, message: error.message, line: error.line };
    throw error;
  }
  throw new Error("it was accepted");
}

describe("validators", () => {
  const limits = 'type T struct {\n\t// +k8s:required\n\t// +k8s:minimum=3\n\tCount int32 `json:"count"`\n}';

  it("report required values first, and nothing after them", () => {
    expect(errorsOf(limits, {})).toEqual(["count: Required value"]);
    expect(errorsOf(limits, { count: 2 })).toEqual(["count: Invalid value: 2: must be greater than or equal to 3"]);
    expect(errorsOf(limits, { count: 3 })).toEqual([]);
  });

  it("find items of sets that equal an earlier one, also among those that only look alike", () => {
    const item = 'type Item struct {\n\tA string `json:"a"`\n\tB []string `json:"b"`\n}';
    const list = 'type T struct {\n\t// +k8s:optional\n\t// +k8s:listType=set\n\tItems []Item `json:"items"`\n}';
    const items = [{ a: "x", b: ["1"] }, { a: "x", b: ["2"] }, { a: "x", b: ["1"] }, { a: "y" }, { a: "y", b: [] }];
    expect(errorsOf(`${item}\n\n${list}`, { items }).map((error) => error.replace(/: \{.*/, ""))).toEqual([
      "items[2]: Duplicate value",
      "items[4]: Duplicate value",
    ]);
  });

  it("compare fields that are not exported as upstream does, which panics", () => {
    const item = 'type Item struct {\n\ta string\n\tB string `json:"b"`\n\tC []string `json:"c"`\n}';
    const list = 'type T struct {\n\t// +k8s:optional\n\t// +k8s:listType=set\n\tItems []Item `json:"items"`\n}';
    expect(() => errorsOf(`${item}\n\n${list}`, { items: [{ b: "1" }, { b: "2" }] })).toThrow("an unexported field");
  });

  it("hold unsigned integers beyond int64", () => {
    const source = 'type T struct {\n\t// +k8s:validateFalse="no"\n\tCount uint64 `json:"count"`\n}';
    for (const object of [decodeJson('{"count":18446744073709551615}'), { count: 18446744073709551615n }])
      expect(errorsOf(source, object)).toEqual(["count: Invalid value: 18446744073709551615: forced failure: no"]);
    expect(errorsOf(source, decodeJson('{"count":9223372036854775808}'))).toEqual([
      "count: Invalid value: 9223372036854775808: forced failure: no",
    ]);
  });

  it.each([
    ["int32", 2147483648],
    ["int64", 9223372036854775808n],
    ["uint32", -1],
    ["uint64", -1],
    ["uint16", 65536],
    ["uint8", 256],
    ["int16", -32769],
  ] as const)("refuse integers that %s does not hold: %s", (type, count) => {
    const source = `type T struct {\n\t// +k8s:optional\n\tCount ${type} \`json:"count"\`\n}`;
    const named = type === "uint8" ? "byte" : type; // as gengo has it
    expect(() => errorsOf(source, { count })).toThrow(
      `json: cannot unmarshal number ${count} into Go struct field count of type ${named}`,
    );
  });

  it("do not look again at what an update leaves alone", () => {
    expect(updated(limits, { count: 2 }, { count: 2 })).toEqual([]);
    expect(updated(limits, { count: 2 }, { count: 1 })).toHaveLength(1);
  });

  it("stop at the first rule that ends the others in v1.34, and after all of them in v1.35", () => {
    const source =
      'type T struct {\n\t// +k8s:validateFalse(flags: "ShortCircuit")="a"\n\t// +k8s:required\n\t// +k8s:minimum=3\n\tF int32 `json:"f"`\n}';
    const messages = (release: "1.34" | "1.35"): readonly string[] =>
      validators(source, release).validate({ type: "T", operation: "create", object: {} }).map(errorMessage);
    expect(messages("1.34")).toEqual(["f: Required value"]);
    expect(messages("1.35")).toEqual(["f: Required value", "f: Invalid value: 0: forced failure: a"]);
  });

  it("name the tag of each error, and its line", () => {
    const [error] = validators(limits).validate({ type: "T", operation: "create", object: { count: 1 } });
    expect(error?.sources).toEqual([{ tag: "+k8s:minimum=3", line: 5 }]);
  });

  it("know the fields of other packages, whose types need +k8s:opaqueType", () => {
    const source = [
      'import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"',
      "type T struct {\n\t// +k8s:opaqueType",
      '\t// +k8s:subfield("name")=+k8s:required\n\tmetav1.ObjectMeta `json:"metadata"`\n}',
    ].join("\n");
    expect(errorsOf(source, { metadata: {} })).toEqual(["metadata.name: Required value"]);
  });

  it("take the constants of an enum by value, however they are written", () => {
    const source = `// +k8s:enum
type E string
const A, B E = "a", "b" + A
const C = E("c")
const ( D E = ("d"); F )
type T struct { Field E \`json:"field"\` }`;
    expect(errorsOf(source, { field: "x" })).toEqual([
      'field: Unsupported value: "x": supported values: "a", "ba", "c", "d"',
    ]);
  });

  it("answer an internal error for an item that is named twice in a union", () => {
    const member = '\t// +k8s:item(name: "a")=+k8s:unionMember\n';
    const source = `type T struct {\n\t// +k8s:listType=map\n\t// +k8s:listMapKey=name\n${member}${member}\tItems []I \`json:"items"\`\n}
type I struct { Name string \`json:"name"\` }`;
    expect(errorsOf(source, { items: [{ name: "a" }] })).toEqual([
      "items: Internal error: number of extractors (1) does not match number of union members (2)",
    ]);
  });

  it("panic where the generated code does", () => {
    const source = 'type T struct { P *P `json:"p"` }\ntype P struct {\n\t// +k8s:required\n\tA string `json:"a"`\n}';
    expect(() => errorsOf(source, {})).toThrow("invalid memory address or nil pointer dereference");
    expect(errorsOf(source, { p: {} })).toEqual(["p.a: Required value"]);
  });
});

describe("sources are refused", () => {
  it("with the generator's message and the line of the tag", () => {
    expect(faultOf('type T struct {\n\tA string\n\t// text\n\t// +k8s:minimum=1\n\tF string `json:"f"`\n}')).toEqual({
      stage: "generate",
      message:
        'failed to generate validations: field sample.T.F: tag "k8s:minimum": can only be used on integer types (string)',
      line: 6,
    });
  });

  it("that the generator of v1.34 ignores tags of v1.35", () => {
    const source = 'type T struct {\n\t// +k8s:maxLength=1\n\tF string `json:"f"`\n}';
    expect(validators(source).types).toEqual([]);
    expect(validators(source, "1.35").types).toEqual(["T"]);
  });

  it.each([
    ["type T struct {", "expected"],
    ["type T struct { F Missing }", "undefined: Missing"],
    ["type T struct { F other.Type }", "undefined: other"],
    ["type T struct { F T }", "invalid recursive type T"],
    ["type A B\ntype B A", "invalid recursive type"],
    ["type T string\ntype T int", "T redeclared in this block"],
    ["type T struct { A, A string }", "A redeclared"],
    ['const s = "', "string literal not terminated"],
  ])("where Go refuses them: %s", (source, message) => {
    const fault = faultOf(source);
    expect(fault).toMatchObject({ stage: "compile" });
    expect(fault.message).toContain(message);
    expect(fault.line).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ["tags", `type T struct {\n\t// +${'k8s:ifEnabled("a")=+'.repeat(40_000)}k8s:required\n\tF string\n}`],
    ["types", `type T ${"[]".repeat(40_000)}string`],
    ["constants", `type T string\nconst A T = ${"(".repeat(40_000)}"a"${")".repeat(40_000)}`],
  ])("where %s are nested too deeply", (_, source) => {
    expect(() => validators(source, "1.35")).toThrow(GenerationError);
  });

  it("where an interface stands among fields with rules, on which the generator panics", () => {
    expect(faultOf("type T struct {\n\t// +k8s:required\n\tA string\n\tF any\n}")).toMatchObject({
      stage: "panic",
      message: "unhandled type: any (kind Interface)",
    });
  });
});
