import type { KubeObject } from "../apimachinery/meta.ts";

/** An object with the members that say what it is. */
export type AddonObject = KubeObject & { readonly apiVersion: string; readonly kind: string };

const rbac = { apiVersion: "rbac.authorization.k8s.io/v1" };
const roleRef = (kind: string, name: string) => ({ apiGroup: "rbac.authorization.k8s.io", kind, name });

/** A program that serves a metrics API, and where it is installed. */
interface Program {
  readonly name: string;
  readonly namespace: string;
  readonly image: string;
  readonly args: readonly string[];
  readonly port: number;
}

const metadataOf = ({ name, namespace }: Program, isNamespaced = true) => ({
  name,
  ...(isNamespaced && { namespace }),
  labels: { "k8s-app": name },
});

const subjectsOf = ({ name, namespace }: Program) => [{ kind: "ServiceAccount", name, namespace }];

/** The account of an extension API server, and what lets it leave access to the API server. */
const delegation = (program: Program): readonly AddonObject[] => [
  { apiVersion: "v1", kind: "ServiceAccount", metadata: metadataOf(program) },
  {
    ...rbac,
    kind: "RoleBinding",
    metadata: { ...metadataOf(program), name: `${program.name}-auth-reader`, namespace: "kube-system" },
    roleRef: roleRef("Role", "extension-apiserver-authentication-reader"),
    subjects: subjectsOf(program),
  },
  {
    ...rbac,
    kind: "ClusterRoleBinding",
    metadata: { ...metadataOf(program, false), name: `${program.name}:system:auth-delegator` },
    roleRef: roleRef("ClusterRole", "system:auth-delegator"),
    subjects: subjectsOf(program),
  },
];

/** A role of a program with its binding. */
const roleOf = (program: Program, name: string, rules: readonly object[]): readonly AddonObject[] => [
  { ...rbac, kind: "ClusterRole", metadata: { ...metadataOf(program, false), name }, rules },
  {
    ...rbac,
    kind: "ClusterRoleBinding",
    metadata: { ...metadataOf(program, false), name },
    roleRef: roleRef("ClusterRole", name),
    subjects: subjectsOf(program),
  },
];

/** The Deployment of a program, and its Service. */
const workload = (program: Program): readonly AddonObject[] => {
  const { name, image, args, port, namespace } = program;
  const selector = { "k8s-app": name };
  const probe = (path: string) => ({ httpGet: { path, port: "https", scheme: "HTTPS" }, periodSeconds: 10 });
  const container = {
    name,
    image,
    args,
    ports: [{ name: "https", containerPort: port, protocol: "TCP" }],
    livenessProbe: { ...probe("/livez"), failureThreshold: 3 },
    readinessProbe: { ...probe("/readyz"), failureThreshold: 3, initialDelaySeconds: 20 },
    resources: { requests: { cpu: "100m", memory: "200Mi" } },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      runAsNonRoot: true,
      runAsUser: 1000,
    },
    volumeMounts: [{ name: "tmp-dir", mountPath: "/tmp" }],
  };
  const spec = {
    serviceAccountName: name,
    ...(namespace === "kube-system" && { priorityClassName: "system-cluster-critical" }),
    nodeSelector: { "kubernetes.io/os": "linux" },
    containers: [container],
    volumes: [{ name: "tmp-dir", emptyDir: {} }],
  };
  return [
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: metadataOf(program),
      spec: {
        selector,
        ports: [{ name: "https", port: 443, protocol: "TCP", targetPort: "https", appProtocol: "https" }],
      },
    },
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: metadataOf(program),
      spec: {
        selector: { matchLabels: selector },
        strategy: { rollingUpdate: { maxUnavailable: 0 } },
        template: { metadata: { labels: selector }, spec },
      },
    },
  ];
};

const apiServiceOf = (program: Program, group: string, version: string, versionPriority = 100): AddonObject => ({
  apiVersion: "apiregistration.k8s.io/v1",
  kind: "APIService",
  metadata: { ...metadataOf(program, false), name: `${version}.${group}` },
  spec: {
    group,
    version,
    service: { name: program.name, namespace: program.namespace },
    groupPriorityMinimum: 100,
    versionPriority,
    insecureSkipTLSVerify: true,
  },
});

