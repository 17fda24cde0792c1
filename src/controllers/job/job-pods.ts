import type { Job } from "../../api/batch/v1.ts";
import type { Container, Pod } from "../../api/core/v1.ts";
import { controllerRef, type ControllerKind } from "../framework/owners.ts";
import { podFromTemplate } from "../framework/pod-control.ts";
import { isPodTerminating, sortForDeletion } from "../framework/pod-state.ts";
import { firstFree, indexAnnotation, indexOf } from "./indexes.ts";
import { failureAnnotations } from "./job-policies.ts";
import { isIndexed, type JobState, trackingFinalizer } from "./job-state.ts";

export const jobKind: ControllerKind = {
  apiVersion: "batch/v1",
  kind: "Job",
  target: { group: "batch", version: "v1", resource: "jobs" },
};

const variable = "JOB_COMPLETION_INDEX";

/** Tells a container its index, unless it has a variable of this name. */
function withIndexVariable(container: Container): Container {
  const { env = [] } = container as Container & { readonly env?: readonly { readonly name: string }[] };
  if (env.some(({ name }) => name === variable)) return container;
  const valueFrom = { fieldRef: { fieldPath: `metadata.labels['${indexAnnotation}']` } };
  return { ...container, env: [...env, { name: variable, valueFrom }] } as Container;
}

/** Returns a pod of a job; that of an index has it in its name, hostname, label, annotation and environment. */
function newJobPod(job: Job, index: number | undefined, lastFailed: Pod | undefined): Pod {
  const pod = podFromTemplate(job.spec?.template ?? {}, job, controllerRef(jobKind, job));
  const finalizers = [
    ...(pod.metadata.finalizers ?? []).filter((name) => name !== trackingFinalizer),
    trackingFinalizer,
  ];
  if (index === undefined) return { ...pod, metadata: { ...pod.metadata, finalizers } };
  const own = { [indexAnnotation]: String(index) };
  const { containers, initContainers } = pod.spec ?? {};
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      finalizers,
      generateName: `${job.metadata.name ?? ""}-${index}-`,
      labels: { ...pod.metadata.labels, ...own },
      annotations: { ...pod.metadata.annotations, ...own, ...failureAnnotations(job, lastFailed) },
    },
    spec: {
      ...pod.spec,
      hostname: `${job.metadata.name ?? ""}-${index}`,
      ...(containers && { containers: containers.map(withIndexVariable) }),
      ...(initContainers && { initContainers: initContainers.map(withIndexVariable) }),
    },
  };
}

/** Returns the pods to create, at most so many; those of an indexed job for the first indexes that need one. */
export function podsToCreate(state: JobState, count: number): readonly Pod[] {
  const { job } = state;
  if (!isIndexed(job)) return Array.from({ length: count }, () => newJobPod(job, undefined, undefined));
  const going = job.spec?.podReplacementPolicy === "Failed" ? state.pods.filter(isPodTerminating) : [];
  const taken = new Set([
    ...state.succeededIndexes,
    ...(state.failedIndexes ?? []),
    ...[...state.active, ...going].flatMap((pod) => indexOf(pod) ?? []),
  ]);
  const free = firstFree(count, job.spec?.completions ?? 0, taken);
  return free.map((index) => newJobPod(job, index, state.delayed.get(index)));
}

/** Returns active pods to delete: those of an index that another pod has, or that is finished, then surplus ones. */
export function podsToDelete(state: JobState, wanted: number, now: number): readonly Pod[] {
  const sorted = sortForDeletion(state.active, now, () => 0);
  if (!isIndexed(state.job)) return sorted.slice(0, Math.max(0, sorted.length - wanted));
  const taken = new Set([...state.succeededIndexes, ...(state.failedIndexes ?? [])]);
  const surplus: Pod[] = [];
  const kept: Pod[] = [];
  for (const pod of sorted.toReversed()) {
    const index = indexOf(pod);
    const isFree = index !== undefined && index < (state.job.spec?.completions ?? 0) && !taken.has(index);
    (isFree ? kept : surplus).push(pod);
    if (index !== undefined) taken.add(index);
  }
  return [...surplus, ...kept.toReversed().slice(0, Math.max(0, kept.length - wanted))];
}
