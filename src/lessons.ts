/**
 * The library for lessons: documentation that is run, and whose claims are checked (docs/lessons.md).
 *
 *     const lesson = parseLesson("watch.md", text);
 *     const server = await createTestServer(serverChoices(lesson)); // from kubepad/testing
 *     const run = new LessonRun(lesson, { handle: server.handle, clock: createSystemClock() });
 *     await run.seed();
 *     const reports = await run.runAll();
 */
export type { Clock } from "./apimachinery/clock.ts";
export { createSystemClock } from "./apimachinery/system-clock.ts";
export type { Handle } from "./component-base/exchange.ts";
export { defaultBounds } from "./lessons/bounds.ts";
export type { LessonBounds } from "./lessons/bounds.ts";
export { LessonError } from "./lessons/lesson-error.ts";
export type {
  Expectation,
  FrontMatter,
  Goal,
  Lesson,
  LessonBlock,
  LessonServer,
  Place,
  Step,
  WantedObject,
} from "./lessons/lesson.ts";
export type { Finding } from "./lessons/match.ts";
export { parseLesson, withStepText } from "./lessons/parse-lesson.ts";
export { reportLines, summarize } from "./lessons/report-lines.ts";
export type { LessonSummary } from "./lessons/report-lines.ts";
export type { CommandResult, RunCommandLine } from "./lessons/run-command-line.ts";
export type { RunCommand } from "./lessons/step-services.ts";
export { LessonRun } from "./lessons/run-lesson.ts";
export type { GoalPartReport, LessonRunOptions, StepExchange, StepReport } from "./lessons/run-lesson.ts";
export { serverChoices } from "./lessons/server-choices.ts";
export type { LessonServerChoices } from "./lessons/server-choices.ts";