const metricsServer: Program = {
  name: "metrics-server",
  namespace: "kube-system",
  image: "registry.k8s.io/metrics-server/metrics-server:v0.8.0",
  port: 10250,
  args: [
    "--cert-dir=/tmp",
    "--secure-port=10250",
    "--kubelet-preferred-address-types=InternalIP,ExternalIP,Hostname",
    "--kubelet-use-node-status-port",
    "--metric-resolution=15s",
  ],
};

const metricsAdapter: Program = {
  name: "custom-metrics-apiserver",
  namespace: "custom-metrics",
  image: "kubepad.dev/custom-metrics-apiserver:v1",
  port: 6443,
  args: ["--secure-port=6443", "--cert-dir=/tmp"],
};

const reads = ["get", "list", "watch"];

/**
 * Returns the objects by which metrics-server is installed in a cluster, in the order in which they are created: its
 * account and roles, the Deployment with its Service, and the APIService of metrics.k8s.io.
 */
const metricsServerObjects = (): readonly AddonObject[] => [
  ...delegation(metricsServer),
  {
    ...rbac,
    kind: "ClusterRole",
    metadata: {
      name: "system:aggregated-metrics-reader",
      labels: {
        "k8s-app": metricsServer.name,
        ...Object.fromEntries(
          ["admin", "edit", "view"].map((role) => [`rbac.authorization.k8s.io/aggregate-to-${role}`, "true"]),
        ),
      },
    },
    rules: [{ apiGroups: ["metrics.k8s.io"], resources: ["pods", "nodes"], verbs: reads }],
  },
  ...roleOf(metricsServer, "system:metrics-server", [
    { apiGroups: [""], resources: ["nodes/metrics"], verbs: ["get"] },
    { apiGroups: [""], resources: ["pods", "nodes"], verbs: reads },
  ]),
  ...workload(metricsServer),
  apiServiceOf(metricsServer, "metrics.k8s.io", "v1beta1"),
];

/**
 * Returns the objects by which an adapter for custom.metrics.k8s.io and external.metrics.k8s.io is installed, as those
 * that are built with custom-metrics-apiserver are: in a namespace of its own, with their APIServices.
 */
const metricsAdapterObjects = (): readonly AddonObject[] => [
  { apiVersion: "v1", kind: "Namespace", metadata: { name: metricsAdapter.namespace } },
  ...delegation(metricsAdapter),
  ...roleOf(metricsAdapter, "custom-metrics-resource-reader", [
    { apiGroups: [""], resources: ["namespaces", "pods", "services"], verbs: ["get", "list"] },
  ]),
  ...workload(metricsAdapter),
  apiServiceOf(metricsAdapter, "custom.metrics.k8s.io", "v1beta1"),
  apiServiceOf(metricsAdapter, "custom.metrics.k8s.io", "v1beta2", 200),
  apiServiceOf(metricsAdapter, "external.metrics.k8s.io", "v1beta1"),
];

const addons = { "metrics-server": metricsServerObjects, "metrics-adapter": metricsAdapterObjects } as const;

/** A program that can be installed in a cluster: it serves metrics.k8s.io, or custom and external metrics. */
export type AddonName = keyof typeof addons;

export const addonNames: readonly AddonName[] = ["metrics-server", "metrics-adapter"];

/** Reports whether a text is the name of an addon. */
export const isAddonName = (text: string): text is AddonName => Object.hasOwn(addons, text);

/**
 * Returns the objects by which an addon is installed, in the order in which they are to be created. It answers where
 * all controllers and simulated nodes run: its Deployment makes the pod that its APIService needs.
 */
export const addonObjects = (name: AddonName): readonly AddonObject[] => addons[name]();

/** Returns the name of an addon's last APIService: once it is available, all of the addon is. */
export const addonApiService = (name: AddonName): string =>
  addonObjects(name).findLast(({ kind }) => kind === "APIService")?.metadata.name ?? "";
