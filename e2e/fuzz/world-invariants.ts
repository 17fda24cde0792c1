import { scaledValue } from "../../src/apimachinery/int-or-string.ts";
import type { OwnerReference } from "../../src/apimachinery/meta.ts";
import { targetNames, type TargetName, type Workload } from "./world-targets.ts";
import type { WorldWrite } from "./world-writes.ts";

const desiredAnnotation = "deployment.kubernetes.io/desired-replicas";

type Objects = ReadonlyMap<string, Workload>;

/** The objects as they were before a write, by resource and uid. */
type State = Readonly<Record<TargetName, Map<string, Workload>>>;

interface Seen extends WorldWrite {
  readonly before: Workload | undefined;
  readonly state: State;
  /** The uids of pods that the script has deleted. */
  readonly deleted: ReadonlySet<string>;
}

/** What a check says: that it had something to judge, and what is wrong about it. */
type Finding = { readonly judged: true } | { readonly problem: string };

const judged: Finding = { judged: true };
const wrong = (problem: string): Finding => ({ problem });

const nameOf = ({ metadata }: Workload): string => metadata.name ?? "";
const ownerOf = ({ metadata }: Workload): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller === true);
const ownedBy = (objects: Objects, uid: string | undefined): readonly Workload[] =>
  [...objects.values()].filter((one) => ownerOf(one)?.uid === uid);
const isLeaving = ({ metadata }: Workload): boolean => metadata.deletionTimestamp !== undefined;
const isEnded = ({ status }: Workload): boolean => status?.phase === "Failed" || status?.phase === "Succeeded";
const isActive = (pod: Workload): boolean => !isLeaving(pod) && !isEnded(pod);
const isReady = ({ status }: Workload): boolean =>
  status?.conditions?.some(({ type, status: is }) => type === "Ready" && is === "True") === true;
const replicasOf = ({ spec }: Workload): number => spec?.replicas ?? 1;
const ordinalOf = (pod: Workload): number => Number(/\d+$/.exec(nameOf(pod))?.[0] ?? -1);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A rollout takes away no more available pods than maxUnavailable lets it, and makes no more than maxSurge. */
function* rolloutProblems({ of, type, object, before, state }: Seen): Iterable<Finding> {
  if (of !== "replicasets" || type === "DELETED") return;
  const deployment = state.deployments.get(ownerOf(object)?.uid ?? "");
  if (deployment === undefined || isLeaving(deployment)) return;
  const isRescaled =
    before?.metadata.annotations?.[desiredAnnotation] !== object.metadata.annotations?.[desiredAnnotation];
  if (object.metadata.annotations?.[desiredAnnotation] !== String(replicasOf(deployment))) return;
  const others = ownedBy(state.replicasets, deployment.metadata.uid).filter(
    ({ metadata }) => metadata.uid !== object.metadata.uid,
  );
  const { maxUnavailable = "25%", maxSurge = "25%" } = deployment.spec?.strategy?.rollingUpdate ?? {};
  const desired = replicasOf(deployment);
  const surge = scaledValue(maxSurge as number | string, desired, true);
  const unavailable = scaledValue(maxUnavailable as number | string, desired, false);
  const least = desired - (surge === 0 && unavailable === 0 ? 1 : unavailable);
  const grows = replicasOf(object) > (before === undefined ? 0 : replicasOf(before));
  if (grows || (before !== undefined && replicasOf(object) < replicasOf(before))) yield judged;
  const total = sum([...others, object].map(replicasOf));
  if (grows && !isRescaled && total > desired + surge)
    yield wrong(`${nameOf(object)} grew to ${total} pods where ${desired} + ${surge} are allowed`);
  if (before === undefined || isRescaled || replicasOf(object) >= replicasOf(before)) return;
  const availableOf = (set: Workload): number => Math.min(set.status?.availableReplicas ?? 0, replicasOf(set));
  const left = sum([...others, object].map(availableOf));
  const had = sum([...others, before].map(availableOf));
  if (left < Math.min(least, had))
    yield wrong(`${nameOf(object)} shrank so that ${left} of at least ${least} pods are left`);
}

/** A ReplicaSet has no more active pods than replicas when a pod is added. */
function* surplusProblems({ of, type, object, state }: Seen): Iterable<Finding> {
  if (of !== "pods" || type !== "ADDED") return;
  const set = state.replicasets.get(ownerOf(object)?.uid ?? "");
  if (set === undefined) return;
  const active = ownedBy(state.pods, set.metadata.uid).filter(isActive).length;
  yield judged;
  if (active >= replicasOf(set)) yield wrong(`${nameOf(object)} was made beside ${active} of ${replicasOf(set)} pods`);
}

