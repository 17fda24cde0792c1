import type { Steps } from "../apimachinery/steps.ts";
import { forEachKept, runningWork } from "./work.ts";

/** Steps with pauses in a large computation (`runningWork`), at once in others. */
export const pausingSteps: Steps = {
  each: forEachKept,
  charge: (units) => runningWork()?.charge(units),
};
