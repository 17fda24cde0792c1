import { describeSituations, type Situation } from "./testing/describe-situations.ts";

const simulation = "simulation.kubepad.dev/";

interface PodParts {
  readonly container?: object;
  readonly spec?: object;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
}

const pod = ({ container = {}, spec = {}, annotations = {}, labels = {} }: PodParts, name = "p"): object => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: {
    name,
    labels,
    annotations: Object.fromEntries(Object.entries(annotations).map(([key, value]) => [simulation + key, value])),
  },
  spec: { containers: [{ name: "app", image: "nginx", ...container }], ...spec },
});

const cpu = (amount: string): object => ({ resources: { requests: { cpu: amount } } });
const probe = { httpGet: { path: "/", port: 80 }, periodSeconds: 5 };
const fromConfigMap = (name: string, key: string): object => ({
  env: [{ name: "A", valueFrom: { configMapKeyRef: { name, key } } }],
});
const fromSecret = (name: string, key: string): object => ({
  env: [{ name: "A", valueFrom: { secretKeyRef: { name, key } } }],
});
const claim = { volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }] };
const pvc = (spec: object): object => ({
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name: "data" },
  spec: { resources: { requests: { storage: "1Gi" } }, ...spec },
});
const simulatedClass = (name: string): object => ({
  apiVersion: "storage.k8s.io/v1",
  kind: "StorageClass",
  metadata: { name },
  provisioner: "kubepad.dev/simulated",
});
const devices = (deviceClassName: string): object => ({
  apiVersion: "resource.k8s.io/v1",
  kind: "ResourceClaim",
  metadata: { name: "gpu" },
  spec: { devices: { requests: [{ name: "g", exactly: { deviceClassName } }] } },
});
const service = (name: string, selector: object): object => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name },
  spec: { selector, ports: [{ port: 80 }] },
});
const onHost = { ports: [{ containerPort: 80, hostPort: 8080 }] };
const sameHost = { labelSelector: { matchLabels: { app: "db" } }, topologyKey: "kubernetes.io/hostname" };
const apart = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [sameHost] } };
const zoned = (key: string) => ({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: [{ key, operator: "In", values: ["a", "b"] }] }],
    },
  },
});

type Row = readonly [situation: string, sentence: string | RegExp, objects: readonly object[]];

