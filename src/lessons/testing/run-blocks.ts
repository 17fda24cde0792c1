import { createTestServer } from "../../envtest/test-server.ts";
import type { Lesson } from "../lesson.ts";
import { parseLesson } from "../parse-lesson.ts";
import { LessonRun, type LessonRunOptions, type StepReport } from "../run-lesson.ts";
import { serverChoices } from "../server-choices.ts";
import { createFastClock } from "./fast-clock.ts";

/** A clock that passes ten times as fast as the machine's. */
export const clock = createFastClock(10);
/** Writes a fenced block. */
export const block = (info: string, text: string): string => `\`\`\`${info}\n${text}\n\`\`\`\n`;

/** Runs the blocks on a server, and returns the claims that failed as lines of text. */
export const failures = (text: string, options: Partial<LessonRunOptions> = {}): Promise<readonly string[]> =>
  failuresOf(parseLesson("x.md", `---\ntitle: T\n---\n${text}`), options);

/** The same of a page, which waits for long. */
export const pageFailures = (text: string, options: Partial<LessonRunOptions> = {}): Promise<readonly string[]> =>
  failuresOf(parseLesson("x.md", text), {
    ...options,
    bounds: { waitMs: 600_000, lessonMs: 3_000_000, ...options.bounds },
  });

/** Runs a lesson on a server. */
export async function reportsOf(
  lesson: Lesson,
  options: Partial<LessonRunOptions> = {},
): Promise<readonly StepReport[]> {
  await using server = await createTestServer(serverChoices(lesson));
  const bounds = { requestMs: 600_000, ...options.bounds };
  const run = new LessonRun(lesson, { handle: server.handle, clock, ...options, bounds });
  // Blocks alone have no seed; a page has its nodes.
  if (lesson.kind === "page") await run.seed();
  const reports = await run.runAll();
  run.close();
  return reports;
}

async function failuresOf(lesson: Lesson, options: Partial<LessonRunOptions>): Promise<readonly string[]> {
  const reports = await reportsOf(lesson, options);
  return reports.flatMap(({ findings, outcome }) =>
    findings
      .filter(({ holds }) => !holds)
      .map(({ place, what, expected, got }) => `${outcome} ${place.line} ${what}: ${expected}, ${got}`),
  );
}
