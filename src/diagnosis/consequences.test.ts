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

// What is said of objects that others are to make, to use or to be reached by.

const cron = (concurrencyPolicy: string): object =>
  of("batch/v1", "CronJob", "w", {
    spec: { schedule: "* * * * *", concurrencyPolicy, jobTemplate: { spec: job({}, runs("sleep 900")) } },
  });
const claim = (storageClassName: string): object =>
  of("v1", "PersistentVolumeClaim", "data", {
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, storageClassName },
  });
const usesClaim = { volumes: [{ name: "d", persistentVolumeClaim: { claimName: "data" } }] };
const lateClass = of("storage.k8s.io/v1", "StorageClass", "late-disks", {
  provisioner: "disk.example.com",
  volumeBindingMode: "WaitForFirstConsumer",
});
const noPods = of("v1", "ResourceQuota", "none", { spec: { hard: { pods: "0" } } });
const [rbac, admission] = ["rbac.authorization.k8s.io/v1", "admissionregistration.k8s.io/v1"];
const role = (rule: object): object => of(rbac, "Role", "w", { rules: [{ apiGroups: [""], ...rule }] });
const binding = (roleName: string, subject: object, kind = "ClusterRole"): object =>
  of(rbac, "RoleBinding", "w", {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind, name: roleName },
    subjects: [subject],
  });
const named = (kind: string, name: string) => ({ kind, name, apiGroup: "rbac.authorization.k8s.io" });
const traffic = (spec: object): object => of("networking.k8s.io/v1", "NetworkPolicy", "w", { spec });
const quota = (hard: object): object => of("v1", "ResourceQuota", "q", { spec: { hard } });
const noTeam = { matchLabels: { "team.example.com": "none" } };
const podRules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }];
const webhooks = of(admission, "MutatingWebhookConfiguration", "nowhere", {
  webhooks: [
    {
      name: "nowhere.example.com",
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      clientConfig: { url: "https://hooks.example.com/" },
      namespaceSelector: noTeam,
      rules: podRules,
    },
  ],
});
const policy = of(admission, "ValidatingAdmissionPolicy", "for-nobody", {
  spec: {
    matchConstraints: { namespaceSelector: noTeam, resourceRules: podRules },
    validations: [{ expression: "true" }],
  },
});
const policyBinding = of(admission, "ValidatingAdmissionPolicyBinding", "for-nobody", {
  spec: { policyName: "for-nobody", validationActions: ["Audit"] },
});
const gone = of("apiregistration.k8s.io/v1", "APIService", "v1.gone.example.com", {
  spec: {
    group: "gone.example.com",
    version: "v1",
    groupPriorityMinimum: 100,
    versionPriority: 100,
    insecureSkipTLSVerify: true,
    service: { namespace: "kube-system", name: "gone" },
  },
});
const withParameters = of("networking.k8s.io/v1", "IngressClass", "tuned", {
  spec: { controller: "example.com/proxy", parameters: { apiGroup: "p.example.com", kind: "Tuning", name: "x" } },
});
const scaler = of("autoscaling/v2", "HorizontalPodAutoscaler", "w", {
  spec: {
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "w" },
    maxReplicas: 2,
    metrics: [
      {
        type: "Object",
        object: {
          describedObject: { apiVersion: "v1", kind: "Service", name: "web" },
          metric: { name: "requests" },
          target: { type: "Value", value: "5" },
        },
      },
    ],
  },
});
const readiness = (probe: object, parts: object = {}) => ({
  containers: containers({ readinessProbe: { periodSeconds: 5, ...probe }, ...parts }),
});
const httpGet = { path: "/", port: 80 };
const patched = (path: string, patch: object) => (world: LivingWorld, namespace: string) =>
  world.send("PATCH", path.replace("$", namespace), patch, "application/merge-patch+json");
const deleted = (path: string) => (world: LivingWorld, namespace: string) =>
  world.send("DELETE", path.replace("$", namespace));
const slow = { ...simulated({ "stop-seconds": "800" }) };
const sets = "/apis/apps/v1/namespaces/$/statefulsets/w";
const [p, web, set, daemons, jobs, crons] = [
  "v1 Pod p",
  "v1 Service web",
  "apps/v1 StatefulSet w",
  "apps/v1 DaemonSet w",
  "batch/v1 Job w",
  "batch/v1 CronJob w",
];

