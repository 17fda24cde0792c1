import knownFailures from "./known-failures.json" with { type: "json" };
import type { CaseReport } from "./run-recorded.ts";

/** A case that is known to fail. */
export interface KnownFailure {
  readonly case: string;
  readonly reason: string;
}

export const knownFailureList: readonly KnownFailure[] = knownFailures;

/** The totals of a run. Steps that fail as listed in the known failures are counted separately. */
export interface Summary {
  readonly lines: readonly string[];
  readonly passed: number;
  readonly failed: number;
}

interface Tally {
  cases: number;
  casesPassed: number;
  steps: number;
  stepsPassed: number;
}

/** Adds reports up: differences of failing steps, a line a suite, and what the list of known failures got wrong. */
export function summarize(reports: readonly CaseReport[], known: readonly KnownFailure[], verbose: boolean): Summary {
  const reasons = new Map(known.map((failure) => [failure.case, failure.reason]));
  const lines = reports.flatMap((report) => describeReport(report, reasons, verbose));
  const surprises = reports.filter((report) => reasons.has(caseName(report)) && report.failures.length === 0);
  const tallies = tallySuites(reports);
  for (const [suite, t] of tallies)
    lines.push(`${suite.padEnd(20)} cases ${t.casesPassed}/${t.cases}  steps ${t.stepsPassed}/${t.steps}`);
  const unexpected = reports.filter((report) => !reasons.has(caseName(report)));
  return {
    lines,
    passed: reports.reduce((sum, { passed }) => sum + passed, 0),
    failed: unexpected.reduce((sum, { steps, passed }) => sum + steps - passed, 0) + surprises.length,
  };
}

const caseName = ({ suite, name }: CaseReport): string => `${suite}/${name}`;

function describeReport(report: CaseReport, reasons: ReadonlyMap<string, string>, verbose: boolean): readonly string[] {
  const reason = reasons.get(caseName(report));
  if (report.failures.length === 0)
    return reason === undefined
      ? []
      : [`✗ ${caseName(report)}: passes, and stands on the list of known failures (${reason})`];
  if (reason !== undefined && !verbose) return [`- ${caseName(report)}: fails as known (${reason})`];
  const failures = report.failures.slice(0, verbose ? undefined : 1);
  const details = failures.flatMap(({ step, request, differences }) => [
    `    ${step} ${request}`,
    ...differences.slice(0, verbose ? undefined : 3).map((line) => `      ${line}`),
  ]);
  return [`✗ ${caseName(report)}: ${report.passed}/${report.steps} steps`, ...details];
}

function tallySuites(reports: readonly CaseReport[]): ReadonlyMap<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const { suite, steps, passed } of reports) {
    const tally = tallies.get(suite) ?? { cases: 0, casesPassed: 0, steps: 0, stepsPassed: 0 };
    tally.cases += 1;
    tally.casesPassed += passed === steps ? 1 : 0;
    tally.steps += steps;
    tally.stepsPassed += passed;
    tallies.set(suite, tally);
  }
  return tallies;
}
