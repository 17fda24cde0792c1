import type { StepReport } from "../../../lessons/run-lesson.ts";
import type { SeenEvent } from "./watch-events.ts";

/** A step as its reader sees it. */
export interface StepState {
  readonly phase: "waiting" | "running" | "passed" | "failed";
  readonly report: StepReport | undefined;
  /** The newest events of the watches that it opened. */
  readonly events: readonly SeenEvent[];
  /** The reader's own text; undefined for the lesson's. */
  readonly text: string | undefined;
  /** The chosen answer of its question. */
  readonly choice: number | undefined;
  /** Why its text cannot be run. */
  readonly problem: string;
}

/** A step that has not run. */
export const fresh: StepState = {
  phase: "waiting",
  report: undefined,
  events: [],
  text: undefined,
  choice: undefined,
  problem: "",
};
