import type { KubeObject } from "../../../apimachinery/meta.ts";
import { raiseGeneration } from "../../../apiserver/registry/object-meta.ts";
import type { Strategy, StrategyContext, UpdateStrategy } from "../../../apiserver/registry/strategy.ts";
import { numberAt, recordAt, recordsAt, stringAt, type JsonRecord } from "../../record.ts";
import { resetMetadata, withMember } from "../../strategies/object-strategy.ts";
import { semanticEqual } from "../../strategies/semantic-equal.ts";
import { warningForIp } from "../../validation/addresses.ts";
import { firstWarnings } from "../../validation/first-warnings.ts";
import { completedSpec, firstConditions } from "./completion.ts";
import { computePodQos } from "./qos.ts";
import { validatePodResize } from "./resize-validation.ts";
import { validatePodStatus } from "./status-validation.ts";
import { validateEphemeralContainersUpdate, validatePodUpdate } from "./update-validation.ts";
import { validatePod } from "./validation.ts";
import { labelNameWarnings, podWarnings } from "./warnings.ts";

/** Increments the generation on spec changes (registry/core/pod updatePodGeneration). */
const counted = (pod: KubeObject, old: KubeObject): KubeObject =>
  semanticEqual(pod["spec"], old["spec"]) ? pod : raiseGeneration(pod, old);

/** Returns the grace period of a deletion; 0 for pods that are unscheduled or finished (CheckGracefulDelete). */
function gracePeriodSeconds(pod: KubeObject, requested: number | undefined): number {
  const spec = recordAt(pod, "spec");
  const phase = stringAt(recordAt(pod, "status"), "phase");
  if (stringAt(spec, "nodeName") === "" || phase === "Failed" || phase === "Succeeded") return 0;
  const seconds = requested ?? numberAt(spec, "terminationGracePeriodSeconds") ?? 0;
  return seconds < 0 ? 1 : seconds;
}

/** Pods are named after in DNS, where a name with dots is two names. */
const nameWarning =
  "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: ";

function prepareForCreate(pod: KubeObject, ctx: StrategyContext): KubeObject {
  const spec = completedSpec(pod, ctx);
  const conditions = firstConditions(spec, ctx.now);
  return {
    ...pod,
    metadata: { ...pod.metadata, generation: 1 },
    spec,
    status: { phase: "Pending", ...(conditions !== undefined && { conditions }), qosClass: computePodQos(pod) },
  };
}

/** Strategy of pods: phase Pending on create, a generation that counts spec changes, graceful deletion. */
export const podStrategy = {
  validatesMetadata: true,
  prepareForCreate,
  prepareForUpdate: (pod, old) => counted(withMember(pod, "status", old["status"]), old),
  resetFields: ["status"],
  validate: (pod, { gates }) => validatePod(pod, gates),
  validateUpdate: (pod, old, { gates }) => validatePodUpdate(pod, old, gates),
  warningsOnCreate: (pod) => [...labelNameWarnings(nameWarning, pod), ...podWarnings(pod)],
  gracePeriodSeconds,
} satisfies Strategy;

function withoutDeletion(pod: KubeObject, old: KubeObject): KubeObject {
  const { deletionTimestamp: _, ownerReferences: __, ...metadata } = pod.metadata;
  const { ownerReferences } = old.metadata;
  return { ...pod, metadata: ownerReferences === undefined ? metadata : { ...metadata, ownerReferences } };
}

