import type { PodCondition } from "../../api/core/scheduling.ts";
import type { ResourceRequirements, Toleration, Volume } from "../../api/core/v1.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";

/** The fields of core/v1 pods that a kubelet reads and writes (k8s.io/api/core/v1). */

/** What a probe does is one of these; without one, it asks over HTTP. */
export interface Probe {
  readonly exec?: object;
  readonly httpGet?: { readonly port?: number | string };
  readonly tcpSocket?: { readonly port?: number | string };
  readonly grpc?: object;
  readonly initialDelaySeconds?: number;
  readonly periodSeconds?: number;
  readonly successThreshold?: number;
  readonly failureThreshold?: number;
}

export interface KeyReference {
  readonly name?: string;
  readonly key?: string;
  readonly optional?: boolean;
}

/** core/v1 VolumeMount. */
export interface VolumeMount {
  readonly name: string;
  readonly mountPath: string;
  readonly readOnly?: boolean;
  readonly recursiveReadOnly?: string;
  readonly subPath?: string;
  readonly subPathExpr?: string;
}

export type VolumeMountStatus = Omit<VolumeMount, "subPath" | "subPathExpr">;

/** core/v1 EnvVar, as far as a kubelet reads it here. */
export interface EnvVar {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly configMapKeyRef?: KeyReference;
    readonly secretKeyRef?: KeyReference;
    readonly fieldRef?: { readonly fieldPath: string };
    readonly resourceFieldRef?: { readonly containerName?: string };
  };
}

/** The user that a container runs as: members of core/v1 SecurityContext and PodSecurityContext. */
interface RunAs {
  readonly runAsUser?: number | bigint;
  readonly runAsNonRoot?: boolean;
}

export interface KubeletContainer {
  readonly name: string;
  readonly image?: string;
  readonly imagePullPolicy?: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly ports?: readonly { readonly name?: string }[];
  readonly restartPolicy?: string;
  readonly resources?: ResourceRequirements;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly startupProbe?: Probe;
  readonly resizePolicy?: readonly { readonly resourceName: string; readonly restartPolicy: string }[];
  readonly terminationMessagePath?: string;
  readonly terminationMessagePolicy?: string;
  readonly volumeMounts?: readonly VolumeMount[];
  readonly volumeDevices?: readonly { readonly name: string }[];
  readonly securityContext?: RunAs & { readonly readOnlyRootFilesystem?: boolean };
  readonly lifecycle?: {
    readonly postStart?: { readonly exec?: { readonly command?: readonly string[] } };
    readonly preStop?: {
      readonly exec?: { readonly command?: readonly string[] };
      readonly sleep?: { readonly seconds?: number };
    };
  };
  readonly env?: readonly EnvVar[];
  readonly envFrom?: readonly {
    readonly prefix?: string;
    readonly configMapRef?: KeyReference;
    readonly secretRef?: KeyReference;
  }[];
}

export interface TerminatedState {
  readonly exitCode: number;
  readonly reason: string;
  readonly message?: string;
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
  /** Not told of ephemeral containers. */
  readonly started?: boolean;
  readonly restartCount: number;
  readonly image: string;
  readonly imageID: string;
  readonly containerID?: string;
  /** What a running container has, which differs from its spec until a resize is done. */
  readonly resources?: ResourceRequirements;
  readonly volumeMounts?: readonly VolumeMountStatus[];
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
  readonly ephemeralContainerStatuses?: readonly KubeletContainerStatus[];
}

export interface KubeletPod extends KubeObject {
  readonly spec?: {
    readonly nodeName?: string;
    readonly restartPolicy?: string;
    readonly hostNetwork?: boolean;
    readonly securityContext?: RunAs;
    readonly terminationGracePeriodSeconds?: number;
    readonly activeDeadlineSeconds?: number;
    readonly initContainers?: readonly KubeletContainer[];
    readonly containers?: readonly KubeletContainer[];
    readonly ephemeralContainers?: readonly KubeletContainer[];
    readonly serviceAccountName?: string;
    readonly os?: { readonly name: string };
    readonly tolerations?: readonly Toleration[];
    readonly volumes?: readonly Volume[];
    readonly readinessGates?: readonly { readonly conditionType: string }[];
  };
  readonly status?: KubeletPodStatus;
}

/** An init container that goes on beside the others (KEP-753). */
export const isSidecar = ({ restartPolicy }: KubeletContainer): boolean => restartPolicy === "Always";
