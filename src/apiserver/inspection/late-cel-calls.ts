import { celCallsThrough, type CelCalls } from "../../client/cel.ts";
import type { CelCallsOptions } from "./cel-calls.ts";

/** The Inspector's CEL calls, their code loaded when one is first made. */
export function createLateCelCalls(options: CelCallsOptions): CelCalls {
  let calls: Promise<CelCalls> | undefined;
  const load = async (): Promise<CelCalls> => (await import("./cel-calls.ts")).createCelCalls(options);
  return celCallsThrough(async (call) => call(await (calls ??= load())));
}
