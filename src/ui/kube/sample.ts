import type { KubeObject } from "../../apimachinery/meta.ts";

/** The namespace of the sample. */
export const sampleNamespace = "demo";

const labels = { "app.kubernetes.io/part-of": "demo" };
const metadata = (name: string) => ({ name, namespace: sampleNamespace, labels: { ...labels, app: name } });
const app = { app: "web" };
const probe = { httpGet: { path: "/", port: 8080 }, periodSeconds: 2 };
const container = {
  name: "web",
  image: "nginx:1.29",
  ports: [{ name: "http", containerPort: 8080 }],
  envFrom: [{ configMapRef: { name: "web-settings" } }],
  readinessProbe: probe,
  livenessProbe: probe,
  resources: { requests: { cpu: "100m", memory: "64Mi" } },
};

/** What runs in a new world: related objects in a namespace of their own, in the order in which they are created. */
// oxfmt-ignore
export const sampleObjects: readonly (readonly [collection: string, object: KubeObject])[] = [
  ["/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: sampleNamespace, labels } }],
  ["/api/v1/namespaces/demo/configmaps", { apiVersion: "v1", kind: "ConfigMap", metadata: metadata("web-settings"), data: { colour: "blue", greeting: "hello" } }],
  ["/apis/apps/v1/namespaces/demo/deployments", { apiVersion: "apps/v1", kind: "Deployment", metadata: metadata("web"), spec: { replicas: 3, selector: { matchLabels: app }, template: { metadata: { labels: app }, spec: { containers: [container] } } } }],
  ["/api/v1/namespaces/demo/services", { apiVersion: "v1", kind: "Service", metadata: metadata("web"), spec: { selector: app, ports: [{ name: "http", port: 80, targetPort: "http" }] } }],
];
