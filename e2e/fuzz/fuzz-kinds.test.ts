import { expect, it } from "vitest";
import { fuzzKinds } from "./fuzz-kinds.ts";

it("1,000 random objects of every kind are taken, also a second time, or refused", async () => {
  const { taken, refused, failures } = await fuzzKinds(1_000, 20240501);
  expect(failures.slice(0, 10).map(({ request, body, reason }) => `${request} ${body}: ${reason}`)).toEqual([]);
  expect(taken).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(200);
});
