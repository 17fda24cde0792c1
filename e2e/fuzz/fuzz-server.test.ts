import { expect, it } from "vitest";
import { fuzzServer } from "./fuzz-server.ts";

it("3,000 damaged bodies in every form are answered with an object or a Status", async () => {
  const { taken, refused, failures } = await fuzzServer(3_000, 20240501);
  expect(failures.slice(0, 10).map(({ request, reason }) => `${request}: ${reason}`)).toEqual([]);
  expect(taken).toBeGreaterThan(30);
  expect(refused).toBeGreaterThan(600);
});
