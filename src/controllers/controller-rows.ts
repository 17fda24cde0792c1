import type { Controller, ControllerOptions } from "../client/controller.ts";
import { createClusterRoleAggregationController } from "./clusterrole-aggregation/clusterrole-aggregation-controller.ts";
import { createEventExpiryController } from "./event-expiry/event-expiry-controller.ts";
import { createFlowSchemaConditionController } from "./flow-schema-condition/flow-schema-condition-controller.ts";
import type { Answer, Exchange } from "../component-base/exchange.ts";
import type { GateName } from "../component-base/features/gate-table.ts";
import type { CreateController } from "./framework/controller-context.ts";
import { createGarbageCollectorController } from "./garbage-collector/garbage-collector.ts";
import { createNamespaceController } from "./namespace/namespace-controller.ts";
import { createResourceQuotaController } from "./resource-quota/resource-quota-controller.ts";
import { createServiceCidrController } from "./service-cidr/service-cidr-controller.ts";

interface RowNames {
  /** The name in kube-controller-manager's `--controllers`. */
  readonly name: string;
  /** The name that the flag knew before v1.28. */
  readonly alias?: string;
  /** The service account in kube-system that it acts as. */
  readonly account: string;
}

/** A controller that runs wherever no list says otherwise: its code is there when the server starts. */
export interface BaseRow extends RowNames {
  /** Whether kube-apiserver does the same itself upstream, so that it runs there without kube-controller-manager. */
  readonly isServers?: boolean;
  readonly create: (options: ControllerOptions) => Controller;
}

/** A controller that runs where a list names it. Its code is loaded then, and its account has upstream's role only. */
export interface LoadedRow extends RowNames {
  /** The user that it acts as, where it is no service account. */
  readonly user?: { readonly name: string; readonly groups: readonly string[] };
  /** The gates of its API, all of which have to be on. */
  readonly gates?: readonly GateName[];
  readonly load: () => Promise<CreateController>;
}

/** An extension API server that runs until it is closed. */
export interface RunningServer {
  /** Answers a request that was sent on because of an APIService. */
  readonly handle: (exchange: Exchange, apiService: string) => Promise<Answer>;
  close(): void;
}

/** An extension API server that a list names like a controller. Its code is loaded with the first request for it. */
export interface ServerRow extends Pick<LoadedRow, "name"> {
  readonly user: NonNullable<LoadedRow["user"]>;
  readonly apiServices: readonly string[];
  readonly load: () => Promise<(options: ControllerOptions) => RunningServer>;
}

// oxfmt-ignore
export const baseRows: readonly BaseRow[] = [
  { name: "namespace-controller", alias: "namespace", account: "namespace-controller", create: createNamespaceController },
  { name: "garbage-collector-controller", alias: "garbagecollector", account: "generic-garbage-collector", create: createGarbageCollectorController },
  { name: "event-expiry-controller", isServers: true, account: "event-expiry-controller", create: createEventExpiryController },
  { name: "clusterrole-aggregation-controller", alias: "clusterrole-aggregation", account: "clusterrole-aggregation-controller", create: createClusterRoleAggregationController },
  { name: "resourcequota-controller", alias: "resourcequota", account: "resourcequota-controller", create: createResourceQuotaController },
  { name: "service-cidr-controller", isServers: true, account: "service-cidrs-controller", create: createServiceCidrController },
  { name: "flow-schema-condition-controller", isServers: true, account: "flow-schema-condition-controller", create: createFlowSchemaConditionController },
];

