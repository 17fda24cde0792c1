import { createTestServer } from "../../envtest/test-server.ts";
import { parseLesson } from "../parse-lesson.ts";
import { LessonRun, type LessonRunOptions } from "../run-lesson.ts";
import { createFastClock } from "./fast-clock.ts";

/** A clock that passes ten times as fast as the machine's. */
export const clock = createFastClock(10);
/** Writes a fenced block. */
export const block = (info: string, text: string): string => `\`\`\`${info}\n${text}\n\`\`\`\n`;

/** Runs the blocks on a server, and returns the claims that failed as lines of text. */
export async function failures(text: string, options: Partial<LessonRunOptions> = {}): Promise<readonly string[]> {
  await using server = await createTestServer();
  const lesson = parseLesson("x.md", `---\ntitle: T\n---\n${text}`);
  const bounds = { requestMs: 600_000, ...options.bounds };
  const run = new LessonRun(lesson, { handle: server.handle, clock, ...options, bounds });
  const reports = await run.runAll();
  run.close();
  return reports.flatMap(({ findings, outcome }) =>
    findings
      .filter(({ holds }) => !holds)
      .map(({ place, what, expected, got }) => `${outcome} ${place.line} ${what}: ${expected}, ${got}`),
  );
}
