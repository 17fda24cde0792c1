import type { Step } from "../../../lessons/lesson.ts";
import type { StepState } from "./step-state.ts";

/** Whether what is expected of a step would give away its answer, since it has not run. */
export const givesAway = ({ report }: Pick<StepState, "report">): boolean => report === undefined;

/** Returns the text of a step without the answer that stands in its own block. */
export function withoutAnswer({ source, place, expectations, action }: Step): string {
  if (action.kind === "commands") return action.commands.map(({ text }) => `$ ${text}`).join("\n");
  const own = expectations.find((one) => one.place.line > place.line && one.place.end <= place.end);
  // the line above the answer divides it from the request
  return own === undefined
    ? source
    : source
        .split("\n")
        .slice(0, own.place.line - place.line - 1)
        .join("\n");
}
