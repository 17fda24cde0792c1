import { leastOf } from "../../apimachinery/long-lists.ts";
import type { Taint } from "../../api/core/scheduling.ts";
import { toleratesTaint } from "../../component-helpers/taints.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import type { Client } from "../../client/client.ts";
import type { Pod, Toleration } from "../../api/core/v1.ts";
import { isConflict, isNotFound } from "../../apimachinery/errors.ts";
import { parseTime } from "../../apimachinery/time.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import { objectKey } from "../../client/object-index.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { EventRecorder } from "../framework/event-recorder.ts";
import { podsResource } from "../framework/pod-control.ts";
import { isPodFinished } from "../../component-helpers/pod-state.ts";
import { newPodCondition } from "../framework/pod-state.ts";
import { QueuedController } from "../framework/queued-controller.ts";

const nodesResource = { group: "", version: "v1", resource: "nodes" };
const podKind = { apiVersion: "v1", kind: "Pod" };

/** Deletes pods that do not tolerate the NoExecute taints of their node, or no longer (controller/tainteviction). */
export function createTaintEvictionController(context: ControllerContext): Controller {
  const { clock, informers } = context;
  const client = controllerClient("taint-eviction", context);
  const recorder = new EventRecorder({ client, clock, component: "taint-eviction-controller" });
  const pods = informers.of<Pod>(podsResource);
  const nodes = informers.of(nodesResource);
  /** Since when a pod has been under taints that have no time of their own, and whether its deletion is scheduled. */
  const since = new Map<string, { readonly at: number; readonly scheduled: boolean }>();

  const taintsOf = (name: string): readonly Taint[] => {
    const spec = nodes.index.get(name)?.["spec"] as { readonly taints?: readonly Taint[] } | undefined;
    return (spec?.taints ?? []).filter(({ effect }) => effect === "NoExecute");
  };

  const controller: QueuedController = new QueuedController({
    clock,
    informers: [pods, nodes],
    workers: 8,
    async process(key, signal) {
      const pod = pods.index.get(key);
      const known = since.get(key);
      const taints = taintsOf(pod?.spec?.nodeName ?? "");
      if (
        pod === undefined ||
        taints.length === 0 ||
        pod.metadata.deletionTimestamp !== undefined ||
        isPodFinished(pod)
      ) {
        since.delete(key);
        if (pod !== undefined && known?.scheduled === true && taints.length === 0) cancelled(pod);
        return;
      }
      const seconds = toleratedSeconds(taints, pod.spec?.tolerations ?? []);
      const at = known?.at ?? startOf(taints, clock.now());
      if (seconds !== undefined && clock.now() >= at + seconds * 1000) {
        since.delete(key);
        return evict({ client, clock, recorder }, pod, signal);
      }
      since.set(key, { at, scheduled: seconds !== undefined });
      if (seconds !== undefined) controller.addAfter(key, at + seconds * 1000 - clock.now());
      else if (known?.scheduled === true) cancelled(pod);
    },
  });
  const cancelled = (pod: Pod): void => {
    const { name = "", namespace = "" } = pod.metadata;
    const message = `Cancelling deletion of Pod ${namespace}/${name}`;
    recorder.event(podKind, pod, "Normal", "TaintManagerEviction", message);
  };
  pods.addHandler({
    add: (pod) => controller.add(objectKey(pod)),
    update(before, after) {
      const view = ({ spec }: Pod): string => JSON.stringify([spec?.nodeName, spec?.tolerations]);
      if (view(before) !== view(after)) controller.add(objectKey(after));
    },
    delete: (pod) => void since.delete(objectKey(pod)),
  });
  const addPodsOf = (node: string): void => {
    for (const pod of pods.index.values()) if (pod.spec?.nodeName === node) controller.add(objectKey(pod));
  };
  nodes.addHandler({
    add: ({ metadata: { name = "" } }) => addPodsOf(name),
    update(before, after) {
      if (JSON.stringify(before["spec"]) !== JSON.stringify(after["spec"])) addPodsOf(after.metadata.name ?? "");
    },
  });
  return controller;
}

interface EvictionParts {
  readonly client: Client;
  readonly clock: Clock;
  readonly recorder: EventRecorder;
}

/** Tells why a pod goes, in an event and its condition, and deletes it (addConditionAndDeletePod). */
async function evict({ client, clock, recorder }: EvictionParts, pod: Pod, signal: AbortSignal): Promise<void> {
  const { name = "", namespace = "", uid } = pod.metadata;
  recorder.event(podKind, pod, "Normal", "TaintManagerEviction", `Marking for deletion Pod ${namespace}/${name}`);
  const condition = {
    type: "DisruptionTarget",
    status: "True",
    reason: "DeletionByTaintManager",
    message: "Taint manager: deleting due to NoExecute taint",
  };
  const target = { ...podsResource, namespace };
  try {
    const patch = { metadata: { uid }, status: { conditions: [newPodCondition(pod, condition, clock.now())] } };
    await client.patch(target, name, "strategic-merge", patch, { subresource: "status", signal });
    await client.delete(target, name, uid === undefined ? {} : { preconditions: { uid } }, signal);
  } catch (error) {
    if (!isNotFound(error) && !isConflict(error)) throw error;
  }
}

/** Taints with a time count from it; the first of them. */
function startOf(taints: readonly Taint[], now: number): number {
  const times = taints.flatMap(({ timeAdded }) => (timeAdded === undefined ? [] : [parseTime(timeAdded)]));
  return times.length === 0 ? now : leastOf(times);
}

/**
 * Returns for how many seconds tolerations let a pod stay: 0 if a taint is not tolerated at all, undefined if all are
 * without an end (getMinTolerationTime).
 */
export function toleratedSeconds(taints: readonly Taint[], tolerations: readonly Toleration[]): number | undefined {
  const used: Toleration[] = [];
  for (const taint of taints) {
    const matching = tolerations.find((toleration) => toleratesTaint(toleration, taint));
    if (matching === undefined) return 0;
    used.push(matching);
  }
  const limits = used.flatMap(({ tolerationSeconds }) =>
    tolerationSeconds === undefined ? [] : [Math.max(0, tolerationSeconds)],
  );
  return limits.length === 0 ? undefined : leastOf(limits);
}
