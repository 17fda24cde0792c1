import { describeSituations } from "./testing/describe-situations.ts";
import type { LivingWorld } from "./testing/living-world.ts";

const apps = "apps/v1";
const meta = (name: string) => ({ name });
const containers = (container: object) => [{ name: "app", image: "nginx", ...container }];
const labels = { app: "w" };
const template = (container: object = {}, spec: object = {}) => ({
  metadata: { labels },
  spec: { containers: containers(container), ...spec },
});
const workload = (kind: string, spec: object, container: object = {}, podSpec: object = {}): object => ({
  apiVersion: apps,
  kind,
  metadata: meta("w"),
  spec: { selector: { matchLabels: labels }, template: template(container, podSpec), ...spec },
});
const deployment = (spec: object = {}, container: object = {}, podSpec: object = {}) =>
  workload("Deployment", spec, container, podSpec);
const job = (spec: object, container: object = {}): object => ({
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: meta("w"),
  spec: { ...spec, template: { spec: { containers: containers(container), restartPolicy: "Never" } } },
});
const cronJob = (spec: object, container: object = {}): object => ({
  apiVersion: "batch/v1",
  kind: "CronJob",
  metadata: meta("w"),
  spec: {
    schedule: "* * * * *",
    ...spec,
    jobTemplate: {
      spec: { backoffLimit: 0, template: { spec: { containers: containers(container), restartPolicy: "Never" } } },
    },
  },
});
const fails = (code: number) => ({ command: ["sh", "-c", `exit ${code}`] });
const quota = {
  apiVersion: "v1",
  kind: "ResourceQuota",
  metadata: meta("small"),
  spec: { hard: { "requests.cpu": "1" } },
};
const cpu = (amount: string) => ({ resources: { requests: { cpu: amount } } });
const limits = {
  apiVersion: "v1",
  kind: "LimitRange",
  metadata: meta("range"),
  spec: { limits: [{ type: "Container", max: { cpu: "1" } }] },
};
const [deploy, set, daemons, jobs, crons] = [
  "apps/v1 Deployment w",
  "apps/v1 StatefulSet w",
  "apps/v1 DaemonSet w",
  "batch/v1 Job w",
  "batch/v1 CronJob w",
];
const patched = (path: string, patch: object) => (world: LivingWorld, namespace: string) =>
  world.send("PATCH", `/apis/apps/v1/namespaces/${namespace}/${path}`, patch, "application/merge-patch+json");
const image = (name: string) => ({
  spec: { template: { spec: { containers: [{ name: "app", image: name }] } } },
});
const claims = [
  {
    metadata: meta("data"),
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, storageClassName: "none" },
  },
];
const headless = {
  apiVersion: "v1",
  kind: "Service",
  metadata: meta("w"),
  spec: { clusterIP: "None", selector: labels },
};
const slowToStop = {
  metadata: { labels, annotations: { "simulation.kubepad.dev/stop-seconds": "800" } },
  spec: { containers: containers({}), terminationGracePeriodSeconds: 900 },
};
const slowPolicy = {
  rules: [{ action: "FailJob", onExitCodes: { containerName: "app", operator: "In", values: [42] } }],
};

