import type { Deployment, ReplicaSet } from "../../api/apps/v1.ts";
import {
  desiredAnnotation,
  historyAnnotation,
  maxAnnotation,
  maxSurgeOf,
  replicasOf,
  revisionAnnotation,
  revisionOf,
} from "./replica-set-facts.ts";

/** Annotations of a deployment that its ReplicaSets do not get. */
const notCopied: ReadonlySet<string> = new Set([
  "kubectl.kubernetes.io/last-applied-configuration",
  "deprecated.deployment.rollback.to",
  revisionAnnotation,
  historyAnnotation,
  desiredAnnotation,
  maxAnnotation,
]);

const longestHistory = 2000;

type Annotations = Readonly<Record<string, string>>;

const copied = ({ metadata }: Deployment): Annotations =>
  Object.fromEntries(Object.entries(metadata.annotations ?? {}).filter(([name]) => !notCopied.has(name)));

/** The annotations by which a later scaling knows the size that a ReplicaSet was made for. */
export const sizeAnnotations = (deployment: Deployment): Annotations => ({
  [desiredAnnotation]: String(replicasOf(deployment)),
  [maxAnnotation]: String(replicasOf(deployment) + maxSurgeOf(deployment)),
});

/**
 * Returns the annotations of the new ReplicaSet: those of the deployment, and the revision, with the revisions that it
 * had before (deploymentutil.SetNewReplicaSetAnnotations).
 */
export function newSetAnnotations(deployment: Deployment, set: ReplicaSet | undefined, revision: bigint): Annotations {
  const before = set?.metadata.annotations ?? {};
  const annotations = { ...before, ...copied(deployment), ...(set === undefined && sizeAnnotations(deployment)) };
  const last = before[revisionAnnotation];
  if (set !== undefined && revisionOf(set) >= revision) return annotations;
  if (last === undefined) return { ...annotations, [revisionAnnotation]: String(revision) };
  return {
    ...annotations,
    [revisionAnnotation]: String(revision),
    [historyAnnotation]: withRevision(before[historyAnnotation] ?? "", last),
  };
}

/** Appends a revision, and drops the oldest ones of a history that becomes too long. */
function withRevision(history: string, revision: string): string {
  const revisions = history === "" ? [revision] : [...history.split(","), revision];
  while (revisions.length > 1 && revisions.join(",").length > longestHistory) revisions.shift();
  return revisions.join(",");
}
