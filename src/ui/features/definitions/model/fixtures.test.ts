import { expect, test } from "vitest";
import { printFixtures, readFixtures, type FixtureText } from "./fixtures.ts";

const fixtures: readonly FixtureText[] = [
  { id: "a", name: "one", object: "kind: A\n", expect: "accept" },
  { id: "b", name: "two", object: "kind: A\n", old: "kind: A\n", expect: "refuse" },
];

test("a file of fixtures reads as it was written", () => {
  expect(readFixtures(printFixtures({ definition: "as.example.com", fixtures }))).toEqual({
    definition: "as.example.com",
    fixtures,
  });
});

test.each(["", "{}", "[]", '{"kubepadFixtures": 1, "fixtures": [{"id": 1}]}', '{"fixtures": []}'])(
  "%s is no file of fixtures",
  (text) => {
    expect(() => readFixtures(text)).toThrow("not a fixtures file");
  },
);
