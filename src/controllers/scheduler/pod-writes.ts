import type { PodCondition, SchedulablePod } from "../../api/core/scheduling.ts";
import type { ResourceClaim } from "../../api/resource/v1.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import { keepTransitionTime } from "../../apimachinery/conditions.ts";
import { type Client, isNotFound } from "../../client/client.ts";
import { resourcePath } from "../../client/resource-path.ts";
import { newPodCondition } from "../framework/pod-state.ts";
import type { Candidate } from "./preemption.ts";
import type { SchedulerEvents } from "./scheduler-events.ts";
import { selectedNodeAnnotation, type ClaimPlan } from "./volumes.ts";

const core = { group: "", version: "v1" };
const podsIn = (namespace = "") => ({ ...core, resource: "pods", namespace });

/** What the scheduler writes: bindings, conditions, nominations, preemptions and choices of volumes. */
export class PodWrites {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #events: SchedulerEvents;

  constructor(client: Client, clock: Clock, events: SchedulerEvents) {
    this.#client = client;
    this.#clock = clock;
    this.#events = events;
  }

  /** Binds a pod to a node (plugins/defaultbinder); rejects if the API refuses it. */
  async bind(pod: SchedulablePod, node: string): Promise<void> {
    const { name = "", namespace = "", uid } = pod.metadata;
    await this.#client.request("POST", resourcePath(podsIn(namespace), name, "binding"), {
      apiVersion: "v1",
      kind: "Binding",
      metadata: { name, namespace, uid },
      target: { kind: "Node", name: node },
    });
    const note = `Successfully assigned ${namespace}/${name} to ${node}`;
    await this.#events.record(pod, { type: "Normal", reason: "Scheduled", action: "Binding", note });
  }

  /**
   * Says in an event and in the pod's status why it has no node, and which node it is promised
   * (scheduler.handleSchedulingFailure).
   */
  async fail(pod: SchedulablePod, message: string, nominated: string | undefined): Promise<void> {
    await this.#events.record(pod, {
      type: "Warning",
      reason: "FailedScheduling",
      action: "Scheduling",
      note: message,
    });
    const condition = { type: "PodScheduled", status: "False", reason: "Unschedulable", message };
    const isPromised = nominated !== undefined && nominated !== (pod.status?.nominatedNodeName ?? "");
    if (!isPromised && hasCondition(pod, condition)) return;
    await this.#patchStatus(pod, {
      conditions: [this.#dated(pod, condition)],
      ...(isPromised && { nominatedNodeName: nominated === "" ? null : nominated }),
    });
  }

  /** Reserves a resource claim for a pod; rejects if another pod was faster. */
  async reserve(claim: ResourceClaim, { metadata: { name = "", uid = "" } }: SchedulablePod): Promise<void> {
    const { namespace = "" } = claim.metadata;
    const reservedFor = [...(claim.status?.reservedFor ?? []), { resource: "pods", name, uid }];
    const target = { group: "resource.k8s.io", version: "v1", resource: "resourceclaims", namespace };
    await this.#client.update(target, { ...claim, status: { ...claim.status, reservedFor } }, "status");
  }

  /** Takes back the promise of a node. */
  async clearNomination(pod: SchedulablePod): Promise<void> {
    await this.#patchStatus(pod, { nominatedNodeName: null });
  }

  /** Deletes the victims of a preemption (preemption.Evaluator prepareCandidate). */
  async preempt(preemptor: SchedulablePod, { node, victims }: Candidate): Promise<void> {
    const scheduler = preemptor.spec?.schedulerName ?? "default-scheduler";
    const condition = {
      type: "DisruptionTarget",
      status: "True",
      reason: "PreemptionByScheduler",
      message: `${scheduler}: preempting to accommodate a higher priority pod`,
    };
    for (const { pod } of victims) {
      if (pod.metadata.deletionTimestamp !== undefined) continue;
      const { namespace, name = "" } = pod.metadata;
      await this.#patchStatus(pod, { conditions: [this.#dated(pod, condition)] });
      await this.#client.delete(podsIn(namespace), name).catch(unlessGone);
      await this.#events.record(pod, {
        type: "Normal",
        reason: "Preempted",
        action: "Preempting",
        note: `Preempted by pod ${preemptor.metadata.uid ?? ""} on node ${node}`,
        related: preemptor,
      });
    }
  }

  /** Chooses volumes and asks for new ones (VolumeBinding PreBind). */
  async planVolumes(plans: readonly ClaimPlan[], node: string): Promise<void> {
    for (const plan of plans) {
      const { name = "", namespace = "", uid } = plan.claim.metadata;
      if (plan.kind === "provision") {
        if (plan.claim.metadata.annotations?.[selectedNodeAnnotation] === node) continue;
        const metadata = { annotations: { [selectedNodeAnnotation]: node } };
        await this.#client.patch({ ...core, resource: "persistentvolumeclaims", namespace }, name, "merge", {
          metadata,
        });
      } else if (plan.volume.spec?.claimRef?.uid !== uid)
        await this.#client.patch({ ...core, resource: "persistentvolumes" }, plan.volume.metadata.name ?? "", "merge", {
          metadata: { annotations: { "pv.kubernetes.io/bound-by-controller": "yes" } },
          spec: { claimRef: { apiVersion: "v1", kind: "PersistentVolumeClaim", namespace, name, uid } },
        });
    }
  }

  #dated(pod: SchedulablePod, condition: PodCondition): PodCondition {
    const before = pod.status?.conditions?.find(({ type }) => type === condition.type);
    return keepTransitionTime(before, newPodCondition(pod, condition, this.#clock.now()));
  }

  async #patchStatus({ metadata: { namespace, name = "", uid } }: SchedulablePod, status: unknown): Promise<void> {
    const patch = { metadata: { uid }, status };
    await this.#client
      .patch(podsIn(namespace), name, "strategic-merge", patch, { subresource: "status" })
      .catch(unlessGone);
  }
}

function unlessGone(error: unknown): void {
  if (!isNotFound(error)) throw error;
}

const hasCondition = ({ status }: SchedulablePod, wanted: PodCondition): boolean =>
  status?.conditions?.some(
    ({ type, status: is, reason, message }) =>
      type === wanted.type && is === wanted.status && reason === wanted.reason && message === wanted.message,
  ) === true;
