import { duplicated, forbidden, invalid, manifest, missing, unknown, unsupported, type Manifest } from "./manifest.ts";
import { container, nginx } from "./parts.ts";

const pod = "v1 Pod";
const first = "spec.containers[0]";

/** Pods as in the tasks and concepts of the documentation. */
export const pods: readonly Manifest[] = [
  manifest("a simple pod", pod, "nginx", { spec: { containers: [nginx] } }, missing(`${first}.image`)),
  manifest(
    "two containers that share a volume",
    pod,
    "two-containers",
    {
      spec: {
        restartPolicy: "Never",
        volumes: [{ name: "shared-data", emptyDir: {} }],
        containers: [
          container("nginx-container", "nginx", {
            volumeMounts: [{ name: "shared-data", mountPath: "/usr/share/nginx/html" }],
          }),
          container("debian-container", "debian", {
            volumeMounts: [{ name: "shared-data", mountPath: "/pod-data" }],
            command: ["/bin/sh"],
            args: ["-c", "echo hello > /pod-data/index.html"],
          }),
        ],
      },
    },
    unknown(`${first}.volumeMounts[0].name`, "shared"),
  ),
  manifest(
    "an init container",
    pod,
    "init-demo",
    {
      spec: {
        containers: [nginx],
        initContainers: [container("install", "busybox:1.28", { command: ["wget", "-O", "/work-dir/index.html"] })],
        dnsPolicy: "Default",
      },
    },
    duplicated("spec.initContainers[0].name", "nginx"),
  ),
  manifest(
    "a sidecar",
    pod,
    "with-sidecar",
    {
      spec: {
        containers: [nginx],
        initContainers: [container("logshipper", "alpine:latest", { restartPolicy: "Always" })],
      },
    },
    invalid("spec.initContainers[0].name", "log_shipper"),
  ),
  manifest(
    "a liveness probe that runs a command",
    pod,
    "liveness-exec",
    {
      spec: {
        containers: [
          container("liveness", "registry.k8s.io/busybox:1.27.2", {
            args: ["/bin/sh", "-c", "touch /tmp/healthy; sleep 600"],
            livenessProbe: { exec: { command: ["cat", "/tmp/healthy"] }, initialDelaySeconds: 5, periodSeconds: 5 },
          }),
        ],
      },
    },
    invalid(`${first}.livenessProbe.successThreshold`, 2),
  ),
  manifest(
    "a liveness probe over HTTP",
    pod,
    "liveness-http",
    {
      spec: {
        containers: [
          container("liveness", "registry.k8s.io/e2e-test-images/agnhost:2.40", {
            args: ["liveness"],
            livenessProbe: {
              httpGet: { path: "/healthz", port: 8080, httpHeaders: [{ name: "Custom-Header", value: "Awesome" }] },
              initialDelaySeconds: 3,
              periodSeconds: 3,
            },
          }),
        ],
      },
    },
    invalid(`${first}.livenessProbe.httpGet.port`, 80800),
  ),
  manifest(
    "probes over TCP and gRPC",
    pod,
    "goproxy",
    {
      spec: {
        containers: [
          container("goproxy", "registry.k8s.io/goproxy:0.1", {
            ports: [{ containerPort: 8080 }],
            readinessProbe: { tcpSocket: { port: 8080 }, initialDelaySeconds: 15, periodSeconds: 10 },
            livenessProbe: { grpc: { port: 2379 }, initialDelaySeconds: 10 },
          }),
        ],
      },
    },
    { at: `${first}.readinessProbe.tcpSocket`, reason: "FieldValueRequired", field: `${first}.readinessProbe` },
  ),
  manifest(
    "handlers of the lifecycle",
    pod,
    "lifecycle-demo",
    {
      spec: {
        containers: [
          {
            ...nginx,
            lifecycle: {
              postStart: { exec: { command: ["/bin/sh", "-c", "echo Hello > /usr/share/message"] } },
              preStop: { exec: { command: ["/bin/sh", "-c", "nginx -s quit"] } },
            },
          },
        ],
      },
    },
    missing(`${first}.lifecycle.preStop.exec.command`),
  ),
  manifest(
    "requests and limits",
    pod,
    "frontend",
    {
      spec: {
        containers: [
          container("app", "images.example.com/app:v4", {
            resources: { requests: { memory: "64Mi", cpu: "250m" }, limits: { memory: "128Mi", cpu: "500m" } },
          }),
        ],
      },
    },
    invalid(`${first}.resources.requests.memory`, "256Mi", `${first}.resources.requests`),
  ),
  manifest(
    "security contexts",
    pod,
    "security-context-demo",
    {
      spec: {
        securityContext: { runAsUser: 1000, runAsGroup: 3000, fsGroup: 2000, supplementalGroups: [4000] },
        volumes: [{ name: "sec-ctx-vol", emptyDir: {} }],
        containers: [
          container("sec-ctx-demo", "busybox:1.28", {
            command: ["sh", "-c", "sleep 1h"],
            volumeMounts: [{ name: "sec-ctx-vol", mountPath: "/data/demo" }],
            securityContext: {
              allowPrivilegeEscalation: false,
              runAsNonRoot: true,
              capabilities: { drop: ["ALL"] },
              seccompProfile: { type: "RuntimeDefault" },
            },
          }),
        ],
      },
    },
    invalid("spec.securityContext.runAsUser", -1),
  ),
  manifest(
    "environment from config maps, secrets and fields",
    pod,
    "dapi-test-pod",
    {
      spec: {
        restartPolicy: "Never",
        containers: [
          container("test-container", "registry.k8s.io/busybox:1.27.2", {
            command: ["/bin/sh", "-c", "env"],
            envFrom: [{ configMapRef: { name: "special-config" } }],
            env: [
              { name: "LEVEL", valueFrom: { configMapKeyRef: { name: "special-config", key: "special.how" } } },
              { name: "PASSWORD", valueFrom: { secretKeyRef: { name: "mysecret", key: "password", optional: true } } },
              { name: "MY_NODE_NAME", valueFrom: { fieldRef: { fieldPath: "spec.nodeName" } } },
              {
                name: "MY_CPU_LIMIT",
                valueFrom: { resourceFieldRef: { containerName: "test-container", resource: "limits.cpu" } },
              },
            ],
          }),
        ],
      },
    },
    invalid(`${first}.env[2].valueFrom.fieldRef.fieldPath`, "spec.hostname"),
  ),
  manifest(
    "a projected volume",
    pod,
    "volume-test",
    {
      spec: {
        containers: [
          container("container-test", "busybox:1.28", {
            volumeMounts: [{ name: "all-in-one", mountPath: "/projected-volume", readOnly: true }],
          }),
        ],
        volumes: [
          {
            name: "all-in-one",
            projected: {
              sources: [
                { secret: { name: "mysecret", items: [{ key: "username", path: "my-group/my-username" }] } },
                { downwardAPI: { items: [{ path: "labels", fieldRef: { fieldPath: "metadata.labels" } }] } },
                { configMap: { name: "myconfigmap", items: [{ key: "config", path: "my-group/my-config" }] } },
              ],
            },
          },
        ],
      },
    },
    invalid("spec.volumes[0].projected.sources[0].secret.items[0].path", "../my-username"),
  ),
  manifest(
    "volumes from a secret, a config map, a claim and the host",
    pod,
    "mypod",
    {
      spec: {
        containers: [{ ...nginx, volumeMounts: [{ name: "foo", mountPath: "/etc/foo", readOnly: true }] }],
        volumes: [
          { name: "foo", secret: { secretName: "mysecret", defaultMode: 256, optional: false } },
          { name: "config", configMap: { name: "log-config", items: [{ key: "log_level", path: "log_level" }] } },
          { name: "storage", persistentVolumeClaim: { claimName: "task-pv-claim" } },
          { name: "host", hostPath: { path: "/var/log", type: "Directory" } },
        ],
      },
    },
    invalid("spec.volumes[0].secret.defaultMode", 1000, "spec.volumes[0].secret.defaultMode"),
  ),
  manifest(
    "affinity for nodes and pods",
    pod,
    "with-affinity",
    {
      spec: {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                {
                  matchExpressions: [
                    { key: "topology.kubernetes.io/zone", operator: "In", values: ["antarctica-east1"] },
                  ],
                },
              ],
            },
          },
          podAntiAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              {
                weight: 100,
                podAffinityTerm: {
                  labelSelector: { matchLabels: { security: "S2" } },
                  topologyKey: "topology.kubernetes.io/zone",
                },
              },
            ],
          },
        },
        containers: [container("with-node-affinity", "registry.k8s.io/pause:3.8")],
      },
    },
    missing(
      "spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.topologyKey",
    ),
  ),
  manifest(
    "tolerations",
    pod,
    "tolerant",
    {
      spec: {
        containers: [nginx],
        tolerations: [
          { key: "example-key", operator: "Exists", effect: "NoSchedule" },
          { key: "node.kubernetes.io/unreachable", operator: "Exists", effect: "NoExecute", tolerationSeconds: 6000 },
        ],
      },
    },
    invalid("spec.tolerations[0].value", "x", "spec.tolerations[0].operator"),
  ),
  manifest(
    "topology spread constraints",
    pod,
    "spread",
    {
      spec: {
        containers: [container("pause", "registry.k8s.io/pause:3.1")],
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: "zone",
            whenUnsatisfiable: "DoNotSchedule",
            labelSelector: { matchLabels: { foo: "bar" } },
          },
        ],
      },
    },
    unsupported("spec.topologySpreadConstraints[0].whenUnsatisfiable", "Never"),
    { labels: { foo: "bar" } },
  ),
  manifest(
    "a host's network and an address of a host",
    pod,
    "hostaliases-pod",
    {
      spec: {
        hostAliases: [{ ip: "127.0.0.1", hostnames: ["foo.local", "bar.local"] }],
        dnsConfig: { nameservers: ["192.0.2.1"], searches: ["ns1.svc.cluster-domain.example"] },
        dnsPolicy: "None",
        hostNetwork: true,
        containers: [container("cat-hosts", "busybox:1.28", { ports: [{ containerPort: 80, hostPort: 80 }] })],
      },
    },
    invalid(`${first}.ports[0].hostPort`, 8080),
  ),
  manifest(
    "scheduling gates",
    pod,
    "test-pod",
    {
      spec: {
        schedulingGates: [{ name: "example.com/foo" }, { name: "example.com/bar" }],
        containers: [container("pause", "registry.k8s.io/pause:3.6")],
      },
    },
    forbidden("spec.nodeName", "node-1"),
  ),
];
