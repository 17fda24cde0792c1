import { isRecord } from "../apimachinery/is-record.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { parsePath } from "../client/snippets/parsed-path.ts";
import { parsedJson, type RecordedRequest, type RecordedStep, requestsOf } from "./recording.ts";

/** Something that is read until it is there: a replay is faster than the user was who gave the server time. */
export interface Wait {
  readonly title: string;
  readonly target: string;
  /** What is expected of the answer besides its status; undefined for nothing. */
  readonly part?: Readonly<Record<string, unknown>>;
}

/** Returns what is waited for before the first step: what quotas limit is read from their status. */
export const waitsForObjects = (objects: readonly KubeObject[]): readonly Wait[] =>
  objects.flatMap(({ apiVersion, kind, metadata: { name = "", namespace = "" }, spec }) => {
    if (apiVersion !== "v1" || kind !== "ResourceQuota" || !isRecord(spec)) return [];
    const target = `/api/v1/namespaces/${namespace}/resourcequotas/${name}`;
    return [{ title: `Wait for ResourceQuota ${name}`, target, part: { status: { hard: spec["hard"] } } }];
  });

/**
 * Returns what is waited for before each step, by its index: that a kind is served which an earlier step defines and,
 * where controllers make accounts, the account of the first pod of a namespace.
 */
export function waitsBefore(steps: readonly RecordedStep[], lives: boolean): ReadonlyMap<number, readonly Wait[]> {
  const defined = new Set<string>();
  const waited = new Set<string>();
  const waits = new Map<number, readonly Wait[]>();
  for (const [at, step] of steps.entries()) {
    const requests = requestsOf(step);
    const due = requests.flatMap((request) => [
      ...waitForKind(request, defined),
      ...(lives ? waitForAccount(request) : []),
    ]);
    const isNew = ({ target }: Wait): boolean => !waited.has(target) && waited.add(target).size > 0;
    waits.set(at, due.filter(isNew));
    for (const request of requests) for (const name of definitionsIn(request)) defined.add(name);
  }
  return waits;
}

function waitForKind({ target }: RecordedRequest, defined: ReadonlySet<string>): readonly Wait[] {
  const path = parsePath(target);
  if (path === undefined || !defined.has(`${path.resource}.${path.group}`)) return [];
  const collection = `/apis/${path.group}/${path.version}/${path.resource}`;
  return [{ title: `Wait until ${path.resource} are served`, target: collection }];
}

function waitForAccount({ method, target, status }: RecordedRequest): readonly Wait[] {
  const path = parsePath(target);
  if (method !== "POST" || path?.resource !== "pods" || path.name !== undefined || status >= 300) return [];
  const { namespace = "default" } = path;
  const account = `/api/v1/namespaces/${namespace}/serviceaccounts/default`;
  return [{ title: `Wait for the account of pods in ${namespace}`, target: account }];
}

/** Returns the names of the definitions that a request creates: `widgets.example.com`. */
function definitionsIn({ method, target, status, answer }: RecordedRequest): readonly string[] {
  if (method === "GET" || status >= 300 || parsePath(target)?.resource !== "customresourcedefinitions") return [];
  const object = parsedJson(answer);
  const metadata = isRecord(object) ? object["metadata"] : undefined;
  return isRecord(metadata) && typeof metadata["name"] === "string" ? [metadata["name"]] : [];
}
