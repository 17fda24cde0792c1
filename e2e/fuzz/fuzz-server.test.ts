import { expect, it } from "vitest";
import { fuzzServer } from "./fuzz-server.ts";

it("10,000 damaged bodies in every form are answered with an object or a Status", { timeout: 120_000 }, async () => {
  const { taken, refused, failures } = await fuzzServer(10_000, 20240501);
  expect(failures.slice(0, 10).map(({ request, reason }) => `${request}: ${reason}`)).toEqual([]);
  expect(taken).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(2000);
});
