import type { WorldTime, WorldTimeChange } from "../component-base/world-clock.ts";

/** The time methods of the Inspector. Arguments and results are plain data. */
export interface WorldTimeCalls {
  /** Returns the time of the world: of objects' timestamps, controllers and simulated nodes. */
  worldTime(): Promise<WorldTime>;
  /** Pauses the world, lets it go on, or changes its speed: `{ paused: true }`, `{ speed: 10 }`. */
  changeWorldTime(change: WorldTimeChange): Promise<WorldTime>;
  /** Pauses the world and lets it do what is next, until something was written or nothing is left to do. */
  stepWorld(): Promise<WorldTime>;
  /** Lets `ms` of the world's time pass at once, and resolves when everything that was due has been done. */
  advanceWorld(ms: number): Promise<WorldTime>;
}

/** Returns a WorldTimeCalls that forwards calls through `via`; changes may need another way than reads. */
export const worldTimeCallsThrough = (
  via: <T>(call: (calls: WorldTimeCalls) => Promise<T>) => Promise<T>,
  change: typeof via = via,
): WorldTimeCalls => ({
  worldTime: () => via((calls) => calls.worldTime()),
  changeWorldTime: (changed) => change((calls) => calls.changeWorldTime(changed)),
  stepWorld: () => change((calls) => calls.stepWorld()),
  advanceWorld: (ms) => change((calls) => calls.advanceWorld(ms)),
});
