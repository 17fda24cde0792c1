import type { RecordedCase } from "./recorded-case.ts";

/** A suite of enabled recorded cases, with the expected number of cases. */
interface SuiteRow {
  readonly suite: string;
  /** The number of cases in a full run. */
  readonly cases: number;
  /** Whether cases that define custom resources are enabled too. */
  readonly customResources: boolean;
  /** The feature gates that the server needs, in the format of `--feature-gates`. */
  readonly featureGates?: string;
  /** The API versions that the server needs, in the format of `--runtime-config`. */
  readonly runtimeConfig?: string;
}

/** The settings of a server for recorded cases. */
export type SuiteSettings = Required<Pick<SuiteRow, "featureGates" | "runtimeConfig">>;

const mutatingPolicies: SuiteSettings = {
  featureGates: "MutatingAdmissionPolicy=true",
  runtimeConfig: "admissionregistration.k8s.io/v1beta1=true",
};

export const suites: readonly SuiteRow[] = [
  { suite: "smoke", cases: 1, customResources: false },
  { suite: "crud", cases: 34, customResources: true },
  { suite: "list", cases: 23, customResources: true },
  { suite: "watch", cases: 35, customResources: true },
  { suite: "delete", cases: 29, customResources: true },
  { suite: "errors", cases: 15, customResources: true },
  { suite: "expired", cases: 2, customResources: false },
  { suite: "unknown-paths", cases: 5, customResources: false },
  { suite: "nonresource", cases: 17, customResources: false },
  { suite: "cbor", cases: 8, customResources: true, featureGates: "CBORServingAndStorage=true" },
  { suite: "media", cases: 21, customResources: true },
  { suite: "managed-fields", cases: 20, customResources: true },
  { suite: "apply", cases: 49, customResources: true },
  { suite: "auth", cases: 15, customResources: true },
  { suite: "unauthorized", cases: 2, customResources: true },
  { suite: "patch", cases: 35, customResources: true },
  { suite: "status", cases: 11, customResources: true },
  { suite: "scale", cases: 15, customResources: true },
  { suite: "dry-run", cases: 14, customResources: true },
  { suite: "field-validation", cases: 23, customResources: true },
  { suite: "discovery-custom", cases: 11, customResources: true },
  { suite: "crd-definition", cases: 29, customResources: true },
  { suite: "crd-schema", cases: 44, customResources: true },
  { suite: "crd-cel", cases: 30, customResources: true },
  { suite: "openapi-custom", cases: 7, customResources: true },
  { suite: "table", cases: 23, customResources: true },
  { suite: "crd-versions", cases: 18, customResources: true },
  { suite: "policy-validating", cases: 34, customResources: true },
  { suite: "policy-mutating", cases: 17, customResources: true, ...mutatingPolicies },
  { suite: "webhook-validating", cases: 35, customResources: true },
  { suite: "webhook-mutating", cases: 25, customResources: true, ...mutatingPolicies },
];

/** True for cases enabled in the table above. */
export function isOn(recorded: RecordedCase): boolean {
  const row = suites.find(({ suite }) => suite === recorded.suite);
  return (
    row !== undefined && (row.customResources || !JSON.stringify(recorded.steps).includes("customresourcedefinitions"))
  );
}

/** Groups cases by the settings that their server needs. Most need none. */
export function bySettings(
  cases: readonly RecordedCase[],
): readonly (readonly [settings: SuiteSettings, cases: readonly RecordedCase[]])[] {
  const groups = new Map<string, [SuiteSettings, RecordedCase[]]>();
  for (const recorded of cases) {
    const { featureGates = "", runtimeConfig = "" } = suites.find(({ suite }) => suite === recorded.suite) ?? {};
    const key = `${featureGates} ${runtimeConfig}`;
    const [settings, group] = groups.get(key) ?? [{ featureGates, runtimeConfig }, []];
    groups.set(key, [settings, [...group, recorded]]);
  }
  return [...groups.values()];
}

/** Reports suites whose number of cases differs from the table. */
export function wrongCounts(cases: readonly RecordedCase[]): readonly string[] {
  return suites.flatMap(({ suite, cases: wanted }) => {
    const found = cases.filter((recorded) => recorded.suite === suite).length;
    return found === wanted ? [] : [`${suite}: ${found} cases where there should be ${wanted}`];
  });
}
