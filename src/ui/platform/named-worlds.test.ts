import { expect, it } from "vitest";
import { longestName, nameOfCopy, newName, tidyName } from "./named-worlds.ts";

it.each([
  ["  A  world\n of\tmine ", "A world of mine"],
  ["größer ☸ 世界 <b>", "größer ☸ 世界 <b>"],
  ["left\u202Etfel", "left tfel"],
  ["👩‍💻 team", "👩‍💻 team"],
  ["\u200B\uFEFF", undefined],
  ["\u0301", undefined],
  ["\u0000", undefined],
  [" ", undefined],
  ["x".repeat(200), "x".repeat(longestName)],
  [`${"x".repeat(longestName - 1)}😀`, "x".repeat(longestName - 1)],
])("the name %j is kept as %j", (name, kept) => {
  expect(tidyName(name)).toBe(kept);
});

it("the name of a copy is another one, also that of the longest name", () => {
  for (const name of ["A", "x".repeat(longestName), "😀".repeat(longestName / 2)]) {
    const copy = nameOfCopy(name);
    expect(copy).toMatch(/, copy$/);
    expect(tidyName(copy)).toBe(copy);
  }
});

it("a new world has a name that no other one has", () => {
  expect(newName(["My world"])).toBe("World 2");
  expect(newName(["My world", "World 3"])).toBe("World 4");
});
