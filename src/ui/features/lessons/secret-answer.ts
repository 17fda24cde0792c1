import type { Step } from "../../../lessons/lesson.ts";
import type { StepState } from "./lesson-session.ts";

/** Whether what is expected of a step would give away the answer to its question, since the step has not run. */
export const givesAway = (step: Step | undefined, { report }: Pick<StepState, "report">): boolean =>
  step?.prediction !== undefined && report === undefined;

/** Returns the text of a step without the answer that stands in its own block. */
export function withoutAnswer({ source, place, expectations }: Step): string {
  const own = expectations.find((one) => one.place.line > place.line && one.place.end <= place.end);
  // the line above the answer divides it from the request
  return own === undefined
    ? source
    : source
        .split("\n")
        .slice(0, own.place.line - place.line - 1)
        .join("\n");
}
