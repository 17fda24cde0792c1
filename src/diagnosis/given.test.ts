import { expect, test } from "vitest";
import type { KubeObject } from "../apimachinery/meta.ts";
import { diagnose } from "./diagnose.ts";
import { apiRulesByKind } from "./rules/table-of-apis.ts";
import { rulesByKind } from "./rules/table.ts";
import { givenSurroundings } from "./given-surroundings.ts";
import { summarize } from "./summarize.ts";

const now = Date.UTC(2030, 0, 1, 1);
const since = "2030-01-01T00:55:00Z";
const because = (type: string, status: string, reason: string, message = ""): object => ({
  type,
  status,
  reason,
  message,
  lastTransitionTime: since,
});
const object = (apiVersion: string, kind: string, rest: object, metadata: object = {}): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name: "x", namespace: "n", ...metadata },
  ...rest,
});
const pod = (status: object, spec: object = {}, metadata: object = {}): KubeObject =>
  object(
    "v1",
    "Pod",
    { spec: { nodeName: "node-1", containers: [{ name: "app", image: "nginx" }], ...spec }, status },
    metadata,
  );
const node = (ready: object, rest: object = {}): KubeObject => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: { name: "node-1" },
  status: { conditions: [ready] },
  ...rest,
});
const event = (kind: string, reason: string, message: string, type = "Warning"): KubeObject =>
  object(
    "v1",
    "Event",
    { involvedObject: { kind, name: "x", namespace: "n" }, reason, message, type, lastTimestamp: since, count: 3 },
    { name: `e-${reason}` },
  );
const waiting = (reason: string, message = ""): object => ({
  phase: "Pending",
  conditions: [because("PodScheduled", "True", "")],
  containerStatuses: [{ name: "app", restartCount: 0, state: { waiting: { reason, message } } }],
});
const pullSecret = (config: object): KubeObject =>
  object(
    "v1",
    "Secret",
    { type: "kubernetes.io/dockerconfigjson", data: { ".dockerconfigjson": btoa(JSON.stringify(config)) } },
    { name: "hub" },
  );
const fine = node(because("Ready", "True", "KubeletReady"));
const lost = node(because("Ready", "Unknown", "NodeStatusUnknown", "Kubelet stopped posting node status."));
const usesData = { volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }] };
const attachment = (status: object): KubeObject =>
  object("storage.k8s.io/v1", "VolumeAttachment", {
    spec: { attacher: "disk.example.com", nodeName: "node-1", source: { persistentVolumeName: "v" } },
    status,
  });
const defaultClass = (name: string, creationTimestamp: string): KubeObject => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "IngressClass",
  metadata: { name, creationTimestamp, annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } },
});
const running = {
  phase: "Running",
  containerStatuses: [{ name: "app", restartCount: 0, ready: true, state: { running: { startedAt: since } } }],
};
const runningAs = (...names: readonly string[]): object => ({
  phase: "Running",
  containerStatuses: names.map((name) => ({ ...running.containerStatuses[0], name })),
});
const probed = (name: string): object => ({ name, image: "nginx", livenessProbe: { failureThreshold: 100 } });
const aboutContainer = (container: string, about: KubeObject): KubeObject => ({
  ...about,
  involvedObject: { kind: "Pod", name: "x", namespace: "n", fieldPath: `spec.containers{${container}}` },
});
const tolerated = (key: string, tolerationSeconds: number): object => ({ key, operator: "Exists", tolerationSeconds });
const added = (key: string): object => ({ key, effect: "NoExecute", timeAdded: since });
const csr = (conditions: readonly object[], status: object = {}): KubeObject =>
  object("certificates.k8s.io/v1", "CertificateSigningRequest", {
    spec: { signerName: "example.com/mine", username: "ann" },
    status: { conditions, ...status },
  });
const definition = (conditions: readonly object[]): KubeObject =>
  object("apiextensions.k8s.io/v1", "CustomResourceDefinition", {
    spec: { group: "example.com", names: { plural: "widgets" }, versions: [] },
    status: { conditions },
  });
const hpa = (conditions: readonly object[], status: object = {}): KubeObject =>
  object("autoscaling/v2", "HorizontalPodAutoscaler", {
    spec: { maxReplicas: 5, scaleTargetRef: { apiVersion: "example.com/v1", kind: "Widget", name: "w" } },
    status: { conditions, ...status },
  });
const replicaSet = (message: string): KubeObject =>
  object("apps/v1", "ReplicaSet", {
    spec: { replicas: 1, selector: { matchLabels: { a: "b" } } },
    status: { replicas: 0, conditions: [because("ReplicaFailure", "True", "FailedCreate", message)] },
  });
const volume = (phase: string, rest: object = {}): KubeObject => ({
  apiVersion: "v1",
  kind: "PersistentVolume",
  metadata: { name: "x" },
  spec: { persistentVolumeReclaimPolicy: "Retain", claimRef: { namespace: "n", name: "data" } },
  status: { phase },
  ...rest,
});

type Row = readonly [situation: string, sentence: string, object: KubeObject, others?: readonly KubeObject[]];

