import type { Lesson } from "./lesson.ts";
import type { StepReport } from "./run-lesson.ts";

/** How a lesson went, in numbers. */
export interface LessonSummary {
  readonly passed: boolean;
  readonly steps: number;
  readonly claims: number;
  readonly failures: number;
  readonly unavailable: number;
}

/** Counts what the steps of a lesson did. A lesson of which nothing ran has not passed. */
export function summarize(reports: readonly StepReport[]): LessonSummary {
  const findings = reports.filter(({ outcome }) => outcome !== "unavailable").flatMap((report) => report.findings);
  const failures = findings.filter(({ holds }) => !holds).length;
  const unavailable = reports.filter(({ outcome }) => outcome === "unavailable").length;
  return {
    passed: failures === 0 && unavailable < reports.length,
    steps: reports.length,
    claims: findings.length,
    failures,
    unavailable,
  };
}

/** Formats how a lesson went, as a test runner does: a line, and for each claim that failed its place. */
export function reportLines({ file, title }: Lesson, reports: readonly StepReport[], ms: number): readonly string[] {
  const { passed, steps, claims, unavailable } = summarize(reports);
  const left = unavailable === 0 ? "" : `, ${counted(unavailable, "step")} not run`;
  const head = `${passed ? "✓" : "✗"} ${file}  ${title} (${counted(steps, "step")}, ${counted(claims, "claim")}${left}) ${Math.round(ms)} ms`;
  return [head, ...reports.flatMap((report) => stepLines(file, report))];
}

const stepLines = (file: string, { outcome, findings }: StepReport): readonly string[] =>
  findings
    .filter(({ holds }) => !holds)
    .flatMap(({ place, what, expected, got }) =>
      outcome === "unavailable"
        ? [`  ${file}:${place.line}: not run: ${got}`]
        : [`  ${file}:${place.line}: ${what}`, `    expected  ${expected}`, `    got       ${got}`],
    );

/** Writes a number with its noun. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
