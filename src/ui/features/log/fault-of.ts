import type { Trace } from "../../../component-base/trace.ts";

/** Returns the rule of faults that has taken a request, and its fault; undefined if none has. */
export const faultOf = ({ stages }: Pick<Trace, "stages">): string | undefined =>
  stages.find(({ name }) => name === "fault")?.decision;
