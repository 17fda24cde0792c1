import type { Stored } from "../storage/interface.ts";
import type { StrategyContext } from "./strategy.ts";

/** Notes who has written a version. One that the write has left as it was has an author already. */
export function noteWrite(ctx: StrategyContext, { revision }: Pick<Stored<unknown>, "revision">): void {
  if (!ctx.dryRun) ctx.wrote?.(revision);
}
