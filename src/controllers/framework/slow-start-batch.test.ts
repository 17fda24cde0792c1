import { expect, it } from "vitest";
import { slowStartBatch } from "./slow-start-batch.ts";

it("keeps the calls of a large group below the limit of the server for requests in flight", async () => {
  let [inFlight, most] = [0, 0];
  const calls: number[] = [];
  const result = await slowStartBatch(1000, async (index) => {
    calls.push(index);
    most = Math.max(most, ++inFlight);
    await Promise.resolve();
    inFlight--;
  });
  expect(result).toEqual({ successes: 1000, skipped: 0, error: undefined });
  expect(calls).toEqual(Array.from({ length: 1000 }, (_, i) => i));
  expect(most).toBeLessThanOrEqual(50);
});

it("ends with the group in which a call has failed, with its first error", async () => {
  const called: number[] = [];
  const result = await slowStartBatch(100, async (index) => {
    called.push(index);
    if (index === 5 || index === 4) throw new Error(`call ${index}`);
  });
  expect(result).toMatchObject({ successes: 5, skipped: 93, error: { message: "call 4" } });
  expect(called).toHaveLength(7);
});
