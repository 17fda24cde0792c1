import type { KubeObject } from "../../apimachinery/meta.ts";
import { raiseGeneration } from "../../apiserver/registry/object-meta.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { numberAt, recordAt, recordsAt, stringAt, type JsonRecord } from "../record.ts";
import { resetMetadata, withMember } from "../strategies/object-strategy.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { validatePod } from "./pod-validation.ts";
import type { FieldLabels } from "../../apiserver/registry/resource-definition.ts";
import { nested, notSupportedLabel } from "../field-selectors.ts";

/**
 * Returns the first of podIPs, or podIP if that is empty, as older clients write it (registry/core/pod
 * ToSelectableFields).
 */
function podIp(pod: KubeObject): string {
  const status = recordAt(pod, "status");
  const [first] = recordsAt(status, "podIPs");
  return first === undefined ? stringAt(status, "podIP") : stringAt(first, "ip");
}

/** Selectable fields of pods. */
export const podFields = {
  "spec.nodeName": nested("spec", "nodeName"),
  "spec.restartPolicy": nested("spec", "restartPolicy"),
  "spec.schedulerName": nested("spec", "schedulerName"),
  "spec.serviceAccountName": nested("spec", "serviceAccountName"),
  "spec.hostNetwork": nested("spec", "hostNetwork", "false"),
  "status.phase": nested("status", "phase"),
  "status.podIP": podIp,
  "status.nominatedNodeName": nested("status", "nominatedNodeName"),
};

const own = [...Object.keys(podFields), "metadata.name", "metadata.namespace", "status.podIPs"];

/** Field labels of pods; `spec.host` is an alias of spec.nodeName. */
export const podFieldLabels: FieldLabels = {
  accepted: { ...Object.fromEntries(own.map((label) => [label, label])), "spec.host": "spec.nodeName" },
  unsupported: notSupportedLabel,
};

const qosResources = ["cpu", "memory"] as const;

/** Returns a quantity as a string, or "" if it is absent or zero. */
function quantityAt(list: JsonRecord, name: string): string {
  const text = stringAt(list, name);
  return parseFloat(text) === 0 ? "" : text;
}

/** Returns the QoS class from the CPU and memory resources of all containers (core/v1/helper/qos GetPodQOS). */
export function podQosClass(pod: KubeObject): "Guaranteed" | "Burstable" | "BestEffort" {
  const spec = recordAt(pod, "spec");
  let any = false;
  let guaranteed = true;
  for (const container of [...recordsAt(spec, "containers"), ...recordsAt(spec, "initContainers")]) {
    const resources = recordAt(container, "resources");
    const limits = recordAt(resources, "limits");
    const requests = recordAt(resources, "requests");
    for (const name of qosResources) {
      const limit = quantityAt(limits, name);
      const request = quantityAt(requests, name);
      any ||= limit !== "" || request !== "";
      guaranteed &&= limit !== "" && limit === request;
    }
  }
  if (!any) return "BestEffort";
  return guaranteed ? "Guaranteed" : "Burstable";
}

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

/** Strategy of pods: phase Pending on create, a generation that counts spec changes, graceful deletion. */
export const podStrategy = {
  validatesMetadata: true,
  prepareForCreate: (pod) => ({
    ...pod,
    metadata: { ...pod.metadata, generation: 1 },
    status: { phase: "Pending", qosClass: podQosClass(pod) },
  }),
  prepareForUpdate: (pod, old) => counted(withMember(pod, "status", old["status"]), old),
  resetFields: ["status"],
  validate: validatePod,
  gracePeriodSeconds,
} satisfies Strategy;

function withoutDeletion(pod: KubeObject, old: KubeObject): KubeObject {
  const { deletionTimestamp: _, ownerReferences: __, ...metadata } = pod.metadata;
  const { ownerReferences } = old.metadata;
  return { ...pod, metadata: ownerReferences === undefined ? metadata : { ...metadata, ownerReferences } };
}

/** Strategy of `/status`: keeps owner references and the QoS class (podStatusStrategy). */
export const podStatusStrategy = {
  resetFields: ["spec", "metadata.deletionTimestamp", "metadata.ownerReferences"],
  prepareForUpdate(pod, old) {
    const status = recordAt(pod, "status");
    const qosClass = stringAt(status, "qosClass") || stringAt(recordAt(old, "status"), "qosClass");
    return {
      ...withMember(withoutDeletion(pod, old), "spec", old["spec"]),
      status: qosClass === "" ? status : { ...status, qosClass },
    };
  },
} satisfies UpdateStrategy;

/** Strategy of `/ephemeralcontainers`, which only changes that list. */
export const ephemeralContainersStrategy = {
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
  prepareForUpdate(pod, old) {
    const asked = recordAt(pod, "spec");
    const before = recordAt(old, "spec");
    const init = resized(recordsAt(asked, "initContainers"), recordsAt(before, "initContainers"));
    const spec = {
      ...before,
      containers: resized(recordsAt(asked, "containers"), recordsAt(before, "containers")),
      ...(init.length > 0 && { initContainers: init }),
    };
    return counted(resetMetadata(withMember({ ...pod, spec }, "status", old["status"]), old), old);
  },
} satisfies UpdateStrategy;
