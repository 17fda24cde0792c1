import { expect, it } from "vitest";
import { runRandom } from "./run-random.ts";

it("2,000 random Go files with random tags are compiled, or refused with a message", { timeout: 60_000 }, () => {
  const { accepted, refused, validated, failures } = runRandom(20251123, 2000);
  expect(failures.slice(0, 5)).toEqual([]);
  expect(accepted).toBeGreaterThan(500);
  expect(refused).toBeGreaterThan(500);
  expect(validated).toBeGreaterThan(500);
});
