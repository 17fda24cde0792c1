import { labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Diagnosis } from "../diagnosis.ts";
import { membersAt } from "../fields.ts";
import type { RuleContext } from "../rule.ts";
import { isReady } from "../views.ts";

/** The selector of a workload in the syntax of queries. */
export function selectorOf(object: KubeObject, path = "spec.selector"): string {
  const selector = membersAt(object, path);
  const isPlain = object.kind === "ReplicationController" && path === "spec.selector";
  const { matchLabels, matchExpressions } = isPlain ? { matchLabels: selector } : selector;
  const spec = {
    ...(isRecord(matchLabels) && { matchLabels: matchLabels as Readonly<Record<string, string>> }),
    ...(Array.isArray(matchExpressions) && { matchExpressions }),
  };
  return labelSelectorAsSelector(spec).toString();
}

/** The objects of a resource that an object controls, found by its selector. */
export async function ownedBy(
  owner: KubeObject,
  resource: "pods" | "replicasets",
  { reading }: RuleContext,
): Promise<readonly KubeObject[]> {
  const { namespace, uid } = owner.metadata;
  const group = resource === "pods" ? "" : "apps";
  const found = await reading.all({ group, resource, namespace }, { labelSelector: selectorOf(owner) });
  return found.filter(({ metadata }) =>
    metadata.ownerReferences?.some((reference) => reference.controller === true && reference.uid === uid),
  );
}

const ranks = { error: 0, warning: 1, progressing: 2, ok: 3 } as const;

/** How many pods of a workload are looked at closely: others of the same template have the same problem. */
const most = 5;

/** Reports whether requests go to a pod: it is ready, and not being deleted. */
export const takesRequests = (pod: KubeObject): boolean => isReady(pod) && pod.metadata.deletionTimestamp === undefined;

/** The diagnosis of the pod that is worst off among those that take no requests; undefined if all do. */
export async function worstPod(pods: readonly KubeObject[], { causeOf }: RuleContext): Promise<Diagnosis | undefined> {
  const unready = pods.filter((pod) => !takesRequests(pod));
  const found: Diagnosis[] = [];
  for (const pod of unready.slice(0, most)) {
    const diagnosis = await causeOf(pod);
    if (diagnosis !== undefined && diagnosis.level !== "ok") found.push(diagnosis);
  }
  return found.toSorted((a, b) => ranks[a.level] - ranks[b.level])[0];
}

/** Names an object that is waited for, and what it does: `web-7f which crashes: exit code 1`. */
export const whoDoesWhat = ({ object, predicate }: Diagnosis): string => `${object.name}, which ${predicate}`;
