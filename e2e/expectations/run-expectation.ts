import { decodeJson } from "../../src/apimachinery/json/decode.ts";
import type { JsonValue } from "../../src/apimachinery/json/value.ts";
import { machinePace, type Pace } from "./pace.ts";
import {
  nameOf,
  problemsOf,
  substituted,
  valueAt,
  type Expectation,
  type Step,
  type StepAnswer,
  type StepRequest,
} from "./expectation.ts";

const polls = 20; // a second of `within`

/** Sends a request to a path of the server. */
export type FetchPath = (path: string, init: RequestInit) => Promise<Response>;

const json = (text: string): JsonValue | undefined => {
  try {
    return decodeJson(text);
  } catch {
    return undefined; // judged as text
  }
};

async function send(fetchPath: FetchPath, request: StepRequest): Promise<StepAnswer> {
  const { method = "GET", path, body, contentType = "application/json", accept = "application/json" } = request;
  const answer = await fetchPath(path, {
    method,
    headers: {
      Authorization: `Bearer ${request.token ?? "admin-token"}`,
      Accept: accept,
      ...(body !== undefined && { "Content-Type": contentType }),
      ...request.headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: json(text), text };
}

/** What expectations are run with. */
interface Course {
  readonly fetchPath: FetchPath;
  readonly pace: Pace;
}

/** Runs a step, repeatedly if it may take a while; returns what does not hold. */
async function runStep(
  { fetchPath, pace }: Course,
  step: Step,
  variables: Map<string, string>,
): Promise<readonly string[]> {
  const request = substituted(step.request, variables);
  const expected = substituted(step.expect ?? {}, variables);
  for (let left = (step.within ?? 0) * polls; ; left--) {
    const answer = await send(fetchPath, request);
    const problems = problemsOf(expected, answer);
    if (problems.length === 0) {
      for (const [name, path] of Object.entries(step.save ?? {}))
        variables.set(name, String(valueAt(answer.body, path)));
      return [];
    }
    if (left <= 0) return problems.map((problem) => `${request.method ?? "GET"} ${request.path}: ${problem}`);
    await pace.pause();
  }
}

/** Runs an expectation in a namespace of its own; returns what does not hold. `id` must be unique to it. */
async function runExpectation(course: Course, { steps }: Expectation, id: string): Promise<readonly string[]> {
  const { fetchPath } = course;
  const namespace = `x-${id}`;
  const variables = new Map([
    ["id", id],
    ["ns", namespace],
  ]);
  const isNamespaced = JSON.stringify(steps).includes("{ns}");
  const body = { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } };
  if (isNamespaced) await send(fetchPath, { method: "POST", path: "/api/v1/namespaces", body });
  try {
    for (const step of steps) {
      const problems = await runStep(course, step, variables);
      if (problems.length > 0) return problems;
    }
    return [];
  } finally {
    if (isNamespaced) await send(fetchPath, { method: "DELETE", path: `/api/v1/namespaces/${namespace}` });
  }
}

/** What came of expectations: how many hold, and of each other one what does not, as lines. */
export interface ExpectationReport {
  readonly passed: number;
  readonly problems: readonly string[];
}

/**
 * Runs expectations one after the other, since some are about the only default of a cluster, or so many `lanes` beside
 * each other. Those of `skipped`, by `SUITE/NAME`, must not hold.
 */
export async function runExpectations(
  fetchPath: FetchPath,
  expectations: readonly Expectation[],
  skipped: Readonly<Record<string, string>>,
  { lanes = 1, pace = machinePace }: { readonly lanes?: number; readonly pace?: Pace } = {},
): Promise<ExpectationReport> {
  const prefix = Date.now().toString(36);
  const problems: string[] = [];
  let passed = 0;
  const left = expectations.entries();
  const runLane = async (): Promise<void> => {
    for (const [index, expectation] of left) {
      const name = nameOf(expectation);
      const found = await runExpectation({ fetchPath, pace }, expectation, `${prefix}${index.toString(36)}`);
      const isSkipped = skipped[name] !== undefined;
      if (isSkipped && found.length === 0) problems.push(`✗ ${name}: passes and is listed in skipped.json`);
      else if (!isSkipped && found.length > 0) problems.push(`✗ ${name}\n    ${found.join("\n    ")}`);
      else if (!isSkipped) passed++;
    }
    pace.leave();
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  return { passed, problems };
}
