import { differences, withoutFields } from "./differences.ts";
import type { RecordedCase, Step } from "./recorded-case.ts";
import { timeoutMs } from "./exchange-step.ts";
import { runCase, type FetchTarget, type WebhookService } from "./run-case.ts";
import { NoAnswerError, within } from "./within.ts";

/** A step whose response differs from the recorded one. */
export interface StepFailure {
  readonly step: string;
  readonly request: string;
  readonly differences: readonly string[];
}

/** The result of one case. */
export interface CaseReport {
  readonly suite: string;
  readonly name: string;
  readonly steps: number;
  readonly failures: readonly StepFailure[];
  /** The number of steps that matched the recording. */
  readonly passed: number;
}

/** How recorded cases are run. */
export interface RunOptions {
  readonly fetch: FetchTarget;
  /** Fields left out of the comparison, at any depth. */
  readonly ignore: readonly string[];
  /** The number of cases to run concurrently. */
  readonly parallel: number;
  /** The prefix of this run's namespace names. */
  readonly prefix: string;
  /** Needed by cases with webhooks. */
  readonly webhooks?: WebhookService | undefined;
  /** Called with the report of each finished case. */
  readonly onReport?: (report: CaseReport) => void;
}

const adminHeaders = { Authorization: "Bearer admin-token", "User-Agent": "node" };

/** Runs all cases, each in a namespace of its own, and reports in their order. */
export async function runRecorded(cases: readonly RecordedCase[], options: RunOptions): Promise<readonly CaseReport[]> {
  if (cases.length > 0) await letViewersRead(options.fetch);
  const reports: CaseReport[] = [];
  const queue = cases.entries();
  const work = async (): Promise<void> => {
    for (const [index, recorded] of queue) {
      const report = await runTwiceIfUnanswered(recorded, `${options.prefix}-${index}`, options);
      reports[index] = report;
      options.onReport?.(report);
    }
  };
  await Promise.all(Array.from({ length: options.parallel }, work));
  return reports;
}

/** Runs a case once more if a request was lost on the way, which happens to Node's fetch on a machine that stalls. */
async function runTwiceIfUnanswered(
  recorded: RecordedCase,
  namespace: string,
  options: RunOptions,
): Promise<CaseReport> {
  try {
    return await runAndCompare(recorded, namespace, options);
  } catch (error) {
    console.log(`run once more: ${recorded.suite}/${recorded.name}: ${String(error)}`);
  }
  try {
    return await runAndCompare(recorded, `${namespace}-again`, options);
  } catch (error) {
    return unfinished(recorded, error);
  }
}

function unfinished({ suite, name, expect }: RecordedCase, error: unknown): CaseReport {
  const differences = [`the case could not be run to its end: ${String(error)}`];
  return { suite, name, steps: expect.length, passed: 0, failures: [{ step: "-", request: "", differences }] };
}

/** Throws NoAnswerError; other errors are reported. */
async function runAndCompare(
  recorded: RecordedCase,
  namespace: string,
  { fetch, ignore, webhooks }: RunOptions,
): Promise<CaseReport> {
  const { suite, name, expect } = recorded;
  try {
    await post(fetch, "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    const results = await runCase(recorded, { fetch, headers: adminHeaders, namespace, webhooks });
    const ignored = new Set(ignore);
    const failures = expect.flatMap((expected, i) => {
      const found = differences(withoutFields(expected, ignored), withoutFields(results[i] ?? {}, ignored));
      return found.length === 0
        ? []
        : [
            {
              step: expected.id,
              request: describeStep(recorded.steps.find(({ id }) => id === expected.id)),
              differences: found,
            },
          ];
    });
    return { suite, name, steps: expect.length, failures, passed: expect.length - failures.length };
  } catch (error) {
    if (error instanceof NoAnswerError) throw error;
    return unfinished(recorded, error);
  }
}

/** When the cases were recorded the user `viewer` could read config maps, and `alice` nothing. */
async function letViewersRead(fetch: FetchTarget): Promise<void> {
  const rbac = "/apis/rbac.authorization.k8s.io/v1";
  const apiGroup = "rbac.authorization.k8s.io";
  const metadata = { name: "conformance-viewer" };
  await post(fetch, `${rbac}/clusterroles`, {
    metadata,
    rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list", "watch"] }],
  });
  await post(fetch, `${rbac}/clusterrolebindings`, {
    metadata,
    roleRef: { apiGroup, kind: "ClusterRole", name: metadata.name },
    subjects: [{ apiGroup, kind: "User", name: "viewer" }],
  });
}

async function post(fetch: FetchTarget, target: string, object: object): Promise<void> {
  const headers = { ...adminHeaders, "Content-Type": "application/json" };
  await within(timeoutMs, `POST ${target}`, async (signal) => {
    const response = await fetch(target, { method: "POST", headers, body: JSON.stringify(object), signal });
    await response.arrayBuffer();
  });
}

function describeStep(step: Step | undefined): string {
  if (!step || "sleep" in step) return "";
  if ("request" in step) return `${step.request.method ?? "GET"} ${step.request.path}`;
  if ("calls" in step) return "calls of webhooks";
  return "watch" in step ? `WATCH ${step.watch.path}` : `events of ${step.collect.stream}`;
}
