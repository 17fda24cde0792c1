import type { CommandLine, Lesson, NotRun } from "./lesson.ts";
import type { Finding } from "./match.ts";
import type { StepReport } from "./run-lesson.ts";

/** A command line of a lesson, and what came of it. */
export interface LineReport {
  readonly line: number;
  readonly text: string;
  readonly outcome: "passed" | "failed" | "not run";
  /** Why it did not run; "" for others. */
  readonly reason: string;
  /** The claims that do not hold. */
  readonly failures: readonly Finding[];
}

/** Tells what became of each command line of a lesson, in the order of the file. */
export function lineReports(lesson: Lesson, reports: readonly StepReport[]): readonly LineReport[] {
  const done = reports.flatMap((report) => linesOfStep(report));
  const unreached = lesson.steps
    .slice(reports.length)
    .flatMap(({ action }) =>
      action.kind === "commands"
        ? action.commands.map((command) => notRun({ ...command, reason: "a step before it failed" }))
        : [],
    );
  return [...done, ...lesson.notRun.map(notRun), ...unreached].toSorted((a, b) => a.line - b.line);
}

const notRun = ({ line, text, reason }: Omit<NotRun, "reason"> & { readonly reason: string }): LineReport => ({
  line,
  text,
  outcome: "not run",
  reason,
  failures: [],
});

function linesOfStep(report: StepReport): readonly LineReport[] {
  const { action } = report.step;
  if (action.kind !== "commands") return [];
  return action.commands.map((command, i) => {
    const skipped = report.notRun.find(({ line }) => line === command.line);
    if (skipped !== undefined) return notRun(skipped);
    const failures = failuresOf(report, action.commands, i);
    const outcome = failures.length === 0 ? "passed" : "failed";
    return { line: command.line, text: command.text, outcome, reason: "", failures };
  });
}

/** The claims of a line that do not hold: those at its lines, and behind the last one those of the blocks after it. */
function failuresOf(
  { step, findings, outputs }: StepReport,
  commands: readonly CommandLine[],
  at: number,
): readonly Finding[] {
  const start = commands[at]?.line ?? 0;
  const end = commands[at + 1]?.line ?? Infinity;
  return findings.filter(({ holds, place }) => {
    if (holds) return false;
    const isOfStep = place.line === step.line;
    // a step that could not go on has stopped at one of its lines
    return isOfStep ? outputs.length === 0 || at >= outputs.length : place.line >= start && place.line < end;
  });
}
