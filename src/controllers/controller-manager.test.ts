import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Clock } from "../apimachinery/clock.ts";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createTestServer } from "../envtest/test-server.ts";

/** The clock of the machine, which counts the timers that are waiting. */
function countingClock(): Clock & { readonly waiting: () => number } {
  const clock = createSystemClock();
  const timers = new Set<symbol>();
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    waiting: () => timers.size,
    after(ms, callback) {
      const timer = Symbol("timer");
      timers.add(timer);
      const cancel = clock.after(ms, () => {
        timers.delete(timer);
        callback();
      });
      return () => {
        timers.delete(timer);
        cancel();
      };
    },
  };
}

describe("a server with all controllers", () => {
  const warnings: string[] = [];
  const note = (warning: Error): void => void warnings.push(warning.message);
  beforeEach(() => void process.on("warning", note));
  afterEach(() => void process.off("warning", note));

  it.each([0, 55, 80, 120, 250])(
    "leaves no timer behind that is closed after %i ms, while its controllers start",
    async (ms) => {
      const clock = countingClock();
      const server = await createTestServer({ clock, world: {}, controllers: ["*"] });
      await new Promise((resolve) => setTimeout(resolve, ms));
      await server.close();
      await expect.poll(clock.waiting).toBe(0);
      expect(warnings).toEqual([]);
    },
  );
});
