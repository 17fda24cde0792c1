import type { Clock } from "../../src/apimachinery/clock.ts";
import { LessonError } from "../../src/lessons/lesson-error.ts";
import { parseLesson } from "../../src/lessons/parse-lesson.ts";
import { mutate, type Mutation, mutationsOf } from "../../src/lessons/testing/mutations.ts";
import { runLesson } from "../../src/node/test-lessons.ts";
import { doubtful, type LessonText, linesOf } from "./judge-mutations.ts";
import { patient } from "./patient.ts";

/**
 * How long a false claim is waited for, in milliseconds of the clock. On a busy machine, that may be too short for a
 * claim before it, which is then waited for longer.
 */
const waits = [6000, 120_000];

/** Returns the mutations of a lesson's claims. */
export const claimsOf = ({ lesson, text }: LessonText): readonly Mutation[] => mutationsOf(lesson, text);

/**
 * Runs a lesson with one claim changed. Returns why the change went unnoticed; undefined if a failure names its line.
 */
export async function survives(
  { file, text }: LessonText,
  mutation: Mutation,
  clock: Clock,
): Promise<string | undefined> {
  const told = `${file}:${mutation.place.line} with ${JSON.stringify(mutation.replacement)} for ${JSON.stringify(text.slice(mutation.place.start, mutation.place.end))}`;
  let lines: readonly number[] = [];
  for (const waitMs of waits) {
    lines = await failingLines(file, mutate(text, mutation), clock, waitMs);
    if (lines.includes(mutation.place.line)) return undefined;
    if (lines.length === 0) break;
  }
  return lines.length === 0 ? `${told}: passes` : `${told}: fails at the lines ${lines.join(", ")}`;
}

/**
 * Returns why changes of claims of a lesson went unnoticed. All are judged by one run; what that cannot tell is tried
 * by itself.
 */
export async function survivors(
  written: LessonText,
  claims: readonly Mutation[],
  clock: Clock,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const mutation of (await doubtful(written, claims, clock)) ?? claims) {
    const problem = await survives(written, mutation, clock);
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

async function failingLines(file: string, text: string, clock: Clock, waitMs: number): Promise<readonly number[]> {
  const bounds = { ...patient, waitMs };
  try {
    const reports = await runLesson(parseLesson(file, text), clock, bounds);
    return linesOf(reports.flatMap(({ findings }) => findings.filter(({ holds }) => !holds)));
  } catch (error) {
    if (error instanceof LessonError) return [error.line];
    throw error;
  }
}
