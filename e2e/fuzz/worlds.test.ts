import { describe, expect, it } from "vitest";
import { liveWorld } from "./worlds.ts";

describe.each([11])("a world that lives by the script of seed %i", (seed) => {
  it("ends well, is quiet then, and is the same a second time and after a restart", { timeout: 240_000 }, async () => {
    const first = await liveWorld(seed);
    expect(first.problems).toEqual([]);
    expect(first.writes).toBeGreaterThan(100);
    const untested = Object.keys(first.judged).filter((name) => first.judged[name] === 0);
    expect(untested).toEqual(["cronJobs"]);
    const second = await liveWorld(seed);
    expect(second.text).toBe(first.text);
    const killed = await liveWorld(seed, 7);
    expect(killed.problems).toEqual([]);
    expect(killed.essence).toBe(first.essence);
  });
});
