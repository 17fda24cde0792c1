import { join } from "node:path";
import type { Clock } from "../apimachinery/clock.ts";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import type { LessonBounds } from "../lessons/bounds.ts";
import type { Lesson } from "../lessons/lesson.ts";
import { parseLesson } from "../lessons/parse-lesson.ts";
import { counted, reportLines, summarize } from "../lessons/report-lines.ts";
import { LessonRun, type StepReport } from "../lessons/run-lesson.ts";
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
): Promise<readonly StepReport[]> {
  const server = await openLessonServer(lesson, clock, bounds.requestMs);
  const run = new LessonRun(lesson, { ...server, clock, bounds });
  try {
    await run.seed();
    return await run.runAll();
  } finally {
    run.close();
    await server.close();
  }
}

/**
 * Runs the lessons of some files, each on a fresh server, and prints how each went. Resolves with whether all passed.
 */
export async function testLessons(files: readonly string[], print: (line: string) => void): Promise<boolean> {
  const clock = createSystemClock();
  let [passed, claims] = [0, 0];
  for (const file of files) {
    const started = clock.monotonic();
    try {
      const lesson = parseLesson(file, readLesson(file));
      const reports = await runLesson(lesson, clock);
      const summary = summarize(reports);
      claims += summary.claims;
      if (summary.passed) passed++;
      for (const line of reportLines(lesson, reports, clock.monotonic() - started)) print(line);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      print(`✗ ${message.startsWith(`${file}:`) ? message : `${file}: ${message}`}`);
    }
  }
  print(`${passed} passed, ${files.length - passed} failed, ${counted(claims, "claim")}`);
  return passed === files.length;
}

/** Reads a file. Throws an Error that says what is wrong with its name. */
function readLesson(file: string): string {
  try {
    return readSettings(file);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") throw new Error("there is no such file", { cause: error });
    if (code === "EISDIR") throw new Error(`this is a folder; name its files: ${join(file, "*.md")}`, { cause: error });
    throw error;
  }
}
