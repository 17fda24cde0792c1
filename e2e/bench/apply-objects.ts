import { configMap } from "./objects.ts";

/** The namespace of everything that is applied. */
export const applyNamespace = "bench-apply";
/** The number of objects of each kind, which are applied in turn. */
export const appliedCount = 100;

/** A kind of object to apply, of about 2 KB and owned by two managers. */
export interface AppliedKind {
  readonly name: string;
  path(i: number): string;
  /** Returns the configuration of the first manager, with a different value for each `n`. */
  config(i: number, n: number): string;
  /** Returns the configuration of the second manager. */
  other(i: number): string;
}

/** The query parameters of the two field managers. */
export const managers = { first: "?fieldManager=first", second: "?fieldManager=second" } as const;

export const appliedConfigMap: AppliedKind = {
  name: "ConfigMap",
  path: (i) => `/api/v1/namespaces/${applyNamespace}/configmaps/applied-${i}`,
  config: (i, n) => JSON.stringify(withChange(configMap(applyNamespace, `applied-${i}`), n)),
  other: (i) =>
    JSON.stringify({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: `applied-${i}`, labels: { owner: "second" } },
      data: { "key-of-second": "a value" },
    }),
};

function withChange(object: object, n: number): object {
  const { data, ...rest } = object as { data: object }; // made by configMap
  return { ...rest, data: { ...data, "key-0": `changed ${n}` } };
}

export const appliedDeployment: AppliedKind = {
  name: "Deployment",
  path: (i) => `/apis/apps/v1/namespaces/${applyNamespace}/deployments/applied-${i}`,
  config: (i, n) => JSON.stringify(deployment(`applied-${i}`, n)),
  other: (i) =>
    JSON.stringify({
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: `applied-${i}`, annotations: { "example.com/scaled-by": "second" } },
      spec: {
        replicas: 3,
        template: { spec: { containers: [{ name: "sidecar", env: [{ name: "OWNER", value: "second" }] }] } },
      },
    }),
};

const probe = (path: string, port: number): object => ({
  httpGet: { path, port },
  initialDelaySeconds: 5,
  periodSeconds: 10,
  failureThreshold: 3,
});

/** A container with two ports of its own: containers of a pod that share one are warned about. */
const container = (name: string, image: string, port: number): object => ({
  name,
  image,
  ports: [
    { containerPort: port, name, protocol: "TCP" },
    { containerPort: port + 1, name: `${name}-metrics`, protocol: "TCP" },
  ],
  env: [
    { name: "LOG_LEVEL", value: "info" },
    { name: "POD_NAME", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
    { name: "REGION", value: "eu-west-1" },
  ],
  resources: { limits: { cpu: "500m", memory: "256Mi" }, requests: { cpu: "100m", memory: "128Mi" } },
  volumeMounts: [
    { name: "config", mountPath: `/etc/${name}` },
    { name: "cache", mountPath: `/var/cache/${name}` },
  ],
  livenessProbe: probe("/healthz", port),
  readinessProbe: probe("/readyz", port),
  securityContext: { runAsNonRoot: true, allowPrivilegeEscalation: false },
});

/** A typical Deployment of about 2 KB, with a varying image. */
const deployment = (name: string, n: number): object => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name, namespace: applyNamespace, labels: { app: "storefront", tier: "web" } },
  spec: {
    selector: { matchLabels: { app: "storefront" } },
    template: {
      metadata: {
        labels: { app: "storefront", tier: "web" },
        annotations: { "example.com/checksum": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" },
      },
      spec: {
        containers: [
          container("web", `registry.example.com/storefront:1.27.${n}`, 8080),
          container("sidecar", "registry.example.com/proxy:2.4.1", 8090),
        ],
        volumes: [
          { name: "config", configMap: { name: "storefront" } },
          { name: "cache", emptyDir: {} },
        ],
        serviceAccountName: "storefront",
        terminationGracePeriodSeconds: 30,
      },
    },
  },
});

/** A Pod whose only container has the given number of environment variables, one of which varies. */
export const podWithVariables = (variables: number, n: number): string =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: `variables-${variables}`, namespace: applyNamespace },
    spec: {
      containers: [
        {
          name: "web",
          image: `registry.example.com/storefront:1.27.${n}`,
          env: Array.from({ length: variables }, (_, i) => ({ name: `VARIABLE_${i}`, value: `value ${i}` })),
        },
      ],
    },
  });

/** The path of `podWithVariables`. */
export const podPath = (variables: number): string =>
  `/api/v1/namespaces/${applyNamespace}/pods/variables-${variables}`;
