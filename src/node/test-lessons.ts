import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { messageOf } from "../apimachinery/message-of.ts";
import type { Clock } from "../apimachinery/clock.ts";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import type { LessonBounds } from "../lessons/bounds.ts";
import { LessonError, NothingRuns } from "../lessons/lesson-error.ts";
import { isCourse } from "../lessons/parse-course.ts";
import type { Lesson } from "../lessons/lesson.ts";
import { parseLesson } from "../lessons/parse-lesson.ts";
import { recordOutputs } from "../lessons/record-outputs.ts";
import { counted, reportLines, summarize } from "../lessons/report-lines.ts";
import { LessonRun, type StepReport } from "../lessons/run-lesson.ts";
import type { ReadShipped } from "../lessons/shipped-files.ts";
import {
  annotations,
  type FileReport,
  junitReport,
  linesOf,
  totalsInWords,
  totalsOf,
  warningLines,
} from "./lesson-reports.ts";
import { lessonFilesOf, type LessonSource, lessonSources, surroundingsOf } from "./lesson-sources.ts";
import { openLessonServer } from "./open-lesson-server.ts";
import { readSettings } from "./read-file.ts";

/**
 * Runs a lesson on a fresh server; with a bound for requests, the server takes as long for one. Rejects with a
 * LessonError if the server cannot be opened or refuses the lesson's objects.
 */
export async function runLesson(
  lesson: Lesson,
  clock: Clock,
  bounds: Partial<LessonBounds> = {},
  shipped?: ReadShipped,
): Promise<readonly StepReport[]> {
  const server = await openLessonServer(lesson, clock, bounds.requestMs);
  const run = new LessonRun(lesson, { ...server, clock, bounds, shipped });
  try {
    await run.seed();
    return await run.runAll();
  } finally {
    run.close();
    await server.close();
  }
}

/** What `kubepad test` is asked for. */
export interface TestOptions {
  /** Files, and folders whose Markdown files are meant. */
  readonly paths: readonly string[];
  /** Whether what did not run fails the run. */
  readonly strict: boolean;
  /** The file that a report in JUnit's format is written to; "" for none. */
  readonly junit: string;
  /** Whether annotations for GitHub are printed. */
  readonly github: boolean;
  /** Whether what was printed is written into pages. */
  readonly record: boolean;
  /** How long what is expected is waited for, in milliseconds; as for lessons if it is left out. */
  readonly waitMs?: number | undefined;
}

/**
 * Runs the lessons and pages of files and folders, each on a fresh server, and prints how each went. Resolves with
 * whether all passed.
 */
export async function testLessons(options: TestOptions, print: (line: string) => void): Promise<boolean> {
  const files: FileReport[] = [];
  let idle = 0;
  for (const source of withLessonsOfCourses(lessonSources(options.paths))) {
    const report = await testFile(source, options, print);
    if (report === "idle") idle++;
    else if (report !== "course") {
      files.push(report);
      for (const line of fileLines(report, options)) print(line);
    }
  }
  const passed = files.filter((report) => hasPassed(report, options)).length;
  const unrun = files.filter(isIdle).length;
  const totals = totalsOf(files);
  if (options.junit !== "") writeFileSync(options.junit, junitReport(files, options.strict));
  if (idle > 0) print(`${counted(idle, "file")} with nothing to run`);
  if (totals.passed + totals.failed + totals.notRun > 0) print(totalsInWords(totals));
  const claims = files.reduce((sum, { reports }) => sum + summarize(reports).claims, 0);
  const failed = files.length - passed - unrun;
  print(`${passed} passed, ${failed} failed, ${unrun > 0 ? `${unrun} not run, ` : ""}${counted(claims, "claim")}`);
  return failed === 0 && (unrun === 0 || !options.strict) && files.length > 0;
}

/** Adds the lessons of courses that are not among the files themselves. */
function withLessonsOfCourses(sources: readonly LessonSource[]): readonly LessonSource[] {
  const all = new Map(sources.map((source) => [resolve(source.file), source]));
  for (const { file } of sources)
    for (const lesson of lessonsOfCourse(file) ?? [])
      if (!all.has(resolve(lesson))) all.set(resolve(lesson), { file: lesson, isNamed: true });
  return [...all.values()];
}

/** Returns the lessons of a course; undefined for another file, and for one that cannot be read: that is told later. */
function lessonsOfCourse(file: string): readonly string[] | undefined {
  try {
    const text = readLesson(file);
    return isCourse(text) ? lessonFilesOf(file, text) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether no line of a file has run. */
const isIdle = ({ lesson, reports }: FileReport): boolean =>
  lesson !== undefined && reports.every(({ findings, notRun }) => findings.length === 0 && notRun.length > 0);

/** Whether something of a file has run, and all that did has passed. */
const hasPassed = (report: FileReport, { strict }: TestOptions): boolean =>
  report.lesson !== undefined &&
  !isIdle(report) &&
  summarize(report.reports).passed &&
  !(strict && linesOf(report).some(({ outcome }) => outcome === "not run"));

function fileLines(report: FileReport, options: TestOptions): readonly string[] {
  const { file, lesson, reports, ms, problem } = report;
  const marks = options.github ? annotations(report, options.strict) : [];
  if (lesson === undefined) return [`✗ ${file}:${problem?.line ?? 1}: ${problem?.words ?? ""}`, ...marks];
  const mark = isIdle(report) ? "–" : hasPassed(report, options) ? "✓" : "✗";
  return [...reportLines(lesson, reports, ms, mark), ...warningLines(report), ...marks];
}

/**
 * Runs a file. Resolves with `course` for a course, whose lessons are run by themselves, and with
 * `idle` for a file that was only found in a folder, and in which nothing is to be run.
 */
async function testFile(
  { file, isNamed }: LessonSource,
  { record, waitMs }: TestOptions,
  print: (line: string) => void,
): Promise<FileReport | "course" | "idle"> {
  const clock = createSystemClock();
  const started = clock.monotonic();
  try {
    const text = readLesson(file);
    if (isCourse(text)) {
      print(`✓ ${file}: a course of ${counted(lessonFilesOf(file, text).length, "lesson")}`);
      return "course";
    }
    const { site, shipped } = surroundingsOf(file);
    const lesson = parseLesson(file, text, site);
    const bounds = { ...(lesson.kind === "page" && boundsOfPages), ...(waitMs !== undefined && { waitMs }) };
    let reports: readonly StepReport[] =
      lesson.steps.length === 0 ? [] : await runLesson(lesson, clock, bounds, shipped);
    if (record) {
      const recorded = recordOutputs(lesson, text, reports);
      if (recorded.count > 0) {
        writeFileSync(file, recorded.text);
        print(`${file}: ${counted(recorded.count, "output")} recorded`);
      }
      reports = recorded.reports;
    }
    return { file, lesson, reports, ms: clock.monotonic() - started, problem: undefined };
  } catch (error) {
    if (error instanceof NothingRuns && !isNamed) return "idle";
    const [line, words] =
      error instanceof LessonError && error.file === file ? [error.line, error.words] : [1, messageOf(error)];
    return { file, lesson: undefined, reports: [], ms: clock.monotonic() - started, problem: { line, words } };
  }
}

/** Pages are longer than lessons, and go on after what fails. */
const boundsOfPages = { lessonMs: 900_000, requests: 20_000 };

/** Reads a file. Throws an Error that says what is wrong with its name. */
function readLesson(file: string): string {
  try {
    return readSettings(file);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") throw new Error("there is no such file", { cause: error });
    throw error;
  }
}
