import type { JsonValue } from "../../apimachinery/json/value.ts";
import { apiVersionOf, type Resource } from "./resource.ts";

type Manifest = { readonly [field: string]: JsonValue };

const app = (name: string) => ({ app: name });
const pod = (name: string, image: string, command?: readonly string[]) => ({
  containers: [{ name, image, ...(command === undefined ? {} : { command }) }],
});
const template = (name: string, image: string) => ({ metadata: { labels: app(name) }, spec: pod(name, image) });

/** Example contents by `resource.group`, without apiVersion, kind and metadata. */
// oxfmt-ignore
const bodies: Readonly<Record<string, Manifest>> = {
  "configmaps": { data: { colour: "blue", "settings.yaml": "retries: 3\ntimeout: 10s\n" } },
  "secrets": { type: "Opaque", stringData: { password: "correct-horse" } },
  "pods": { spec: pod("web", "nginx:1.29") },
  "services": { spec: { selector: app("web"), ports: [{ name: "http", port: 80, targetPort: 8080 }] } },
  "persistentvolumeclaims": { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } },
  "deployments.apps": { spec: { replicas: 2, selector: { matchLabels: app("web") }, template: template("web", "nginx:1.29") } },
  "replicasets.apps": { spec: { replicas: 2, selector: { matchLabels: app("web") }, template: template("web", "nginx:1.29") } },
  "statefulsets.apps": { spec: { serviceName: "store", replicas: 1, selector: { matchLabels: app("store") }, template: template("store", "postgres:18") } },
  "daemonsets.apps": { spec: { selector: { matchLabels: app("agent") }, template: template("agent", "busybox:1.37") } },
  "jobs.batch": { spec: { backoffLimit: 2, template: { spec: { ...pod("task", "busybox:1.37", ["sh", "-c", "date"]), restartPolicy: "Never" } } } },
  "cronjobs.batch": { spec: { schedule: "*/5 * * * *", jobTemplate: { spec: { template: { spec: { ...pod("task", "busybox:1.37", ["date"]), restartPolicy: "OnFailure" } } } } } },
  "ingresses.networking.k8s.io": { spec: { rules: [{ host: "example.test", http: { paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "web", port: { number: 80 } } } }] } }] } },
  "networkpolicies.networking.k8s.io": { spec: { podSelector: { matchLabels: app("web") }, policyTypes: ["Ingress"], ingress: [{ from: [{ podSelector: { matchLabels: app("client") } }] }] } },
  "leases.coordination.k8s.io": { spec: { holderIdentity: "me", leaseDurationSeconds: 15 } },
  "roles.rbac.authorization.k8s.io": { rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list", "watch"] }] },
  "clusterroles.rbac.authorization.k8s.io": { rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list", "watch"] }] },
  "rolebindings.rbac.authorization.k8s.io": { roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" }, subjects: [{ kind: "ServiceAccount", name: "default", namespace: "default" }] },
  "clusterrolebindings.rbac.authorization.k8s.io": { roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "reader" }, subjects: [{ kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "jane" }] },
  "poddisruptionbudgets.policy": { spec: { minAvailable: 1, selector: { matchLabels: app("web") } } },
  "horizontalpodautoscalers.autoscaling": { spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" }, minReplicas: 1, maxReplicas: 5 } },
  "priorityclasses.scheduling.k8s.io": { value: 1000 },
  "storageclasses.storage.k8s.io": { provisioner: "example.test/disk" },
};

const bodyOf = ({ group, resource }: Resource): Manifest =>
  bodies[group === "" ? resource : `${resource}.${group}`] ?? {};

/** Returns a small valid example object of a kind, or a minimal one for other kinds. */
export function exampleOf(resource: Resource, namespace: string | undefined, name = "example"): Manifest {
  const metadata = resource.namespaced ? { name, namespace: namespace ?? "default" } : { name };
  return { apiVersion: apiVersionOf(resource), kind: resource.kind, metadata, ...bodyOf(resource) };
}
