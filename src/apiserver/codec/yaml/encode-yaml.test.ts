import { expect, it } from "vitest";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { encodeYaml } from "./encode-yaml.ts";

const print = (value: JsonValue): string => encodeYaml(value, encodeJson(value));

// oxfmt-ignore
it.each<[what: string, value: JsonValue, yaml: string]>([
  ["sorts keys, numbers in them by value", { b: 1, a10: 2, a2: 3, "x-y": 4, "x.y": 5 }, "a2: 3\na10: 2\nb: 1\nx-y: 4\nx.y: 5\n"],
  ["does not indent items of a member", { a: [1, { b: [true, null] }] }, "a:\n- 1\n- b:\n  - true\n  - null\n"],
  ["writes empty containers in brackets", { a: [], b: {}, c: [[]] }, "a: []\nb: {}\nc:\n- []\n"],
  ["quotes texts that would be something else", ["yes", "1", "~", "", "2024-01-01", "12:30", "0x1f", "a"], '- "yes"\n- "1"\n- "~"\n- ""\n- "2024-01-01"\n- "12:30"\n- "0x1f"\n- a\n'],
  ["quotes texts with indicators once", ["- x", "a: b", "a #b", "it's", "'"], "- '- x'\n- 'a: b'\n- 'a #b'\n- it's\n- ''''\n"],
  ["escapes what cannot be printed", ["tab\there", "\u001b", "😀"], '- "tab\\there"\n- "\\e"\n- "\\U0001F600"\n'],
  ["writes lines as blocks", { a: "x\n", b: "x\ny", c: "x\n\n", d: " x\ny" }, "a: |\n  x\nb: |-\n  x\n  y\nc: |+\n  x\n\nd: |2-\n   x\n  y\n"],
  ["folds long lines", { a: "word ".repeat(20) + "end" }, `a: ${"word ".repeat(16).trim()}\n  ${"word ".repeat(4)}end\n`],
  ["prints floats as Go does", [1.5, 1e21, 1e-7, 1000000.5], "- 1.5\n- 1e+21\n- 1e-07\n- 1.0000005e+06\n"],
  ["writes keys that do not fit on a line with a question mark", { ["k".repeat(130)]: 1 }, `? ${"k".repeat(130)}\n: 1\n`],
])("%s", (_, value, yaml) => {
  expect(print(value)).toBe(yaml);
});

it("refuses characters that JSON holds raw and YAML does not know", () => {
  expect(() => print("\u007f")).toThrow("yaml: control characters are not allowed");
});
