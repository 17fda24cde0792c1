import { expect, test } from "vitest";
import { withNames, withoutParts, withValues } from "./manifest-edits.ts";

const text = `# mine
apiVersion: v1
spec: # what I want
  replicas: 3 # three
  ports:
  - port: 80
    name: a
  - port: 81

  note: |
    x
    y
  none: {}
`;

test("what is taken out takes along what it leaves empty, and nothing else", async () => {
  expect(await withoutParts(text, [["spec", "replicas"]])).toBe(text.replace("  replicas: 3 # three\n", ""));
  expect(await withoutParts(text, [["spec", "ports", 0]])).toBe(text.replace("  - port: 80\n    name: a\n", ""));
  expect(
    await withoutParts(text, [
      ["spec", "note"],
      ["spec", "ports", 0],
      ["spec", "ports", 1, "port"],
    ]),
  ).toBe("# mine\napiVersion: v1\nspec: # what I want\n  replicas: 3 # three\n\n  none: {}\n");
  expect(await withoutParts("kind: A\nspec:\n  a:\n    b: 1\n", [["spec", "a", "b"]])).toBe("kind: A\n");
});

test("what shares its line with something else is taken out too", async () => {
  expect(await withoutParts("a:\n- b: 1\n  c: 2\n", [["a", 0, "b"]])).toBe("a:\n- c: 2\n");
  expect(await withoutParts("a:\n  - b: 1\n    c: 2\n", [["a", 0, "b"]])).toBe("a:\n  - c: 2\n");
  expect(await withoutParts("a: {b: 1, c: 2}\n", [["a", "b"]])).toBe("a: {c: 2}\n");
  expect(JSON.parse(await withoutParts('{\n "a": 1,\n "b": 2\n}', [["b"]]))).toEqual({ a: 1 });
});

test("a part gets another value, the rest keeps its form", async () => {
  expect(
    await withValues(text, [
      [["spec", "replicas"], 5],
      [["spec", "ports", 1, "port"], 8080],
    ]),
  ).toBe(text.replace("replicas: 3", "replicas: 5").replace("port: 81", "port: 8080"));
  expect(
    await withValues("a: 'x'\nb: yes\n", [
      [["a"], "true"],
      [["b"], "no"],
    ]),
  ).toBe('a: "true"\nb: "no"\n');
  expect(await withValues("a:\n  - x\n  - y\nb: [1]\n", [[["b"], ["c"]]])).toBe("a:\n  - x\n  - y\nb:\n  - c\n");
  expect(JSON.parse(await withValues('{"a": {"b": "x"}}', [[["a", "b"], "green"]]))).toEqual({ a: { b: "green" } });
  expect(await withValues("a: |\n  x\n", [[["a"], "y\nz\n"]])).toBe("a: |\n  y\n  z\n");
});

test("a field gets another name, the rest keeps its form", async () => {
  expect(await withNames(text, [[["spec", "replicas"], "count"]])).toBe(text.replace("replicas:", "count:"));
  expect(await withNames(text, [[["spec", "ports", 0, "name"], "title"]])).toBe(text.replace("name: a", "title: a"));
  expect(await withNames(text, [[["spec", "ports"], "doors"]])).toBe(text.replace("ports:", "doors:"));
  const json = '{"spec": {"replcas": 2, "a": "replcas"}}';
  expect(await withNames(json, [[["spec", "replcas"], "replicas"]])).toBe(json.replace('"replcas":', '"replicas":'));
});
