import type { Lesson } from "./lesson.ts";
import type { StepReport } from "./run-lesson.ts";

/** How a lesson went, in numbers. */
export interface LessonSummary {
  readonly passed: boolean;
  readonly steps: number;
  readonly claims: number;
  readonly failures: number;
}

/** Counts what the steps of a lesson did. */
export function summarize(reports: readonly StepReport[]): LessonSummary {
  const findings = reports.flatMap((report) => report.findings);
  const failures = findings.filter(({ holds }) => !holds).length;
  return { passed: failures === 0, steps: reports.length, claims: findings.length, failures };
}

/** Formats how a lesson went, as a test runner does: a line, and for each claim that failed its place. */
export function reportLines({ file, title }: Lesson, reports: readonly StepReport[], ms: number): readonly string[] {
  const { passed, steps, claims } = summarize(reports);
  const head = `${passed ? "✓" : "✗"} ${file}  ${title} (${counted(steps, "step")}, ${counted(claims, "claim")}) ${Math.round(ms)} ms`;
  return [head, ...reports.flatMap((report) => stepLines(file, report))];
}

const stepLines = (file: string, { findings }: StepReport): readonly string[] =>
  findings
    .filter(({ holds }) => !holds)
    .flatMap(({ place, what, expected, got }) => [
      `  ${file}:${place.line}: ${what}`,
      `    expected  ${expected}`,
      `    got       ${got}`,
    ]);

/** Writes a number with its noun. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
