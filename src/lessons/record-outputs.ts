import { trimRight } from "../apimachinery/trim.ts";
import type { ExpectedText, Lesson, Place } from "./lesson.ts";
import type { StepReport } from "./run-lesson.ts";

/** A text with outputs in it, the reports in which they hold, and how many they are. */
export interface Recorded {
  readonly text: string;
  readonly reports: readonly StepReport[];
  readonly count: number;
}

/** Lines of a file, from the first to before the end, that become others. */
interface Change {
  readonly first: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/**
 * Writes what was printed into the blocks and lines of a page that show something else: those that differ by more than
 * readers tolerate, and empty blocks. All other characters of the file stay.
 */
export function recordOutputs(lesson: Lesson, text: string, reports: readonly StepReport[]): Recorded {
  const changes: Change[] = [];
  const lines = text.split("\n");
  const recorded = reports.map((report) => {
    const own = lesson.kind === "page" ? changesOf(report, lines) : [];
    changes.push(...own);
    const isRecorded = (line: number): boolean =>
      own.some(({ first, end }) => line >= first && line < Math.max(end, first + 1));
    const findings = report.findings.map((finding) =>
      isRecorded(finding.place.line) ? { ...finding, holds: true } : finding,
    );
    const outcome = findings.every(({ holds }) => holds) ? ("passed" as const) : ("failed" as const);
    return { ...report, findings, outcome };
  });
  for (const { first, end, lines: printed } of changes.toSorted((a, b) => b.first - a.first)) {
    const fence = (lines[first - 2] ?? "").endsWith("\r") ? "\r" : "";
    lines.splice(first - 1, end - first, ...printed.map((line) => line + fence));
  }
  return { text: lines.join("\n"), reports: recorded, count: changes.length };
}

function changesOf({ step, findings, outputs, notRun }: StepReport, lines: readonly string[]): readonly Change[] {
  const { action } = step;
  if (action.kind !== "commands" || !action.tolerant || outputs.length < action.commands.length) return [];
  const differs = ({ first, end }: Omit<Change, "lines">): boolean =>
    findings.some(({ holds, place }) => !holds && place.line >= first && place.line < Math.max(end, first + 1));
  const ofLines = action.commands.flatMap((command, i) => {
    const range = rangeOf(command.output);
    const isRun = notRun.every(({ line }) => line !== command.line);
    return range !== undefined && isRun && differs(range) ? [{ ...range, output: outputs[i]?.output ?? "" }] : [];
  });
  const lastRun = notRun.every(({ line }) => line !== action.commands.at(-1)?.line);
  const ofBlocks = step.expectations.flatMap(({ content, place }) => {
    const range = blockRange(place, lines);
    const isOutput = content?.kind === "output" && lastRun && differs(range);
    return isOutput ? [{ ...range, output: outputs.at(-1)?.output ?? "" }] : [];
  });
  return [...ofLines, ...ofBlocks].flatMap(({ first, end, output }) => {
    const indent = indentAbove(lines, first);
    const printed = trimRight(output, "\n").split("\n");
    // a fence in what was printed would end the block
    if (printed.some((line) => /^\s*(?:```|~~~)/.test(line))) return [];
    return [{ first, end, lines: printed.map((line) => (indent + line).trimEnd()) }];
  });
}

/** The lines of the file that outputs stand in. */
function rangeOf(output: readonly ExpectedText[]): Omit<Change, "lines"> | undefined {
  const [first, last] = [output[0], output.at(-1)];
  return first === undefined || last === undefined ? undefined : { first: first.place.line, end: last.place.line + 1 };
}

/** The lines of a block between its fences. */
function blockRange({ line }: Place, lines: readonly string[]): Omit<Change, "lines"> {
  const [, fence = "```"] = /(`{3,}|~{3,})/.exec(lines[line - 2] ?? "") ?? [];
  const end = lines.findIndex((each, i) => i >= line - 1 && each.replace(/^[ \t>]*/, "").startsWith(fence));
  return { first: line, end: end < 0 ? line : end + 1 };
}

/** What stands before the lines of a block: the marks of quotes, and the indentation of lists. */
function indentAbove(lines: readonly string[], first: number): string {
  for (let at = first - 2; at >= 0; at--) {
    const [, before = "", mark = ""] =
      /^([ \t>]*(?:(?:[-+*]|\d+[.)])[ \t]+)?)(`{3,}|~{3,})/.exec(lines[at] ?? "") ?? [];
    if (mark !== "") return before.replace(/[^\s>]/g, " ");
  }
  return "";
}