// oxfmt-ignore
const rows: readonly Row[] = [
  ["pod-evicted", "Evicted: node-1 evicted it: The node was low on resource: memory. Threshold quantity: 100Mi, available: 50Mi", pod({ phase: "Failed", reason: "Evicted", message: "The node was low on resource: memory. Threshold quantity: 100Mi, available: 50Mi. " })],
  ["pod-preempted", "Preempted: default-scheduler: preempting to accommodate a higher priority pod", pod({ phase: "Failed", conditions: [because("DisruptionTarget", "True", "PreemptionByScheduler", "default-scheduler: preempting to accommodate a higher priority pod")] })],
  ["pod-disrupted", "Terminated: Pod was terminated in response to imminent node shutdown", pod({ phase: "Failed", reason: "Terminated", conditions: [because("DisruptionTarget", "True", "TerminationByKubelet", "Pod was terminated in response to imminent node shutdown.")] })],
  ["pod-refused-by-node", "SysctlForbidden: node-1 refused it: forbidden sysctl: \"kernel.msgmax\" not allowlisted", pod({ phase: "Failed", reason: "SysctlForbidden", message: "forbidden sysctl: \"kernel.msgmax\" not allowlisted" })],
  ["pod-refused-by-node", "TopologyAffinityError: node-1 refused it: Resources cannot be allocated with Topology locality", pod({ phase: "Failed", reason: "TopologyAffinityError", message: "Resources cannot be allocated with Topology locality" })],
  ["pod-container-lost", "Failed: its node could not find the container app any more: The container could not be located when the pod was terminated", pod({ phase: "Failed", containerStatuses: [{ name: "app", restartCount: 0, state: { terminated: { exitCode: 137, reason: "ContainerStatusUnknown", message: "The container could not be located when the pod was terminated" } } }] })],
  ["pod-terminating", "Terminating: Eviction API: evicting; its containers have 30 s to stop", pod({ ...running, conditions: [because("DisruptionTarget", "True", "EvictionByEvictionAPI", "Eviction API: evicting")] }, {}, { deletionTimestamp: "2030-01-01T01:00:10Z", deletionGracePeriodSeconds: 30 }), [fine]],
  ["pod-terminating", "Terminating: its containers have 30 s to stop; FailedPreStopHook: PreStopHook failed", pod(running, {}, { deletionTimestamp: "2030-01-01T01:00:10Z", deletionGracePeriodSeconds: 30 }), [fine, event("Pod", "FailedPreStopHook", "PreStopHook failed")]],
  ["pod-termination-overdue", "Terminating: its grace period of 30 s ended 5m ago; FailedKillPod: error killing pod: network plugin", pod(running, {}, { deletionTimestamp: since, deletionGracePeriodSeconds: 30 }), [fine, event("Pod", "FailedKillPod", "error killing pod: network plugin")]],
  ["pod-preempts", "Pending: node-1 is being cleared for it, which preempts pods of lower priority", pod({ phase: "Pending", nominatedNodeName: "node-1", conditions: [because("PodScheduled", "False", "Unschedulable", "0/1 nodes are available: 1 Insufficient cpu. preemption: not eligible due to a terminating pod on the nominated node.")] }, { nodeName: "" })],
  ["pod-too-many-volumes", "Pending: 0/1 nodes are available, 1 node can attach no more volumes", pod({ phase: "Pending", conditions: [because("PodScheduled", "False", "Unschedulable", "0/1 nodes are available: 1 node(s) exceed max volume count. preemption: x")] }, { nodeName: "" })],
  ["pod-volume-elsewhere", "Pending: 0/1 nodes are available, 1 node cannot reach the pod's volume", pod({ phase: "Pending", conditions: [because("PodScheduled", "False", "Unschedulable", "0/1 nodes are available: 1 node(s) had no available volume zone. preemption: x")] }, { nodeName: "" })],
  ["pod-image-signature-refused", "SignatureValidationFailed: container app cannot start from the image nginx: no valid signature", pod(waiting("SignatureValidationFailed", "no valid signature")), [fine]],
  ["pod-image-pull-failed", "ErrImagePull: container app cannot start from the image nginx: it has no image for the node's platform, linux/arm64/v8", pod(waiting("ErrImagePull", "no matching manifest for linux/arm64/v8 in the manifest list entries: not found")), [fine]],
  ["pod-image-pull-failed", "ErrImagePull: container app cannot start from the image nginx: it has no image for the node's platform", pod(waiting("ErrImagePull", "failed to pull and unpack image: no match for platform in manifest: not found")), [fine]],
  ["pod-image-pull-failed", "ErrImagePull: container app cannot start from the image nginx: the registry allows no more pulls for now", pod(waiting("ErrImagePull", "failed to pull: 429 Too Many Requests - Server message: toomanyrequests: You have reached your pull rate limit")), [fine]],
  ["pod-image-pull-failed", "ErrImagePull: container app cannot start from the image nginx: the registry registry.example.com cannot be found", pod(waiting("ErrImagePull", "dial tcp: lookup registry.example.com on 10.0.0.10:53: no such host")), [fine]],
  ["pod-container-run-failed", "CrashLoopBackOff: container app cannot be started: exec: nope: executable file not found in $PATH, restarted 3 times", pod({ phase: "Running", containerStatuses: [{ name: "app", restartCount: 3, state: { waiting: { reason: "CrashLoopBackOff" } }, lastState: { terminated: { exitCode: 128, reason: "StartError", message: "exec: nope: executable file not found in $PATH" } } }] }), [fine]],
  ["pod-network-not-ready", "ContainerCreating: the node has no network for it: network is not ready: cni plugin not initialized", pod(waiting("ContainerCreating")), [fine, event("Pod", "NetworkNotReady", "network is not ready: cni plugin not initialized")]],
  ["pod-mount-failed", "ContainerCreating: MapVolume.SetUp failed for volume \"d\"", pod(waiting("ContainerCreating")), [fine, event("Pod", "FailedMapVolume", "MapVolume.SetUp failed for volume \"d\"")]],
  ["claim-resize-failed", "Resizing: it has 1Gi and asks for 5Gi: resize volume v failed: quota", object("v1", "PersistentVolumeClaim", { spec: { volumeName: "v", resources: { requests: { storage: "5Gi" } } }, status: { phase: "Bound", capacity: { storage: "1Gi" } } }), [event("PersistentVolumeClaim", "VolumeResizeFailed", "resize volume v failed: quota")]],
  ["claim-modification-failed", "Modifying: its driver refuses the VolumeAttributesClass gold: invalid iops", object("v1", "PersistentVolumeClaim", { spec: { volumeName: "v" }, status: { phase: "Bound", modifyVolumeStatus: { status: "Infeasible", targetVolumeAttributesClassName: "gold" }, conditions: [because("ModifyVolumeError", "True", "", "invalid iops")] } })],
  ["claim-modifying", "Modifying: the VolumeAttributesClass gold does not exist or cannot be used yet", object("v1", "PersistentVolumeClaim", { spec: { volumeName: "v" }, status: { phase: "Bound", modifyVolumeStatus: { status: "Pending", targetVolumeAttributesClassName: "gold" } } })],
  ["held-by-finalizer", "Terminating: it was deleted 5m ago and is kept until example.com/f is removed from its finalizers; CleanupFailed: the bucket is not empty", object("example.com/v1", "Bucket", {}, { deletionTimestamp: since, finalizers: ["example.com/f"] }), [event("Bucket", "CleanupFailed", "the bucket is not empty")]],
  ["job-completing", "Completing: it has succeeded (Matched rules at index 0), and 1 pod is still to end", object("batch/v1", "Job", { spec: { selector: {}, completions: 2 }, status: { active: 1, succeeded: 1, conditions: [because("SuccessCriteriaMet", "True", "SuccessPolicy", "Matched rules at index 0")] } })],
  ["condition-progressing", "Reconciling: building the artifact", object("example.com/v1", "Kustomization", { status: { conditions: [because("Reconciling", "True", "Progressing", "building the artifact"), because("Ready", "Unknown", "Progressing", "building")] } })],
  ["phase-error", "Degraded: one pod crashes", object("example.com/v1", "Application", { status: { health: { status: "Degraded", message: "one pod crashes" } } })],
  ["lease-free", "Free: nobody holds it", object("coordination.k8s.io/v1", "Lease", { spec: {} })],
  ["device-claim-allocated", "Allocated: its devices are reserved for p", object("resource.k8s.io/v1", "ResourceClaim", { spec: {}, status: { allocation: {}, reservedFor: [{ resource: "pods", name: "p" }] } })],
  ["pod-node-gone", "Failed: its node node-1 no longer exists", pod({ phase: "Failed", conditions: [because("DisruptionTarget", "True", "DeletionByPodGC", "PodGC: node no longer exists")] })],
  ["pod-node-lost", "Unknown: its node node-1 has not reported for 5m", pod(running), [lost]],
  ["node-unreachable", "Unreachable: its kubelet has not reported for 5m", lost],
  ["node-under-pressure", "DiskPressure: it is short of disk space, so pods may be evicted and none come", node(because("Ready", "True", ""), { status: { conditions: [because("Ready", "True", ""), because("DiskPressure", "True", "KubeletHasDiskPressure")] } })],
  ["node-never-reported", "Not ready: no kubelet has reported for it yet", { apiVersion: "v1", kind: "Node", metadata: { name: "node-1" } }],
  ["pod-terminating", "Terminating: its containers have 30 s to stop", pod(running, {}, { deletionTimestamp: "2030-01-01T01:00:10Z", deletionGracePeriodSeconds: 30 }), [fine]],
  ["pod-termination-overdue", "Terminating: its grace period of 30 s ended 5m ago", pod(running, {}, { deletionTimestamp: since, deletionGracePeriodSeconds: 30 }), [fine]],
  ["pod-waits-for-scheduler", "Pending: the scheduler has not looked at the pod yet", pod({ phase: "Pending" }, { nodeName: "" })],
  ["pod-topology-spread", "Pending: 0/2 nodes are available, on 2 nodes the topology spread over zone would differ by more than 1", pod({ phase: "Pending", conditions: [because("PodScheduled", "False", "Unschedulable", "0/2 nodes are available: 2 node(s) didn't match pod topology spread constraints. preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod.")] }, { nodeName: "", topologySpreadConstraints: [{ maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule" }] })],
  ["pod-volume-elsewhere", "Pending: 0/2 nodes are available, 2 nodes cannot reach the pod's volume", pod({ phase: "Pending", conditions: [because("PodScheduled", "False", "Unschedulable", "0/2 nodes are available: 2 node(s) had volume node affinity conflict. preemption: x")] }, { nodeName: "" })],
  ["pod-unschedulable", "Pending: 0/1 nodes are available, 1 node is on fire", pod({ phase: "Pending", conditions: [because("PodScheduled", "False", "Unschedulable", "0/1 nodes are available: 1 node(s) is on fire. preemption: x")] }, { nodeName: "" })],
  ["pod-image-pull-failed", "ErrImagePull: container app cannot start from the image nginx: the registry refuses to give it; the pod names no imagePullSecrets", pod(waiting("ErrImagePull", "failed to pull and unpack image: failed to authorize: 401 Unauthorized: authorization failed")), [fine]],
  ["pod-container-create-failed", "CreateContainerError: container app cannot start: context deadline exceeded", pod(waiting("CreateContainerError", "context deadline exceeded")), [fine]],
  ["pod-container-run-failed", "RunContainerError: container app cannot start: exec: \"nope\": executable file not found in $PATH", pod(waiting("RunContainerError", "exec: \"nope\": executable file not found in $PATH")), [fine]],
  ["pod-configmap-mended", "CreateContainerConfigError: container app needed the ConfigMap c, which is there now: the kubelet is about to try again", pod(waiting("CreateContainerConfigError", "configmap \"c\" not found")), [fine, object("v1", "ConfigMap", {}, { name: "c" })]],
  ["pod-mount-failed", "ContainerCreating: MountVolume.SetUp failed for volume \"nfs\" : mount failed: exit status 32", pod(waiting("ContainerCreating")), [fine, event("Pod", "FailedMount", "MountVolume.SetUp failed for volume \"nfs\" : mount failed: exit status 32")]],
  ["pod-attach-failed", "ContainerCreating: AttachVolume.Attach failed: no such disk", pod(waiting("ContainerCreating")), [fine, event("Pod", "FailedAttachVolume", "AttachVolume.Attach failed: no such disk")]],
  ["pod-sandbox-failed", "ContainerCreating: the node cannot make the pod's sandbox: plugin type=\"calico\" failed", pod(waiting("ContainerCreating")), [fine, event("Pod", "FailedCreatePodSandBox", "plugin type=\"calico\" failed")]],
  ["pod-starting", "Starting: its node starts the container app", pod(waiting("ContainerCreating")), [fine]],
  ["pods-refused-by-policy", "Cannot create: its pods are refused: the ValidatingAdmissionPolicy p (bound by b) refuses it: no latest tags", replicaSet("pods \"x\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no latest tags")],
  ["pods-refused-by-webhook", "Cannot create: its pods are refused: the webhook v.example.com denies it: not today", replicaSet("admission webhook \"v.example.com\" denied the request: not today")],
  ["pods-refused-by-failing-webhook", "Cannot create: its pods are refused: the webhook v.example.com cannot be called, since its service hooks does not exist", replicaSet("Internal error occurred: failed calling webhook \"v.example.com\": failed to call webhook: Post \"https://hooks.n.svc:443/?timeout=10s\": service \"hooks\" not found")],
  ["pods-refused-by-failing-webhook", "Cannot create: its pods are refused: the webhook v.example.com cannot be called: its certificate is not signed by an authority of its caBundle", replicaSet("Internal error occurred: failed calling webhook \"v.example.com\": failed to call webhook: Post \"https://hooks.n.svc:443/?timeout=10s\": tls: failed to verify certificate: x509: certificate signed by unknown authority")],
  ["pods-refused-by-failing-webhook", "Cannot create: its pods are refused: the webhook v.example.com cannot be called: its certificate is for hooks.old.svc, and it is called as hooks.n.svc", replicaSet("Internal error occurred: failed calling webhook \"v.example.com\": failed to call webhook: Post \"https://hooks.n.svc:443/?timeout=10s\": tls: failed to verify certificate: x509: certificate is valid for hooks.old.svc, not hooks.n.svc")],
  ["pods-refused-by-failing-webhook", "Cannot create: its pods are refused: the webhook v.example.com cannot be called: it did not answer in time", replicaSet("Internal error occurred: failed calling webhook \"v.example.com\": failed to call webhook: Post \"https://hooks.n.svc:443/?timeout=10s\": context deadline exceeded")],
  ["pods-refused-by-failing-webhook", "Cannot create: its pods are refused: the webhook v.example.com cannot be called: no endpoints available for service \"hooks\"", replicaSet("Internal error occurred: failed calling webhook \"v.example.com\": failed to call webhook: Post \"https://hooks.n.svc:443/?timeout=10s\": no endpoints available for service \"hooks\"")],
  ["pods-refused-as-invalid", "Cannot create: its pods are refused: it is invalid: spec.containers[0].image: Required value", replicaSet("Pod \"x-1\" is invalid: spec.containers[0].image: Required value")],
  ["statefulset-updates-on-delete", "Progressing: 0 of 1 updated: updateStrategy is OnDelete, so pods change when they are deleted", object("apps/v1", "StatefulSet", { spec: { replicas: 1, selector: { matchLabels: { a: "b" } }, updateStrategy: { type: "OnDelete" } }, status: { replicas: 1, readyReplicas: 1, currentRevision: "a", updateRevision: "b" } })],
  ["statefulset-partitioned", "Ready: 2 of 2 ready, 1 updated: the partition 1 keeps pods with lower ordinals as they are", object("apps/v1", "StatefulSet", { spec: { replicas: 2, selector: { matchLabels: { a: "b" } }, updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 1 } } }, status: { replicas: 2, readyReplicas: 2, updatedReplicas: 1, currentRevision: "a", updateRevision: "b" } })],
  ["autoscaler-metrics-not-installed", "No metrics: the external metrics API is not installed: install the addon metrics-adapter", hpa([because("ScalingActive", "False", "FailedGetExternalMetric", "the HPA was unable to compute the replica count: unable to get external metric n/q/nil: unable to fetch metrics from external metrics API: the server could not find the requested resource (get q.external.metrics.k8s.io)")])],
  ["autoscaler-without-metrics", "No metrics: its metric is not served: there is no q.external.metrics.k8s.io", hpa([because("ScalingActive", "False", "FailedGetExternalMetric", "the HPA was unable to compute the replica count: unable to get external metric n/q/nil: unable to fetch metrics from external metrics API: the server could not find the requested resource (get q.external.metrics.k8s.io)")]), [object("apiregistration.k8s.io/v1", "APIService", { spec: {} }, { name: "v1beta1.external.metrics.k8s.io", namespace: undefined })]],
  ["pod-failed", "Failed: init container i ended with exit code 1, and restartPolicy is Never", pod({ phase: "Failed", initContainerStatuses: [{ name: "i", restartCount: 0, state: { terminated: { exitCode: 1, reason: "Error" } } }] }, { restartPolicy: "Never", initContainers: [{ name: "i" }] })],
  ["deployment-not-observed", "Waiting: the controller of the Deployment has not acted on its last change yet", object("apps/v1", "Deployment", { spec: { replicas: 1 }, status: { observedGeneration: 1 } }, { generation: 2 })],
  ["job-too-many-indexes-failed", "Failed: more indexes failed than maxFailedIndexes, 2, allows", object("batch/v1", "Job", { spec: { maxFailedIndexes: 2, selector: {} }, status: { conditions: [because("Failed", "True", "MaxFailedIndexesExceeded")] } })],
  ["cronjob-start-missed", "Missed: too many missed start times", object("batch/v1", "CronJob", { spec: { schedule: "* * * * *" } }), [event("CronJob", "TooManyMissedTimes", "too many missed start times.")]],
  ["service-load-balancer-failed", "Pending: Error syncing load balancer: quota exceeded", object("v1", "Service", { spec: { type: "LoadBalancer", selector: { a: "b" }, ports: [{ port: 80 }] } }), [event("Service", "SyncLoadBalancerFailed", "Error syncing load balancer: quota exceeded"), pod({ ...running, conditions: [because("Ready", "True", "")] }, {}, { labels: { a: "b" } })]],
  ["claim-lost-its-volume", "Lost: its PersistentVolume v does not exist or belongs to another claim", object("v1", "PersistentVolumeClaim", { spec: { volumeName: "v" }, status: { phase: "Lost" } })],
  ["claim-provisioning-failed", "Pending: provisioning fails: quota of disks exceeded", object("v1", "PersistentVolumeClaim", { spec: { storageClassName: "fast" }, status: { phase: "Pending" } }), [object("storage.k8s.io/v1", "StorageClass", { provisioner: "p" }, { name: "fast", namespace: undefined }), event("PersistentVolumeClaim", "ProvisioningFailed", "quota of disks exceeded")]],
  ["volume-released", "Released: its claim data is gone, and the reclaim policy Retain keeps its data: no other claim can take it", volume("Released")],
  ["volume-failed", "Failed: it could not be reclaimed", volume("Failed")],
  ["volume-deletion-waits-for-claim", "Terminating: it is kept while the PersistentVolumeClaim n/data is bound to it", volume("Bound", { metadata: { name: "x", deletionTimestamp: since, finalizers: ["kubernetes.io/pv-protection"] } })],
  ["namespace-discovery-fails", "Terminating: it was deleted 5m ago, and Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: metrics.example.com/v1: stale", { apiVersion: "v1", kind: "Namespace", metadata: { name: "x", deletionTimestamp: since }, status: { conditions: [because("NamespaceDeletionDiscoveryFailure", "True", "DiscoveryFailed", "Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: metrics.example.com/v1: stale")] } }],
  ["namespace-without-default-account", "Active: it has no ServiceAccount default, without which pods are refused", { apiVersion: "v1", kind: "Namespace", metadata: { name: "x" } }],
  ["autoscaler-at-maximum", "At its maximum: it would scale beyond its maxReplicas of 5", hpa([because("ScalingActive", "True", "ValidMetricFound"), because("ScalingLimited", "True", "TooManyReplicas", "the desired replica count is more than the maximum replica count")], { desiredReplicas: 5 })],
  ["autoscaler-without-requests", "No metrics: it scales by the use of cpu, which needs a request, and the container app of w-1 requests none", hpa([because("ScalingActive", "False", "FailedGetResourceMetric", "the HPA was unable to compute the replica count: failed to get cpu utilization: missing request for cpu in container app of Pod w-1")])],
  ["autoscaler-cannot-scale", "Cannot scale: the HPA controller was unable to get the target's current scale: widgets.example.com \"w\" not found", hpa([because("AbleToScale", "False", "FailedGetScale", "the HPA controller was unable to get the target's current scale: widgets.example.com \"w\" not found")])],
  ["budget-cannot-count", "Failed: jobs.batch does not implement the scale subresource", object("policy/v1", "PodDisruptionBudget", { status: { conditions: [because("DisruptionAllowed", "False", "SyncFailed", "jobs.batch does not implement the scale subresource")] } })],
  ["definition-schema-not-structural", "Not structural: its schema is not structural: spec.preserveUnknownFields: Invalid value: true: must be false", definition([because("NonStructuralSchema", "True", "Violations", "spec.preserveUnknownFields: Invalid value: true: must be false")])],
  ["definition-not-established", "Not established: the server has not looked at it yet", definition([])],
  ["apiservice-unavailable", "Unavailable: failing or missing response from https://10.0.0.1:443/apis/m.example.com/v1", object("apiregistration.k8s.io/v1", "APIService", { spec: { group: "m.example.com", service: { namespace: "n", name: "m" } }, status: { conditions: [because("Available", "False", "FailedDiscoveryCheck", "failing or missing response from https://10.0.0.1:443/apis/m.example.com/v1")] } }, { namespace: undefined }), [object("v1", "Service", { spec: { type: "ExternalName", externalName: "m.example.com" } }, { name: "m" })]],
  ["apiservice-unavailable", "Unavailable: the Service n/m does not answer: dial tcp 10.0.0.1:443: connect: connection refused", object("apiregistration.k8s.io/v1", "APIService", { spec: { group: "m.example.com", service: { namespace: "n", name: "m" } }, status: { conditions: [because("Available", "False", "FailedDiscoveryCheck", 'failing or missing response from https://10.0.0.1:443/apis/m.example.com/v1: Get "https://10.0.0.1:443/apis/m.example.com/v1": dial tcp 10.0.0.1:443: connect: connection refused')] } }, { namespace: undefined }), [object("v1", "Service", { spec: { type: "ExternalName", externalName: "m.example.com" } }, { name: "m" })]],
  ["apiservice-available", "Available: this server serves it", object("apiregistration.k8s.io/v1", "APIService", { spec: { group: "apps" }, status: { conditions: [because("Available", "True", "Local")] } })],
  ["webhook-service-not-ready", "Refuses requests: the webhook h is called at the Service s, which is No endpoints: no pod has the labels of its selector, a=b; failurePolicy is Fail, so the requests that it matches are refused", object("admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration", { webhooks: [{ name: "h", clientConfig: { service: { namespace: "n", name: "s" } } }] }), [object("v1", "Service", { spec: { selector: { a: "b" }, ports: [{ port: 443 }] } }, { name: "s" })]],
  ["certificate-pending", "Pending: nobody has approved or denied it for the signer example.com/mine", csr([])],
  ["certificate-denied", "Denied: not one of ours", csr([because("Denied", "True", "Policy", "not one of ours")])],
  ["certificate-failed", "Failed: usages are missing", csr([because("Failed", "True", "SignerValidationFailure", "usages are missing"), because("Approved", "True", "ok")])],
  ["certificate-not-signed", "Approved: the signer example.com/mine has not signed it: it is not one of Kubernetes' own", csr([because("Approved", "True", "ok")])],
  ["certificate-issued", "Issued: signed by example.com/mine", csr([because("Approved", "True", "ok")], { certificate: "LS0t" })],
  ["binding-without-subjects", "Without effect: it has no subjects, so it grants nothing to anybody", object("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", { roleRef: { kind: "ClusterRole", name: "view" } }), [object("rbac.authorization.k8s.io/v1", "ClusterRole", {}, { name: "view" })]],
  ["flowschema-dangling", "Dangling: This FlowSchema references the PriorityLevelConfiguration object named \"x\" but there is no such object", object("flowcontrol.apiserver.k8s.io/v1", "FlowSchema", { status: { conditions: [because("Dangling", "True", "NotFound", "This FlowSchema references the PriorityLevelConfiguration object named \"x\" but there is no such object")] } })],
  ["pod-image-pull-secret-unfit", "ImagePullBackOff: container app cannot start from the image registry.example.com/team/app:1: the registry refuses to give it; its imagePullSecret hub is of the type Opaque, which holds no credentials of registries", pod(waiting("ImagePullBackOff", "Back-off pulling image: ErrImagePull: pull access denied"), { containers: [{ name: "app", image: "registry.example.com/team/app:1" }], imagePullSecrets: [{ name: "hub" }] }), [fine, object("v1", "Secret", { type: "Opaque", data: {} }, { name: "hub" })]],
  ["pod-image-pull-secret-unfit", "ImagePullBackOff: container app cannot start from the image registry.example.com/team/app:1: the registry refuses to give it; its imagePullSecret hub is for docker.io and ghcr.io, and the image is of registry.example.com", pod(waiting("ImagePullBackOff", "Back-off pulling image: ErrImagePull: pull access denied"), { containers: [{ name: "app", image: "registry.example.com/team/app:1" }], imagePullSecrets: [{ name: "hub" }] }), [fine, pullSecret({ auths: { "https://index.docker.io/v1/": {}, "ghcr.io": {} } })]],
  ["pod-image-pull-secret-unfit", "ImagePullBackOff: container app cannot start from the image registry.example.com/team/app:1: the registry refuses to give it; its imagePullSecret hub cannot be read as credentials of registries", pod(waiting("ImagePullBackOff", "Back-off pulling image: ErrImagePull: pull access denied"), { containers: [{ name: "app", image: "registry.example.com/team/app:1" }], imagePullSecrets: [{ name: "hub" }] }), [fine, object("v1", "Secret", { type: "kubernetes.io/dockerconfigjson", data: { ".dockerconfigjson": "e30K!" } }, { name: "hub" })]],
  ["pod-image-pull-backoff", "ImagePullBackOff: container app cannot start from the image registry.example.com/team/app:1: the registry refuses to give it", pod(waiting("ImagePullBackOff", "Back-off pulling image: ErrImagePull: pull access denied"), { containers: [{ name: "app", image: "registry.example.com/team/app:1" }], imagePullSecrets: [{ name: "hub" }] }), [fine, pullSecret({ auths: { "*.example.com": {} } })]],
  ["pod-image-pull-secret-missing", "ErrImagePull: container app cannot start from the image nginx: the registry refuses to give it; its imagePullSecret hub does not exist", pod(waiting("ErrImagePull", "pull access denied"), { imagePullSecrets: [{ name: "hub" }] }), [fine]],
  ["ingress-tls-secret-missing", "No certificate: the Secret web-tls with its certificate does not exist", object("networking.k8s.io/v1", "Ingress", { spec: { tls: [{ secretName: "web-tls" }] } })],
  ["cronjob-schedule-invalid", "Invalid schedule: unknown time zone Mars", object("batch/v1", "CronJob", { spec: { schedule: "* * * * *" } }), [event("CronJob", "UnknownTimeZone", "unknown time zone Mars")]],
  ["claim-fits-no-volume", "Pending: its StorageClass local provisions nothing, and no persistent volume fits 1Gi ReadWriteOnce: there are no persistent volumes", object("v1", "PersistentVolumeClaim", { spec: { storageClassName: "local", accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } }, status: { phase: "Pending" } }), [object("storage.k8s.io/v1", "StorageClass", { provisioner: "kubernetes.io/no-provisioner", volumeBindingMode: "WaitForFirstConsumer" }, { name: "local", namespace: undefined }), pod({}, { nodeName: "", volumes: [{ name: "d", persistentVolumeClaim: { claimName: "x" } }] }, { name: "user" })]],
  ["replicasets-refused-by-quota", "Cannot create: its replicasets are refused: the ResourceQuota q is exhausted: count/replicasets.apps 3 of 3 is used and it asks for 1", object("apps/v1", "Deployment", { status: { conditions: [because("Progressing", "False", "ReplicaSetCreateError", "Failed to create new replica set \"x-1\": replicasets.apps \"x-1\" is forbidden: exceeded quota: q, requested: count/replicasets.apps=1, used: count/replicasets.apps=3, limited: count/replicasets.apps=3")] } })],
  ["deployment-progressing", "Progressing: 0 of 1 available, until its pods have been ready for 60 s", object("apps/v1", "Deployment", { spec: { replicas: 1, minReadySeconds: 60, selector: { matchLabels: { a: "b" } } }, status: { replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 0 } })],
  ["pod-insufficient-cpu", "Pending: 0/2 nodes are available, no node has 1 cpu; the largest has 500m", pod({ phase: "Pending", conditions: [because("PodScheduled", "False", "Unschedulable", "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) didn't satisfy plugin(s) [NodeAffinity]. preemption: x")] }, { nodeName: "", containers: [{ name: "app", resources: { requests: { cpu: "1" } } }] }), [node(because("Ready", "True", ""), { status: { allocatable: { cpu: "500m" } } })]],
  ["pod-node-never-reported", "Pending: no kubelet has reported for its node node-1, so nobody starts it", pod({ phase: "Pending", conditions: [because("PodScheduled", "True", "")] }), [{ apiVersion: "v1", kind: "Node", metadata: { name: "node-1" } }]],
  ["pod-volume-attached-elsewhere", "ContainerCreating: its volume pvc-1 is attached to another node, and can be attached to one at a time: y on node-2 uses it", pod(waiting("ContainerCreating"), usesData), [fine, event("Pod", "FailedAttachVolume", 'Multi-Attach error for volume "pvc-1" Volume is already used by pod(s) y'), pod(running, { ...usesData, nodeName: "node-2" }, { name: "y" })]],
  ["pod-volume-gone", "Pending: 0/1 nodes are available, the PersistentVolume v of its claim data does not exist", pod({ phase: "Pending", conditions: [because("PodScheduled", "False", "Unschedulable", "0/1 nodes are available: 1 node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s). preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.")] }, { ...usesData, nodeName: "" }), [fine, object("v1", "PersistentVolumeClaim", { spec: { volumeName: "v" }, status: { phase: "Bound" } }, { name: "data" })]],
  ["attachment-failed", "Not attached: the PersistentVolume v cannot be attached to node-1: disk is in use", attachment({ attached: false, attachError: { message: "disk is in use" } })],
  ["attachment-attached", "Attached: the PersistentVolume v to node-1", attachment({ attached: true })],
  ["attachment-pending", "Pending: the attacher disk.example.com has not acted yet: the PersistentVolume v is not attached to node-1", attachment({ attached: false }), [object("v1", "PersistentVolume", {}, { name: "v" }), object("v1", "Node", {}, { name: "node-1" })]],
  ["token-not-written", "Waiting: the token of the ServiceAccount late has not been written into it yet", object("v1", "Secret", { type: "kubernetes.io/service-account-token" }, { annotations: { "kubernetes.io/service-account.name": "late" } }), [object("v1", "ServiceAccount", {}, { name: "late" })]],
  ["token-of-missing-account", "Without an account: it is the token of the ServiceAccount gone, which does not exist, so it is about to be deleted", object("v1", "Secret", { type: "kubernetes.io/service-account-token" }, { annotations: { "kubernetes.io/service-account.name": "gone" } })],
  ["service-external-name-not-ready", "External name: it is an alias for db.n.svc, the Service db, which is No endpoints: no pod has the labels of its selector, a=b", object("v1", "Service", { spec: { type: "ExternalName", externalName: "db.n.svc" } }), [object("v1", "Service", { spec: { selector: { a: "b" } } }, { name: "db" })]],
  ["ingressclass-not-the-only-default", "Several defaults: y is the default as well: Ingresses without a class get the newest, y", defaultClass("x", "2030-01-01T00:00:00Z"), [defaultClass("y", since)]],
  ["warned-of", "Unhappy: it rains", object("example.com/v1", "Widget", {}), [event("Widget", "Unhappy", "it rains")]],
  ["cronjob-last-job-failed", "Last job failed: x-1 failed, and is deleted", object("batch/v1", "CronJob", { spec: { schedule: "* * * * *", failedJobsHistoryLimit: 1 } }), [event("CronJob", "SawCompletedJob", "Saw completed job: x-1, condition: Failed", "Normal")]],
  ["pod-liveness-probe-failing", "Running: ready, but container side fails its liveness probe: no answer; it is killed when it has failed 100 times in a row", pod(runningAs("app", "side"), { containers: [probed("app"), probed("side")] }), [fine, aboutContainer("side", event("Pod", "Unhealthy", "Liveness probe failed: no answer"))]],
  ["pod-readiness-probe-failing", "Not ready: container app fails its readiness probe (3 times): no answer", pod({ ...running, containerStatuses: [{ ...running.containerStatuses[0], ready: false }] }, { containers: [probed("app"), probed("side")] }), [fine, aboutContainer("side", { ...event("Pod", "Unhealthy", "Readiness probe failed: another"), metadata: { name: "e", namespace: "n" } }), aboutContainer("app", event("Pod", "Unhealthy", "Readiness probe failed: no answer"))]],
  ["pod-evicted-soon", "Running: its node node-1 has the taint b:NoExecute, which it tolerates for 600 s: it is evicted in 5m", pod(running, { tolerations: [tolerated("a", 3600), tolerated("b", 600)] }), [node(because("Ready", "True", "KubeletReady"), { spec: { taints: [added("a"), added("b")] } })]],
  ["service-ready", "Ready: 1 of 1 pod ready", object("v1", "Service", { spec: { selector: { a: "b" }, clusterIP: "None" } }), [pod({ ...running, conditions: [because("Ready", "True", "")] }, {}, { labels: { a: "b" } }), object("networking.k8s.io/v1", "NetworkPolicy", { spec: { podSelector: {}, ingress: [{}] } })]],
];

const cases = rows.map(
  ([situation, sentence, subject, others = []]) => [situation, sentence, { subject, others }] as const,
);

test.each(cases)("%s: %s", async (situation, sentence, { subject, others }) => {
  const found = await diagnose(
    subject,
    givenSurroundings([subject, ...others], () => now),
  );
  expect([found.situation, found.sentence]).toEqual([situation, sentence]);
});

test.each(cases)("%s: %s does not depend on what cannot be read", async (_, __, { subject }) => {
  const refused = (): Promise<never> => Promise.reject(new Error("forbidden"));
  const found = await diagnose(subject, { get: refused, list: refused, now: () => now });
  expect(found.evidence.filter(({ kind }) => kind === "missing")).toEqual([]);
});

test.each<[KubeObject, object]>([
  [pod(running, {}, {}), { state: "Not ready", level: "warning", reason: "", ready: { count: 1, of: 1 } }],
  [
    pod({ ...running, conditions: [because("Ready", "True", "")] }),
    { state: "Running", level: "ok", reason: "", ready: { count: 1, of: 1 } },
  ],
  [
    pod(waiting("ImagePullBackOff", "Back-off")),
    { state: "ImagePullBackOff", level: "error", reason: "nginx", ready: { count: 0, of: 1 } },
  ],
  [
    pod(waiting("ContainerCreating")),
    { state: "ContainerCreating", level: "progressing", reason: "", ready: { count: 0, of: 1 } },
  ],
  [
    pod({
      phase: "Pending",
      conditions: [
        because(
          "PodScheduled",
          "False",
          "Unschedulable",
          "0/2 nodes are available: 2 Insufficient example.com/gpu. no new claims to deallocate, preemption: x",
        ),
      ],
    }),
    {
      state: "Pending",
      level: "error",
      reason: "0/2 nodes are available: 2 Insufficient example.com/gpu",
      ready: { count: 0, of: 1 },
    },
  ],
  [
    object("apps/v1", "StatefulSet", {
      spec: { replicas: 3, updateStrategy: { type: "OnDelete" } },
      status: { readyReplicas: 3, updatedReplicas: 1, currentRevision: "w-1", updateRevision: "w-2" },
    }),
    { state: "Progressing", level: "warning", reason: "1 of 3 updated, OnDelete", ready: { count: 3, of: 3 } },
  ],
  [
    object("apps/v1", "StatefulSet", {
      spec: { replicas: 3, updateStrategy: { rollingUpdate: { partition: 2 } } },
      status: { readyReplicas: 3, updatedReplicas: 1, currentRevision: "w-1", updateRevision: "w-2" },
    }),
    { state: "Ready", level: "ok", reason: "", ready: { count: 3, of: 3 } },
  ],
  [
    object("resource.k8s.io/v1", "ResourceClaim", { spec: {} }),
    { state: "Pending", level: "progressing", reason: "no devices allocated" },
  ],
  [
    {
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name: "x", deletionTimestamp: since },
      status: { conditions: [because("NamespaceDeletionContentFailure", "True", "ContentDeletionFailed", "no")] },
    },
    { state: "Terminating", level: "error", reason: "no" },
  ],
  [
    pod({ phase: "Failed", reason: "Evicted" }),
    { state: "Evicted", level: "error", reason: "", ready: { count: 0, of: 1 } },
  ],
  [
    pod(running, {}, { deletionTimestamp: since, finalizers: ["a/b"] }),
    { state: "Terminating", level: "warning", reason: "held by a/b", ready: { count: 1, of: 1 } },
  ],
  [
    replicaSet("exceeded quota"),
    { state: "Cannot create", level: "error", reason: "exceeded quota", ready: { count: 0, of: 1 } },
  ],
  [lost, { state: "Unreachable", level: "error", reason: "NodeStatusUnknown" }],
  [
    object("apps/v1", "Deployment", {
      spec: { replicas: 2 },
      status: { replicas: 3, updatedReplicas: 2, readyReplicas: 3, availableReplicas: 3 },
    }),
    { state: "Progressing", level: "progressing", reason: "1 more than 2", ready: { count: 3, of: 2 } },
  ],
  [
    object("gateway.networking.k8s.io/v1", "Gateway", {
      status: { conditions: [because("Accepted", "True", ""), because("Programmed", "False", "", "no address")] },
    }),
    { state: "Not programmed", level: "error", reason: "no address" },
  ],
  [
    object("example.com/v1", "W", {
      status: { conditions: [because("Reconciling", "True", "", "building"), because("Ready", "Unknown", "")] },
    }),
    { state: "Reconciling", level: "progressing", reason: "building" },
  ],
  [
    object("v1", "ResourceQuota", { status: { hard: { pods: "1", services: "5" }, used: { pods: "1" } } }),
    { state: "Exhausted", level: "warning", reason: "pods 1 of 1" },
  ],
  [
    object("policy/v1", "PodDisruptionBudget", {
      status: { expectedPods: 2, currentHealthy: 1, disruptionsAllowed: 0 },
    }),
    { state: "Blocks evictions", level: "warning", reason: "" },
  ],
  [
    hpa([because("ScalingActive", "False", "AmbiguousSelector", "two")]),
    { state: "Conflict", level: "error", reason: "two" },
  ],
  [
    object("v1", "PersistentVolumeClaim", {
      spec: { resources: { requests: { storage: "2Gi" } } },
      status: { phase: "Bound", capacity: { storage: "1Gi" } },
    }),
    { state: "Resizing", level: "progressing", reason: "asks for 2Gi" },
  ],
  [volume("Released"), { state: "Released", level: "warning", reason: "" }],
  [
    definition([because("NamesAccepted", "False", "KindConflict", "taken")]),
    { state: "Not established", level: "error", reason: "taken" },
  ],
  [
    object("example.com/v1", "Widget", { status: { conditions: [because("Ready", "False", "R", "no")] } }),
    { state: "Not ready", level: "error", reason: "no" },
  ],
])("a summary of %j", (subject, wanted) => {
  expect(summarize(subject)).toEqual(wanted);
});

/** A status as it is before controllers have written, and one with members of other types than rules look for. */
const bare = [
  {},
  { spec: {}, status: {} },
  { spec: 1, status: "x" },
  { spec: { replicas: 2, selector: {} }, status: { conditions: [{}] } },
];
const everyKind = Object.keys({ ...rulesByKind, ...apiRulesByKind }).map((key) => key.split("/"));

test.each([...everyKind, ["example.com", "Widget"]])("a bare object of %s/%s has a state", async (group, kind) => {
  for (const rest of bare)
    for (const metadata of [{}, { deletionTimestamp: since, finalizers: ["a/b"] }]) {
      const subject = object(group === "" ? "v1" : `${group}/v1`, kind, rest, metadata);
      const given = givenSurroundings([subject], () => now);
      const found = await diagnose(subject, given);
      expect(found.sentence.startsWith(found.state)).toBe(true);
      expect(found.state).not.toBe("");
      expect(summarize(subject).level).toMatch(/^(?:ok|progressing|warning|error)$/);
    }
});
