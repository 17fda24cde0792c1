import { greatestOf } from "../../../apimachinery/long-lists.ts";
import { decodeJson } from "../../../apimachinery/json/decode.ts";
import { parseDuration } from "../../../apimachinery/duration.ts";
import { isObject, type JsonObject } from "../../../apimachinery/json/value.ts";
import { labelSelectorAsSelector } from "../../../apimachinery/labels/label-selector.ts";
import { answerLines } from "../../../client/answer-text.ts";
import type { Invocation } from "../../invocation.ts";
import { conditionOf, isReady, itemsAt, nameOf, namespaceOf, objectAt, textAt, valueAt } from "../../json-access.ts";
import { KubectlError, usageError } from "../../kubectl-error.ts";
import { goTypeOf } from "./pod-spec.ts";
import { type Query, typedList } from "../../rest/rest.ts";

const withSelector = new Set(["ReplicaSet.apps", "StatefulSet.apps", "DaemonSet.apps", "Deployment.apps", "Job.batch"]);

/** The selector of the pods of an object (polymorphichelpers.SelectorsForObject). Throws a KubectlError. */
function podSelectorOf(object: JsonObject): string {
  const [group = "", version] = textAt(object, "apiVersion").split("/");
  const kind = `${textAt(object, "kind")}${version === undefined ? "" : `.${group}`}`;
  if (withSelector.has(kind)) return String(labelSelectorAsSelector(objectAt(object, "spec", "selector")));
  const labels = objectAt(object, "spec", "selector");
  const matchLabels = Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, String(value)]));
  if (kind === "ReplicationController") return String(labelSelectorAsSelector({ matchLabels }));
  if (kind !== "Service") throw new KubectlError(`selector for ${goTypeOf(object)} not implemented`);
  if (Object.keys(labels).length === 0)
    throw new KubectlError(`invalid service '${nameOf(object)}': Service is defined without a selector`);
  return String(labelSelectorAsSelector({ matchLabels }));
}

/** The time that is waited for pods, in milliseconds. Throws if it is not above zero. */
export function runningTimeout({ flags, path }: Invocation, withUsage = true): number {
  const timeout = Number(parseDuration(flags.text("pod-running-timeout")) / 1_000_000n);
  const problem = "--pod-running-timeout must be higher than zero";
  if (timeout <= 0) throw withUsage ? usageError(path, problem) : new KubectlError(problem);
  return timeout;
}

type Compare = (a: JsonObject, b: JsonObject) => number;

const phases = ["Running", "Unknown", "Pending"];
const ready = (pod: JsonObject): string =>
  isReady(pod) ? textAt(conditionOf(pod, "Ready"), "lastTransitionTime") : "";
const restarts = (pod: JsonObject): number =>
  greatestOf(
    itemsAt(pod, "status", "containerStatuses").map((each) => Number(textAt(each, "restartCount") || 0)),
    0,
  );
const deleted = (pod: JsonObject): number => (valueAt(pod, "metadata", "deletionTimestamp") === undefined ? 0 : 1);
const created = (pod: JsonObject): string => textAt(pod, "metadata", "creationTimestamp");
const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const rankOf = (pod: JsonObject): readonly number[] => [
  textAt(pod, "spec", "nodeName") === "" ? 1 : 0,
  Math.max(0, phases.indexOf(textAt(pod, "status", "phase"))),
  ready(pod) === "" ? 1 : 0,
];

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (const [i, rank] of a.entries()) if (rank !== b[i]) return rank - (b[i] ?? 0);
  return 0;
}

/** The pod whose log says most first (podutils.ByLogging). */
export const byLogging: Compare = (a, b) =>
  compareRanks(rankOf(a), rankOf(b)) ||
  compareTexts(ready(a), ready(b)) ||
  restarts(b) - restarts(a) ||
  compareTexts(created(a), created(b));

/** The pod that lives most surely first (the reverse of podutils.ActivePods). */
export const byActivity: Compare = (a, b) =>
  compareRanks([...rankOf(a), deleted(a)], [...rankOf(b), deleted(b)]) ||
  compareTexts(ready(a), ready(b)) ||
  restarts(a) - restarts(b) ||
  compareTexts(created(a), created(b));

/** The pods of an object, the best first; the first that comes where there are none yet. Throws a KubectlError. */
export async function podsOf(
  invocation: Invocation,
  object: JsonObject,
  timeoutMs: number,
  compare: Compare,
  doing: string,
): Promise<readonly JsonObject[]> {
  let labelSelector: string;
  try {
    labelSelector = podSelectorOf(object);
  } catch (error) {
    throw new KubectlError(`cannot ${doing} ${goTypeOf(object)}: ${error instanceof Error ? error.message : ""}`);
  }
  const path = `/api/v1/namespaces/${namespaceOf(object)}/pods`;
  const list = await invocation.rest.object({ method: "GET", path, query: { ...typedList, labelSelector } });
  const pods = itemsAt(list, "items").filter(isObject);
  if (pods.length > 0) return pods.toSorted(compare);
  const resourceVersion = textAt(list, "metadata", "resourceVersion");
  return [await nextPod(invocation, path, { ...typedList, labelSelector, resourceVersion, watch: "true" }, timeoutMs)];
}

async function nextPod(
  { rest, session }: Invocation,
  path: string,
  query: Query,
  timeoutMs: number,
): Promise<JsonObject> {
  const lines = answerLines((await rest.send({ method: "GET", path, query })).body)[Symbol.asyncIterator]();
  let cancel = (): void => {};
  const ending = new Promise<undefined>((resolve) => {
    cancel = session.clock.after(timeoutMs, () => resolve(undefined));
  });
  try {
    for (;;) {
      const next = await Promise.race([lines.next(), ending]);
      if (next === undefined || next.done === true) throw new KubectlError("timed out waiting for the condition");
      const events = next.value.filter((line) => line !== "").map((line) => decodeJson(line));
      const event = events.find((each) => ["ADDED", "MODIFIED"].includes(textAt(each, "type")));
      if (event !== undefined) return objectAt(event, "object");
    }
  } finally {
    cancel();
    void lines.return?.(undefined);
  }
}