/** Keeps observed generations that a client leaves out, as older kubelets do (preserveOldObservedGeneration). */
function withObservedGenerations(status: JsonRecord, old: JsonRecord): JsonRecord {
  const { observedGeneration: before } = old;
  const kept = isAbsent(status["observedGeneration"]) && !isAbsent(before) ? { observedGeneration: before } : {};
  const generations = new Map<string, unknown[]>();
  for (const condition of recordsAt(old, "conditions")) {
    const type = stringAt(condition, "type");
    const list = generations.get(type) ?? [];
    list.push(condition["observedGeneration"]);
    generations.set(type, list);
  }
  if (generations.size === 0 || status["conditions"] === undefined) return { ...status, ...kept };
  const conditions = recordsAt(status, "conditions").map((condition) => {
    const observedGeneration = generations.get(stringAt(condition, "type"))?.shift();
    return isAbsent(condition["observedGeneration"]) && !isAbsent(observedGeneration)
      ? { ...condition, observedGeneration }
      : condition;
  });
  return { ...status, ...kept, conditions };
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === 0;

/** Returns warnings for addresses that are not in canonical form. */
const addressWarnings = (pod: KubeObject): readonly string[] =>
  ["podIPs", "hostIPs"].flatMap((member) =>
    firstWarnings(
      recordsAt(recordAt(pod, "status"), member),
      (address, i) => warningForIp(`status.${member}[${i}].ip`, stringAt(address, "ip")) ?? [],
    ),
  );

/** Strategy of `/status`: keeps owner references and the QoS class (podStatusStrategy). */
export const podStatusStrategy = {
  resetFields: ["spec", "metadata.deletionTimestamp", "metadata.ownerReferences"],
  validateUpdate: (pod, old, { gates }) => validatePodStatus(pod, old, gates),
  warningsOnUpdate: addressWarnings,
  prepareForUpdate(pod, old) {
    const status = withObservedGenerations(recordAt(pod, "status"), recordAt(old, "status"));
    const qosClass = stringAt(status, "qosClass") || stringAt(recordAt(old, "status"), "qosClass");
    return {
      ...withMember(withoutDeletion(pod, old), "spec", old["spec"]),
      status: qosClass === "" ? status : { ...status, qosClass },
    };
  },
} satisfies UpdateStrategy;

/** Strategy of `/ephemeralcontainers`, which only changes that list. */
export const ephemeralContainersStrategy = {
  ownableFields: ["spec.ephemeralContainers"],
  validateUpdate: (pod, old, { gates }) => validateEphemeralContainersUpdate(pod, old, gates),
  prepareForUpdate(pod, old) {
    const spec = withMember(
      { metadata: {}, ...recordAt(old, "spec") },
      "ephemeralContainers",
      recordAt(pod, "spec")["ephemeralContainers"],
    );
    const { metadata: _, ...fields } = spec;
    return counted(resetMetadata(withMember({ ...pod, spec: fields }, "status", old["status"]), old), old);
  },
} satisfies UpdateStrategy;

/**
 * Returns the old containers with the requested resources and resize policies, or the requested containers if names or
 * counts differ.
 */
function resized(asked: readonly JsonRecord[], old: readonly JsonRecord[]): readonly JsonRecord[] {
  if (asked.length !== old.length || asked.some((c, i) => c["name"] !== old[i]?.["name"])) return asked;
  return old.map((container, i) => {
    const { resources: _, resizePolicy: __, ...rest } = container;
    const { resources, resizePolicy } = asked[i] ?? {};
    return {
      ...rest,
      ...(resources !== undefined && { resources }),
      ...(resizePolicy !== undefined && { resizePolicy }),
    };
  });
}

/** Strategy of `/resize`, which changes resources and resize policies of containers (podResizeStrategy). */
export const resizeStrategy = {
  ownableFields: ["containers", "initContainers"].flatMap((list) => [
    `spec.${list}.*.resources`,
    `spec.${list}.*.resizePolicy`,
  ]),
  validateUpdate: (pod, old, { gates }) => validatePodResize(pod, old, gates),
  prepareForUpdate(pod, old) {
    const asked = recordAt(pod, "spec");
    const before = recordAt(old, "spec");
    const { initContainers: _, ...rest } = before;
    const init = resized(recordsAt(asked, "initContainers"), recordsAt(before, "initContainers"));
    const spec = {
      ...rest,
      containers: resized(recordsAt(asked, "containers"), recordsAt(before, "containers")),
      ...(init.length > 0 && { initContainers: init }),
    };
    return counted(resetMetadata(withMember({ ...pod, spec }, "status", old["status"]), old), old);
  },
} satisfies UpdateStrategy;
