import type { KubeObject } from "../../apimachinery/meta.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../record.ts";

const counted = ["cpu", "memory"] as const;

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
    for (const name of counted) {
      const limit = quantityAt(limits, name);
      const request = quantityAt(requests, name);
      any ||= limit !== "" || request !== "";
      guaranteed &&= limit !== "" && limit === request;
    }
  }
  if (!any) return "BestEffort";
  return guaranteed ? "Guaranteed" : "Burstable";
}
