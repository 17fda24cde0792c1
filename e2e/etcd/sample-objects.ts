/** An object of a kind, by its path in the API and in etcd. */
export interface Sample {
  readonly apiVersion: string;
  readonly kind: string;
  readonly resource: string;
  readonly namespaced: boolean;
  /** The rest of the object but for its metadata. */
  readonly rest: object;
}

const sample = (apiVersion: string, kind: string, resource: string, rest: object = {}): Sample => ({
  apiVersion,
  kind,
  resource,
  namespaced: true,
  rest,
});

const global = (apiVersion: string, kind: string, resource: string, rest: object = {}): Sample => ({
  ...sample(apiVersion, kind, resource, rest),
  namespaced: false,
});

const selector = { matchLabels: { app: "web" } };
const pod = {
  containers: [
    {
      name: "main",
      image: "registry.example/web:1",
      ports: [{ containerPort: 80 }],
      resources: { requests: { cpu: "100m", memory: "64Mi" } },
      env: [{ name: "A", value: "1" }],
    },
  ],
  volumes: [{ name: "work", emptyDir: {} }],
};
const template = { metadata: { labels: { app: "web" } }, spec: pod };
const job = { template: { spec: { ...pod, restartPolicy: "Never" } } };
const rules = [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }];
const account = { kind: "ServiceAccount", name: "default", namespace: "default" };
const webhook = {
  name: "a.example.com",
  clientConfig: { url: "https://127.0.0.1:1/" },
  rules: [{ apiGroups: ["example.com"], apiVersions: ["v1"], resources: ["things"], operations: ["CREATE"] }],
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
};

/** One object of each of some kinds. */
export const samples: readonly Sample[] = [
  sample("v1", "ConfigMap", "configmaps", { data: { a: "1", b: "öü" }, binaryData: { c: "AAEC" } }),
  sample("v1", "Secret", "secrets", { stringData: { a: "b" } }),
  sample("v1", "Service", "services", { spec: { selector: { app: "web" }, ports: [{ port: 80 }] } }),
  sample("v1", "Endpoints", "endpoints", { subsets: [{ addresses: [{ ip: "192.0.2.1" }], ports: [{ port: 1 }] }] }),
  sample("v1", "Pod", "pods", { spec: pod }),
  sample("v1", "PodTemplate", "podtemplates", { template }),
  sample("v1", "ReplicationController", "replicationcontrollers", { spec: { selector: { app: "web" }, template } }),
  sample("v1", "ServiceAccount", "serviceaccounts"),
  sample("v1", "LimitRange", "limitranges", { spec: { limits: [{ type: "Pod", max: { cpu: "2" } }] } }),
  sample("v1", "PersistentVolumeClaim", "persistentvolumeclaims", {
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  }),
  sample("v1", "Event", "events", {
    involvedObject: { kind: "Pod", name: "a", namespace: "default" },
    reason: "Tested",
    type: "Normal",
    message: "as told",
  }),
  global("v1", "Node", "nodes"),
  global("v1", "PersistentVolume", "persistentvolumes", {
    spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/tmp" } },
  }),
  sample("apps/v1", "Deployment", "deployments", { spec: { replicas: 2, selector, template } }),
  sample("apps/v1", "ReplicaSet", "replicasets", { spec: { selector, template } }),
  sample("apps/v1", "DaemonSet", "daemonsets", { spec: { selector, template } }),
  sample("apps/v1", "StatefulSet", "statefulsets", { spec: { selector, template, serviceName: "web" } }),
  sample("apps/v1", "ControllerRevision", "controllerrevisions", { revision: 1, data: { a: { b: [1, "x", null] } } }),
  sample("batch/v1", "Job", "jobs", { spec: job }),
  sample("batch/v1", "CronJob", "cronjobs", { spec: { schedule: "* * * * *", jobTemplate: { spec: job } } }),
  sample("autoscaling/v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers", {
    spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "a" } },
  }),
  sample("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets", { spec: { minAvailable: "50%", selector } }),
  sample("networking.k8s.io/v1", "Ingress", "ingresses", {
    spec: { defaultBackend: { service: { name: "web", port: { number: 80 } } } },
  }),
  sample("networking.k8s.io/v1", "NetworkPolicy", "networkpolicies", { spec: { podSelector: selector } }),
  global("networking.k8s.io/v1", "IngressClass", "ingressclasses", { spec: { controller: "example.com/a" } }),
  sample("coordination.k8s.io/v1", "Lease", "leases", {
    spec: { holderIdentity: "a", renewTime: "2026-01-02T03:04:05.000006Z" },
  }),
  sample("discovery.k8s.io/v1", "EndpointSlice", "endpointslices", {
    addressType: "IPv4",
    endpoints: [{ addresses: ["192.0.2.1"], conditions: { ready: true } }],
    ports: [{ name: "", port: 80 }],
  }),
  sample("rbac.authorization.k8s.io/v1", "Role", "roles", { rules }),
  sample("rbac.authorization.k8s.io/v1", "RoleBinding", "rolebindings", {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "a" },
    subjects: [account],
  }),
  global("rbac.authorization.k8s.io/v1", "ClusterRole", "clusterroles", { rules }),
  global("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", "clusterrolebindings", {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "a" },
    subjects: [account],
  }),
  global("storage.k8s.io/v1", "StorageClass", "storageclasses", { provisioner: "example.com/a" }),
  global("storage.k8s.io/v1", "CSIDriver", "csidrivers", { spec: {} }),
  global("scheduling.k8s.io/v1", "PriorityClass", "priorityclasses", { value: 7 }),
  global("node.k8s.io/v1", "RuntimeClass", "runtimeclasses", { handler: "a" }),
  global("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "validatingwebhookconfigurations", {
    webhooks: [webhook],
  }),
  global("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", "validatingadmissionpolicies", {
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: ["example.com"], apiVersions: ["v1"], resources: ["x"], operations: ["*"] }],
      },
      validations: [{ expression: "true" }],
    },
  }),
  sample("resource.k8s.io/v1", "ResourceClaim", "resourceclaims", {
    spec: { devices: { requests: [{ name: "a", exactly: { deviceClassName: "example.com" } }] } },
  }),
  sample("interchange.example/v1", "Thing", "things", { spec: { size: 3, b: { a: [1, 2.5, "x"] } }, aaa: 1 }),
];

/** The definition of the last kind. */
export const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "things.interchange.example" },
  spec: {
    group: "interchange.example",
    scope: "Namespaced",
    names: { plural: "things", singular: "thing", kind: "Thing", listKind: "ThingList" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};

/** Returns the path of the collection of a kind, in the namespace `default` if it has namespaces. */
export function collectionOf({ apiVersion, namespaced, resource }: Sample): string {
  const root = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return `${root}${namespaced ? "/namespaces/default" : ""}/${resource}`;
}
