import type { Clock } from "../../src/apimachinery/clock.ts";
import type { Lesson, Step } from "../../src/lessons/lesson.ts";
import { LessonRun, type StepReport } from "../../src/lessons/run-lesson.ts";
import type { ReadShipped } from "../../src/lessons/shipped-files.ts";
import { openLessonServer } from "../../src/node/open-lesson-server.ts";

/** A command line of a page: whether it runs as it is written, and if not, what was expected and got. */
export interface MeasuredLine {
  readonly line: number;
  readonly text: string;
  readonly runs: boolean;
  readonly reason: string;
}

/** Long, since the time of the pages passes quickly. */
const bounds = { requestMs: 120_000, lessonMs: 1_200_000 };

/** Runs all command lines of a page, also those after one that fails; each is waited for so many milliseconds. */
export async function measurePage(
  lesson: Lesson,
  clock: Clock,
  shipped: ReadShipped,
  waitMs: number,
): Promise<readonly MeasuredLine[]> {
  const server = await openLessonServer(lesson, clock, bounds.requestMs);
  const run = new LessonRun(lesson, {
    ...server,
    clock,
    shipped,
    bounds: { ...bounds, waitMs },
  });
  const lines: MeasuredLine[] = lesson.notRun.map(({ line, text, reason }) => ({ line, text, runs: false, reason }));
  try {
    await run.seed();
    for (const step of lesson.steps)
      if (step.action.kind === "commands") lines.push(...ofStep(step, await run.runStep(step)));
      else await run.runStep(step);
  } finally {
    run.close();
    await server.close();
  }
  return lines.toSorted((a, b) => a.line - b.line);
}

function ofStep({ action }: Step, { findings, notRun }: StepReport): readonly MeasuredLine[] {
  const commands = action.kind === "commands" ? action.commands : [];
  return commands.map(({ line, text }, i) => {
    const next = commands[i + 1]?.line ?? Infinity;
    const own = findings.filter(({ place }) => place.line >= line && place.line < next);
    const wrong = own.find(({ holds }) => !holds);
    const reason = wrong === undefined ? "" : `${wrong.what}: ${wrong.expected}, ${wrong.got}`;
    const skipped = notRun.find((each) => each.line === line)?.reason ?? "not reached";
    return { line, text, runs: wrong === undefined && own.length > 0, reason: own.length > 0 ? reason : skipped };
  });
}
