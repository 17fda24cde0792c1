import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { compactEvery } from "./compactor.ts";
import type { EtcdClient } from "./etcd-client.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client whose calls fail when they are told to. */
function failingClient() {
  const calls: ((error: Error) => void)[] = [];
  const swap = (): Promise<never> => new Promise((_, reject) => void calls.push(reject));
  const fail = (): void => {
    for (const reject of calls.splice(0)) reject(new Error("Channel has been shut down"));
  };
  return { client: { swap, compact: swap } as unknown as EtcdClient, fail };
}

it("reports what fails, but not what its end makes fail", async () => {
  const { client, fail } = failingClient();
  const reported: unknown[] = [];
  const end = compactEvery(1000, client, (error) => void reported.push(error));
  await vi.advanceTimersByTimeAsync(1000);
  fail();
  await vi.advanceTimersByTimeAsync(1000);
  expect(reported).toHaveLength(1);
  end();
  fail();
  await vi.advanceTimersByTimeAsync(5000);
  expect(reported).toHaveLength(1);
});
