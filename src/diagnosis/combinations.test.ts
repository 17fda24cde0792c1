import { describeSituations } from "./testing/describe-situations.ts";
import type { LivingWorld } from "./testing/living-world.ts";
import {
  containers,
  cpu,
  headless,
  job,
  labels,
  meta,
  of,
  pod,
  runs,
  service,
  simulated,
  workload,
} from "./testing/manifests.ts";

// What is said where several objects together make a situation, and what the state of each alone does not tell.

const patched = (path: string, patch: object) => (world: LivingWorld, namespace: string) =>
  world.send("PATCH", path.replace("$", namespace), patch, "application/merge-patch+json");
const deleted = (path: string) => (world: LivingWorld, namespace: string) =>
  world.send("DELETE", path.replace("$", namespace));
const probing = (kind: string, probe: object, parts: object = {}) => ({
  containers: containers({ [kind]: { periodSeconds: 5, ...probe }, ...parts }),
});
const mounts = (source: object) => ({
  containers: containers({ volumeMounts: [{ name: "c", mountPath: "/c" }] }),
  volumes: [{ name: "c", ...source }],
});
const configMap = of("v1", "ConfigMap", "conf", { data: { a: "x" } });
const secret = of("v1", "Secret", "db", { stringData: { password: "x" } });
const fromConf = (key: string) => [{ configMap: { name: "conf", items: [{ key, path: "f" }] } }];
const fromDb = (key: string) => [{ secret: { name: "db", items: [{ key, path: "g" }] } }];
const volume = (name: string, spec: object = {}): object =>
  of("v1", "PersistentVolume", name, {
    spec: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      hostPath: { path: "/x" },
      storageClassName: name,
      ...spec,
    },
  });
const claim = (storageClassName: string, spec: object = {}, name = "data"): object =>
  of("v1", "PersistentVolumeClaim", name, {
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, storageClassName, ...spec },
  });
const usesData = { persistentVolumeClaim: { claimName: "data" } };
const scratch = {
  volumes: [
    {
      name: "scratch",
      ephemeral: {
        volumeClaimTemplate: {
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        },
      },
    },
  ],
};
const cron = (spec: object, jobSpec: object): object =>
  of("batch/v1", "CronJob", "w", { spec: { schedule: "* * * * *", jobTemplate: { spec: jobSpec }, ...spec } });
const apart = {
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey: "kubernetes.io/hostname", labelSelector: { matchLabels: labels } },
      ],
    },
  },
};
const budget = (spec: object): object =>
  of("policy/v1", "PodDisruptionBudget", "b", { spec: { selector: { matchLabels: labels }, ...spec } });
const range = of("v1", "LimitRange", "lr", {
  spec: { limits: [{ type: "Container", maxLimitRequestRatio: { cpu: "2" } }] },
});
const ratio = { containers: containers({ resources: { requests: { cpu: "100m" }, limits: { cpu: "1" } } }) };
const traffic = (spec: object): object =>
  of("networking.k8s.io/v1", "NetworkPolicy", "n", { spec: { podSelector: {}, ...spec } });
const alias = (name: string, externalName: string): object =>
  of("v1", "Service", name, { spec: { type: "ExternalName", externalName } });
const ingress = (port: object, metadata: object = {}): object =>
  of(
    "networking.k8s.io/v1",
    "Ingress",
    "i",
    { spec: { defaultBackend: { service: { name: "web", port } } } },
    metadata,
  );
const version = (name: string, rest: object) => ({ name, schema: { openAPIV3Schema: { type: "object" } }, ...rest });
const gears = of("apiextensions.k8s.io/v1", "CustomResourceDefinition", "gears.sv.example.com", {
  spec: {
    group: "sv.example.com",
    scope: "Namespaced",
    names: { plural: "gears", singular: "gear", kind: "Gear", listKind: "GearList" },
    versions: [version("v1alpha1", { served: true, storage: true })],
  },
});
const newerGears = {
  spec: {
    versions: [version("v1alpha1", { served: false, storage: false }), version("v1", { served: true, storage: true })],
  },
};
const closed = { hook: "self" };
const hook = of("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "self", {
  webhooks: [
    {
      name: "self.example.com",
      sideEffects: "None",
      timeoutSeconds: 1,
      admissionReviewVersions: ["v1"],
      clientConfig: { service: { name: "web", namespace: "self-webhook" } },
      namespaceSelector: { matchLabels: closed },
      rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
    },
  ],
});
const admission = "admissionregistration.k8s.io/v1";
const creates = (group: string, resource: string): object => ({
  apiGroups: [group],
  apiVersions: ["*"],
  operations: ["CREATE"],
  resources: [resource],
});
const policy = (name: string, matchConstraints: object = { resourceRules: [creates("", "configmaps")] }): object =>
  of(admission, "ValidatingAdmissionPolicy", name, {
    spec: {
      matchConstraints,
      validations: [{ expression: "object.metadata.name != 'never'" }],
    },
  });
