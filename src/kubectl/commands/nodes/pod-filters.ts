import type { JsonObject } from "../../../apimachinery/json/value.ts";
import { isNotFound } from "../../../apimachinery/errors.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, namespaceOf, textAt, valueAt } from "../../json-access.ts";
import { KubectlError } from "../../kubectl-error.ts";
import { controllerOf } from "../describe/describe-parts.ts";

/** What becomes of a pod of a drained node. */
interface Verdict {
  readonly deletes: boolean;
  readonly warning?: string;
  readonly error?: string;
}

/** The pods to delete, a warning about them ("" for none), and what forbids to delete pods. */
export interface FilteredPods {
  readonly pods: readonly JsonObject[];
  readonly warning: string;
  readonly errors: readonly KubectlError[];
}

const okay: Verdict = { deletes: true };

/** Decides which pods of a node are deleted (drain.Helper.makeFilters); the last filter's warning counts. */
export async function filterPods(invocation: Invocation, pods: readonly JsonObject[]): Promise<FilteredPods> {
  const verdicts: (readonly [JsonObject, Verdict])[] = [];
  for (const pod of pods) verdicts.push([pod, await verdictOf(invocation, pod)]);
  const grouped = (member: "warning" | "error"): readonly (readonly [string, string])[] => {
    const names = new Map<string, string[]>();
    for (const [pod, { [member]: text }] of verdicts)
      if (text !== undefined) names.set(text, [...(names.get(text) ?? []), `${namespaceOf(pod)}/${nameOf(pod)}`]);
    return [...names].map(([text, of]) => [text, of.join(", ")] as const);
  };
  return {
    pods: verdicts.filter(([, { deletes }]) => deletes).map(([pod]) => pod),
    warning: grouped("warning")
      .map(([text, names]) => `${text}: ${names}`)
      .join("; "),
    errors: grouped("error").map(([text, names]) => new KubectlError(`cannot delete ${text}: ${names}`)),
  };
}

async function verdictOf(invocation: Invocation, pod: JsonObject): Promise<Verdict> {
  const { flags, session } = invocation;
  if (isSkipped(pod, flags.int("skip-wait-for-delete-timeout"), session.clock.now())) return { deletes: false };
  const finished = ["Succeeded", "Failed"].includes(textAt(pod, "status", "phase"));
  const ofDaemonSet = finished ? okay : await daemonSetVerdict(invocation, pod);
  if (!ofDaemonSet.deletes) return ofDaemonSet;
  if (valueAt(pod, "metadata", "annotations", "kubernetes.io/config.mirror") !== undefined) return { deletes: false };
  if (finished) return okay;
  const hasLocalStorage = itemsAt(pod, "spec", "volumes").some((each) => valueAt(each, "emptyDir") !== undefined);
  if (hasLocalStorage && !flags.bool("delete-emptydir-data"))
    return { deletes: false, error: "Pods with local storage (use --delete-emptydir-data to override)" };
  if (controllerOf(pod) !== undefined) return okay;
  return flags.bool("force")
    ? { deletes: true, warning: "deleting Pods that declare no controller" }
    : { deletes: false, error: "cannot delete Pods that declare no controller (use --force to override)" };
}

async function daemonSetVerdict({ flags, rest }: Invocation, pod: JsonObject): Promise<Verdict> {
  const controller = controllerOf(pod);
  if (textAt(controller, "kind") !== "DaemonSet" || textAt(controller, "apiVersion") !== "apps/v1") return okay;
  const path = `/apis/apps/v1/namespaces/${namespaceOf(pod)}/daemonsets/${textAt(controller, "name")}`;
  try {
    await rest.object({ method: "GET", path });
  } catch (error) {
    return isNotFound(error) && flags.bool("force")
      ? { deletes: true, warning: messageOf(error) }
      : { deletes: false, error: messageOf(error) };
  }
  return flags.bool("ignore-daemonsets")
    ? { deletes: false, warning: "ignoring DaemonSet-managed Pods" }
    : { deletes: false, error: "DaemonSet-managed Pods (use --ignore-daemonsets to ignore)" };
}

/** Reports whether a pod was deleted longer ago than is waited for. */
export function isSkipped(pod: JsonObject, seconds: number, now: number): boolean {
  const deleted = textAt(pod, "metadata", "deletionTimestamp");
  return seconds > 0 && deleted !== "" && Math.floor((now - Date.parse(deleted)) / 1000) > seconds;
}
