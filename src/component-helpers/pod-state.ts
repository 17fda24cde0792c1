import type { Pod } from "../api/core/v1.ts";

/** The fields of a core/v1 PodCondition that are read of it. */
export interface PodCondition {
  readonly type: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

/** Returns a condition of a pod. */
export const podCondition = ({ status }: Pod, type: string): PodCondition | undefined =>
  status?.conditions?.find((condition) => condition.type === type);

/** Reports whether a pod is ready (podutil.IsPodReady). */
export const isPodReady = (pod: Pod): boolean => podCondition(pod, "Ready")?.status === "True";

/** Reports whether the containers of a pod have ended for good (podutil.IsPodTerminal). */
export const isPodFinished = ({ status }: Pod): boolean => status?.phase === "Succeeded" || status?.phase === "Failed";
