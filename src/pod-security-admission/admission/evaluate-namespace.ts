import type { Pod } from "../../api/core/v1.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { formatLevelVersion, type LevelVersion } from "../api/policy.ts";
import { forbiddenReason, type EvaluatePod } from "../policy/evaluator.ts";

const maxPodsToCheck = 3000;
const maxCheckMs = 1000;

/** Puts one pod of each controller first, as the others are like it (admission.prioritizePods). */
function prioritized(pods: readonly Pod[], isExempt: (pod: Pod) => boolean): readonly Pod[] {
  const seen = new Set<string>();
  const first: Pod[] = [];
  const rest: Pod[] = [];
  for (const pod of pods) {
    if (isExempt(pod)) continue;
    const owner = pod.metadata.ownerReferences?.find(({ controller }) => controller === true);
    if (owner !== undefined && seen.has(owner.uid)) rest.push(pod);
    else first.push(pod);
    if (owner !== undefined) seen.add(owner.uid);
  }
  return [...first, ...rest];
}

function decorated(name: string, count: number, warning: string): string {
  if (count === 1) return `${name}: ${warning}`;
  return count === 2 ? `${name} (and 1 other pod): ${warning}` : `${name} (and ${count - 1} other pods): ${warning}`;
}

/**
 * Returns warnings about the pods of a namespace that violate its new level. A large namespace is checked in part
 * (admission.EvaluatePodsInNamespace).
 */
export function evaluatePodsInNamespace(
  namespace: string,
  enforce: LevelVersion,
  pods: readonly Pod[],
  { evaluate, isExempt, monotonic }: { evaluate: EvaluatePod; isExempt(pod: Pod): boolean; monotonic(): number },
): readonly string[] {
  const deadline = monotonic() + maxCheckMs;
  const all = prioritized(pods, isExempt);
  const found = new Map<string, { readonly name: string; readonly count: number }>();
  let checked = 0;
  for (const { metadata, spec = {} } of all.slice(0, maxPodsToCheck)) {
    const violations = evaluate(enforce, metadata, spec);
    checked++;
    const { name = "" } = metadata;
    if (violations.length > 0) {
      const reason = forbiddenReason(violations);
      const known = found.get(reason);
      const first = known === undefined || compareUtf8(name, known.name) < 0 ? name : known.name;
      found.set(reason, { name: first, count: (known?.count ?? 0) + 1 });
    }
    if (monotonic() > deadline) break;
  }
  const ofPods = [...found].map(([reason, { name, count }]) => decorated(name, count, reason));
  return [
    ...(checked < all.length
      ? [`new PodSecurity enforce level only checked against the first ${checked} of ${all.length} existing pods`]
      : []),
    ...(found.size > 0
      ? [
          `existing pods in namespace ${quoteGo(namespace)} violate the new PodSecurity enforce level ${quoteGo(formatLevelVersion(enforce))}`,
        ]
      : []),
    ...ofPods.sort(compareUtf8),
  ];
}