const binding = (policyName: string, matchResources: object): object =>
  of(admission, "ValidatingAdmissionPolicyBinding", policyName, {
    spec: { policyName, validationActions: ["Deny"], matchResources },
  });
const there = { namespace: "self-webhook" };
const [p, web, set, deployment, jobs, crons, data] = [
  "v1 Pod p",
  "v1 Service web",
  "apps/v1 StatefulSet w",
  "apps/v1 Deployment w",
  "batch/v1 Job w",
  "batch/v1 CronJob w",
  "v1 PersistentVolumeClaim data",
];

// oxfmt-ignore
describeSituations([
  // Probes of every handler, before and behind their threshold.
  { name: "pod-startup-probe-failing", sentence: "Not ready: container app fails its startup probe: HTTP probe failed with statuscode: 500; it is killed when that has failed 300 times in a row", objects: [pod(probing("startupProbe", { httpGet: { path: "/", port: 80 }, failureThreshold: 300 }), simulated({ startup: "failure" }))], of: p },
  { name: "pod-startup-probe-failing", sentence: /^(?:CrashLoopBackOff|Restarting|Error): container app fails its startup probe and is killed, restarted (?:once|\d+ times): the command cat \/up fails$/, objects: [pod(probing("startupProbe", { exec: { command: ["cat", "/up"] } }), simulated({ startup: "failure" }))], of: p },
  { name: "pod-startup-probe-failing", sentence: "Not ready: sidecar side fails its startup probe: service unhealthy (responded with \"NOT_SERVING\"); it is killed when that has failed 300 times in a row", objects: [pod({ initContainers: [{ name: "side", image: "envoy", restartPolicy: "Always", startupProbe: { grpc: { port: 9000 }, failureThreshold: 300 } }] }, simulated({ "startup.side": "failure" }))], of: p },
  { name: "pod-liveness-probe-failing", sentence: "Running: ready, but container app fails its liveness probe: HTTP probe failed with statuscode: 500; it is killed when it has failed 100 times in a row", objects: [pod(probing("livenessProbe", { httpGet: { path: "/", port: 80 }, failureThreshold: 100 }), simulated({ liveness: "failure" }))], of: p },
  { name: "pod-probe-port-missing", sentence: "Not ready: the readiness probe of container app asks at the port http, which it does not declare; it declares web", objects: [pod(probing("readinessProbe", { httpGet: { path: "/", port: "http" } }, { ports: [{ name: "web", containerPort: 80 }] }))], of: p, evidence: [/^Pod p: event Unhealthy: Readiness probe errored and resulted in unknown state: strconv/] },
  { name: "pod-probe-port-missing", sentence: "Not ready: the startup probe of container app asks at the port grpc, which it does not declare; it declares none", objects: [pod(probing("startupProbe", { tcpSocket: { port: "grpc" } }))], of: p },
  // What containers and volumes are made of.
  { name: "pod-configmap-key-missing", sentence: "ContainerCreating: the volume c needs the key b of the ConfigMap conf, which has a", objects: [configMap, secret, pod(mounts({ projected: { sources: [...fromDb("password"), ...fromConf("b")] } }))], of: p },
  { name: "pod-secret-key-missing", sentence: "ContainerCreating: the volume c needs the key pass of the Secret db, which has password", objects: [configMap, secret, pod(mounts({ projected: { sources: [...fromConf("a"), ...fromDb("pass")] } }))], of: p },
  { name: "pod-container-config-refused", sentence: "CreateContainerConfigError: container app cannot start: its variable X asks for the resources of a container other, and the pod has app", objects: [pod({ containers: containers({ env: [{ name: "X", valueFrom: { resourceFieldRef: { containerName: "other", resource: "limits.cpu" } } }] }) })], of: p },
  { name: "pod-image-never-pulled", sentence: /^ErrImageNeverPull: container app cannot start from the image only-here:1: /, objects: [pod({ containers: containers({ image: "only-here:1", imagePullPolicy: "Never" }) })], of: p },
  { name: "pod-volume-mode-unfit", sentence: "ContainerCreating: the volume c is a device, its claim's volumeMode is Block, and a container mounts it: it belongs under volumeDevices", objects: [volume("blocks", { volumeMode: "Block" }), claim("blocks", { volumeMode: "Block" }), pod(mounts(usesData))], of: p },
  { name: "pod-volume-mode-unfit", sentence: "ContainerCreating: the volume c is a file system, and a container wants it as a device: it belongs under volumeMounts, or its claim needs the volumeMode Block", objects: [volume("files"), claim("files"), pod({ containers: containers({ volumeDevices: [{ name: "c", devicePath: "/dev/x" }] }), volumes: [{ name: "c", ...usesData }] })], of: p },
  { name: "pod-ephemeral-claim-taken", sentence: "Pending: the claim of its ephemeral volume is to be called p-scratch, and a PersistentVolumeClaim that is not the pod's has that name", objects: [claim("", {}, "p-scratch"), pod(scratch)], of: p, evidence: ["PersistentVolumeClaim p-scratch: "] },
  { name: "claim-class-missing", sentence: /^Pending: its StorageClass once does not exist, and no persistent volume fits 1Gi ReadWriteMany: once does not offer ReadWriteMany/, objects: [volume("once"), claim("once", { accessModes: ["ReadWriteMany"] })], of: data },
  { name: "pod-account-missing", sentence: "Running: its ServiceAccount bot does not exist any more, so the server refuses its token", objects: [of("v1", "ServiceAccount", "bot"), pod({ serviceAccountName: "bot" })], later: deleted("/api/v1/namespaces/$/serviceaccounts/bot"), of: p },
  // Workloads that are in their own way.
  { name: "deployment-progressing", sentence: /^Progressing: 1 of 2 updated, waiting for w-\S+, which is Pending: 0\/2 nodes are available, 2 nodes are ruled out by the anti-affinity to pods with app=w on the same node, such as w-\S+ on node-\d; maxUnavailable is 0, so none of the 2 former pods is stopped to make room$/, objects: [workload("Deployment", { replicas: 2, strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } } }, apart)], later: patched("/apis/apps/v1/namespaces/$/deployments/w", { spec: { template: { metadata: { annotations: { a: "b" } } } } }), of: deployment },
  { name: "pods-refused-by-limit-range", sentence: "Cannot create: its pods are refused: the LimitRange lr refuses it: cpu max limit to request ratio per Container is 2, but provided ratio is 10.000000", objects: [range, workload("Deployment", {}, ratio)], of: deployment },
  { name: "statefulset-updates-on-delete", sentence: "Progressing: 0 of 2 updated: updateStrategy is OnDelete, so pods change when they are deleted", objects: [headless, workload("StatefulSet", { replicas: 2, updateStrategy: { type: "OnDelete" } })], later: patched("/apis/apps/v1/namespaces/$/statefulsets/w", { spec: { template: { metadata: { annotations: { a: "b" } } } } }), of: set },
  { name: "budget-blocks-all-evictions", sentence: "Blocks evictions: minAvailable 1 never lets its only pod be evicted", objects: [workload("Deployment"), budget({ minAvailable: 1 })], of: "policy/v1 PodDisruptionBudget b" },
  { name: "budget-blocks-evictions", sentence: /^Blocks evictions: 0 of 2 pods healthy, .*; pods that run and are not ready may be evicted all the same: unhealthyPodEvictionPolicy is AlwaysAllow$/, objects: [workload("Deployment", { replicas: 2 }, { containers: containers(runs("exit 1")) }), budget({ minAvailable: 1, unhealthyPodEvictionPolicy: "AlwaysAllow" })], of: "policy/v1 PodDisruptionBudget b" },
  { name: "job-pods-failing", sentence: /^Running: 0 of 1 succeeded, 0 active; the pod w-\S+ failed: exit code 3, and its podFailurePolicy ignores that: it does not count for the backoffLimit; the next one starts after a back-off$/, objects: [of("batch/v1", "Job", "w", { spec: job({ podFailurePolicy: { rules: [{ action: "Ignore", onExitCodes: { operator: "In", values: [3] } }] } }, runs("exit 3")) })], of: jobs },
  { name: "cronjob-suspended", sentence: /^Suspended: spec\.suspend is true, so it starts no jobs; w-\d+ had started before and goes on$/, objects: [cron({ concurrencyPolicy: "Forbid" }, job({}, runs("sleep 900")))], later: patched("/apis/batch/v1/namespaces/$/cronjobs/w", { spec: { suspend: true } }), of: crons },
  { name: "cronjob-concurrency-forbidden", sentence: /^Waiting: concurrencyPolicy is Forbid, and the job w-\d+ is Running: 0 of 1 succeeded, 1 active; the pod w-\S+ is Pending: 0\/2 nodes are available, no node has 100 cpu; the largest has 4$/, objects: [cron({ concurrencyPolicy: "Forbid" }, job({}, {}, cpu("100")))], of: crons, causes: ["job-pods-failing"] },
  { name: "cronjob-last-job-failed", sentence: /^Last job failed: w-\d+ failed, and is deleted: failedJobsHistoryLimit is 0$/, objects: [cron({ failedJobsHistoryLimit: 0 }, job({ backoffLimit: 0 }, runs("exit 1")))], of: crons, evidence: [/^CronJob w: event SawCompletedJob.*: Saw completed job: w-\d+, condition: Failed$/] },
  // Networks.
  { name: "service-pods-isolated", sentence: "Not reached: 1 of 1 pod ready, and the NetworkPolicy n lets no request through to its port", objects: [pod(), service(), traffic({ policyTypes: ["Ingress", "Egress"] })], of: web, evidence: ["NetworkPolicy n: "] },
  { name: "service-pods-isolated", sentence: "Not reached: 1 of 1 pod ready, and the NetworkPolicy n lets no request through to its port", objects: [pod(), service(), traffic({ ingress: [{ ports: [{ port: 8000, endPort: 8100 }, { port: 80, protocol: "UDP" }] }] })], of: web },
  { name: "service-ready", sentence: "Ready: 1 of 1 pod ready", objects: [pod(), service(), traffic({ ingress: [{ ports: [{ port: 79, endPort: 81 }] }] })], of: web },
  { name: "service-external-name-loops", sentence: /^External name: it is an alias for itself, a\.s-\d+\.svc\.cluster\.local$/, objects: [], later: (world, namespace) => world.create({ ...alias("a", `a.${namespace}.svc.cluster.local`), metadata: meta("a", { namespace }) }), of: "v1 Service a" },
  { name: "service-external-name-loops", sentence: /^External name: it is an alias for b\.s-\d+\.svc, which leads back to it$/, objects: [], later: (world, namespace) => world.create({ ...alias("a", `b.${namespace}.svc`), metadata: meta("a", { namespace }) }, { ...alias("b", `a.${namespace}.svc`), metadata: meta("b", { namespace }) }), of: "v1 Service a" },
  { name: "ingress-without-address", sentence: "Pending: no controller of the class nginx, which its annotation kubernetes.io/ingress.class names, has given it an address", objects: [pod(), service(), ingress({ number: 80 }, { annotations: { "kubernetes.io/ingress.class": "nginx" } })], of: "networking.k8s.io/v1 Ingress i" },
  { name: "ingress-port-missing", sentence: "No backend: its backend, the Service web, has no port htttp; it has 80 http", objects: [pod(), service({ ports: [{ port: 80, name: "http" }] }), ingress({ name: "htttp" })], of: "networking.k8s.io/v1 Ingress i" },
  // The API itself.
  { name: "definition-stored-in-former-version", sentence: "Established: it serves v1; objects may still be stored as v1alpha1, until each is written again and status.storedVersions is cleared of it", objects: [gears], later: patched("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gears.sv.example.com", newerGears), of: "apiextensions.k8s.io/v1 CustomResourceDefinition gears.sv.example.com" },
  { name: "webhook-refuses-its-own-pods", sentence: "Refuses requests: the webhook self.example.com refuses the pods that are to serve it: the Deployment w cannot create them while self.example.com does not answer; failurePolicy is Fail, and its selectors do not leave them out", objects: [of("v1", "Namespace", "self-webhook", {}, { labels: closed }), hook, of("v1", "Service", "web", { spec: { selector: labels, ports: [{ port: 443 }] } }, there), of("apps/v1", "Deployment", "w", { spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers: containers() } } } }, there)], of: "admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration self", causes: ["service-pods-not-made"] },
  { name: "namespace-held-by-its-finalizers", sentence: "Terminating: it was deleted 60s ago and is kept until example.com/ns is removed from its finalizers", objects: [of("v1", "Namespace", "held-by-itself", {}, { finalizers: ["example.com/ns"] })], later: deleted("/api/v1/namespaces/held-by-itself"), of: "v1 Namespace held-by-itself" },
  // What is in the way of one part alone.
  { name: "deployment-progressing", sentence: /^Progressing: 2 of 3 available, waiting for w-\S+, which is Pending: 0\/2 nodes are available, on 2 nodes the topology spread over kubernetes\.io\/hostname would differ by more than 1: it wants 5 domains \(minDomains\) and there are 2, so each takes 1 pod at most$/, objects: [workload("Deployment", { replicas: 3 }, { topologySpreadConstraints: [{ maxSkew: 1, minDomains: 5, topologyKey: "kubernetes.io/hostname", whenUnsatisfiable: "DoNotSchedule", labelSelector: { matchLabels: labels } }] })], of: deployment },
  { name: "service-answers-on-some-nodes", sentence: /^Ready: 1 of 1 pod ready, but externalTrafficPolicy is Local: what asks at node-\d gets no answer, since it has none of its pods$/, objects: [service({ type: "NodePort", externalTrafficPolicy: "Local" }), pod()], of: web, evidence: ["Service web: spec.externalTrafficPolicy = Local"] },
  { name: "service-answers-on-some-nodes", sentence: /^Ready: 1 of 1 pod ready, but internalTrafficPolicy is Local: what runs on node-\d gets no answer, since it has none of its pods$/, objects: [service({ internalTrafficPolicy: "Local" }), pod()], of: web },
  { name: "service-ready", sentence: "Ready: 2 of 2 pods ready", objects: [service({ internalTrafficPolicy: "Local" }), workload("DaemonSet")], of: web },
  { name: "service-ready", sentence: "Ready: 1 of 1 pod ready", objects: [service({ clusterIP: "None", internalTrafficPolicy: "Local" }), pod()], of: web },
  { name: "policy-binding-matches-nothing", sentence: "Without effect: it is for deployments, and its policy of-configmaps is for configmaps: a request has to match both", objects: [policy("of-configmaps"), binding("of-configmaps", { resourceRules: [creates("apps", "deployments")] })], of: `${admission} ValidatingAdmissionPolicyBinding of-configmaps` },
  { name: "policy-bound", sentence: "In effect: it binds the policy narrowed, to Deny", objects: [policy("narrowed"), binding("narrowed", { resourceRules: [creates("*", "*")] })], of: `${admission} ValidatingAdmissionPolicyBinding narrowed` },
  { name: "policy-bound", sentence: "In effect: it binds the policy older, to Deny", objects: [policy("older", { resourceRules: [{ ...creates("autoscaling", "horizontalpodautoscalers"), apiVersions: ["v1"] }] }), binding("older", { resourceRules: [{ ...creates("autoscaling", "horizontalpodautoscalers"), apiVersions: ["v2"] }] })], of: `${admission} ValidatingAdmissionPolicyBinding older` },
  { name: "policy-binding-matches-nothing", sentence: "Without effect: it is for operations, groups or versions, and its policy exact is for others: a request has to match both", objects: [policy("exact", { matchPolicy: "Exact", resourceRules: [{ ...creates("autoscaling", "horizontalpodautoscalers"), apiVersions: ["v1"] }] }), binding("exact", { matchPolicy: "Exact", resourceRules: [{ ...creates("autoscaling", "horizontalpodautoscalers"), apiVersions: ["v2"] }] })], of: `${admission} ValidatingAdmissionPolicyBinding exact` },
  { name: "policy-binding-broken", sentence: /^Without effect: its binding apart, which is Without effect: it is for deployments/, objects: [policy("apart"), binding("apart", { resourceRules: [creates("apps", "deployments")] })], of: `${admission} ValidatingAdmissionPolicy apart`, causes: ["policy-binding-matches-nothing"] },
]);
