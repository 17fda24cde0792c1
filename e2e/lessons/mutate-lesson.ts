import type { Clock } from "../../src/apimachinery/clock.ts";
import { LessonError } from "../../src/lessons/lesson-error.ts";
import type { Step } from "../../src/lessons/lesson.ts";
import { parseLesson } from "../../src/lessons/parse-lesson.ts";
import { LessonRun } from "../../src/lessons/run-lesson.ts";
import { mutate, type Mutation, mutationsOf } from "../../src/lessons/testing/mutations.ts";
import { openLessonServer } from "../../src/node/open-lesson-server.ts";
import type { WrittenLesson } from "./written-lessons.ts";

/**
 * How long a false claim is waited for, in milliseconds of the clock. On a busy machine, that may be too short for a
 * claim before it, which is then waited for longer.
 */
const waits = [6000, 120_000];

/** Nothing but what a lesson claims may fail it, however busy the machine is: deadlines of the server neither. */
export const patient = { waitMs: 400_000, requestMs: 600_000, lessonMs: 6_000_000 };

/** Returns the mutations of a lesson's claims. */
export const claimsOf = ({ lesson, text }: WrittenLesson): readonly Mutation[] => mutationsOf(lesson, text);

/**
 * Runs a lesson with one claim changed. Returns why the change went unnoticed; undefined if a failure names its line.
 */
export async function survives(
  { file, text }: WrittenLesson,
  mutation: Mutation,
  clock: Clock,
): Promise<string | undefined> {
  const told = `${file}:${mutation.place.line} with ${JSON.stringify(mutation.replacement)} for ${JSON.stringify(text.slice(mutation.place.start, mutation.place.end))}`;
  let lines: readonly number[] = [];
  for (const waitMs of waits) {
    lines = await failingLines(file, mutate(text, mutation), clock, { waitMs, isWhole: false });
    if (lines.includes(mutation.place.line)) return undefined;
    if (lines.length === 0) break;
  }
  return lines.length === 0 ? `${told}: passes` : `${told}: fails at the lines ${lines.join(", ")}`;
}

/**
 * Returns why changes of a lesson's claims went unnoticed. One claim of each step is changed at a time: what a step
 * expects has no effect on the others, unless it is a value that they use. What goes unnoticed is tried by itself.
 */
export async function survivors(written: WrittenLesson, clock: Clock): Promise<readonly string[]> {
  const { text, lesson } = written;
  const { steps } = lesson;
  const left = new Map<number, Mutation[]>();
  const alone: Mutation[] = [];
  for (const mutation of claimsOf(written)) {
    const step = steps.findLastIndex(({ line }) => line <= mutation.place.line);
    if (step < 0 || changesMore(text, mutation)) alone.push(mutation);
    else left.set(step, [...(left.get(step) ?? []), mutation]);
  }
  while (left.size > 0) {
    const batch = [...left.values()].flatMap((mutations) => mutations.splice(0, 1));
    for (const [step, mutations] of left) if (mutations.length === 0) left.delete(step);
    alone.push(...(await unnoticed(written, batch, clock)));
  }
  const problems: string[] = [];
  for (const mutation of alone) problems.push((await survives(written, mutation, clock)) ?? "");
  return problems.filter((problem) => problem !== "");
}

/** Whether a change moves other lines, or takes away a value that later steps use. */
const changesMore = (text: string, { place, replacement }: Mutation): boolean => {
  const own = text.slice(place.start, place.end);
  return own.includes("${") || own.split("\n").length !== replacement.split("\n").length;
};

async function unnoticed(
  { file, text }: WrittenLesson,
  batch: readonly Mutation[],
  clock: Clock,
): Promise<readonly Mutation[]> {
  const [waitMs = 0] = waits;
  const changed = batch.toSorted((a, b) => b.place.start - a.place.start).reduce(mutate, text);
  const lines = new Set(await failingLines(file, changed, clock, { waitMs, isWhole: true }));
  return batch.filter(({ place }) => !lines.has(place.line));
}

interface FailingRun {
  readonly waitMs: number;
  /** Whether the steps after one that fails are run as well. */
  readonly isWhole: boolean;
}

async function failingLines(
  file: string,
  text: string,
  clock: Clock,
  { waitMs, isWhole }: FailingRun,
): Promise<readonly number[]> {
  const bounds = { ...patient, waitMs };
  try {
    const lesson = parseLesson(file, text);
    const server = await openLessonServer(lesson, clock, bounds.requestMs);
    const run = new LessonRun(lesson, { ...server, clock, bounds });
    try {
      await run.seed();
      return isWhole ? await linesOfAll(run, lesson.steps) : linesOf(await run.runAll());
    } finally {
      run.close();
      await server.close();
    }
  } catch (error) {
    if (error instanceof LessonError) return [error.line];
    throw error;
  }
}

type Reports = Awaited<ReturnType<LessonRun["runAll"]>>;

async function linesOfAll(run: LessonRun, steps: readonly Step[]): Promise<readonly number[]> {
  const lines: number[] = [];
  for (const step of steps) lines.push(...linesOf([await run.testStep(step)]));
  return lines;
}

const linesOf = (reports: Reports): readonly number[] =>
  reports
    .flatMap(({ findings }) => findings.filter(({ holds }) => !holds))
    .flatMap(({ place, row }) => [place.line, ...(row === undefined ? [] : [row.line])]);
