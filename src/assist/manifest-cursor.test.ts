import { expect, test } from "vitest";
import { jsonCursor, yamlCursor } from "./manifest-cursor.ts";

/** Reads a text whose caret is a `|`. */
const at = (marked: string, read = yamlCursor) => {
  const offset = marked.indexOf("|");
  const { path, at: where, typed, siblings } = read(marked.replace("|", ""), offset);
  return `${path.join(".")} ${where} ${typed} [${[...siblings].join(" ")}]`;
};

test.each([
  ["|", " key  []"],
  ["apiVersion: v1\nki|", " key ki [apiVersion]"],
  ["kind: Pod\nspec:\n  re|", "spec key re []"],
  ["kind: Pod\nspec:\n  |\nstatus: {}", "spec key  []"],
  ["spec:\n  containers:\n  - name: a\n    im|", "spec.containers.0 key im [name]"],
  ["spec:\n  containers:\n    - name: a\n    - im|", "spec.containers.0 key im []"],
  ["spec:\n  containers:\n  - |", "spec.containers.0 key  []"],
  ["spec:\n  containers:\n  - name: a\n  re|", "spec key re [containers]"],
  ["spec:\n  type: Clus|", "spec.type value Clus []"],
  ["spec:\n  ports:\n  - protocol: |", "spec.ports.0.protocol value  []"],
  ["a: 1\n---\nb:\n  c|", "b key c []"],
  ["spec:\n  te|mplate:\n    a: 1", "spec key te []"],
])("YAML %j", (marked, expected) => expect(at(marked)).toBe(expected));

test.each([
  ['{"|', " key  []"],
  ['{"apiVersion": "v1", "ki|"}', " key ki [apiVersion]"],
  ['{"spec": {"re|', "spec key re []"],
  ['{"spec": {"type": "Clus|"}}', "spec.type value Clus []"],
  ['{"spec": {"containers": [{"name": "a"}, {"im|"}]}}', "spec.containers.1 key im []"],
  ['{"spec": {"replicas": 1|}}', "spec.replicas value 1 []"],
])("JSON %j", (marked, expected) => expect(at(marked, jsonCursor)).toBe(expected));

test("a line with a million blanks between words is read in one walk", () => {
  const blanks = " ".repeat(1_000_000);
  expect(at(`a b${blanks}c|`)).toBe(` key a b${blanks}c []`);
  expect(at(`a b${blanks}: 1\nc|`)).toBe(" key c [a b]");
});
