import { expect, test } from "vitest";
import { parseAccept } from "./accept.ts";

// oxfmt-ignore
test.each([
  ["application/json", ["application/json;q=1"]],
  ["a/b;q=0.5, c/d", ["c/d;q=1", "a/b;q=0.5"]],
  ["*/*, a/*, a/b", ["a/b;q=1", "a/*;q=1", "*/*;q=1"]],
  ["*;q=0.1", ["*/*;q=0.1"]],
  [" * ", ["*/*;q=1"]],
  ["a", []],
  ["a/", []],
  ["a/b/", ["a/b;q=1"]],
  ["a/b/c", []],
  ["a/b/;c=d", ["a/b;q=1;c=d"]],
  ["a / b ; c = d ; q=0.2", ["a/b;q=0.2;c=d"]],
  ["a/b;c;=d;c=;c=d=;e=f=g;q=x", ["a/b;q=0;=d;c=d"]],
])("%s is parsed as %j", (header, clauses) => {
  const printed = parseAccept(header).map(({ type, subType, q, params }) =>
    [`${type}/${subType}`, `q=${q}`, ...[...params].map(([name, value]) => `${name}=${value}`)].join(";"));
  expect(printed).toEqual(clauses);
});

test("what it takes to sort 120,000 clauses, the least preferred first, does not grow with their square", () => {
  const header = `${"*/*,".repeat(60_000)}${"a/b,".repeat(59_999)}a/b;q=1`;
  const clauses = parseAccept(header);
  expect([clauses.length, clauses[0]?.type, clauses.at(-1)?.type]).toEqual([120_000, "a", "*"]);
}, 60_000);
