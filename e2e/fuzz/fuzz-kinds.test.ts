import { expect, it } from "vitest";
import { fuzzKinds } from "./fuzz-kinds.ts";

it("3,000 random objects of every kind are taken, also a second time, or refused", { timeout: 120_000 }, async () => {
  const { taken, refused, failures } = await fuzzKinds(3_000, 20240501);
  expect(failures.slice(0, 10).map(({ request, body, reason }) => `${request} ${body}: ${reason}`)).toEqual([]);
  expect(taken).toBeGreaterThan(300);
  expect(refused).toBeGreaterThan(600);
});