// oxfmt-ignore
describeSituations([
  // Pods.
  { name: "pod-readiness-probe-failing", sentence: "Not ready: container app fails its readiness probe: the command cat /ready fails", objects: [pod(readiness({ exec: { command: ["cat", "/ready"] } }), simulated({ readiness: "failure" }))], of: p },
  { name: "pod-readiness-probe-failing", sentence: /^Not ready: container app fails its readiness probe: dial tcp 10\.\S+:5432: connect: connection refused$/, objects: [pod(readiness({ tcpSocket: { port: 5432 } }), simulated({ readiness: "failure" }))], of: p },
  { name: "pod-liveness-probe-failing", sentence: /^(?:CrashLoopBackOff|Restarting|Error): container app fails its liveness probe and is killed, restarted (once|\d+ times): service unhealthy \(responded with "NOT_SERVING"\)$/, objects: [pod({ containers: containers({ livenessProbe: { grpc: { port: 9000 }, periodSeconds: 5 } }) }, simulated({ liveness: "failure" }))], of: p },
  { name: "pod-not-ready-yet", sentence: "Not ready: container app runs and its startup probe has not succeeded yet, which begins 900 s after its start", objects: [pod({ containers: containers({ startupProbe: { httpGet, initialDelaySeconds: 900 } }) })], of: p },
  { name: "pod-not-ready-yet", sentence: "Not ready: container app runs and its readiness probe has not succeeded yet, which begins 900 s after its start", objects: [pod(readiness({ httpGet, initialDelaySeconds: 900 }))], of: p },
  { name: "pod-readiness-probe-failing", sentence: "Not ready: sidecar side fails its readiness probe: HTTP probe failed with statuscode: 503", objects: [pod({ initContainers: [{ name: "side", image: "envoy", restartPolicy: "Always", readinessProbe: { httpGet, periodSeconds: 5 } }] }, simulated({ "readiness.side": "failure" }))], of: p },
  { name: "pod-out-of-memory", sentence: /^CrashLoopBackOff: init container i was killed: it used more memory than its limit of 16Mi, restarted (once|\d+ times)$/, objects: [pod({ initContainers: [{ name: "i", image: "x", resources: { limits: { memory: "16Mi" } }, ...runs("sleep 900") }] }, simulated({ "memory.i": "64Mi" }))], of: p },
  { name: "pod-container-config-refused", sentence: "CreateContainerConfigError: container app cannot start: missing value for NOPE", objects: [pod({ containers: containers({ volumeMounts: [{ name: "d", mountPath: "/d", subPathExpr: "$(NOPE)" }] }), volumes: [{ name: "d", emptyDir: {} }] })], of: p },
  { name: "pod-insufficient-ephemeral-storage", sentence: "Pending: 0/2 nodes are available, no node has 900Ti ephemeral-storage; the largest has 50Gi", objects: [pod({ containers: containers({ resources: { requests: { "ephemeral-storage": "900Ti" } } }) })], of: p },
  { name: "pod-node-selector-unmatched", sentence: "Pending: 0/2 nodes are available, no node has the label kubernetes.io/os=windows; nodes have kubernetes.io/os=linux", objects: [pod({ os: { name: "windows" }, nodeSelector: { "kubernetes.io/os": "windows" } })], of: p },
  { name: "pod-device-claim-template-missing", sentence: "Pending: its claim of devices is made by the ResourceClaimTemplate gpu, which does not exist", objects: [pod({ resourceClaims: [{ name: "g", resourceClaimTemplateName: "gpu" }] })], of: p, evidence: ["ResourceClaimTemplate gpu: not found"] },
  { name: "pod-claim-unbound", sentence: "Pending: it waits for the PersistentVolumeClaim data, which is Pending: the provisioner disk.example.com has not made a volume for it yet, and no CSIDriver of that name is registered: it may not be installed", objects: [lateClass, claim("late-disks"), pod(usesClaim)], of: p, causes: ["claim-waits-for-provisioner"] },
  { name: "claim-waits-for-first-consumer", sentence: "Pending: its StorageClass late-disks waits for the first pod that uses it, and its pod p has no node: it is Pending: 0/2 nodes are available, no node has 500 cpu; the largest has 4", objects: [claim("late-disks"), pod({ ...usesClaim, ...cpu("500") })], of: "v1 PersistentVolumeClaim data" },
  { name: "pod-node-selector-unmatched", sentence: "Pending: 0/2 nodes are available, no node has the label sandbox=yes", objects: [of("node.k8s.io/v1", "RuntimeClass", "boxed", { handler: "runsc", scheduling: { nodeSelector: { sandbox: "yes" } } }), pod({ runtimeClassName: "boxed" })], of: p },
  // Workloads.
  { name: "replicaset-of-former-revision", sentence: "Scaled to zero: it is revision 1 of the Deployment w, which is at revision 2; it is kept to go back to", objects: [of("apps/v1", "ReplicaSet", "former", { spec: { replicas: 0, selector: { matchLabels: { app: "w", "pod-template-hash": "1" } }, template: { metadata: { labels: { app: "w", "pod-template-hash": "1" } }, spec: { containers: containers({ image: "nginx:0" }) } } } }, { labels, annotations: { "deployment.kubernetes.io/revision": "1" } }), workload("Deployment")], of: "apps/v1 ReplicaSet former" },
  { name: "daemonset-matches-no-node", sentence: "No nodes: none of 2 nodes matches its node affinity, gpu Exists", objects: [workload("DaemonSet", {}, { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: "gpu", operator: "Exists" }] }] } } } })], of: daemons, evidence: ["DaemonSet w: spec.template.spec.affinity.nodeAffinity = gpu Exists"] },
  { name: "statefulset-waits-for-pod", sentence: "Progressing: 1 of 2 ready, the next one follows when its pods have been ready for 600 s", objects: [headless, workload("StatefulSet", { replicas: 2, minReadySeconds: 600 })], of: set },
  { name: "statefulset-pod-name-taken", sentence: "Progressing: 0 of 2 ready: its next pod is to be called w-0, and a pod that it does not own has that name", objects: [headless, pod({}, { labels: { other: "x" } }, "w-0"), workload("StatefulSet", { replicas: 2 })], of: set, evidence: [/^Pod w-0: /] },
  { name: "statefulset-scaling-down", sentence: "Scaling down: to 1 of 2 pods, waiting for w-1, which is Terminating: it is kept until the finalizer example.com/f is removed", objects: [headless, workload("StatefulSet", { replicas: 2 }, {}, { finalizers: ["example.com/f"] })], later: patched(sets, { spec: { replicas: 1 } }), of: set, causes: ["pod-held-by-finalizer"] },
  { name: "statefulset-scaling-down", sentence: /^Scaling down: to 0 of 1 pod, waiting for w-0, which is Terminating: its containers have 900 s to stop$/, objects: [headless, workload("StatefulSet", { replicas: 1 }, { terminationGracePeriodSeconds: 900 }, slow)], later: patched(sets, { spec: { replicas: 0 } }), of: set },
  { name: "claims-refused-by-quota", sentence: "Cannot create: its claims are refused: the ResourceQuota q is exhausted: persistentvolumeclaims 0 of 0 is used and it asks for 1", objects: [quota({ persistentvolumeclaims: "0" }), headless, workload("StatefulSet", { volumeClaimTemplates: [{ metadata: meta("d"), spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } }] })], of: set },
  { name: "job-backoff-limit-exceeded", sentence: "Failed: its containers were restarted more often than its backoffLimit of 1 allows", objects: [of("batch/v1", "Job", "w", { spec: job({ backoffLimit: 1 }, runs("exit 9"), { restartPolicy: "OnFailure" }) })], of: jobs },
  { name: "job-indexes-failed", sentence: /^Failed: the indexes 0,1 failed; the last, w-\S+, failed: exit code 42$/, objects: [of("batch/v1", "Job", "w", { spec: job({ completionMode: "Indexed", completions: 2, parallelism: 2, backoffLimitPerIndex: 3, podFailurePolicy: { rules: [{ action: "FailIndex", onExitCodes: { operator: "In", values: [42] } }] } }, runs("exit 42")) })], of: jobs },
  { name: "cronjob-job-running", sentence: /^Active: the last job, w-\d+, is Running: 0 of 1 succeeded, 1 active; concurrencyPolicy is Replace, so the next start ends it$/, objects: [cron("Replace")], of: crons },
  { name: "cronjob-job-running", sentence: /^Active: the last job, w-\d+, is Running: 0 of 1 succeeded, 1 active; 2 of its jobs run beside each other: concurrencyPolicy is Allow$/, objects: [cron("Allow")], of: crons },
  // Services, and what uses them.
  { name: "service-pods-not-made", sentence: "No endpoints: no pod has the labels of its selector, app=w: the Deployment w, which makes them, is Scaled to zero: spec.replicas is 0, so no pods run", objects: [service(), workload("Deployment", { replicas: 0 })], of: web, causes: ["deployment-scaled-to-zero"] },
  { name: "service-pods-not-made", sentence: "No endpoints: no pod has the labels of its selector, app=w: the Deployment w, which makes them, cannot create its pods: the ResourceQuota none is exhausted: pods 0 of 0 is used and it asks for 1", objects: [noPods, service(), workload("Deployment")], of: web, causes: ["pods-refused-by-quota"] },
  { name: "service-pods-not-ready", sentence: "No endpoints: its only pod is not ready: p, which is Terminating: its containers have 900 s to stop", objects: [service(), pod({ terminationGracePeriodSeconds: 900 }, slow)], later: deleted("/api/v1/namespaces/$/pods/p"), of: web, causes: ["pod-terminating"] },
  { name: "service-publishes-not-ready-pods", sentence: /^Ready: 0 of 1 pod ready, and publishNotReadyAddresses sends requests to the others as well, such as p, which crashes: exit code 1/, objects: [service({ publishNotReadyAddresses: true }), pod({ containers: containers(runs("exit 1")) })], of: web },
  { name: "service-target-port-unmatched", sentence: "No target port: the targetPort of its port b, metrics, is no port of its pods, which declare 80", objects: [service({ ports: [{ name: "a", port: 80 }, { name: "b", port: 90, targetPort: "metrics" }] }), pod({ containers: containers({ ports: [{ containerPort: 80 }] }) })], of: web },
  { name: "ingressclass-parameters-not-served", sentence: "Without parameters: its parameters, the Tuning x, are of a kind of p.example.com that is not served", objects: [withParameters], of: "networking.k8s.io/v1 IngressClass tuned" },
  { name: "network-policy-port-unmatched", sentence: "Isolates: all pods of its namespace, and allows incoming traffic to the port http, which none of them declares by that name", objects: [pod(), traffic({ podSelector: {}, ingress: [{ ports: [{ port: "http" }] }] })], of: "networking.k8s.io/v1 NetworkPolicy w" },
  { name: "network-policy-rules-do-not-count", sentence: "Isolates: all pods of its namespace, no incoming traffic is allowed; its rules of outgoing traffic do not count: policyTypes leaves Egress out", objects: [pod(), traffic({ podSelector: {}, policyTypes: ["Ingress"], egress: [{}] })], of: "networking.k8s.io/v1 NetworkPolicy w" },
  { name: "secret-certificate-unreadable", sentence: "No certificate: its tls.crt is no PEM text of a certificate", objects: [of("v1", "Secret", "t", { type: "kubernetes.io/tls", stringData: { "tls.crt": "x", "tls.key": "y" } })], of: "v1 Secret t" },
  { name: "autoscaler-metrics-not-installed", sentence: "No metrics: the custom metrics API is not installed: install the addon metrics-adapter", objects: [workload("Deployment"), scaler], of: "autoscaling/v2 HorizontalPodAutoscaler w" },
  { name: "budget-without-selector", sentence: "No pods: it has no selector, so it is for no pod; an empty one, {}, is for all pods of its namespace", objects: [of("policy/v1", "PodDisruptionBudget", "w", { spec: { minAvailable: 1 } })], of: "policy/v1 PodDisruptionBudget w" },
  // Who may do what, and how much of it.
  { name: "binding-account-missing", sentence: "Subject missing: the namespace nowhere whose ServiceAccounts it grants to does not exist", objects: [binding("view", named("Group", "system:serviceaccounts:nowhere"))], of: `${rbac} RoleBinding w` },
  { name: "binding-account-missing", sentence: "Subject missing: the ServiceAccount nowhere/bob that it grants to does not exist", objects: [binding("view", named("User", "system:serviceaccount:nowhere:bob"))], of: `${rbac} RoleBinding w` },
  { name: "binding-account-missing", sentence: /^Subject missing: the ServiceAccount s-\d+\/only-there that it grants to does not exist; the namespace default has one of that name$/, objects: [of("v1", "ServiceAccount", "only-there", {}, { namespace: "default" }), binding("view", { kind: "ServiceAccount", name: "only-there" })], of: `${rbac} RoleBinding w` },
  { name: "binding-role-missing", sentence: "Without effect: it binds the ClusterRole edti, which does not exist, so it grants nothing; there is one called edit", objects: [binding("edti", named("User", "ann"))], of: `${rbac} RoleBinding w` },
  { name: "binding-role-missing", sentence: "Without effect: it binds the ClusterRole cluster-admn, which does not exist, so it grants nothing; there is one called cluster-admin", objects: [binding("cluster-admn", named("User", "ann"))], of: `${rbac} RoleBinding w` },
  { name: "binding-role-missing", sentence: "Without effect: it binds the Role far-role, which does not exist, so it grants nothing; the namespace default has one of that name", objects: [of(rbac, "Role", "far-role", { rules: [] }, { namespace: "default" }), binding("far-role", named("User", "ann"), "Role")], of: `${rbac} RoleBinding w` },
  { name: "role-of-unknown-verb", sentence: "Grants less: its rule 1 names the verb read, which no request has; did you mean get?", objects: [role({ resources: ["pods"], verbs: ["read"] })], of: `${rbac} Role w` },
  { name: "role-of-unknown-verb", sentence: "Grants less: its rule 1 names the verb List, which no request has; did you mean list?", objects: [role({ resources: ["pods"], verbs: ["List"] })], of: `${rbac} Role w` },
  { name: "role-of-unknown-subresource", sentence: "Grants less: its rule 1 names pods/logs, which is not served; did you mean pods/log?", objects: [role({ resources: ["pods/logs"], verbs: ["get"] })], of: `${rbac} Role w` },
  { name: "role-of-unknown-name", sentence: "Grants less: its rule 1 limits the verb create by resourceNames, and a request to create is authorized without a name, so it grants nothing there", objects: [role({ resources: ["configmaps"], resourceNames: ["a"], verbs: ["create"] })], of: `${rbac} Role w` },
  { name: "role-of-unknown-resource", sentence: "Grants less: its rule 1 names deployments of app, and deployments are of apps, so it grants nothing there", objects: [role({ apiGroups: ["app"], resources: ["deployments"], verbs: ["get"] })], of: `${rbac} Role w` },
  { name: "quota-of-unknown-resource", sentence: "Counts nothing: count/wigets.example.com is of no resource that a definition (CRD) serves", objects: [quota({ "count/wigets.example.com": "3" })], of: "v1 ResourceQuota q" },
  { name: "quota-of-unknown-resource", sentence: "Counts nothing: count/deployments names deployments of the core group, and deployments are of apps", objects: [quota({ "count/deployments": "3" })], of: "v1 ResourceQuota q" },
  { name: "quota-exhausted", sentence: "Exhausted: pods 2 of 1 is used, so what needs more is refused", objects: [pod(), pod({}, {}, "q"), quota({ pods: "1" })], of: "v1 ResourceQuota q" },
  { name: "limitrange-in-effect", sentence: "In effect: Container: default cpu 1, defaultRequest cpu 500m", objects: [of("v1", "LimitRange", "l", { spec: { limits: [{ type: "Container", default: { cpu: "1" }, defaultRequest: { cpu: "500m" } }] } })], of: "v1 LimitRange l" },
  // The API itself.
  { name: "webhook-selects-no-namespace", sentence: "Not called: the webhook nowhere.example.com is for namespaces with team.example.com=none, of which there are none", objects: [webhooks], of: `${admission} MutatingWebhookConfiguration nowhere` },
  { name: "policy-selects-no-namespace", sentence: "Without effect: no namespace has the labels of its namespaceSelector, team.example.com=none", objects: [policy, policyBinding], of: `${admission} ValidatingAdmissionPolicy for-nobody` },
  { name: "namespace-discovery-fails", sentence: "Terminating: it was deleted 60s ago, and what it has of the group gone.example.com cannot be listed: the APIService v1.gone.example.com is Unavailable: it is served at the Service kube-system/gone, which does not exist, so the group gone.example.com is not served", objects: [of("v1", "Namespace", "doomed-by-discovery"), gone], later: deleted("/api/v1/namespaces/doomed-by-discovery"), of: "v1 Namespace doomed-by-discovery", causes: ["apiservice-service-missing"] },
]);
