import { expect, test } from "vitest";
import { parseLesson } from "../../../lessons/parse-lesson.ts";
import { doneOf, freshGoal, isOpen, missedBy, nextThing, type GoalState } from "./goal-state.ts";
import type { StepState } from "./step-state.ts";

const get = (path: string): string => `\`\`\`http\nGET ${path}\n\`\`\`\n`;
const goal = "```yaml goal\napiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n```\n";
const lesson = parseLesson(
  "x.md",
  `---\ntitle: T\n---\n${get("/api")}${goal}\n<!-- way -->\n\n${get("/1")}${get("/2")}\n## More\n\n${get("/apis")}`,
);
const [written] = lesson.goals;

/** The state of the four steps, of which some have passed. */
const steps = (...passed: readonly number[]): readonly StepState[] =>
  lesson.steps.map((_step, i) => ({
    phase: passed.includes(i) ? "passed" : "waiting",
    report: undefined,
    events: [],
    text: undefined,
    choice: undefined,
    problem: "",
  }));
const next = (passed: readonly number[], state: Partial<GoalState> = {}): string => {
  const found = nextThing(lesson, steps(...passed), [{ ...freshGoal, ...state }]);
  return found === undefined ? "end" : found.kind === "step" ? `step ${found.step}` : "goal";
};

test("after the steps above comes the goal, then its way if it is shown, then what is below", () => {
  expect(next([])).toBe("step 0");
  expect(next([0])).toBe("goal");
  expect(next([0], { isWayShown: true })).toBe("step 1");
  expect(next([0, 1], { isWayShown: true })).toBe("step 2");
  expect(next([0, 1, 2], { isWayShown: true })).toBe("goal");
  expect(next([0], { isReached: true })).toBe("step 3");
  expect(next([0, 3], { isReached: true })).toBe("end");
});

test("a goal counts as a step, and its way does not", () => {
  expect(doneOf(lesson, steps(0, 1, 2), [freshGoal])).toEqual({ passed: 1, steps: 3 });
  expect(doneOf(lesson, steps(0, 3), [{ ...freshGoal, isReached: true }])).toEqual({ passed: 3, steps: 3 });
});

test("a goal is open once the steps above it have passed", () => {
  expect([steps(), steps(0), steps(1, 2)].map((all) => written && isOpen(lesson, written, all))).toEqual([
    false,
    true,
    false,
  ]);
});

test("an author sees the claims of a goal that its way has missed", () => {
  const [part] = written?.parts ?? [];
  if (part === undefined) throw new Error("the goal has no part");
  const finding = { place: part.place, what: "kind", holds: false, expected: "Namespace", got: "Status" };
  const state = { ...freshGoal, reports: [{ part, findings: [finding], holds: false }] };
  expect(missedBy(lesson, steps(0, 1), [state])).toEqual([]);
  expect(missedBy(lesson, steps(0, 1, 2), [state])).toEqual([finding]);
});
