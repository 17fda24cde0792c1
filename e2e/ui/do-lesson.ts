import { readFileSync } from "node:fs";
import { expect, type Frame, type Page } from "@playwright/test";
import type { Goal, Lesson } from "../../src/lessons/lesson.ts";
import { lessonsOfCourse, writtenLessons } from "../lessons/written-lessons.ts";

export const allLessons = writtenLessons();

export const newcomersPath = lessonsOfCourse("path-of-twelve").map(({ written }) => written);

/** Returns the lesson with a slug. */
export function lessonWith(slug: string): Lesson {
  const found = allLessons.find((one) => one.slug === slug);
  if (found === undefined) throw new Error(`there is no lesson ${slug}`);
  return found.lesson;
}

/** Returns the Markdown of a lesson. */
export const textOf = ({ file }: Lesson): string => readFileSync(file, "utf8");

export const foot = (root: Page | Frame) => root.locator(".kp-lesson-foot");
export const stepAt = (root: Page | Frame, number: number) => root.locator(`#kp-step-${number}`);

export const goalAt = (root: Page | Frame, number: number) => root.locator(`#kp-goal-${number}`);

/** How many steps a lesson counts: those outside of the ways of goals, and the goals. */
export const countOf = ({ steps, goals }: Lesson): number =>
  goals.reduce((sum, { way }) => sum - (way.end - way.first) + 1, steps.length);

/** Unfolds the hints of a goal and its way, whose steps are then next. */
export async function showWay(root: Page | Frame, { index, hints }: Goal): Promise<void> {
  await foot(root).getByRole("button", { name: "Go to the goal" }).click();
  const help = goalAt(root, index + 1).locator(":scope > button");
  for (let i = 0; i < hints.length; i++) await help.click();
  await help.click();
}

export const expectReached = (root: Page | Frame, number: number) =>
  expect(goalAt(root, number).getByRole("status").first()).toHaveText("reached");

/** Waits until the claims of a step hold. */
export async function expectPassed(root: Page | Frame, number: number): Promise<void> {
  await expect(stepAt(root, number)).toHaveAttribute("data-phase", /passed|failed/);
  const differences = await root.locator("ul.kp-verdict").allTextContents();
  expect(differences, `step ${number}`).toEqual([]);
  await expect(stepAt(root, number)).toHaveAttribute("data-phase", "passed");
}

/** Does the steps of a lesson by clicking, from one to before another, and answers its questions rightly. */
export async function clickThrough(
  root: Page | Frame,
  { steps, goals }: Lesson,
  from = 0,
  to = steps.length,
): Promise<void> {
  for (const { index, prediction } of steps.slice(from, to)) {
    const number = index + 1;
    const begun = goals.find(({ way }) => way.first === index);
    if (begun !== undefined) await showWay(root, begun);
    const right = prediction?.choices.find((choice) => choice.right)?.text;
    if (right !== undefined) {
      await expect(stepAt(root, number).getByRole("button", { name: `Run step ${number}` })).toBeDisabled();
      await root.locator(`#kp-question-${number}`).getByRole("radio", { name: right, exact: true }).check();
    }
    await foot(root)
      .getByRole("button", { name: `Run step ${number}`, exact: true })
      .click();
    await expectPassed(root, number);
    if (right !== undefined) await expect(root.locator(`#kp-question-${number}`)).toContainText("You predicted it.");
    const ended = goals.find(({ way }) => way.end === number);
    if (ended !== undefined) await expectReached(root, ended.index + 1);
  }
}

/** Waits until a lesson is done to its end. */
export const expectDone = (root: Page | Frame) =>
  expect(foot(root).getByRole("status")).toHaveText("Done: every claim holds.");
