import { expect, it } from "vitest";
import { fuzzCommandLines } from "./command-lines.ts";

it("500 random command lines end with a result or an error", { timeout: 120_000 }, async () => {
  const { done, refused, failures } = await fuzzCommandLines(500, 20260101);
  expect(failures.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([]);
  expect(done).toBeGreaterThan(10);
  expect(refused).toBeGreaterThan(200);
});
