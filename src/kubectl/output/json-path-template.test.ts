import { describe, expect, test } from "vitest";
import { JsonPathTemplate } from "./json-path-template.ts";

const object = {
  kind: "List",
  items: [
    { name: "a", size: 1, tags: { x: "1" }, ports: [80, 443] },
    { name: "b", size: 2, tags: {}, ports: [] },
  ],
};

describe("a JSONPath template", () => {
  test.each([
    ["{.kind} {.items[*].name}", "List a b"],
    ["{range .items[*]}{.name}={.size}{'\\n'}{end}after", "a=1\nb=2\nafter"],
    ["{range .none[*]}{.name}{end}{.kind}", "List"],
    ["{range .items[*]}{range .ports[*]}{@},{end};{end}", "80,443,;;"],
    ["{.items[?(@.size>1)].name}", "b"],
    ["{.items[-1].name}{.items[0:1].size}{.items[0,1].size}", "b11 2"],
    ["{.items[0].tags}{..x}", '{"x":"1"}1'],
  ])("prints %s", (template, text) => expect(new JsonPathTemplate(template).print(object)).toBe(text));

  test.each([
    ["{.a", "unclosed action"],
    ["{.a[}", "unterminated array"],
    ["{.a[x]}", "invalid array index x"],
    ["{!}", "unrecognized character in action: U+0021 '!'"],
    ["{....a}", "invalid multiple recursive descent"],
    ["{.a[?(@.b]}", "unterminated filter"],
    ['{"a}', "unterminated quoted string"],
  ])("is refused: %s", (template, problem) => expect(() => new JsonPathTemplate(template)).toThrow(problem));

  test.each([
    ["{end}", "not in range, nothing to end"],
    ["{foo}", "unrecognized identifier foo"],
    ["{.items[5]}", "array index out of bounds: index 5, length 2"],
    ["{.kind[0]}", "string is not array or slice"],
    ["{.items[?(@.size=<1)]}", "unrecognized filter operator"],
    ["{.items[?(@.name>1)]}", "incompatible types for comparison"],
  ])("ends with an error: %s", (template, problem) =>
    expect(() => new JsonPathTemplate(template).print(object)).toThrow(problem),
  );

  test("tells of missing members where these are not allowed", () => {
    expect(new JsonPathTemplate("{.a.b}").print(object)).toBe("");
    expect(() => new JsonPathTemplate("{.a.b}", false).print(object)).toThrow("a is not found");
  });
});
