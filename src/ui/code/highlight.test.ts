import { expect, test } from "vitest";
import { tokensOf, type CodeLanguage } from "./highlight.ts";

const kinds = (line: string, language: CodeLanguage) =>
  tokensOf(line, language)
    .filter((token) => token.text.trim() !== "")
    .map((token) => `${token.kind}:${token.text.trim()}`);

test.each([
  ['  "a": "b",', ['key:"a"', "quiet::", 'string:"b"', "quiet:,"]],
  ['  "n": -1.5e3', ['key:"n"', "quiet::", "number:-1.5e3"]],
  ['"a \\" b": null', ['key:"a \\" b"', "quiet::", "keyword:null"]],
])("JSON %s", (line, expected) => expect(kinds(line, "json")).toEqual(expected));

test.each([
  ["name: web", ["key:name", "quiet::", "string:web"]],
  ["- name: web", ["quiet:-", "key:name", "quiet::", "string:web"]],
  ["  replicas: 3", ["key:replicas", "quiet::", "number:3"]],
  ["image: nginx:1.29", ["key:image", "quiet::", "string:nginx:1.29"]],
  ["# note", ["quiet:# note"]],
  ["data: {}", ["key:data", "quiet::", "quiet:{}"]],
  ["- plain", ["quiet:-", "string:plain"]],
])("YAML %s", (line, expected) => expect(kinds(line, "yaml")).toEqual(expected));

test.each([
  [
    "self.a.all(x, x > 1)",
    [
      ":self",
      "quiet:.",
      ":a",
      "quiet:.",
      "keyword:all",
      "quiet:(",
      ":x",
      "quiet:,",
      ":x",
      "quiet:>",
      "number:1",
      "quiet:)",
    ],
  ],
  [
    "size(r'a\\') == 2u // why",
    ["key:size", "quiet:(", "string:r'a\\'", "quiet:)", "quiet:==", "number:2u", "quiet:// why"],
  ],
  ["'open", ["string:'open"]],
])("CEL %s", (line, expected) => expect(kinds(line, "cel")).toEqual(expected));

test.each([
  ["const a = `x`; // why", ["keyword:const", ":a =", "string:`x`", "quiet:;", "quiet:// why"]],
  ["return object.spec[1.5]", ["keyword:return", ":object.spec", "quiet:[", "number:1.5", "quiet:]"]],
])("JavaScript %s", (line, expected) => expect(kinds(line, "javascript")).toEqual(expected));

test.each([
  ["## A `title`", ["keyword:## A `title`"]],
  ["```yaml create", ["key:```yaml create"]],
  ["- see `x` <!-- table -->", ["quiet:-", ":see", "string:`x`", "quiet:<!-- table -->"]],
])("Markdown %s", (line, expected) => expect(kinds(line, "markdown")).toEqual(expected));

test("the pieces of a line are the line", () => {
  for (const line of ['  "a": [1, {"b": true}],  ', "  a: 'x' # y", "\t- - b: |", ""]) {
    for (const language of ["json", "yaml", "cel", "javascript", "markdown"] as const)
      expect(
        tokensOf(line, language)
          .map((token) => token.text)
          .join(""),
      ).toBe(line);
  }
});
