import type { PodCondition } from "../../api/core/scheduling.ts";
import type { ResourceRequirements, Volume } from "../../api/core/v1.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";

/** The fields of core/v1 pods that a kubelet reads and writes (k8s.io/api/core/v1). */

/** What a probe does is one of these; without one, it asks over HTTP. */
export interface Probe {
  readonly exec?: object;
  readonly tcpSocket?: { readonly port?: number | string };
  readonly grpc?: object;
  readonly initialDelaySeconds?: number;
  readonly periodSeconds?: number;
  readonly successThreshold?: number;
  readonly failureThreshold?: number;
}

interface KeyReference {
  readonly name?: string;
  readonly key?: string;
  readonly optional?: boolean;
}

export interface KubeletContainer {
  readonly name: string;
  readonly image?: string;
  readonly imagePullPolicy?: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly restartPolicy?: string;
  readonly resources?: ResourceRequirements;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly startupProbe?: Probe;
  readonly env?: readonly {
    readonly name: string;
    readonly valueFrom?: { readonly configMapKeyRef?: KeyReference; readonly secretKeyRef?: KeyReference };
  }[];
  readonly envFrom?: readonly { readonly configMapRef?: KeyReference; readonly secretRef?: KeyReference }[];
}

export interface TerminatedState {
  readonly exitCode: number;
  readonly reason: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly containerID: string;
}

export interface ContainerState {
  readonly waiting?: { readonly reason: string; readonly message?: string };
  readonly running?: { readonly startedAt: string };
  readonly terminated?: TerminatedState;
}

export interface KubeletContainerStatus {
  readonly name: string;
  readonly state: ContainerState;
  readonly lastState: ContainerState;
  readonly ready: boolean;
  readonly started: boolean;
  readonly restartCount: number;
  readonly image: string;
  readonly imageID: string;
  readonly containerID?: string;
}

export interface KubeletPodStatus {
  readonly phase?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly startTime?: string;
  readonly hostIP?: string;
  readonly podIP?: string;
  readonly podIPs?: readonly { readonly ip: string }[];
  readonly hostIPs?: readonly { readonly ip: string }[];
  readonly observedGeneration?: number | bigint;
  readonly conditions?: readonly PodCondition[];
  readonly containerStatuses?: readonly KubeletContainerStatus[];
  readonly initContainerStatuses?: readonly KubeletContainerStatus[];
}

export interface KubeletPod extends KubeObject {
  readonly spec?: {
    readonly nodeName?: string;
    readonly restartPolicy?: string;
    readonly hostNetwork?: boolean;
    readonly terminationGracePeriodSeconds?: number;
    readonly activeDeadlineSeconds?: number;
    readonly initContainers?: readonly KubeletContainer[];
    readonly containers?: readonly KubeletContainer[];
    readonly volumes?: readonly Volume[];
    readonly readinessGates?: readonly { readonly conditionType: string }[];
  };
  readonly status?: KubeletPodStatus;
}

/** An init container that goes on beside the others (KEP-753). */
export const isSidecar = ({ restartPolicy }: KubeletContainer): boolean => restartPolicy === "Always";
