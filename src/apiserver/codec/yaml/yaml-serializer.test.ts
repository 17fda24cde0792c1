import { expect, it } from "vitest";
import { convertYaml } from "./yaml-serializer.ts";

const convert = (yaml: string): string => convertYaml(new TextEncoder().encode(yaml)).json;

it.each([
  [
    "a: yes\nb: 017\nc: 0o17\nd: 1_000\ne: 1e3\nf: ~\ng: 2001-01-01\nh: 0b11\n",
    '{"a":true,"b":15,"c":15,"d":1000,"e":1000,"f":null,"g":"2001-01-01","h":3}',
  ],
  ["y: 1\n1: a\n1.5: b\n", '{"1":"a","1.5":"b","true":1}'],
  ["1: a\n'1': b\n1.5: c\n'1.5': d\ntrue: e\n'true': f\n", '{"1":"b","1.5":"d","true":"f"}'],
  ["a: |\n  x\n   y\nb: >-\n  f\n  g\n\n  h\n", '{"a":"x\\n y\\n","b":"f g\\nh"}'],
  ["a: &x {b: 1}\nc: *x\nd:\n  <<: *x\n  e: 2\n", '{"a":{"b":1},"c":{"b":1},"d":{"b":1,"e":2}}'],
  ["- !!str 1\n- !!float 1\n- !!binary aGk=\n- \"q\\u0041\"\n- 'it''s'\n", '["1",1,"hi","qA","it\'s"]'],
  ["a: 1\n---\nb: [\n", '{"a":1}'],
  ["", "null"],
])("reads %j as go-yaml does", (yaml, json) => {
  expect(convert(yaml)).toBe(json);
});

it.each([
  ["a: b: c\n", "yaml: mapping values are not allowed in this context"],
  ["a:\n  - b\n c: d\n", "yaml: line 2: did not find expected key"],
  ["a: 'x\n", "yaml: line 2: found unexpected end of stream"],
  ["a: [1, 2\n", "yaml: line 1: did not find expected ',' or ']'"],
  ["a: {b: c\n", "yaml: line 1: did not find expected ',' or '}'"],
  ["a:\n\t- b\n", "yaml: line 2: found character that cannot start any token"],
  ["a: *x\n", "yaml: unknown anchor 'x' referenced"],
  ["a: &x [*x]\n", "yaml: anchor 'x' value contains itself"],
  ["%YAML 1.2\n---\na: b\n", "yaml: found incompatible YAML document"],
  ["a: @b\n", "yaml: found character that cannot start any token"],
  ['a: "\\q"\n', "yaml: found unknown escape character"],
  ["a: !!int x\n", "yaml: cannot decode !!str `x` as a !!int"],
  ["~: x\n", 'unsupported map key of type: %!s(<nil>), key: <nil>, value: "x"'],
  ["? [x]\n: y\n", 'yaml: invalid map key: []interface {}{"x"}'],
  ["a: .nan\n", "json: unsupported value: NaN"],
  ["a: .nan\n~: x\n", 'unsupported map key of type: %!s(<nil>), key: <nil>, value: "x"'],
  ["b: .inf\na: .nan\n", "json: unsupported value: NaN"],
  ["18446744073709551615: x\n", 'unsupported map key of type: uint64, key: 0xffffffffffffffff, value: "x"'],
  ["9223372036854775808: 9223372036854775808\n", "key: 0x8000000000000000, value: 0x8000000000000000"],
  ["\u0001", "yaml: control characters are not allowed"],
  ["a: @b\n#\u0001", "yaml: control characters are not allowed"],
  [`a: @b\n#${"x".repeat(510)}\u0001`, "yaml: found character that cannot start any token"],
  [`a: b\n#${"x".repeat(510)}\u0001`, "yaml: control characters are not allowed"],
  [`a: @b\n#${"é".repeat(252)}\u0001`, "yaml: control characters are not allowed"],
  [`a: @b\n#${"é".repeat(252)}x\u0001`, "yaml: found character that cannot start any token"],
])("refuses %j in go-yaml's words", (yaml, message) => {
  expect(() => convert(yaml)).toThrow(message);
});

it("names repeated keys with their lines", () => {
  expect(convertYaml(new TextEncoder().encode("a: 1\nb:\n  c: 1\n  c: 2\na: 2\n1.5: 1\n1.5: 2\n")).duplicates).toEqual([
    'line 4: key "c" already set in map',
    'line 5: key "a" already set in map',
    "line 7: key 1.5 already set in map",
  ]);
});

it.each([
  ["brackets", "[".repeat(100_000)],
  ["brackets that close", "[".repeat(10_001) + "]".repeat(10_001)],
  [
    "aliases of aliases",
    `${Array.from({ length: 30 }, (_, i) => `a${i}: &a${i} [${i === 0 ? "x" : Array.from({ length: 10 }, () => `*a${i - 1}`).join(",")}]`).join("\n")}\n`,
  ],
  ["aliases of a long text", `a: &a ${"x".repeat(100_000)}\nb: [${"*a,".repeat(5000)}]\n`],
])("neither hangs nor overflows on %s", (_, yaml) => {
  expect(() => convert(yaml)).toThrow("yaml: ");
});

it.each([
  ["flow sequences", "[".repeat(10_000) + "]".repeat(10_000), "[".repeat(10_000) + "]".repeat(10_000)],
  ["flow mappings", "{a: ".repeat(9000) + "}".repeat(9000), `${'{"a":'.repeat(9000)}null${"}".repeat(9000)}`],
  [
    "blocks",
    Array.from({ length: 2000 }, (_, i) => `${" ".repeat(i)}a:`).join("\n"),
    `${'{"a":'.repeat(2000)}null${"}".repeat(2000)}`,
  ],
])("reads nested %s as deep as go-yaml does", (_, yaml, json) => {
  expect(convert(yaml)).toBe(json);
});
