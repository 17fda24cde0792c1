import { invalid, manifest, missing, unsupported, forbidden, type Manifest } from "./manifest.ts";

/** Configuration, quotas and classes as in the documentation. */
export const configuration: readonly Manifest[] = [
  manifest(
    "a config map",
    "v1 ConfigMap",
    "game-demo",
    { data: { player_initial_lives: "3", "game.properties": "enemy.types=aliens,monsters\nplayer.maximum-lives=5\n" } },
    invalid("data/a b", "c", "data[a b]"),
  ),
  manifest(
    "a config map that does not change",
    "v1 ConfigMap",
    "fixed",
    { immutable: true, binaryData: { "icon.png": "iVBORw0KGgo=" }, data: { a: "1" } },
    invalid("binaryData/a", "AA==", "data[a]"),
  ),
  manifest(
    "an opaque secret",
    "v1 Secret",
    "test-secret",
    { data: { username: "bXktYXBw", password: "Mzk1MjgkdmRnN0pi" } },
    invalid("stringData/user name", "admin", "data[user name]"),
  ),
  manifest(
    "a secret for basic authentication",
    "v1 Secret",
    "secret-basic-auth",
    { type: "kubernetes.io/basic-auth", stringData: { username: "admin", password: "t0p-Secret" } },
    missing("stringData", "data[username]"),
  ),
  manifest(
    "a secret of a certificate",
    "v1 Secret",
    "secret-tls",
    { type: "kubernetes.io/tls", data: { "tls.crt": "LS0tLS1CRUdJTg==", "tls.key": "RXhhbXBsZSBkYXRh" } },
    missing("data/tls.key", "data[tls.key]"),
  ),
  manifest(
    "a secret for a registry",
    "v1 Secret",
    "secret-dockerconfigjson",
    { type: "kubernetes.io/dockerconfigjson", data: { ".dockerconfigjson": "eyJhdXRocyI6e319" } },
    invalid("data/.dockerconfigjson", "bm8ganNvbg==", "data[.dockerconfigjson]"),
  ),
  manifest(
    "a token of a service account",
    "v1 Secret",
    "secret-sa-sample",
    { type: "kubernetes.io/service-account-token", data: { extra: "YmFyCg==" } },
    missing("metadata.annotations", "metadata.annotations[kubernetes.io/service-account.name]"),
    { annotations: { "kubernetes.io/service-account.name": "sa-name" } },
  ),
  manifest(
    "a service account",
    "v1 ServiceAccount",
    "build-robot",
    { automountServiceAccountToken: false, imagePullSecrets: [{ name: "myregistrykey" }] },
    invalid("metadata.name", "Build_Robot"),
  ),
  manifest(
    "a namespace",
    "v1 Namespace",
    "development",
    {},
    invalid("metadata/labels/name", "-dev", "metadata.labels"),
    { labels: { name: "development", "pod-security.kubernetes.io/enforce": "baseline" } },
  ),
  manifest(
    "a quota",
    "v1 ResourceQuota",
    "compute-resources",
    {
      spec: {
        hard: {
          "requests.cpu": "1",
          "requests.memory": "1Gi",
          "limits.cpu": "2",
          "limits.memory": "2Gi",
          "requests.nvidia.com/gpu": "4",
          "count/deployments.apps": "4",
          pods: "10",
        },
      },
    },
    invalid("spec/hard/pods", "1.5", "spec.hard[pods]"),
  ),
  manifest(
    "a quota for a scope",
    "v1 ResourceQuota",
    "pods-high",
    {
      spec: {
        hard: { cpu: "1000", memory: "200Gi", pods: "10" },
        scopeSelector: { matchExpressions: [{ operator: "In", scopeName: "PriorityClass", values: ["high"] }] },
      },
    },
    missing("spec.scopeSelector.matchExpressions[0].values", "spec.scopeSelector.matchExpressions.values"),
  ),
  manifest(
    "a range of limits",
    "v1 LimitRange",
    "cpu-resource-constraint",
    {
      spec: {
        limits: [
          {
            default: { cpu: "500m" },
            defaultRequest: { cpu: "500m" },
            max: { cpu: "1" },
            min: { cpu: "100m" },
            type: "Container",
          },
          { type: "PersistentVolumeClaim", max: { storage: "2Gi" }, min: { storage: "1Gi" } },
        ],
      },
    },
    invalid("spec.limits[0].default.cpu", "2", "spec.limits[0].default[cpu]"),
  ),
  manifest(
    "a class of priorities",
    "scheduling.k8s.io/v1 PriorityClass",
    "high-priority-nonpreempting",
    { value: 1000000, preemptionPolicy: "Never", globalDefault: false, description: "No preemption." },
    forbidden("value", 2000000000, "value"),
  ),
  manifest(
    "a class of runtimes",
    "node.k8s.io/v1 RuntimeClass",
    "kata-fc",
    { handler: "kata-fc", overhead: { podFixed: { memory: "120Mi", cpu: "250m" } } },
    invalid("handler", "Kata FC"),
  ),
  manifest(
    "a lease",
    "coordination.k8s.io/v1 Lease",
    "apiserver-07a5ea9b9b072c4a5f3d1c3702",
    {
      spec: {
        holderIdentity: "apiserver-07a5ea9b9b072c4a5f3d1c3702_0c8914f7-0f35-440e-8676-7844977d3a05",
        leaseDurationSeconds: 3600,
        renewTime: "2023-07-04T21:58:48.065888Z",
      },
    },
    invalid("spec.leaseDurationSeconds", 0),
  ),
  manifest(
    "a level of priority",
    "flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration",
    "for-lists",
    {
      spec: {
        type: "Limited",
        limited: {
          nominalConcurrencyShares: 30,
          limitResponse: { type: "Queue", queuing: { queues: 16, handSize: 4, queueLengthLimit: 50 } },
        },
      },
    },
    unsupported("spec.limited.limitResponse.type", "Wait"),
  ),
  manifest(
    "a schema of flows",
    "flowcontrol.apiserver.k8s.io/v1 FlowSchema",
    "health-for-strangers",
    {
      spec: {
        matchingPrecedence: 1000,
        priorityLevelConfiguration: { name: "exempt" },
        rules: [
          {
            nonResourceRules: [{ nonResourceURLs: ["/healthz", "/livez", "/readyz"], verbs: ["*"] }],
            subjects: [{ kind: "Group", group: { name: "system:unauthenticated" } }],
          },
        ],
      },
    },
    invalid("spec.matchingPrecedence", 20000),
  ),
];
