import type { Clock } from "../../apimachinery/clock.ts";
import { celCallsThrough, type CelCalls } from "../../client/cel.ts";

/** The Inspector's CEL calls, their code loaded when one is first made. */
export function createLateCelCalls(clock: Clock): CelCalls {
  let calls: Promise<CelCalls> | undefined;
  const load = async (): Promise<CelCalls> => (await import("./cel-calls.ts")).createCelCalls(clock);
  return celCallsThrough(async (call) => call(await (calls ??= load())));
}