// oxfmt-ignore
describeSituations([
  { name: "deployment-available", sentence: "Available: 2 of 2 available", objects: [deployment({ replicas: 2 })], of: deploy, causes: [] },
  { name: "deployment-progressing", sentence: /^Progressing: 0 of 2 available, waiting for w-\S+, which crashes: exit code 1, restarted (once|\d+ times)$/, objects: [deployment({ replicas: 2 }, fails(1))], of: deploy, causes: ["pod-crash-loop"] },
  { name: "deployment-progressing", sentence: /^Progressing: 0 of 1 available, waiting for w-\S+, which is Pending: 0\/2 nodes are available, no node has 500 cpu; the largest has 4$/, objects: [deployment({}, cpu("500"))], of: deploy, causes: ["pod-insufficient-cpu"] },
  { name: "deployment-progressing", sentence: /^Progressing: 1 of 3 updated, waiting for w-\S+, which is ImagePullBackOff: container app cannot start from the image nginx:does-not-exist: the registry does not have it$/, objects: [deployment({ replicas: 3 })], of: deploy, later: patched("deployments/w", image("nginx:does-not-exist")), causes: ["pod-image-pull-backoff"] },
  { name: "deployment-deadline-exceeded", sentence: /^Failed to progress: 0 of 1 available, no progress for 20 s, waiting for w-\S+, which is Pending/, objects: [deployment({ progressDeadlineSeconds: 20 }, cpu("500"))], of: deploy },
  { name: "deployment-paused", sentence: "Paused: spec.paused is true, so changes of its template are not rolled out; 0 of 1 updated", objects: [deployment({})], of: deploy, later: patched("deployments/w", { spec: { paused: true, ...image("nginx:2").spec } }) },
  { name: "deployment-scaled-to-zero", sentence: "Scaled to zero: spec.replicas is 0, so no pods run", objects: [deployment({ replicas: 0 })], of: deploy },
  { name: "pods-refused-by-quota", sentence: "Cannot create: its pods are refused: the ResourceQuota small is exhausted: requests.cpu 800m of 1 is used and it asks for 400m", objects: [quota, deployment({ replicas: 3 }, cpu("400m"))], of: deploy },
  { name: "pods-refused-by-quota-without-amounts", sentence: "Cannot create: its pods are refused: the ResourceQuota small wants requests.cpu specified for app", objects: [quota, deployment()], of: deploy },
  { name: "pods-refused-by-quota-without-amounts", sentence: "Cannot create: its pods are refused: the ResourceQuota both wants limits.memory and requests.cpu specified for app", objects: [{ apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "both" }, spec: { hard: { "limits.memory": "1Gi", "requests.cpu": "2" } } }, deployment()], of: deploy },
  { name: "pods-refused-by-limit-range", sentence: "Cannot create: its pods are refused: the LimitRange range refuses it: maximum cpu usage per Container is 1, but limit is 2", objects: [limits, deployment({}, { resources: { limits: { cpu: "2" } } })], of: deploy },
  { name: "pods-refused-by-pod-security", sentence: /^Cannot create: its pods are refused: the namespace enforces the Pod Security Standard restricted: allowPrivilegeEscalation != false/, objects: [deployment()], of: deploy, labels: { "pod-security.kubernetes.io/enforce": "restricted" } },
  { name: "pods-refused-without-service-account", sentence: "Cannot create: its pods are refused: its ServiceAccount builder does not exist", objects: [deployment({}, {}, { serviceAccountName: "builder" })], of: deploy },
  { name: "pods-refused-without-priority-class", sentence: "Cannot create: its pods are refused: its PriorityClass urgent does not exist", objects: [deployment({}, {}, { priorityClassName: "urgent" })], of: deploy },
  { name: "replicaset-progressing", sentence: /^Progressing: 0 of 1 ready, waiting for w-\S+, which crashes: exit code 1, restarted (once|\d+ times)$/, objects: [workload("ReplicaSet", {}, fails(1))], of: "apps/v1 ReplicaSet w" },
  { name: "pods-refused-by-quota", sentence: /^Cannot create: its pods are refused: the ResourceQuota small is too small/, objects: [quota, workload("ReplicaSet", {}, cpu("2"))], of: "apps/v1 ReplicaSet w" },
  { name: "replicaset-ready", sentence: "Ready: 2 of 2 ready", objects: [workload("ReplicaSet", { replicas: 2 })], of: "apps/v1 ReplicaSet w" },
  { name: "statefulset-waits-for-pod", sentence: /^Progressing: 0 of 3 ready, waiting for w-0, which crashes: exit code 1, restarted (once|\d+ times); the others wait for it$/, objects: [workload("StatefulSet", { replicas: 3, serviceName: "w" }, fails(1))], of: set, causes: ["pod-crash-loop"] },
  { name: "statefulset-waits-for-claim", sentence: /^Progressing: 0 of 2 ready, waiting for w-0, which is Pending: it waits for the PersistentVolumeClaim data-w-0, which is Pending: its StorageClass none does not exist/, objects: [workload("StatefulSet", { replicas: 2, serviceName: "w", volumeClaimTemplates: claims })], of: set },
  { name: "statefulset-ready", sentence: "Ready: 2 of 2 ready", objects: [headless, workload("StatefulSet", { replicas: 2, serviceName: "w" })], of: set },
  { name: "pods-refused-by-quota", sentence: /^Cannot create: its pods are refused: the ResourceQuota small is too small/, objects: [quota, workload("StatefulSet", { serviceName: "w" }, cpu("2"))], of: set },
  { name: "daemonset-ready", sentence: "Ready: ready on 2 of 2 nodes", objects: [workload("DaemonSet", {})], of: daemons },
  { name: "daemonset-matches-no-node", sentence: "No nodes: none of 2 nodes has the label disk=ssd", objects: [workload("DaemonSet", {}, {}, { nodeSelector: { disk: "ssd" } })], of: daemons },
  { name: "daemonset-progressing", sentence: /^Progressing: ready on 0 of 2 nodes, waiting for w-\S+, which crashes: exit code 1/, objects: [workload("DaemonSet", {}, fails(1))], of: daemons },
  { name: "pods-refused-by-quota", sentence: /^Cannot create: its pods are refused: the ResourceQuota small is too small/, objects: [quota, workload("DaemonSet", {}, cpu("2"))], of: daemons },
  { name: "job-complete", sentence: "Complete: 1 pod succeeded", objects: [job({})], of: jobs },
  { name: "job-backoff-limit-exceeded", sentence: /^Failed: more pods failed than its backoffLimit of 0 allows; the last, w-\S+, failed: exit code 3$/, objects: [job({ backoffLimit: 0 }, fails(3))], of: jobs, causes: ["pod-failed"] },
  { name: "job-deadline-exceeded", sentence: "Failed: it ran longer than its activeDeadlineSeconds, 20 s", objects: [job({ activeDeadlineSeconds: 20 }, { command: ["sleep", "900"] })], of: jobs },
  { name: "job-failed-by-pod-failure-policy", sentence: /^Failed: its podFailurePolicy says so: Container app for pod s-\d+\/w-\S+ failed with exit code 42 matching FailJob rule at index 0$/, objects: [job({ podFailurePolicy: slowPolicy }, fails(42))], of: jobs },
  { name: "job-suspended", sentence: "Suspended: spec.suspend is true, so none of its pods run", objects: [job({ suspend: true })], of: jobs },
  { name: "job-running", sentence: "Running: 0 of 1 succeeded, 1 active", objects: [job({ completions: 1 }, { command: ["sleep", "900"] })], of: jobs },
  { name: "job-pods-failing", sentence: /^Running: 0 of 1 succeeded, 1 active; the pod w-\S+ is Pending: 0\/2 nodes/, objects: [job({ completions: 1 }, cpu("500"))], of: jobs },
  { name: "pods-refused-by-quota", sentence: /^Cannot create: its pods are refused: the ResourceQuota small is too small/, objects: [quota, job({}, cpu("2"))], of: jobs },
  { name: "cronjob-suspended", sentence: "Suspended: spec.suspend is true, so it starts no jobs", objects: [cronJob({ suspend: true })], of: crons },
  { name: "cronjob-last-job-failed", sentence: /^Last job failed: w-\d+ failed: more pods failed than its backoffLimit of 0 allows/, objects: [cronJob({}, fails(3))], of: crons },
  { name: "cronjob-concurrency-forbidden", sentence: /^Waiting: concurrencyPolicy is Forbid, and the job w-\d+ is still running$/, objects: [cronJob({ concurrencyPolicy: "Forbid" }, { command: ["sleep", "900"] })], of: crons },
  { name: "cronjob-waits", sentence: "Scheduled: no job was due yet by the schedule 0 0 1 1 *; the next one is due in 364d", objects: [cronJob({ schedule: "0 0 1 1 *" })], of: crons },
  { name: "statefulset-service-missing", sentence: "Ready: 1 of 1 ready, but its Service gone does not exist, so its pods have no names in DNS", objects: [workload("StatefulSet", { serviceName: "gone" })], of: set },
  { name: "statefulset-waits-for-former-pod", sentence: /^Progressing: 0 of 2 ready, waiting for w-0, which is \w+: .*; it has the former template, and is not replaced before it is ready or deleted$/, objects: [headless, workload("StatefulSet", { replicas: 2, serviceName: "w" }, { image: "nginx:does-not-exist" })], of: set, later: patched("statefulsets/w", image("nginx")) },
  { name: "deployment-progressing", sentence: /^Progressing: 0 of 1 updated, waiting for w-\S+, which is Terminating: its containers have 900 s to stop$/, objects: [deployment({ strategy: { type: "Recreate" }, template: slowToStop })], of: deploy, later: patched("deployments/w", image("nginx:2")), causes: ["pod-terminating"] },
  { name: "pods-refused-by-limit-range", sentence: "Cannot create: its pods are refused: the LimitRange range refuses it: minimum memory usage per Container is 1Gi, but request is 1Mi", objects: [{ ...limits, spec: { limits: [{ type: "Container", min: { memory: "1Gi" } }] } }, deployment({}, { resources: { requests: { memory: "1Mi" } } })], of: deploy },
  { name: "job-without-parallelism", sentence: "Stopped: spec.parallelism is 0, so none of its pods run", objects: [job({ parallelism: 0 })], of: jobs },
  { name: "job-managed-elsewhere", sentence: "Waiting: spec.managedBy leaves it to example.com/queue, which has not begun with it; the Job controller lets it be", objects: [job({ managedBy: "example.com/queue" })], of: jobs },
  { name: "job-complete", sentence: /^Complete: 1 pod succeeded; it is deleted in \d+m\d*s?$/, objects: [job({ ttlSecondsAfterFinished: 600 }, { command: ["true"] })], of: jobs },
  { name: "job-complete", sentence: /^Complete: \d pods? succeeded, enough by its successPolicy: Matched rules at index 0$/, objects: [job({ completionMode: "Indexed", completions: 3, parallelism: 3, successPolicy: { rules: [{ succeededIndexes: "0" }] } }, { command: ["true"] })], of: jobs },
  { name: "job-pods-failing", sentence: /^Running: 0 of 1 succeeded, 0 active, \d+ failed; the pod w-\S+ failed: exit code 7; the next one starts after a back-off$/, objects: [job({ completions: 1, backoffLimit: 60 }, fails(7))], of: jobs },
  { name: "jobs-refused-by-quota", sentence: "Cannot create: its jobs are refused: the ResourceQuota small is exhausted: count/jobs.batch 0 of 0 is used and it asks for 1", objects: [{ ...quota, spec: { hard: { "count/jobs.batch": "0" } } }, cronJob({})], of: crons },
]);
