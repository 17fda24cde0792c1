import { expect, test } from "vitest";
import { madeOfLatest } from "./latest-text.ts";

test("what was typed while something is made of a text is part of what is made", async () => {
  let text = "a";
  const seen: string[] = [];
  const made = await madeOfLatest(
    () => text,
    async (from) => {
      seen.push(from);
      await Promise.resolve();
      if (text === "a") text = "ab";
      return from.toUpperCase();
    },
  );
  expect([made, seen]).toEqual(["AB", ["a", "ab"]]);
});

test("a text that nothing can be made of is told", async () => {
  await expect(
    madeOfLatest(
      () => "a",
      () => Promise.reject(new Error("no YAML")),
    ),
  ).rejects.toThrow("no YAML");
});
