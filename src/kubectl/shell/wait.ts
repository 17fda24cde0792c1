import { sleep } from "../../component-base/sleep.ts";
import { sleepMs } from "../../component-helpers/pod-simulation/sleep-time.ts";
import type { Output } from "../command-output.ts";
import type { Session } from "../session.ts";

/** The longest time that a timer can be set to. */
const longestMs = 2 ** 31 - 1;

/** Waits for the times that `sleep` is given, or until the line is interrupted. */
export async function wait(
  { clock }: Session,
  args: readonly string[],
  output: Output,
  signal: AbortSignal,
): Promise<number> {
  const ms = sleepMs(args);
  if (ms === undefined) {
    const wrong = args.find((each) => sleepMs([each]) === undefined);
    output.err(wrong === undefined ? "sleep: missing operand\n" : `sleep: invalid time interval '${wrong}'\n`);
    return 1;
  }
  if (ms > 0) await sleep(clock, Math.min(ms, longestMs), signal);
  return signal.aborted ? 130 : 0;
}