// oxfmt-ignore
export const loadedRows: readonly LoadedRow[] = [
  { name: "daemonset-controller", alias: "daemonset", account: "daemon-set-controller", load: async () => (await import("./daemonset/daemon-set-controller.ts")).createDaemonSetController },
  { name: "cronjob-controller", alias: "cronjob", account: "cronjob-controller", load: async () => (await import("./cronjob/cron-job-controller.ts")).createCronJobController },
  { name: "statefulset-controller", alias: "statefulset", account: "statefulset-controller", load: async () => (await import("./statefulset/stateful-set-controller.ts")).createStatefulSetController },
  { name: "job-controller", alias: "job", account: "job-controller", load: async () => (await import("./job/job-controller.ts")).createJobController },
  { name: "storageversion-garbage-collector-controller", alias: "storage-version-gc", account: "storage-version-garbage-collector", gates: ["APIServerIdentity", "StorageVersionAPI"], load: async () => (await import("./storage-version-gc/storage-version-gc-controller.ts")).createStorageVersionGcController },
  { name: "ttl-controller", alias: "ttl", account: "ttl-controller", load: async () => (await import("./ttl/ttl-controller.ts")).createTtlController },
  { name: "ttl-after-finished-controller", alias: "ttl-after-finished", account: "ttl-after-finished-controller", load: async () => (await import("./ttl-after-finished/ttl-after-finished-controller.ts")).createTtlAfterFinishedController },
  { name: "deployment-controller", alias: "deployment", account: "deployment-controller", load: async () => (await import("./deployment/deployment-controller.ts")).createDeploymentController },
  { name: "replicaset-controller", alias: "replicaset", account: "replicaset-controller", load: async () => (await import("./replicaset/replica-set-controller.ts")).createReplicaSetController },
  { name: "replicationcontroller-controller", alias: "replicationcontroller", account: "replication-controller", load: async () => (await import("./replicaset/replica-set-controller.ts")).createReplicationControllerController },
  { name: "horizontal-pod-autoscaler-controller", alias: "horizontalpodautoscaling", account: "horizontal-pod-autoscaler", load: async () => (await import("./horizontal-pod-autoscaler/horizontal-pod-autoscaler-controller.ts")).createHorizontalPodAutoscalerController },
  { name: "serviceaccount-controller", alias: "serviceaccount", account: "service-account-controller", load: async () => (await import("./service-account/service-account-controller.ts")).createServiceAccountController },
  { name: "serviceaccount-token-controller", alias: "serviceaccount-token", account: "tokens-controller", user: { name: "system:kube-controller-manager", groups: [] }, load: async () => (await import("./service-account-token/service-account-token-controller.ts")).createServiceAccountTokenController },
  { name: "root-ca-certificate-publisher-controller", alias: "root-ca-cert-publisher", account: "root-ca-cert-publisher", load: async () => (await import("./root-ca-publisher/root-ca-publisher.ts")).createRootCaPublisher },
  { name: "endpoints-controller", alias: "endpoint", account: "endpoint-controller", load: async () => (await import("./endpoints/endpoints-controller.ts")).createEndpointsController },
  { name: "endpointslice-controller", alias: "endpointslice", account: "endpointslice-controller", load: async () => (await import("./endpoint-slice/endpoint-slice-controller.ts")).createEndpointSliceController },
  { name: "endpointslice-mirroring-controller", alias: "endpointslicemirroring", account: "endpointslicemirroring-controller", load: async () => (await import("./endpoint-slice-mirroring/endpoint-slice-mirroring-controller.ts")).createEndpointSliceMirroringController },
  { name: "disruption-controller", alias: "disruption", account: "disruption-controller", load: async () => (await import("./disruption/disruption-controller.ts")).createDisruptionController },
  { name: "persistentvolume-binder-controller", alias: "persistentvolume-binder", account: "persistent-volume-binder", load: async () => (await import("./persistent-volume-binder/persistent-volume-binder.ts")).createPersistentVolumeBinder },
  { name: "persistentvolume-expander-controller", alias: "persistentvolume-expander", account: "expand-controller", load: async () => (await import("./volume-expand/volume-expand-controller.ts")).createVolumeExpandController },
  { name: "ephemeral-volume-controller", alias: "ephemeral-volume", account: "ephemeral-volume-controller", load: async () => (await import("./ephemeral-volume/ephemeral-volume-controller.ts")).createEphemeralVolumeController },
  { name: "resourceclaim-controller", alias: "resource-claim-controller", account: "resource-claim-controller", load: async () => (await import("./resource-claim/resource-claim-controller.ts")).createResourceClaimController },
  { name: "persistentvolumeclaim-protection-controller", alias: "pvc-protection", account: "pvc-protection-controller", load: async () => (await import("./volume-protection/volume-protection.ts")).createClaimProtectionController },
  { name: "persistentvolume-protection-controller", alias: "pv-protection", account: "pv-protection-controller", load: async () => (await import("./volume-protection/volume-protection.ts")).createVolumeProtectionController },
  { name: "volumeattributesclass-protection-controller", account: "volumeattributesclass-protection-controller", load: async () => (await import("./volume-protection/volume-protection.ts")).createAttributesClassProtectionController },
  { name: "pod-garbage-collector-controller", alias: "podgc", account: "pod-garbage-collector", load: async () => (await import("./pod-garbage-collector/pod-garbage-collector.ts")).createPodGarbageCollector },
  { name: "node-lifecycle-controller", alias: "nodelifecycle", account: "node-controller", load: async () => (await import("./node-lifecycle/node-lifecycle-controller.ts")).createNodeLifecycleController },
  { name: "taint-eviction-controller", account: "node-controller", load: async () => (await import("./taint-eviction/taint-eviction-controller.ts")).createTaintEvictionController },
  { name: "certificatesigningrequest-signing-controller", alias: "csrsigning", account: "certificate-controller", load: async () => (await import("./certificates/certificate-controllers.ts")).createSigningController },
  { name: "certificatesigningrequest-approving-controller", alias: "csrapproving", account: "certificate-controller", load: async () => (await import("./certificates/certificate-controllers.ts")).createApprovingController },
  { name: "certificatesigningrequest-cleaner-controller", alias: "csrcleaner", account: "certificate-controller", load: async () => (await import("./certificates/certificate-controllers.ts")).createCleanerController },
  // other programs upstream, which a list of controllers names here too
  { name: "kube-scheduler", account: "kube-scheduler", user: { name: "system:kube-scheduler", groups: [] }, load: async () => (await import("./scheduler/scheduler.ts")).createScheduler },
  { name: "simulated-nodes", account: "simulated-nodes", user: { name: "system:simulated-nodes", groups: ["system:masters"] }, load: async () => (await import("./simulated-nodes/simulated-nodes.ts")).createSimulatedNodes },
];

/** The extension API servers of the simulated world. What registers them is not theirs: APIServices by these names. */
// oxfmt-ignore
export const serverRows: readonly ServerRow[] = [
  { name: "metrics-server", user: { name: "system:simulated-nodes", groups: ["system:masters"] }, apiServices: ["v1beta1.metrics.k8s.io", "v1beta1.custom.metrics.k8s.io", "v1beta2.custom.metrics.k8s.io", "v1beta1.external.metrics.k8s.io"], load: async () => (await import("../metrics-server/metrics-server.ts")).createMetricsServer },
];
