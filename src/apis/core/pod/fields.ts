import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { FieldLabels } from "../../../apiserver/registry/resource-definition.ts";
import { nested, notSupportedLabel } from "../../field-selectors.ts";
import { recordAt, recordsAt, stringAt } from "../../record.ts";

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
