import type { SchedulablePod } from "../../api/core/scheduling.ts";
import { type LabelSelectorSpec, labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { type Rejection, type Snapshot, unresolvable, withNode } from "../framework/scheduling/framework.ts";
import { filterFor, fitError } from "./fit.ts";
import type { NodeInfo, PodInfo } from "../framework/scheduling/node-info.ts";

/** policy/v1 PodDisruptionBudget: the fields that preemption reads. */
export interface DisruptionBudget extends KubeObject {
  readonly spec?: { readonly selector?: LabelSelectorSpec };
  readonly status?: { readonly disruptionsAllowed?: number; readonly disruptedPods?: Readonly<Record<string, string>> };
}

/** The pods to delete from a node so that another one fits. */
export interface Candidate {
  readonly node: string;
  /** In order of importance. */
  readonly victims: readonly PodInfo[];
  readonly violations: number;
}

export type PreemptionResult =
  | { readonly kind: "candidate"; readonly candidate: Candidate }
  | { readonly kind: "none"; readonly message: string; readonly keepNomination: boolean };

const startOf = ({ pod }: PodInfo): string => pod.status?.startTime ?? pod.metadata.creationTimestamp ?? "9999";

/** Orders pods by importance: priority, then how long they have run (util.MoreImportantPod). */
const byImportance = (a: PodInfo, b: PodInfo): number =>
  b.priority - a.priority || (startOf(a) < startOf(b) ? -1 : startOf(a) > startOf(b) ? 1 : a.key < b.key ? -1 : 1);

const isPreempted = ({ metadata, status }: SchedulablePod): boolean =>
  metadata.deletionTimestamp !== undefined &&
  status?.conditions?.some(({ type, reason }) => type === "DisruptionTarget" && reason === "PreemptionByScheduler") ===
    true;

/** Reports whether a pod may take the place of others (DefaultPreemption PodEligibleToPreemptOthers). */
function ineligible(
  { pod, priority }: PodInfo,
  nodes: readonly NodeInfo[],
  rejections: ReadonlyMap<string, Rejection>,
): string | undefined {
  if (pod.spec?.preemptionPolicy === "Never") return "not eligible due to preemptionPolicy=Never.";
  const nominated = pod.status?.nominatedNodeName ?? "";
  if (nominated === "" || rejections.get(nominated)?.resolvable === false) return undefined;
  const pods = nodes.find(({ name }) => name === nominated)?.pods.values() ?? [];
  const waiting = [...pods].some((other) => other.priority < priority && isPreempted(other.pod));
  return waiting ? "not eligible due to a terminating pod on the nominated node." : undefined;
}

/** Divides pods into those whose deletion a budget does not allow, and the others. */
function byBudget(pods: readonly PodInfo[], budgets: readonly DisruptionBudget[]) {
  const violating: PodInfo[] = [];
  const others: PodInfo[] = [];
  const left = new Map(budgets.map((budget) => [budget, budget.status?.disruptionsAllowed ?? 0]));
  for (const info of pods) {
    const { name = "", namespace, labels = {} } = info.pod.metadata;
    let violates = false;
    for (const [budget, allowed] of left) {
      const { selector } = budget.spec ?? {};
      if (budget.metadata.namespace !== namespace || Object.keys(labels).length === 0) continue;
      const matcher = labelSelectorAsSelector(selector);
      if (matcher.empty || !matcher.matches(labels) || budget.status?.disruptedPods?.[name] !== undefined) continue;
      left.set(budget, allowed - 1);
      if (allowed <= 0) violates = true;
    }
    (violates ? violating : others).push(info);
  }
  return { violating, others };
}

/** Finds the fewest pods to delete from a node (DefaultPreemption SelectVictimsOnNode). */
function selectVictims(
  pod: PodInfo,
  node: NodeInfo,
  snapshot: Snapshot,
  budgets: readonly DisruptionBudget[],
): Candidate | Rejection {
  const lower = [...node.pods.values()].filter(({ priority }) => priority < pod.priority).sort(byImportance);
  if (lower.length === 0) return unresolvable("No preemption victims found for incoming pod");
  const removed = new Set(lower.map(({ key }) => key));
  const reject = (): Rejection | undefined => {
    const changed = node.without(removed);
    return filterFor(pod, withNode(snapshot, changed))(changed);
  };
  const rejection = reject();
  if (rejection !== undefined) return rejection;
  const victims = new Set<PodInfo>();
  const reprieve = (info: PodInfo): boolean => {
    removed.delete(info.key);
    if (reject() === undefined) return true;
    removed.add(info.key);
    victims.add(info);
    return false;
  };
  const { violating, others } = byBudget(lower, budgets);
  const violations = violating.filter((info) => !reprieve(info)).length;
  for (const info of others) reprieve(info);
  return { node: node.name, victims: [...victims].sort(byImportance), violations };
}

const highest = ({ victims }: Candidate): number => victims[0]?.priority ?? -Infinity;
const total = ({ victims }: Candidate): number => victims.reduce((sum, { priority }) => sum + priority + 2 ** 31, 0);

/** The latest time at which one of the most important victims started. */
const earliestStart = (candidate: Candidate): string => {
  const starts = candidate.victims.filter(({ priority }) => priority === highest(candidate)).map(startOf);
  return starts.reduce((first, start) => (start < first ? start : first), "9999");
};

/** Orders candidates: the first is to be chosen (preemption.pickOneNodeForPreemption). */
function byPreference(a: Candidate, b: Candidate): number {
  return (
    a.violations - b.violations ||
    highest(a) - highest(b) ||
    total(a) - total(b) ||
    a.victims.length - b.victims.length ||
    (earliestStart(a) > earliestStart(b) ? -1 : earliestStart(a) < earliestStart(b) ? 1 : 0)
  );
}

/** Finds the node on which a pod that fits nowhere could take the place of less important ones (Evaluator.Preempt). */
export function preempt(
  pod: PodInfo,
  snapshot: Snapshot,
  rejections: ReadonlyMap<string, Rejection>,
  budgets: readonly DisruptionBudget[],
): PreemptionResult {
  const message = ineligible(pod, snapshot.nodes, rejections);
  if (message !== undefined) return { kind: "none", message, keepNomination: true };
  const candidates: Candidate[] = [];
  const unhelpful = snapshot.nodes.map((node): Rejection => {
    if (rejections.get(node.name)?.resolvable !== true) return unresolvable("Preemption is not helpful for scheduling");
    const found = selectVictims(pod, node, snapshot, budgets);
    if ("reasons" in found) return found;
    candidates.push(found);
    return unresolvable();
  });
  const candidate = candidates.sort(byPreference)[0];
  if (candidate !== undefined) return { kind: "candidate", candidate };
  return {
    kind: "none",
    message: fitError({ nodes: snapshot.nodes.length, rejections: unhelpful }),
    keepNomination: false,
  };
}
