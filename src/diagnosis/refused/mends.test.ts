import { afterAll, beforeAll, expect, test } from "vitest";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { Status } from "../../apimachinery/meta.ts";
import { Client } from "../../client/client.ts";
import { discover } from "../../client/discovery.ts";
import { createTestServer, type TestServer } from "../../envtest/test-server.ts";
import { diagnoseStatus } from "../diagnose-status.ts";
import { servedSurroundings } from "../served-surroundings.ts";
import { edited } from "../testing/refused-requests.ts";
import { servedApi } from "./served-api.ts";

// Manifests as people write them wrongly, what is said of them, and what mends them.

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ controllers: false, disableAdmissionPlugins: ["ServiceAccount"] });
});
afterAll(() => server.close());

async function send(method: string, path: string, body?: unknown) {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { "Content-Type": "application/json" };
  const answer = await server.fetch(`http://127.0.0.1${path}`, { method, headers, ...content });
  return { code: answer.status, body: (await answer.json()) as unknown };
}

const surroundings = servedSurroundings({ now: () => Date.now(), get: (path) => send("GET", path) });
const api = servedApi({
  get: (path) => send("GET", path),
  resources: async () => (await discover(new Client({ handle: server.handle, userAgent: "test" }))).resources,
});

const core = "/api/v1/namespaces/default";
const rbac = "rbac.authorization.k8s.io/v1";
const paths: Readonly<Record<string, string>> = {
  Pod: `${core}/pods`,
  Service: `${core}/services`,
  ConfigMap: `${core}/configmaps`,
  PersistentVolumeClaim: `${core}/persistentvolumeclaims`,
  PersistentVolume: "/api/v1/persistentvolumes",
  ResourceQuota: `${core}/resourcequotas`,
  LimitRange: `${core}/limitranges`,
  Namespace: "/api/v1/namespaces",
  Deployment: "/apis/apps/v1/namespaces/default/deployments",
  DaemonSet: "/apis/apps/v1/namespaces/default/daemonsets",
  Job: "/apis/batch/v1/namespaces/default/jobs",
  CronJob: "/apis/batch/v1/namespaces/default/cronjobs",
  Ingress: "/apis/networking.k8s.io/v1/namespaces/default/ingresses",
  NetworkPolicy: "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies",
  CustomResourceDefinition: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
  StorageClass: "/apis/storage.k8s.io/v1/storageclasses",
  Role: `/apis/${rbac}/namespaces/default/roles`,
  HorizontalPodAutoscaler: "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers",
  PodDisruptionBudget: "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
};
const apiVersionOf = (path: string): string => /^\/apis?\/(.*?)\/(?:namespaces\/|[^/]*$)/.exec(path)?.[1] ?? "";

const labels = { a: "b" };
const app = (container: object = {}, spec: object = {}) => ({
  spec: { containers: [{ name: "app", image: "nginx", ...container }], ...spec },
});
const workload = (spec: object, template: object = {}) => ({
  spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, ...app(), ...template }, ...spec },
});
const job = (spec: object, podSpec: object = {}) => ({
  template: app({}, { restartPolicy: "Never", ...podSpec }),
  ...spec,
});
const cron = (spec: object) => ({ spec: { schedule: "0 * * * *", jobTemplate: { spec: job({}) }, ...spec } });
const backend = { service: { name: "web", port: { number: 80 } } };
const ingress = (path: object, host = "a.example.com") => ({
  spec: { rules: [{ host, http: { paths: [{ path: "/", pathType: "Prefix", backend, ...path }] } }] },
});
const allows = (rule: object) => ({ spec: { podSelector: {}, ingress: [rule] } });
const claim = (spec: object) => ({
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, ...spec },
});
const scaler = (spec: object) => ({
  spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "w" }, maxReplicas: 3, ...spec },
});
const definition = (properties: object, version: object = {}, plural = "doors") => ({
  metadata: { name: "doors.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural, kind: "Door" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", properties } },
        ...version,
      },
    ],
  },
});
const probe = (livenessProbe: object) => ({ livenessProbe });
const toleration = { key: "a", operator: "Exists", value: "b" };

type Words = string | RegExp;
type Row = readonly [kind: string, remedy: Words, body: object, because?: Words];

