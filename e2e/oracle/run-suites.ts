import { components, type OracleComponent } from "./components.ts";
import { parseRecord } from "./record.ts";
import skippedRecords from "./skipped.json" with { type: "json" };

/** The records of one file. */
export interface OracleSuite {
  /** `primitives/quantity` */
  readonly name: string;
  readonly lines: readonly string[];
}

/** The results of a suite. */
export interface SuiteReport {
  readonly name: string;
  readonly built: boolean;
  readonly passed: number;
  readonly failures: readonly { readonly id: string; readonly problem: string }[];
  readonly skipped: number;
}

/** A record to skip, by `suite/id`, with the reason. */
export interface SkippedRecord {
  readonly record: string;
  readonly reason: string;
}

export const skippedList: readonly SkippedRecord[] = skippedRecords;

/**
 * Checks every record whose name contains all the texts against its component. A suite without a component fails as a
 * whole.
 */
export async function runSuite(
  suite: OracleSuite,
  only: readonly string[],
  skipped: readonly SkippedRecord[],
  table = components,
): Promise<SuiteReport> {
  const skippedNames = new Set(skipped.map(({ record }) => record));
  const named = suite.lines
    .map((line) => ({ line, record: parseRecord(line) }))
    .filter(({ record }) => only.every((text) => `${suite.name}/${record.id}`.includes(text)));
  const selected = named.filter(({ record }) => !skippedNames.has(`${suite.name}/${record.id}`));
  const report = { name: suite.name, skipped: named.length - selected.length };
  const load = table[suite.name];
  if (!load)
    return {
      ...report,
      built: false,
      passed: 0,
      failures: selected.map(({ record }) => ({ id: record.id, problem: "not built" })),
    };
  const component = await load();
  const failures: { id: string; problem: string }[] = [];
  for (const { record } of selected) {
    const problem = await problemOf(component, record);
    if (problem !== undefined) failures.push({ id: record.id, problem });
  }
  return { ...report, built: true, passed: selected.length - failures.length, failures };
}

async function problemOf(
  component: OracleComponent,
  record: Parameters<OracleComponent["check"]>[0],
): Promise<string | undefined> {
  try {
    return await component.check(record);
  } catch (error) {
    return `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}

/** Returns a summary line for a suite, preceded by its first few failures. */
export function describeSuite(report: SuiteReport, verbose: boolean): readonly string[] {
  const { name, built, passed, failures, skipped } = report;
  const shown = built ? failures.slice(0, verbose ? undefined : 5) : [];
  const details = shown.map(({ id, problem }) => `✗ ${name}/${id}: ${verbose ? problem : shorten(problem)}`);
  const left = failures.length - shown.length;
  if (built && left > 0) details.push(`  and ${left} more`);
  const total = passed + failures.length;
  return [
    ...details,
    `${name.padEnd(34)} ${built ? "" : "not built  "}${passed}/${total}${skipped > 0 ? `  skipped ${skipped}` : ""}`,
  ];
}

const shorten = (text: string): string => (text.length > 400 ? `${text.slice(0, 400)}...` : text);
