import type { KubeObject } from "../../src/apimachinery/meta.ts";
import type { ResourceTarget } from "../../src/client/resource-path.ts";

const inDefault = (group: string, resource: string, version = "v1"): ResourceTarget => ({
  group,
  version,
  resource,
  namespace: "default",
});

/** The resources that the scripts of worlds are about. */
export const targets = {
  nodes: { group: "", version: "v1", resource: "nodes" },
  deployments: inDefault("apps", "deployments"),
  replicasets: inDefault("apps", "replicasets"),
  statefulsets: inDefault("apps", "statefulsets"),
  daemonsets: inDefault("apps", "daemonsets"),
  controllerrevisions: inDefault("apps", "controllerrevisions"),
  jobs: inDefault("batch", "jobs"),
  cronjobs: inDefault("batch", "cronjobs"),
  horizontalpodautoscalers: inDefault("autoscaling", "horizontalpodautoscalers", "v2"),
  services: inDefault("", "services"),
  endpointslices: inDefault("discovery.k8s.io", "endpointslices"),
  pods: inDefault("", "pods"),
  events: inDefault("", "events"),
} as const;

export type TargetName = keyof typeof targets;

export const targetNames = Object.keys(targets) as readonly TargetName[];

/** What the checks read of workloads. */
export interface Workload extends KubeObject {
  readonly spec?: {
    readonly replicas?: number;
    readonly podManagementPolicy?: string;
    readonly concurrencyPolicy?: string;
    readonly completions?: number;
    readonly nodeName?: string;
    readonly strategy?: { readonly rollingUpdate?: { readonly maxUnavailable?: unknown; readonly maxSurge?: unknown } };
    readonly affinity?: unknown;
  };
  readonly status?: {
    readonly replicas?: number;
    readonly readyReplicas?: number;
    readonly availableReplicas?: number;
    readonly updatedReplicas?: number;
    readonly desiredNumberScheduled?: number;
    readonly numberReady?: number;
    readonly updatedNumberScheduled?: number;
    readonly succeeded?: number;
    readonly phase?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}
