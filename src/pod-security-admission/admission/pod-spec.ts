import type { Container, PodSpec } from "../../api/core/v1.ts";
import type { GroupResource } from "../../apimachinery/gvk.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject, ObjectMeta } from "../../apimachinery/meta.ts";
import { podSpecPath } from "./pod-spec-resources.ts";

/** A pod, or what a workload makes pods of. */
export interface PodTemplate {
  readonly metadata: ObjectMeta;
  readonly spec: PodSpec;
}

/** Returns the pod, or the template; undefined if there is none, as in a ReplicationController without one. */
export function extractPodSpec(resource: GroupResource, object: KubeObject): PodTemplate | undefined {
  let found: unknown = object;
  for (const member of podSpecPath(resource) ?? []) found = isRecord(found) ? found[member] : undefined;
  if (!isRecord(found)) return undefined;
  const { metadata = {}, spec = {} } = found as Partial<PodTemplate>; // decoded by the schema of its kind
  return { metadata, spec };
}

const sameImages = (containers: readonly Container[] = [], old: readonly Container[] = []): boolean =>
  containers.length === old.length && containers.every(({ image }, index) => image === old[index]?.image);

/** Reports whether an update of a pod is checked: containers that came, or other images (isSignificantPodUpdate). */
export function isSignificantPodUpdate({ spec }: PodTemplate, { spec: old }: PodTemplate): boolean {
  if (!sameImages(spec.containers, old.containers) || !sameImages(spec.initContainers, old.initContainers)) return true;
  const known = new Map((old.ephemeralContainers ?? []).map(({ name, image }) => [name, image]));
  return (spec.ephemeralContainers ?? []).some(({ name, image }) => !known.has(name) || known.get(name) !== image);
}
