import type { ContainerBehavior, ContainerStop } from "./behavior.ts";
import type { KubeletContainer, KubeletContainerStatus } from "./pod-types.ts";

/** What a simulated node remembers of a pod, which its status does not tell. */
export interface PodMemory {
  readonly pulls: Map<string, PullState>;
  /** Probes of which it has been told that they fail: `CONTAINER/KIND`. */
  readonly failing: Set<string>;
  /** Volumes whose failure has been told. */
  readonly unmounted: Set<string>;
  /** Running containers that are replaced, and when they will have stopped. */
  readonly replaced: Map<string, number>;
  /** Containers that have waited for what a client asks for, and when they last asked in vain. */
  readonly waiting: Map<string, number>;
  /** Sidecars that are stopped since the other containers have ended, and when they will have stopped. */
  readonly stopping: Map<string, number>;
  /** When the pod is refused, if its node has found that it does not take it. */
  rejectedAt?: number;
}

/** The pull of an image for a container. */
export interface PullState {
  readonly since: number;
  readonly attempts: number;
  readonly failedAt?: number;
  readonly done: boolean;
}

export const newPodMemory = (): PodMemory => ({
  pulls: new Map(),
  failing: new Set(),
  unmounted: new Set(),
  replaced: new Map(),
  waiting: new Map(),
  stopping: new Map(),
});

/** Why a kubelet refuses something about a pod. */
export interface PodRejection {
  readonly reason: string;
  readonly message: string;
}

/** What a pod finds on its node. */
export interface PodSurroundings {
  readonly now: number;
  readonly memory: PodMemory;
  readonly hostIp: string;
  readonly podIp: string;
  behavior(container: KubeletContainer, isInit: boolean): ContainerBehavior;
  /** Whether the node has an image already. */
  hasImage(image: string): boolean;
  /** Says which object that a container's environment names is missing: `configmap "a" not found`. */
  missing(container: KubeletContainer): string | undefined;
  /** Says which volume cannot be mounted, and why. */
  missingVolume(): { readonly volume: string; readonly message: string } | undefined;
  /** Returns what a container logs each time that it runs. */
  logs(container: KubeletContainer): string;
  /** Says how long a container takes to stop when it is asked to, and whether it is killed in the end. */
  stopOf(container: KubeletContainer, graceSeconds?: number): ContainerStop;
  /** Says why the node does not take the pod. */
  rejection(): PodRejection | undefined;
  /** Says why the node cannot give the containers of the pod what they are to have now. */
  resizeProblem(): PodRejection | undefined;
  /** Returns 64 hexadecimal digits that depend on a text. */
  digest(text: string): string;
}

/** An event of a kubelet about a pod, or about one of its containers. */
export interface KubeletEvent {
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
  readonly container?: string;
}

/** Collects what a step tells, and when the next one is due. */
export class StepNotes {
  readonly events: KubeletEvent[] = [];
  wakeAt: number | undefined;

  event(type: KubeletEvent["type"], reason: string, message: string, container?: string): void {
    this.events.push({ type, reason, message, ...(container !== undefined && { container }) });
  }

  /** Asks for another step at a time. */
  wakeBy(at: number): void {
    this.wakeAt = Math.min(this.wakeAt ?? Infinity, at);
  }

  /** Asks for another step at a time; returns the status, which is as it was until then. */
  wait(at: number, status: KubeletContainerStatus): KubeletContainerStatus {
    this.wakeBy(at);
    return status;
  }
}