// oxfmt-ignore
const rows: readonly Row[] = [
  // Fields at another level.
  ["Pod", "Move to spec.containers[0].image", { spec: { image: "nginx", containers: [{ name: "app" }] } }, "there is no field spec.image; spec.containers[*].image is one"],
  ["Pod", "Move to spec.containers[0].resources.requests.cpu", app({ resources: { cpu: "1" } }), "there is no field spec.containers[0].resources.cpu; spec.containers[*].resources.requests.cpu is one"],
  ["Pod", /^Move to \S+\.podAffinityTerm\.topologyKey$/, app({}, { affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, topologyKey: "h" }] } } }), /\.preferredDuringSchedulingIgnoredDuringExecution\[\*\]\.podAffinityTerm\.topologyKey is one$/],
  ["Deployment", "Leave out spec.serviceName", workload({ serviceName: "x" }), "there is no field spec.serviceName; StatefulSet has it"],
  ["DaemonSet", "Leave out spec.replicas", workload({ replicas: 2 }), "there is no field spec.replicas; Deployment, ReplicaSet and StatefulSet have it"],
  ["HorizontalPodAutoscaler", "Leave out spec.targetCPUUtilizationPercentage", scaler({ targetCPUUtilizationPercentage: 50 }), "there is no field spec.targetCPUUtilizationPercentage; autoscaling/v1 has it"],
  ["NetworkPolicy", "Move to spec.podSelector.matchLabels.app", { spec: { podSelector: { app: "web" } } }, "there is no field spec.podSelector.app; spec.podSelector.matchLabels.app is one"],
  ["PersistentVolumeClaim", "Move to spec.resources.requests.storage", claim({ resources: { storage: "1Gi" } }), "there is no field spec.resources.storage; spec.resources.requests.storage is one"],
  ["StorageClass", "Write provisioner", { spec: { provisioner: "a" } }, "there is no field spec; provisioner stands in its place"],
  ["Role", "Write rules", { spec: { rules: [] } }, "there is no field spec; rules stands in its place"],
  // Values of another type.
  ["Pod", "Write spec.containers[0].ports[0]: {containerPort: 80}", app({ ports: [80] }), /takes an object \(ContainerPort\), and a number was sent: write /],
  ["Ingress", "Write spec.rules[0].http.paths[0].backend.service.port: {number: 80}", ingress({ backend: { service: { name: "x", port: 80 } } })],
  ["NetworkPolicy", "Write spec.ingress[0].ports[0]: {port: 80}", allows({ ports: [80] })],
  ["Deployment", "Write spec.strategy: {type: Recreate}", workload({ strategy: "Recreate" })],
  ["Service", "Write the labels into spec.selector", { spec: { selector: { matchLabels: labels }, ports: [{ port: 80 }] } }, "spec.selector takes the labels themselves, and they were sent as matchLabels"],
  ["ConfigMap", "", { data: { a: { b: "c" } } }, "data.a takes a text, and an object was sent: write it as one text"],
  ["Deployment", "", workload({ replicas: 1.5 }), "spec.replicas takes a whole number, and 1.5 was sent"],
  // Values of another form or name.
  ["Pod", "Write spec.containers[0].image: nginx", app({ image: " nginx" })],
  ["Pod", "Write spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: metadata.namespace", app({ env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.namespac" } } }] })],
  ["Pod", "Write metadata.labels[a/b-c]", { metadata: { labels: { "a/b/c": "d" } }, ...app() }],
  ["ConfigMap", "Write data[a-b]", { data: { "a b": "c" } }],
  ["Deployment", "Write spec.strategy.rollingUpdate.maxUnavailable: 25%", workload({ strategy: { rollingUpdate: { maxUnavailable: "25 %" } } })],
  ["CronJob", "A schedule has five fields: minute, hour, day of the month, month and day of the week", cron({ schedule: "0 * * *" })],
  ["CronJob", "A schedule has five fields: minute, hour, day of the month, month and day of the week, and no seconds", cron({ schedule: "0 0 * * * *" })],
  ["CronJob", "Write spec.timeZone: Europe/Paris", cron({ timeZone: "Europe/Pari" })],
  ["Ingress", "Write spec.rules[0].host: a.example.com", ingress({}, "a.example.com:80")],
  ["Ingress", "Write spec.rules[0].host: a.example.com", ingress({}, "https://a.example.com/x")],
  ["Ingress", "Write spec.rules[0].http.paths[0].path: /api", ingress({ path: "api" })],
  ["NetworkPolicy", "Write spec.ingress[0].from[0].ipBlock.cidr: 10.0.0.1/32", allows({ from: [{ ipBlock: { cidr: "10.0.0.1" } }] })],
  ["PersistentVolumeClaim", "Write spec.accessModes[0]: ReadWriteOnce", claim({ accessModes: ["RWO"] })],
  ["PersistentVolumeClaim", "Write spec.accessModes[0]: ReadWriteMany", claim({ accessModes: ["RWX"] })],
  ["ResourceQuota", "Write spec.hard[requests.cpu], and write spec.hard[pods]", { spec: { hard: { "cpu.requests": "1", pod: "3" } } }],
  ["LimitRange", "Write spec.limits[0].type: Container", { spec: { limits: [{ type: "container", max: { cpu: "1" } }] } }],
  ["LimitRange", "Write spec.limits[0].default.cpu: 1", { spec: { limits: [{ type: "Container", default: { cpu: "2" }, max: { cpu: "1" } }] } }],
  ["Namespace", "Write metadata.labels[pod-security.kubernetes.io/enforce]: restricted", { metadata: { name: "x", labels: { "pod-security.kubernetes.io/enforce": "restrictd" } } }],
  ["Namespace", "Write metadata.labels[pod-security.kubernetes.io/enforce-version]: v1.34", { metadata: { name: "x", labels: { "pod-security.kubernetes.io/enforce-version": "1.34" } } }],
  ["CustomResourceDefinition", "Write spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.a.type: string", definition({ spec: { type: "object", properties: { a: { type: "str" } } } })],
  ["CustomResourceDefinition", "Write spec.versions[0].additionalPrinterColumns[0].jsonPath: .spec.a", definition({}, { additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: "spec.a" }] })],
  ["CustomResourceDefinition", "Write metadata.name: doors.example.com, and write spec.names.plural: doors", definition({}, {}, "Doors")],
  // What is missing.
  ["CustomResourceDefinition", "Write spec.versions[0].schema.openAPIV3Schema.properties.spec.type: object", definition({ spec: { properties: { a: { type: "string" } } } })],
  ["Pod", "Give spec.containers[0].livenessProbe a handler: exec, grpc, httpGet or tcpSocket", app(probe({ initialDelaySeconds: 5 }))],
  ["Pod", "Write spec.containers[0].livenessProbe.httpGet.port: 8080", app({ ...probe({ httpGet: { path: "/" } }), ports: [{ containerPort: 8080 }] })],
  ["Pod", "Set spec.containers[0].livenessProbe.httpGet.port", app(probe({ httpGet: { path: "/" } }))],
  ["PersistentVolume", "Give spec a source, such as csi, nfs, local or hostPath", { spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"] } }],
  ["PersistentVolumeClaim", "Write spec.accessModes: [ReadWriteOnce]", claim({ accessModes: [] })],
  ["Role", 'Write rules[0].apiGroups: ["apps"]', { rules: [{ resources: ["deployments/scale"], verbs: ["get"] }] }],
  // What stands beside something else.
  ["Pod", "Leave out spec.volumes[0].hostPath", app({}, { volumes: [{ name: "v", emptyDir: {}, hostPath: { path: "/x" } }] })],
  ["Pod", "Write spec.containers[0].livenessProbe.successThreshold: 1", app(probe({ tcpSocket: { port: 80 }, successThreshold: 2 }))],
  ["Pod", "Leave out spec.initContainers[0].livenessProbe: only sidecars, with restartPolicy: Always, have it", app({}, { initContainers: [{ name: "i", image: "a", ...probe({ tcpSocket: { port: 80 } }) }] })],
  ["Pod", "Leave out spec.tolerations[0].value", app({}, { tolerations: [toleration] })],
  ["Deployment", "Leave out spec.strategy.rollingUpdate", workload({ strategy: { type: "Recreate", rollingUpdate: { maxSurge: 1 } } })],
  ["Job", "Leave out spec.selector: the Job selects its pods by a label of its own", { spec: job({ selector: { matchLabels: labels } }) }],
  ["Job", "Write spec.template.spec.restartPolicy: Never", { spec: job({ podFailurePolicy: { rules: [{ action: "FailJob", onExitCodes: { operator: "In", values: [1] } }] } }, { restartPolicy: "OnFailure" }) }],
  ["PodDisruptionBudget", "Leave out spec.minAvailable or spec.maxUnavailable", { spec: { minAvailable: 1, maxUnavailable: 1, selector: {} } }],
  ["Role", "Write it as a ClusterRole, which a ClusterRoleBinding binds: paths are in no namespace", { rules: [{ nonResourceURLs: ["/healthz"], verbs: ["get"] }] }],
];

const named = (kind: string, path: string, body: object): object => ({
  apiVersion: apiVersionOf(path),
  kind,
  ...body,
  metadata: { name: "x", ...(body as { readonly metadata?: object }).metadata },
});

const matcherOf = (words: Words): unknown => (typeof words === "string" ? words : expect.stringMatching(words));

test.each(rows.map((row) => [row[0], String(row[1]), row] as const))("%s: %s", async (kind, _, row) => {
  const [, remedy, given, because = /./] = row;
  const path = `${paths[kind] ?? ""}?dryRun=All&fieldValidation=Strict`;
  const body = named(kind, paths[kind] ?? "", given);
  const answer = await send("POST", path, body);
  expect(answer.code).toBeGreaterThanOrEqual(400);
  const status = answer.body as Status;
  const found = await diagnoseStatus(status, { method: "POST", path, body }, surroundings, api);
  const [first] = found.remedies ?? [];
  expect(first?.words ?? "").toEqual(matcherOf(remedy));
  expect(found.predicate.replace("is refused: ", "")).toEqual(matcherOf(because));
  if (first?.kind !== "edit") return;
  const mended = first.edits.reduce<unknown>((at, edit) => edited(at, edit), body);
  const again = await send("POST", path, mended);
  expect({ code: again.code, message: isRecord(again.body) ? again.body["message"] : "" }).toEqual({
    code: 201,
    message: undefined,
  });
});
