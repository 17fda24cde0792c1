import type { Output } from "../command-output.ts";
import { klogLine } from "../rest/request-log.ts";
import type { FlagSet } from "./flag-set.ts";

/** What is said of values of `--dry-run` that are no longer to be used, and from where (cmdutil.GetDryRunStrategy). */
const deprecatedDryRuns: Readonly<Record<string, readonly [place: string, message: string]>> = {
  unchanged: ["helpers.go:731", "--dry-run is deprecated and can be replaced with --dry-run=client."],
  true: ["helpers.go:745", "--dry-run=true is deprecated (boolean value) and can be replaced with --dry-run=client."],
  false: ["helpers.go:748", "--dry-run=false is deprecated (boolean value) and can be replaced with --dry-run=none."],
};

/** Warns of flags, and values of flags, that are deprecated. */
export function warnDeprecated(flags: FlagSet, { err }: Output, now: number): void {
  const dryRun = deprecatedDryRuns[flags.text("dry-run")];
  if (dryRun !== undefined) err(klogLine("W", now, ...dryRun));
  for (const [name] of flags.given)
    if (name === "record") err("Flag --record has been deprecated, --record will be removed in the future\n");
  if (flags.changed("cpu-percent"))
    err(
      "Flag --cpu-percent has been deprecated, Use --cpu with percentage or resource quantity format (e.g., '70%' for utilization or '500m' for milliCPU).\n",
    );
}
