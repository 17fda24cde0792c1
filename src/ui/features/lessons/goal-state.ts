import type { Goal, Lesson } from "../../../lessons/lesson.ts";
import type { Finding } from "../../../lessons/match.ts";
import type { GoalPartReport } from "../../../lessons/run-lesson.ts";
import type { StepState } from "./step-state.ts";

/** A goal as its reader sees it. */
export interface GoalState {
  /** What became of its parts when they were checked last; undefined before the first time. */
  readonly reports: readonly GoalPartReport[] | undefined;
  /** Whether it has held once. */
  readonly isReached: boolean;
  /** How many hints are shown, and whether the way is. */
  readonly hints: number;
  readonly isWayShown: boolean;
}

export const freshGoal: GoalState = { reports: undefined, isReached: false, hints: 0, isWayShown: false };

/** The goal whose way a step is part of. */
export const goalOfStep = ({ goals }: Lesson, step: number): Goal | undefined =>
  goals.find(({ way }) => way.first <= step && step < way.end);

/** Whether the steps that stand above a goal have been done; before, it does not count. */
export const isOpen = (lesson: Lesson, { way }: Goal, steps: readonly StepState[]): boolean =>
  steps.slice(0, way.first).every(({ phase }, i) => phase === "passed" || goalOfStep(lesson, i) !== undefined);

/** What a reader does next: a step, or the goal that is to be reached. Undefined at the end. */
export type NextThing =
  | { readonly kind: "step"; readonly step: number }
  | { readonly kind: "goal"; readonly goal: Goal };

/** Returns what is next in reading order. Of a way, the steps count while it is shown and its goal is not reached. */
export function nextThing(
  lesson: Lesson,
  steps: readonly StepState[],
  goals: readonly GoalState[],
): NextThing | undefined {
  for (const [step, { phase }] of steps.entries()) {
    const goal = goalOfStep(lesson, step);
    const known = goal && goals[goal.index];
    if (known?.isReached === true) continue;
    if (goal !== undefined && known?.isWayShown !== true) return { kind: "goal", goal };
    if (phase !== "passed") return { kind: "step", step };
    if (goal !== undefined && step === goal.way.end - 1) return { kind: "goal", goal };
  }
  return undefined;
}

/** How much of a lesson there is to do, and how much is done: steps outside of ways, and goals. */
export function doneOf(
  lesson: Lesson,
  steps: readonly StepState[],
  goals: readonly GoalState[],
): { readonly passed: number; readonly steps: number } {
  const own = steps.filter((_step, i) => goalOfStep(lesson, i) === undefined);
  const passed = own.filter(({ phase }) => phase === "passed").length + goals.filter((goal) => goal.isReached).length;
  return { passed, steps: own.length + goals.length };
}

/** Returns the findings of the goals that were not reached although all steps of their ways have passed. */
export const missedBy = (
  { goals: all }: Lesson,
  steps: readonly StepState[],
  goals: readonly GoalState[],
): readonly Finding[] =>
  all
    .filter(({ way }) => steps.slice(way.first, way.end).every(({ phase }) => phase === "passed"))
    .map(({ index }) => goals[index])
    .flatMap((goal) => (goal === undefined || goal.isReached ? [] : (goal.reports ?? [])))
    .flatMap(({ findings }) => findings);
