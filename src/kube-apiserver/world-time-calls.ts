import type { WorldTimeCalls } from "../client/world-time.ts";
import type { WorldClock, WorldTime } from "../component-base/world-clock.ts";

/** Creates the Inspector's calls about the time of the world. They reject if the server has no world clock. */
export function createWorldTimeCalls(world: WorldClock | undefined): WorldTimeCalls {
  const after = async (work: (clock: WorldClock) => void | Promise<void>): Promise<WorldTime> => {
    if (world === undefined) throw new Error("the time of this server cannot be changed");
    await work(world);
    return world.view();
  };
  return {
    worldTime: () => after(() => undefined),
    changeWorldTime: (change) => after((clock) => clock.change(change)),
    stepWorld: () => after((clock) => clock.step()),
    advanceWorld: (ms) => after((clock) => clock.advance(ms)),
  };
}
