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

/**
 * Formats how a lesson went, as a test runner does: a line, and for each claim that failed its place, with everything
 * that a command line has printed. `mark` is what the line begins with.
 */
export function reportLines(
  { file, title, steps: all }: Lesson,
  reports: readonly StepReport[],
  ms: number,
  mark = summarize(reports).passed ? "✓" : "✗",
): readonly string[] {
  const { steps, claims } = summarize(reports);
  const done = steps < all.length ? `${steps} of ${counted(all.length, "step")}` : counted(steps, "step");
  const head = `${mark} ${file}  ${title} (${done}, ${counted(claims, "claim")}) ${Math.round(ms)} ms`;
  return [head, ...reports.flatMap((report) => stepLines(file, report))];
}

function stepLines(file: string, report: StepReport): readonly string[] {
  const wrong = report.findings.filter(({ holds }) => !holds);
  const told = wrong.flatMap(({ place, row, what, expected, got }) => [
    `  ${file}:${place.line}: ${what === "" ? "the answer" : what}${row === undefined ? "" : `, case of line ${row.line}`}`,
    `    expected  ${expected}`,
    `    got       ${got}`,
  ]);
  return [...told, ...printedLines(report, new Set(wrong.map(({ place }) => place.line)))];
}

/** The most lines that are shown of what a command line has printed. */
const shownLines = 40;

/** What those command lines have printed for which a claim failed: its line is theirs, or one below. */
function printedLines({ step: { action }, outputs }: StepReport, wrong: ReadonlySet<number>): readonly string[] {
  if (action.kind !== "commands") return [];
  const starts = action.commands.map(({ line }) => line);
  return outputs.flatMap(({ text, output }, i) => {
    const [start = 0, end = Infinity] = starts.slice(i % starts.length);
    if (![...wrong].some((line) => line >= start && line < end)) return [];
    const lines = output.replace(/\n$/, "").split("\n");
    const rest = lines.length > shownLines ? [`... (${counted(lines.length, "line")})`] : [];
    return [`$ ${text}`, ...lines.slice(0, shownLines), ...rest].map((line) => `    | ${line}`);
  });
}

/** Writes a number with its noun. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
