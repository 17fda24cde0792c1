import { newBadRequest } from "../../../apimachinery/errors.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../../record.ts";

/** The lists of containers in the order in which upstream visits them (podutil.VisitContainers). */
const lists = ["initContainers", "containers", "ephemeralContainers"];

/**
 * Returns the container that a request names, or the only one of the pod; throws a 400 error for others, and for none
 * where there are several (registry/core/pod validateContainer).
 */
export function namedContainer(pod: KubeObject, name: string): JsonRecord {
  const spec = recordAt(pod, "spec");
  const { name: podName = "" } = pod.metadata;
  const all = lists.flatMap((list) => recordsAt(spec, list));
  if (name !== "") {
    const found = all.find((container) => stringAt(container, "name") === name);
    if (found === undefined) throw newBadRequest(`container ${name} is not valid for pod ${podName}`);
    return found;
  }
  const containers = recordsAt(spec, "containers");
  const [only] = containers;
  if (only === undefined) throw newBadRequest(`a container name must be specified for pod ${podName}`);
  if (containers.length === 1) return only;
  const names = all.map((container) => stringAt(container, "name")).join(" ");
  throw newBadRequest(`a container name must be specified for pod ${podName}, choose one of: [${names}]`);
}
