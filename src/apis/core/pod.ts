import type { KubeObject } from "../../apimachinery/meta.ts";
import { raiseGeneration } from "../../apiserver/registry/object-meta.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { numberAt, recordAt, recordsAt, stringAt, type JsonRecord } from "../record.ts";
import { resetMetadata, withMember } from "../strategies/object-strategy.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { validatePod } from "./pod-validation.ts";
import type { FieldLabels } from "../../apiserver/registry/resource-definition.ts";
import { nested, notSupportedLabel } from "../field-selectors.ts";

/** The first address, or the only one of older clients (registry/core/pod ToSelectableFields). */
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

/** Labels of pods; `spec.host` is an old name. */
export const podFieldLabels: FieldLabels = {
  accepted: { ...Object.fromEntries(own.map((label) => [label, label])), "spec.host": "spec.nodeName" },
  unsupported: notSupportedLabel,
};

const qosResources = ["cpu", "memory"] as const;

/** The printed quantity, or "" for none and for zero in any notation. */
function quantityAt(list: JsonRecord, name: string): string {
  const text = stringAt(list, name);
  return parseFloat(text) === 0 ? "" : text;
}

/** Guaranteed, Burstable or BestEffort, by the cpu and memory of all containers (core/v1/helper/qos GetPodQOS). */
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

/** A change of the spec is a new generation (registry/core/pod updatePodGeneration). */
const counted = (pod: KubeObject, old: KubeObject): KubeObject =>
  semanticEqual(pod["spec"], old["spec"]) ? pod : raiseGeneration(pod, old);

/** Seconds that a pod is given to stop; one that runs nowhere, or no longer, goes at once (CheckGracefulDelete). */
function gracePeriodSeconds(pod: KubeObject, requested: number | undefined): number {
  const spec = recordAt(pod, "spec");
  const phase = stringAt(recordAt(pod, "status"), "phase");
  if (stringAt(spec, "nodeName") === "" || phase === "Failed" || phase === "Succeeded") return 0;
  const seconds = requested ?? numberAt(spec, "terminationGracePeriodSeconds") ?? 0;
  return seconds < 0 ? 1 : seconds;
}

/** Pods: pending at first, counted by spec, stopped with grace. */
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

/** `/status`: owners and the class of service stay (podStatusStrategy). */
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

/** `/ephemeralcontainers`: nothing but that list changes. */
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
 * Containers as they were, with resources and resize policies as they are asked for; the asked ones where names or
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

/** `/resize`: resources and resize policies of containers change (podResizeStrategy). */
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