// Each row lives in a namespace of its own, its pod is called p.
// oxfmt-ignore
const rows: readonly Row[] = [
  ["pod-insufficient-cpu", "Pending: 0/2 nodes are available, no node has 500 cpu; the largest has 4", [pod({ container: cpu("500") })]],
  ["pod-insufficient-memory", "Pending: 0/2 nodes are available, no node has 64Gi memory; the largest has 8Gi", [pod({ container: { resources: { requests: { memory: "64Gi" } } } })]],
  ["pod-insufficient-resource", "Pending: 0/2 nodes are available, no node has example.com/gpu", [pod({ container: { resources: { limits: { "example.com/gpu": "1" } } } })]],
  ["pod-node-selector-unmatched", "Pending: 0/2 nodes are available, no node has the label disk=ssd", [pod({ spec: { nodeSelector: { disk: "ssd" } } })]],
  ["pod-node-affinity-unmatched", "Pending: 0/2 nodes are available, no node matches the required node affinity disk In (a, b)", [pod({ spec: { affinity: zoned("disk") } })]],
  ["pod-affinity-unmatched", "Pending: 0/2 nodes are available, 2 nodes have no pod with app=db in the same kubernetes.io/hostname, which the pod affinity requires", [pod({ spec: { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [sameHost] } } } })]],
  ["pod-anti-affinity", /^Pending: 0\/2 nodes are available, 2 nodes are ruled out by the anti-affinity to pods with app=db on the same node, such as db-1 on node-\d$/, [pod({ labels: { app: "db" }, spec: { affinity: apart } }, "db-1"), pod({ labels: { app: "db" }, spec: { affinity: apart } }, "db-2"), pod({ labels: { app: "db" }, spec: { affinity: apart } })]],
  ["pod-kept-away-by-others", /^Pending: 0\/2 nodes are available, the anti-affinity of db-1 on node-\d keeps the pod away from 2 nodes$/, [pod({ labels: { app: "db" }, spec: { affinity: apart } }, "db-1"), pod({ labels: { app: "db" }, spec: { affinity: apart } }, "db-2"), pod({ labels: { app: "db" } })]],
  ["pod-host-port-taken", /^Pending: 0\/2 nodes are available, host port 8080\/TCP is taken on 2 nodes by h-1 on node-\d$/, [pod({ container: onHost }, "h-1"), pod({ container: onHost }, "h-2"), pod({ container: onHost })]],
  ["pod-topology-label-missing", "Pending: 0/2 nodes are available, 2 nodes lack the label rack, which the topology spread needs", [pod({ spec: { topologySpreadConstraints: [{ maxSkew: 1, topologyKey: "rack", whenUnsatisfiable: "DoNotSchedule", labelSelector: {} }] } })]],
  ["pod-scheduling-gated", "Pending: scheduling waits until the gate example.com/quota is removed", [pod({ spec: { schedulingGates: [{ name: "example.com/quota" }] } })]],
  ["pod-other-scheduler", "Pending: no scheduler named mine has looked at the pod", [pod({ spec: { schedulerName: "mine" } })]],
  ["pod-claim-missing", "Pending: it uses the PersistentVolumeClaim absent, which does not exist", [pod({ spec: { volumes: [{ name: "data", persistentVolumeClaim: { claimName: "absent" } }] } })]],
  ["pod-image-pull-backoff", "ImagePullBackOff: container app cannot start from the image nginx:does-not-exist: the registry does not have it", [pod({ container: { image: "nginx:does-not-exist" } })]],
  ["pod-image-name-invalid", "InvalidImageName: container app cannot start from the image Nginx: it is not a valid image name", [pod({ container: { image: "Nginx" } })]],
  ["pod-image-never-pulled", "ErrImageNeverPull: container app cannot start from the image mine:1: it is not on the node, and imagePullPolicy is Never", [pod({ container: { image: "mine:1", imagePullPolicy: "Never" } })]],
  ["pod-configmap-missing", "CreateContainerConfigError: container app needs the ConfigMap absent, which does not exist", [pod({ container: fromConfigMap("absent", "a") })]],
  ["pod-configmap-key-missing", "CreateContainerConfigError: container app needs the key b of the ConfigMap settings, which has a", [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings" }, data: { a: "1" } }, pod({ container: fromConfigMap("settings", "b") })]],
  ["pod-secret-missing", "CreateContainerConfigError: container app needs the Secret absent, which does not exist", [pod({ container: fromSecret("absent", "a") })]],
  ["pod-secret-key-missing", "CreateContainerConfigError: container app needs the key b of the Secret keys, which has a", [{ apiVersion: "v1", kind: "Secret", metadata: { name: "keys" }, stringData: { a: "1" } }, pod({ container: fromSecret("keys", "b") })]],
  ["pod-configmap-missing", "ContainerCreating: the volume config needs the ConfigMap absent, which does not exist", [pod({ spec: { volumes: [{ name: "config", configMap: { name: "absent" } }] } })]],
  ["pod-secret-key-missing", "ContainerCreating: the volume tls needs the key tls.crt of the Secret keys, which has a", [{ apiVersion: "v1", kind: "Secret", metadata: { name: "keys" }, stringData: { a: "1" } }, pod({ spec: { volumes: [{ name: "tls", secret: { secretName: "keys", items: [{ key: "tls.crt", path: "x" }] } }] } })]],
  ["pod-runs-as-root", "CreateContainerConfigError: container app would run as root, which runAsNonRoot forbids", [pod({ spec: { securityContext: { runAsNonRoot: true, runAsUser: 0 } } })]],
  ["pod-crash-loop", /^CrashLoopBackOff: container app crashes: exit code 3, restarted (once|\d+ times)$/, [pod({ container: { command: ["sh", "-c", "exit 3"] } })]],
  ["pod-crash-loop", /^CrashLoopBackOff: container app crashes: exit code 127 \(command not found\), restarted (once|\d+ times)$/, [pod({ container: { command: ["sh", "-c", "exit 127"] } })]],
  ["pod-crash-loop", /^CrashLoopBackOff: container app crashes: exit code 1, saying "no config", restarted (once|\d+ times)$/, [pod({ annotations: { "exit-code": "1", "termination-message": "no config" } })]],
  ["pod-out-of-memory", /^CrashLoopBackOff: container app was killed: it used more memory than its limit of 64Mi, restarted (once|\d+ times)$/, [pod({ container: { resources: { limits: { memory: "64Mi" } } }, annotations: { memory: "128Mi" } })]],
  ["pod-ends-and-restarts", /^CrashLoopBackOff: container app ends with exit code 0 instead of running on, restarted (once|\d+ times)$/, [pod({ container: { command: ["true"] } })]],
  ["pod-readiness-probe-failing", /^Not ready: container app fails its readiness probe(?: \(\d+ times\))?: HTTP probe failed with statuscode: 503$/, [pod({ container: { readinessProbe: probe }, annotations: { readiness: "failure" } })]],
  ["pod-liveness-probe-failing", /^(CrashLoopBackOff|Restarting|Error): container app fails its liveness probe and is killed, restarted (once|\d+ times): HTTP probe failed with statuscode: 500$/, [pod({ container: { livenessProbe: probe }, annotations: { liveness: "failure" } })]],
  ["pod-startup-probe-failing", /: container app fails its startup probe/, [pod({ container: { startupProbe: probe }, annotations: { startup: "failure" } })]],
  ["pod-init-failing", /: init container prepare crashes: exit code 2, restarted (once|\d+ times)$/, [pod({ spec: { initContainers: [{ name: "prepare", image: "busybox", command: ["sh", "-c", "exit 2"] }] } })]],
  ["pod-sidecar-failing", /: sidecar side crashes: exit code 2, restarted (once|\d+ times)$/, [pod({ spec: { initContainers: [{ name: "side", image: "busybox", restartPolicy: "Always", command: ["sh", "-c", "exit 2"] }] } })]],
  ["pod-post-start-hook-failed", /: the postStart hook of container app fails, so it is killed, restarted (once|\d+ times)$/, [pod({ container: { lifecycle: { postStart: { exec: { command: ["false"] } } } } })]],
  ["pod-device-claim-missing", /^Pending: it uses the ResourceClaim gpu, which does not exist; the namespace s-\d+ has one of that name$/, [pod({ spec: { resourceClaims: [{ name: "gpu", resourceClaimName: "gpu" }] } })]],
  ["pod-secret-missing", "ContainerCreating: the volume all needs the Secret gone, which does not exist", [pod({ spec: { volumes: [{ name: "all", projected: { sources: [{ secret: { name: "gone" } }] } }] } })]],
  ["pod-secret-missing", "CreateContainerConfigError: container app needs the Secret gone, which does not exist", [pod({ container: { envFrom: [{ secretRef: { name: "gone" } }] } })]],
  ["pod-awaits-missing-service", "Initializing: init container prepare waits for the Service db, which does not exist", [pod({ spec: { initContainers: [{ name: "prepare", image: "busybox", command: ["sh", "-c", "until nslookup db; do sleep 2; done"] }] } })]],
  ["pod-awaits-service", "Initializing: init container prepare waits for the Service db, which is No endpoints: no pod has the labels of its selector, app=awaited", [service("db", { app: "awaited" }), pod({ spec: { initContainers: [{ name: "prepare", image: "busybox", command: ["sh", "-c", "while ! nc -z db 80; do sleep 2; done"] }] } })]],
  ["pod-initializing", "Initializing: init container prepare has not ended", [pod({ spec: { initContainers: [{ name: "prepare", image: "busybox", command: ["sleep", "9000"] }] } })]],
  ["pod-readiness-gate-closed", "Not ready: its containers are ready, but the readiness gate example.com/lb is not True", [pod({ spec: { readinessGates: [{ conditionType: "example.com/lb" }] } })]],
  ["pod-deadline-exceeded", "Failed: it ran longer than activeDeadlineSeconds, 20 s", [pod({ spec: { activeDeadlineSeconds: 20 } })]],
  ["pod-failed", "Failed: container app ended with exit code 4, and restartPolicy is Never", [pod({ container: { command: ["sh", "-c", "exit 4"] }, spec: { restartPolicy: "Never" } })]],
  ["pod-succeeded", "Completed", [pod({ container: { command: ["true"] }, spec: { restartPolicy: "Never" } })]],
  ["pod-refused-by-node", /^OutOfcpu: node-1 refused it: Node didn't have enough resource: cpu/, [pod({ container: cpu("64"), spec: { nodeName: "node-1" } })]],
  ["pod-running", "Running", [pod({})]],
  ["pod-partly-ended", "Not ready: b ended with exit code 0, and a runs on", [pod({ spec: { restartPolicy: "Never", containers: [{ name: "a", image: "nginx" }, { name: "b", image: "nginx", command: ["true"] }] } })]],
  ["pod-container-failed", "Error: container b ended with exit code 1, and restartPolicy is Never; its other containers run on", [pod({ spec: { restartPolicy: "Never", containers: [{ name: "a", image: "nginx" }, { name: "b", image: "nginx", command: ["false"] }] } })]],
  ["pod-claim-taken", "Pending: 0/2 nodes are available, one pod may use the PersistentVolumeClaim data, which is ReadWriteOncePod, and q does", [simulatedClass("once"), pvc({ storageClassName: "once", accessModes: ["ReadWriteOncePod"] }), pod({ spec: { ...claim, nodeName: "node-1" } }, "q"), pod({ spec: claim })]],
  ["pod-device-claim-not-allocated", "Pending: it uses the ResourceClaim gpu, which is Pending: its DeviceClass none does not exist", [devices("none"), pod({ spec: { resourceClaims: [{ name: "gpu", resourceClaimName: "gpu" }] } })]],
  ["pod-configmap-missing", "CreateContainerConfigError: init container b needs the ConfigMap gone, which does not exist", [pod({ spec: { initContainers: [{ name: "a", image: "busybox", command: ["true"] }, { name: "b", image: "busybox", envFrom: [{ configMapRef: { name: "gone" } }] }] } })]],
];

const debugged: Situation = {
  name: "pod-debug-container-waits",
  sentence:
    "Running: its debug container dbg cannot start from the image busybox:does-not-exist: the registry does not have it",
  objects: [pod({})],
  of: "v1 Pod p",
  later: (world, namespace) =>
    world.send(
      "PATCH",
      `/api/v1/namespaces/${namespace}/pods/p/ephemeralcontainers`,
      { spec: { ephemeralContainers: [{ name: "dbg", image: "busybox:does-not-exist" }] } },
      "application/strategic-merge-patch+json",
    ),
};

describeSituations([
  ...rows.map(([name, sentence, objects]) => ({ name, sentence, objects, of: "v1 Pod p" })),
  debugged,
]);