/** No two pods have one ordinal. With OrderedReady, pods come when all before them are ready. */
function* ordinalProblems({ of, type, object, state }: Seen): Iterable<Finding> {
  if (of !== "pods" || type !== "ADDED") return;
  const set = state.statefulsets.get(ownerOf(object)?.uid ?? "");
  if (set === undefined) return;
  const others = ownedBy(state.pods, set.metadata.uid);
  const ordinal = ordinalOf(object);
  if (others.some((pod) => ordinalOf(pod) === ordinal)) yield wrong(`two pods have the ordinal of ${nameOf(object)}`);
  if (set.spec?.podManagementPolicy === "Parallel") return;
  if (ordinal > 0) yield judged;
  for (let i = 0; i < ordinal; i++)
    if (!others.some((pod) => ordinalOf(pod) === i && isReady(pod) && !isLeaving(pod)))
      yield wrong(`${nameOf(object)} was made before the pod of the ordinal ${i} was ready`);
}

/** With OrderedReady, the pod of the highest ordinal goes first, unless all above it are ready and it is replaced. */
function* removalProblems({ of, type, object, before, state, deleted }: Seen): Iterable<Finding> {
  if (of !== "pods" || type !== "MODIFIED" || before === undefined || isLeaving(before) || !isLeaving(object)) return;
  const set = state.statefulsets.get(ownerOf(object)?.uid ?? "");
  if (set === undefined || set.spec?.podManagementPolicy === "Parallel") return;
  if (deleted.has(object.metadata.uid ?? "") || isEnded(before) || isLeaving(set)) return;
  const above = ownedBy(state.pods, set.metadata.uid).filter((pod) => ordinalOf(pod) > ordinalOf(object));
  if (above.length > 0) yield judged;
  if (above.some((pod) => isLeaving(pod) || !isReady(pod)))
    yield wrong(`${nameOf(object)} was deleted while a pod above it was not ready`);
}

/** The node that a pod of a DaemonSet is for. */
function nodeOf({ spec }: Workload): string {
  return (
    spec?.nodeName ?? /"metadata\.name","operator":"In","values":\["([^"]+)"/.exec(JSON.stringify(spec))?.[1] ?? ""
  );
}

/** A DaemonSet has one pod on a node. */
function* daemonProblems({ of, type, object, state }: Seen): Iterable<Finding> {
  if (of !== "pods" || type !== "ADDED") return;
  const owner = ownerOf(object);
  if (owner?.kind !== "DaemonSet") return;
  const beside = ownedBy(state.pods, owner.uid).filter((pod) => isActive(pod) && nodeOf(pod) === nodeOf(object));
  yield judged;
  if (beside.length > 0) yield wrong(`${nameOf(object)} is the second daemon on ${nodeOf(object)}`);
}

const hasEnded = ({ status }: Workload): boolean =>
  status?.conditions?.some(({ type, status: is }) => ["Complete", "Failed"].includes(type) && is === "True") === true;

/** A CronJob that forbids it has no two Jobs that run. */
function* cronProblems({ of, type, object, state }: Seen): Iterable<Finding> {
  if (of !== "jobs" || type !== "ADDED") return;
  const cronJob = state.cronjobs.get(ownerOf(object)?.uid ?? "");
  if (cronJob?.spec?.concurrencyPolicy !== "Forbid") return;
  const running = ownedBy(state.jobs, cronJob.metadata.uid).filter((job) => !hasEnded(job) && !isLeaving(job));
  yield judged;
  if (running.length > 0) yield wrong(`${nameOf(object)} was started beside ${running.map(nameOf).join(", ")}`);
}

const checks: Readonly<Record<string, (seen: Seen) => Iterable<Finding>>> = {
  rollouts: rolloutProblems,
  surplus: surplusProblems,
  ordinals: ordinalProblems,
  removals: removalProblems,
  daemons: daemonProblems,
  cronJobs: cronProblems,
};

/** What should never have been in a world, and how many of its writes each check had to judge. */
export interface Invariants {
  readonly problems: readonly string[];
  readonly judged: Readonly<Record<string, number>>;
}

/** Looks at a world before and after each of its writes. */
export function checkInvariants(writes: readonly WorldWrite[], deleted: ReadonlySet<string>): Invariants {
  const state = Object.fromEntries(targetNames.map((name) => [name, new Map<string, Workload>()])) as State;
  const problems: string[] = [];
  const counts = Object.fromEntries(Object.keys(checks).map((name) => [name, 0]));
  for (const write of writes) {
    const { of, type, object, revision } = write;
    const uid = object.metadata.uid ?? "";
    const seen = { ...write, before: state[of].get(uid), state, deleted };
    for (const [name, check] of Object.entries(checks)) {
      const findings = [...check(seen)];
      counts[name] = (counts[name] ?? 0) + findings.filter((finding) => "judged" in finding).length;
      const wrongs = findings.flatMap((finding) => ("problem" in finding ? [finding.problem] : []));
      problems.push(...wrongs.map((problem) => `${problem} (revision ${revision})`));
    }
    if (type === "DELETED") state[of].delete(uid);
    else state[of].set(uid, object);
  }
  return { problems, judged: counts };
}
