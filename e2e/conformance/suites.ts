import type { RecordedCase } from "./recorded-case.ts";

/** Which recorded cases are on: a row a suite, with how many cases that must be. */
interface SuiteRow {
  readonly suite: string;
  /** The number of cases that a run of everything must come to. */
  readonly cases: number;
  /** Cases that define custom resources are on too. */
  readonly customResources: boolean;
}

export const suites: readonly SuiteRow[] = [
  { suite: "smoke", cases: 1, customResources: false },
  { suite: "crud", cases: 24, customResources: false },
  { suite: "list", cases: 20, customResources: false },
  { suite: "watch", cases: 28, customResources: false },
  { suite: "delete", cases: 24, customResources: false },
  { suite: "errors", cases: 10, customResources: false },
  { suite: "expired", cases: 2, customResources: false },
  { suite: "unknown-paths", cases: 5, customResources: false },
];

/** Fields that the server does not fill in yet: left out of every comparison, unless `--ignore` says otherwise. */
export const ignoredFields: readonly string[] = ["managedFields"];

/** True for cases of the table above. */
export function isOn(recorded: RecordedCase): boolean {
  const row = suites.find(({ suite }) => suite === recorded.suite);
  return row !== undefined && (row.customResources || !JSON.stringify(recorded.steps).includes("customresourcedefinitions"));
}

/** Says where the cases at hand are not as many as the table promises. */
export function wrongCounts(cases: readonly RecordedCase[]): readonly string[] {
  return suites.flatMap(({ suite, cases: wanted }) => {
    const found = cases.filter((recorded) => recorded.suite === suite).length;
    return found === wanted ? [] : [`${suite}: ${found} cases where there should be ${wanted}`];
  });
}
