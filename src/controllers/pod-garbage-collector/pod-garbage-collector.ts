import type { Clock } from "../../apimachinery/clock.ts";
import type { Client } from "../../client/client.ts";
import type { Pod } from "../../api/core/v1.ts";
import { isConflict, isNotFound } from "../../apimachinery/errors.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { podsResource } from "../framework/pod-control.ts";
import { isPodFinished, podCondition } from "../../component-helpers/pod-state.ts";
import { createdAt, newPodCondition } from "../framework/pod-state.ts";
import { QueuedController } from "../framework/queued-controller.ts";

const nodesResource = { group: "", version: "v1", resource: "nodes" };

/** How many pods that have ended are kept (--terminated-pod-gc-threshold). */
const keptCount = 12_500;

/** How often pods are looked through (gcCheckPeriod), and how long a node must be gone (quarantineTime). */
const periodMs = 20_000;
const quarantineMs = 40_000;

/**
 * Deletes pods that nobody else will (controller/podgc PodGCController): pods of nodes that are gone, pods that are
 * being deleted before they were scheduled, and the oldest of too many that have ended. Passes happen only while there
 * is something to look at.
 */
export function createPodGarbageCollector(context: ControllerContext): Controller {
  const { clock, informers } = context;
  const client = controllerClient("pod-garbage-collector", context);
  const pods = informers.of<Pod>(podsResource);
  const nodes = informers.of(nodesResource);
  const parts = { client, clock };
  const missingSince = new Map<string, number>();

  /** Deletes pods of nodes that have been gone for the whole quarantine (gcOrphaned). */
  async function removeOrphans(signal: AbortSignal): Promise<boolean> {
    const missing = new Map<string, Pod[]>();
    for (const pod of pods.index.values()) {
      const { nodeName = "" } = pod.spec ?? {};
      if (nodeName === "" || nodes.index.get(nodeName) !== undefined) continue;
      missing.set(nodeName, [...(missing.get(nodeName) ?? []), pod]);
    }
    for (const name of missingSince.keys()) if (!missing.has(name)) missingSince.delete(name);
    for (const [name, orphans] of missing) {
      const since = missingSince.get(name) ?? clock.now();
      missingSince.set(name, since);
      if (clock.now() - since < quarantineMs || (await nodeExists(client, name, signal))) continue;
      for (const pod of orphans) await removePod(parts, pod, signal, "PodGC: node no longer exists");
    }
    return missing.size > 0;
  }

  const controller = new QueuedController({
    clock,
    informers: [pods, nodes],
    workers: 1,
    async process(_key, signal) {
      const all = [...pods.index.values()];
      const finished = all.filter((pod) => isPodFinished(pod) && pod.metadata.deletionTimestamp === undefined);
      const tooMany = finished
        .sort((a, b) => createdAt(a) - createdAt(b))
        .slice(0, Math.max(0, finished.length - keptCount));
      for (const pod of tooMany) await removePod(parts, pod, signal);
      for (const pod of all.filter(isUnscheduledAndDeleted)) await removePod(parts, pod, signal);
      if (await removeOrphans(signal)) controller.addAfter(passKey, periodMs);
    },
  });
  let finishedCount = 0;
  const consider = (pod: Pod): void => {
    if (isPodFinished(pod)) finishedCount++;
    const { nodeName = "" } = pod.spec ?? {};
    const isOrphan = nodeName !== "" && nodes.synced && nodes.index.get(nodeName) === undefined;
    if (isOrphan || isUnscheduledAndDeleted(pod) || finishedCount > keptCount) controller.add(passKey);
  };
  pods.addHandler({
    add: consider,
    update(before, after) {
      if (isPodFinished(before)) finishedCount--;
      consider(after);
    },
    delete(pod) {
      if (isPodFinished(pod)) finishedCount--;
    },
  });
  nodes.addHandler({ delete: () => controller.add(passKey) });
  // what was missed while no controller ran
  controller.add(passKey);
  return controller;
}

interface RemovalParts {
  readonly client: Client;
  readonly clock: Clock;
}

/** Deletes a pod at once; one that has not ended has failed. */
async function removePod(
  { client, clock }: RemovalParts,
  pod: Pod,
  signal: AbortSignal,
  message?: string,
): Promise<void> {
  const { name = "", namespace = "", uid } = pod.metadata;
  const target = { ...podsResource, namespace };
  try {
    if (!isPodFinished(pod)) await markFailed({ client, clock }, pod, signal, message);
    await client.delete(
      target,
      name,
      { gracePeriodSeconds: 0, ...(uid !== undefined && { preconditions: { uid } }) },
      signal,
    );
  } catch (error) {
    if (!isNotFound(error) && !isConflict(error)) throw error;
  }
}

/** A pod that did not end by itself has failed; an orphan is told to be a target of disruption. */
async function markFailed(
  { client, clock }: RemovalParts,
  pod: Pod,
  signal: AbortSignal,
  message: string | undefined,
): Promise<void> {
  const { name = "", namespace = "", uid } = pod.metadata;
  const reason = "DeletionByPodGC";
  const conditions =
    message === undefined || podCondition(pod, "DisruptionTarget")?.status === "True"
      ? undefined
      : [newPodCondition(pod, { type: "DisruptionTarget", status: "True", reason, message }, clock.now())];
  const patch = { metadata: { uid }, status: { phase: "Failed", ...(conditions && { conditions }) } };
  const options = { subresource: "status", signal };
  await client.patch({ ...podsResource, namespace }, name, "strategic-merge", patch, options);
}

async function nodeExists(client: Client, name: string, signal: AbortSignal): Promise<boolean> {
  try {
    await client.get(nodesResource, name, signal);
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

const passKey = "pass";

const isUnscheduledAndDeleted = ({ metadata, spec }: Pod): boolean =>
  metadata.deletionTimestamp !== undefined && (spec?.nodeName ?? "") === "";
