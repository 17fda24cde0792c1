import type { Lesson } from "../lessons/lesson.ts";
import { type LineReport, lineReports } from "../lessons/line-counts.ts";
import type { Finding } from "../lessons/match.ts";
import { counted } from "../lessons/report-lines.ts";
import type { StepReport } from "../lessons/run-lesson.ts";
import { workflowCommand, xmlText } from "../component-base/report-texts.ts";

/** How a file went. */
export interface FileReport {
  readonly file: string;
  /** Undefined for a file that cannot be run. */
  readonly lesson: Lesson | undefined;
  readonly reports: readonly StepReport[];
  readonly ms: number;
  /** Why the file cannot be run, and the line that is to blame. */
  readonly problem: { readonly line: number; readonly words: string } | undefined;
}

/** The command lines of files, by what came of them. */
export interface LineTotals {
  readonly passed: number;
  readonly failed: number;
  readonly notRun: number;
}

export const linesOf = ({ lesson, reports }: FileReport): readonly LineReport[] =>
  lesson === undefined ? [] : lineReports(lesson, reports);

/** Counts the command lines of files. */
export function totalsOf(files: readonly FileReport[]): LineTotals {
  const lines = files.flatMap(linesOf);
  const count = (outcome: LineReport["outcome"]): number => lines.filter((line) => line.outcome === outcome).length;
  return { passed: count("passed"), failed: count("failed"), notRun: count("not run") };
}

/** Says how many command lines ran, and how many did not. */
export const totalsInWords = ({ passed, failed, notRun }: LineTotals): string =>
  `${counted(passed + failed + notRun, "command line")}: ${passed} passed, ${failed} failed, ${notRun} not run`;

/** The lines of warnings about what did not run. */
export const warningLines = (report: FileReport): readonly string[] =>
  linesOf(report)
    .filter(({ outcome }) => outcome === "not run")
    .map(({ line, text, reason }) => `  ${report.file}:${line}: not run: ${reason}\n    $ ${firstLine(text)}`);

const firstLine = (text: string): string => text.split("\n")[0] ?? "";

/** Commands of GitHub's workflows, which annotate the files: errors, and warnings about what did not run. */
export function annotations(report: FileReport, strict: boolean): readonly string[] {
  const { file, problem, reports } = report;
  const failed = problem === undefined ? [] : [workflowCommand("error", { file, line: problem.line }, problem.words)];
  const claims = reports
    .flatMap(({ findings }) => findings)
    .filter(({ holds }) => !holds)
    .map((finding) => workflowCommand("error", { file, line: finding.place.line }, claimWords(finding)));
  const skipped = linesOf(report)
    .filter(({ outcome }) => outcome === "not run")
    .map(({ line, reason, text }) =>
      workflowCommand(strict ? "error" : "warning", { file, line }, `not run: ${reason}\n$ ${text}`),
    );
  return [...failed, ...claims, ...skipped];
}

const claimWords = ({ what, expected, got }: Finding): string =>
  `${what === "" ? "the answer" : what}\nexpected  ${expected}\ngot       ${got}`;

/** The report in the format of JUnit: a suite for each file, a case for each command line and each other step. */
export function junitReport(files: readonly FileReport[], strict: boolean): string {
  const suites = files.map((file) => suiteOf(file, strict));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="kubepad">\n${suites.join("")}</testsuites>\n`;
}

interface TestCase {
  readonly line: number;
  readonly name: string;
  readonly failures: readonly Finding[];
  readonly skipped: string;
}

function suiteOf(report: FileReport, strict: boolean): string {
  const { file, problem, ms } = report;
  const cases = casesOf(report);
  const isFailed = ({ failures, skipped }: TestCase): boolean => failures.length > 0 || (strict && skipped !== "");
  const failed = cases.filter(isFailed).length;
  const skipped = cases.filter((each) => each.skipped !== "" && !strict).length;
  const errors = problem === undefined ? 0 : 1;
  const head = `tests="${cases.length + errors}" failures="${failed}" skipped="${skipped}" errors="${errors}"`;
  const written = cases.map((each) => writtenCase(file, each, strict));
  const broken =
    problem === undefined
      ? ""
      : `    <testcase classname="${xmlText(file)}" name="the file"><error message="${xmlText(`${file}:${problem.line}: ${problem.words}`)}"/></testcase>\n`;
  return `  <testsuite name="${xmlText(file)}" ${head} time="${(ms / 1000).toFixed(3)}">\n${broken}${written.join("")}  </testsuite>\n`;
}

function casesOf(report: FileReport): readonly TestCase[] {
  const lines = linesOf(report).map(({ line, text, reason, failures }) => ({
    line,
    name: firstLine(text),
    failures,
    skipped: reason,
  }));
  const steps = report.reports
    .filter(({ step }) => step.action.kind !== "commands")
    .map(({ step, findings }) => ({
      line: step.line,
      name: step.title === "" ? step.action.kind : `${step.title}: ${step.action.kind}`,
      failures: findings.filter(({ holds }) => !holds),
      skipped: "",
    }));
  return [...lines, ...steps].toSorted((a, b) => a.line - b.line);
}

function writtenCase(file: string, { line, name, failures, skipped }: TestCase, strict: boolean): string {
  const head = `    <testcase classname="${xmlText(file)}" name="${xmlText(`${line}: ${name}`)}"`;
  if (skipped !== "")
    return `${head}><${strict ? "failure" : "skipped"} message="${xmlText(`${file}:${line}: not run: ${skipped}`)}"/></testcase>\n`;
  if (failures.length === 0) return `${head}/>\n`;
  const told = failures.map(
    (finding) =>
      `<failure message="${xmlText(`${file}:${finding.place.line}: ${finding.what}`)}">${xmlText(claimWords(finding))}</failure>`,
  );
  return `${head}>${told.join("")}</testcase>\n`;
}
