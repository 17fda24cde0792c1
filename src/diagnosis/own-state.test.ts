import { expect, test } from "vitest";
import { ownStateOf } from "./own-state.ts";

// Statuses as controllers of other projects write them, with the state that people of those projects would name.

const condition = (type: string, status?: string, reason = "", message = "", rest: object = {}): object => ({
  type,
  ...(status !== undefined && { status }),
  reason,
  message,
  ...rest,
});
const all = (...conditions: readonly object[]) => ({ conditions });
const info = { severity: "Info" };
type Row = readonly [of: string, said: string, level: string, status: object, spec?: object];

// oxfmt-ignore
const rows: readonly Row[] = [
  ["Argo Application", "Degraded: Deployment exceeded its deadline", "error", { sync: { status: "OutOfSync" }, health: { status: "Degraded", message: "Deployment exceeded its deadline" } }],
  ["Argo Application", "Comparison error: failed to load repo", "error", { health: { status: "Healthy" }, ...all(condition("ComparisonError", undefined, "", "failed to load repo")) }],
  ["Argo Application", "OutOfSync", "warning", { sync: { status: "OutOfSync" }, health: { status: "Healthy" } }],
  ["Argo Application", "Failed: one object failed to apply", "error", { sync: { status: "OutOfSync" }, health: { status: "Healthy" }, operationState: { phase: "Failed", message: "one object failed to apply" } }],
  ["Argo Rollout", "Paused: Rollout is paused", "warning", { phase: "Paused", message: "CanaryPauseStep", ...all(condition("Available", "True"), condition("Paused", "True", "RolloutPaused", "Rollout is paused")) }],
  ["Argo Rollout", "Not progressing: ReplicaSet x has timed out", "error", { phase: "Degraded", ...all(condition("Available", "True"), condition("Progressing", "False", "ProgressDeadlineExceeded", "ReplicaSet x has timed out")) }],
  ["cert-manager Certificate", "Not ready: Issuing certificate", "progressing", all(condition("Issuing", "True", "DoesNotExist", "Issuing certificate"), condition("Ready", "False", "DoesNotExist", "Issuing certificate"))],
  ["cert-manager Certificate", "Not ready: the order failed", "error", all(condition("Issuing", "False", "Failed", "the order failed"), condition("Ready", "False", "DoesNotExist", "Issuing certificate"))],
  ["cert-manager CertificateRequest", "Denied: no policy approved it", "error", all(condition("Denied", "True", "policy", "no policy approved it"), condition("Ready", "False", "Denied", "denied by a controller"))],
  ["cert-manager Order", "Errored: rate limited", "error", { state: "errored", reason: "rate limited" }],
  ["Knative Service", "Not ready: image not found", "error", all(condition("ConfigurationsReady", "False", "RevisionFailed", "image not found"), condition("Ready", "False", "RevisionFailed", "image not found"))],
  ["Cluster API Cluster", "Not ready: Waiting for the provider", "progressing", all(condition("Ready", "False", "WaitingForInfrastructure", "", info), condition("ControlPlaneInitialized", "False", "Waiting", "Waiting for the provider", info))],
  ["Cluster API Machine", "Not ready: error draining node", "warning", all(condition("Ready", "False", "Draining", "Draining", info), condition("DrainingSucceeded", "False", "DrainingFailed", "error draining node", { severity: "Warning" }))],
  ["Cluster API Cluster", "Rolling out: 1 replica is not up to date", "progressing", all(condition("Available", "True"), condition("RollingOut", "True", "RollingOut", "1 replica is not up to date"))],
  ["Cluster API Machine", "Failed: no quota left", "error", { phase: "Failed", failureReason: "CreateError", failureMessage: "no quota left" }],
  ["Flux Kustomization", "Not ready: no such file", "error", all(condition("Reconciling", "True", "Progressing", "Building"), condition("Ready", "False", "BuildFailed", "no such file"))],
  ["Flux Kustomization", "Suspended: spec.suspend is true, so its controller changes nothing", "warning", all(condition("Ready", "True")), { suspend: true }],
  ["Flux HelmRelease", "Stalled: Failed to upgrade", "error", all(condition("Stalled", "True", "RetriesExceeded", "Failed to upgrade"), condition("Ready", "False", "UpgradeFailed", "timed out"))],
  ["Crossplane resource", "Not ready: cannot get credentials", "error", all(condition("Synced", "False", "ReconcileError", "cannot get credentials"), condition("Ready", "False", "Creating"))],
  ["Crossplane resource", "Not ready: Creating", "progressing", all(condition("Synced", "True"), condition("Ready", "False", "Creating"))],
  ["Gateway", "Not resolved refs: its listener https: the Secret tls is not found", "error", { ...all(condition("Accepted", "True"), condition("Programmed", "True")), listeners: [{ name: "https", ...all(condition("ResolvedRefs", "False", "InvalidCertificateRef", "the Secret tls is not found")) }] }],
  ["HTTPRoute", "Not accepted: its parent gw: no hostname matches", "error", { parents: [{ parentRef: { name: "gw" }, ...all(condition("Accepted", "False", "NoMatchingListenerHostname", "no hostname matches")) }] }],
  ["Postgres cluster", "Continuous archiving: exit status 2", "warning", all(condition("Ready", "True"), condition("ContinuousArchiving", "False", "ContinuousArchivingFailing", "exit status 2"))],
  ["Prometheus", "Degraded: 0/1 ready", "warning", all(condition("Available", "Degraded", "SomePodsNotReady", "0/1 ready"), condition("Reconciled", "True"))],
  ["Tekton PipelineRun", "Running: 3 tasks to come", "progressing", all(condition("Succeeded", "Unknown", "Running", "3 tasks to come"))],
  ["Strimzi Kafka", "Not ready: unsupported version", "error", all(condition("Warning", "True", "Storage", "one replica"), condition("NotReady", "True", "FatalProblem", "unsupported version"))],
  ["Strimzi Kafka", "Warning: a field is deprecated", "warning", all(condition("Warning", "True", "Deprecated", "a field is deprecated"), condition("Ready", "True"))],
  ["Velero Backup", "FailedValidation: no location", "error", { phase: "FailedValidation", validationErrors: ["no location"] }],
  ["VolumeSnapshot", "Not ready: no driver", "error", { readyToUse: false, error: { message: "no driver" } }],
  ["VolumeSnapshot", "Ready", "ok", { readyToUse: true }],
  ["Kueue Workload", "Quota not reserved: insufficient quota", "progressing", all(condition("QuotaReserved", "False", "Pending", "insufficient quota"))],
  ["Kueue Workload", "Evicted: preempted", "warning", all(condition("Admitted", "True"), condition("Evicted", "True", "Preempted", "preempted"))],
  ["Kueue Workload", "Finished", "ok", all(condition("QuotaReserved", "True"), condition("Finished", "True", "Succeeded"))],
  ["Karpenter NodeClaim", "Not ready: no instance type", "error", all(condition("Launched", "False", "InsufficientCapacity", "no instance type"), condition("Ready", "False", "UnhealthyDependents", "Launched=False"))],
  ["KubeVirt VirtualMachine", "Not ready: 0/2 nodes", "error", { printableStatus: "ErrorUnschedulable", ...all(condition("Ready", "False", "GuestNotRunning", "not running"), condition("PodScheduled", "False", "Unschedulable", "0/2 nodes")) }],
  ["own kind", "Database not reachable: refused", "error", all(condition("DatabaseReachable", "False", "Refused", "refused"), condition("CacheReady", "True"))],
  ["own kind", "Error: it broke", "error", { error: "it broke" }],
  ["own kind", "Waiting: its controller has seen generation 1 of 2", "progressing", { observedGeneration: 1, ...all(condition("Ready", "True")) }],
];

test.each(rows)("%s: %s (%s)", (_of, said, level, status, spec = {}) => {
  const own = ownStateOf({
    apiVersion: "example.com/v1",
    kind: "Own",
    metadata: { generation: 2 },
    spec,
    status,
  } as object as Parameters<typeof ownStateOf>[0]);
  expect([own?.because === "" ? own.state : `${own?.state ?? ""}: ${own?.because ?? ""}`, own?.level]).toEqual([
    said,
    level,
  ]);
});

test.each([{}, { conditions: [] }, { conditions: { Ready: "True" } }, { conditions: [condition("Drifted", "False")] }])(
  "nothing is told of %j",
  (status) => {
    expect(ownStateOf({ metadata: { name: "x" }, status } as object as Parameters<typeof ownStateOf>[0])).toBe(
      undefined,
    );
  },
);
