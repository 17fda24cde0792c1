import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { Status } from "../../apimachinery/meta.ts";
import { Client } from "../../client/client.ts";
import { discover } from "../../client/discovery.ts";
import { createTestServer, type TestServer } from "../../envtest/test-server.ts";
import { diagnoseStatus } from "../diagnose-status.ts";
import type { Diagnosis, Remedy } from "../diagnosis.ts";
import { servedSurroundings } from "../served-surroundings.ts";
import { servedApi } from "./served-api.ts";
import { definitionOf, versionOf } from "../../apiextensions/testing/definition-of.ts";
import { edited, gateSchema } from "../testing/refused-requests.ts";

let server: TestServer;
const admin = { Authorization: "Bearer admin-token" };

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly accept?: string;
}

async function send({ method = "GET", path, token = "admin-token", body, type = "application/json", accept }: Sent) {
  const accepts = accept === undefined ? {} : { Accept: accept };
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": type, ...accepts };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await server.fetch(`http://127.0.0.1${path}`, { method, headers, ...content });
  const text = await answer.text();
  return { code: answer.status, body: text.startsWith("{") ? (JSON.parse(text) as unknown) : text };
}

const patience = { timeout: 30_000, interval: 20 };
const strict = "?fieldValidation=Strict";
const maps = "/api/v1/namespaces/default/configmaps";
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const deployment = (name: string, parts: object = {}, pod: object = {}) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name },
  spec: {
    selector: { matchLabels: { a: "b" } },
    template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "app", image: "nginx" }], ...pod } },
    ...parts,
  },
});
const rbac = "rbac.authorization.k8s.io";
const claims = "/api/v1/namespaces/default/persistentvolumeclaims";
const claimSpec = { accessModes: ["ReadWriteOnce"], storageClassName: "", resources: { requests: { storage: "1Gi" } } };
const readsSettings = {
  metadata: { name: "reads-settings" },
  rules: [{ apiGroups: [""], resources: ["configmaps"], resourceNames: ["settings"], verbs: ["get"] }],
};
const jobSpec = (image: string) => ({
  template: { spec: { restartPolicy: "Never", containers: [{ name: "a", image }] } },
});
const definition = (rules: object, hosts: object = {}) => {
  const schema = gateSchema(rules, hosts);
  return definitionOf("Gate", "example.com", [versionOf("v1", schema), versionOf("v2", schema)]);
};
/** A definition with a rule, of another name than the one that is there. */
const ruled = (rule: string): object => {
  const { spec, ...rest } = definition({ "x-kubernetes-validations": [{ rule }] }) as { spec: object };
  return {
    ...rest,
    metadata: { name: "doors.example.com" },
    spec: { ...spec, names: { plural: "doors", kind: "Door" } },
  };
};

const scaler = {
  metadata: { name: "s1" },
  spec: { minReplicas: 3, maxReplicas: 2, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } },
};
const merged = { type: "application/merge-patch+json", method: "PATCH" };
const applied = { type: "application/apply-patch+yaml", method: "PATCH" };
const costly = "self.hosts.all(a, self.hosts.all(b, a == b || a + b != b + a))";

beforeAll(async () => {
  server = await createTestServer({
    controllers: false,
    tokenAuthFile: 'admin-token,admin,1,"system:masters"\nann-token,ann,2\neve-token,eve,3\nbob-token,bob,4\n',
    disableAdmissionPlugins: ["ServiceAccount"],
  });
  const first: readonly Sent[] = [
    { path: "/api/v1/namespaces", body: { metadata: { name: "shop" } } },
    { path: maps, body: { metadata: { name: "settings" } } },
    { path: "/api/v1/namespaces/shop/configmaps", body: { metadata: { name: "prices" } } },
    { path: deployments, body: deployment("web") },
    { path: pods, body: pod("here") },
    { path: claims, body: { metadata: { name: "data" }, spec: claimSpec } },
    { path: `/apis/${rbac}/v1/namespaces/default/roles`, body: readsSettings },
    {
      path: `/apis/${rbac}/v1/namespaces/default/rolebindings`,
      body: {
        metadata: { name: "reads-settings" },
        roleRef: { apiGroup: rbac, kind: "Role", name: "reads-settings" },
        subjects: [{ apiGroup: rbac, kind: "User", name: "bob" }],
      },
    },
    { path: maps, body: { metadata: { name: "other" } } },
    { path: "/apis/batch/v1/namespaces/default/jobs", body: { metadata: { name: "j" }, spec: jobSpec("x") } },
    {
      path: `/apis/${rbac}/v1/clusterroles`,
      body: {
        metadata: { name: "role-maker" },
        rules: [{ apiGroups: [rbac], resources: ["roles"], verbs: ["create"] }],
      },
    },
    {
      path: `/apis/${rbac}/v1/clusterrolebindings`,
      body: {
        metadata: { name: "role-maker" },
        roleRef: { apiGroup: rbac, kind: "ClusterRole", name: "role-maker" },
        subjects: [{ apiGroup: rbac, kind: "User", name: "eve" }],
      },
    },
    {
      ...applied,
      path: `${deployments}/owned?fieldManager=helm`,
      body: deployment("owned", { replicas: 1 }),
    },
    { path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", body: definition({}) },
    {
      path: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
      body: {
        metadata: { name: "small" },
        spec: {
          matchConstraints: {
            resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["secrets"] }],
          },
          validations: [
            { expression: "object.metadata.name != 'x'" },
            { expression: "!has(object.metadata.labels)", message: "no labels here" },
          ],
        },
      },
    },
    {
      path: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
      body: { metadata: { name: "small" }, spec: { policyName: "small", validationActions: ["Deny"] } },
    },
    {
      path: "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
      body: {
        metadata: { name: "checks" },
        webhooks: [
          {
            name: "check.example.com",
            clientConfig: { url: "https://127.0.0.1:1/check" },
            rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["serviceaccounts"] }],
            sideEffects: "None",
            admissionReviewVersions: ["v1"],
          },
        ],
      },
    },
  ];
  const answeredWith = async (sent: Sent, code: number): Promise<void> => {
    const answer = await send(sent);
    if (answer.code !== code) throw new Error(JSON.stringify(answer));
  };
  for (const each of first) await answeredWith({ method: "POST", ...each }, 201);
  await vi.waitFor(() => answeredWith({ path: "/apis/example.com/v1/gates" }, 200), patience);
  const denied = { method: "POST", path: "/api/v1/namespaces/default/secrets?dryRun=All" };
  const body = { metadata: { name: "a", labels: { a: "b" } } };
  await vi.waitFor(() => answeredWith({ ...denied, body }, 422), patience);
}, 60_000);
afterAll(() => server.close());

const surroundings = servedSurroundings({ now: () => Date.now(), get: (path) => send({ path }) });
const api = servedApi({
  get: (path) => send({ path }),
  resources: async () =>
    (await discover(new Client({ handle: server.handle, userAgent: "test", headers: admin }))).resources,
  bounds: async () => [{ edits: [{ path: ["spec", "hosts"], keyword: "maxItems", value: 10 }] }],
});

async function explained(sent: Sent): Promise<Diagnosis> {
  const { code, body } = await send(sent);
  expect(code).toBeGreaterThanOrEqual(400);
  const status = (isRecord(body) ? body : { code, message: body }) as unknown as Status;
  const { method = "GET", path, token } = sent;
  return diagnoseStatus(status, { method, path, token, body: sent.body }, surroundings, api);
}

/** Does what a remedy says, and resolves with the answer's code. */
async function carryOut(remedy: Remedy, sent: Sent): Promise<number> {
  switch (remedy.kind) {
    case "request": {
      const { method = sent.method ?? "GET", target = sent.path, contentType, accept } = remedy;
      const types = { ...(contentType && { type: contentType }), ...(accept && { accept }) };
      return (await send({ ...sent, method, path: target, ...types })).code;
    }
    case "edit": {
      const body = remedy.edits.reduce(edited, sent.body);
      return (await send({ ...sent, body })).code;
    }
    case "other-request": {
      const { method, target, body } = remedy;
      const { code } = await send({ method, path: target, body });
      return sent.token === undefined || code >= 400 ? code : (await send(sent)).code;
    }
    case "object":
    case "advice":
      return 0;
  }
}

type Row = readonly [situation: string, because: string | RegExp, remedies: readonly (string | RegExp)[], sent: Sent];

const gates = "/apis/example.com/v1/namespaces/default/gates";
const gate = (spec: object) => ({
  apiVersion: "example.com/v1",
  kind: "Gate",
  metadata: { name: `g${Math.random().toString(36).slice(2, 8)}` },
  spec,
});

const pods = "/api/v1/namespaces/default/pods";
const pod = (name: string, container: object = {}, spec: object = {}) => ({
  metadata: { name },
  spec: { containers: [{ name: "app", image: "nginx", ...container }], ...spec },
});
const service = (name: string, spec: object) => ({ metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } });

/** Requests, what is said of their refusals, and the remedies; those that change a request have to work. */
// oxfmt-ignore
const rows: readonly Row[] = [
  ["request-of-unknown-resource", "there is no resource pod in v1; did you mean pods?", ["Use /api/v1/namespaces/default/pods"], { path: "/api/v1/namespaces/default/pod" }],
  ["request-of-unknown-resource", "there is no resource po in v1; did you mean pods?", ["Use /api/v1/namespaces/default/pods?limit=5"], { path: "/api/v1/namespaces/default/po?limit=5" }],
  ["request-of-unknown-resource", "there is no resource deplyments in apps/v1; did you mean deployments?", ["Use /apis/apps/v1/deployments"], { path: "/apis/apps/v1/deplyments" }],
  ["request-of-unknown-resource", "there is no resource deployments in v1; deployments are in apps/v1", ["Use /apis/apps/v1/namespaces/default/deployments"], { path: "/api/v1/namespaces/default/deployments" }],
  ["request-of-unknown-resource", "there is no resource gate in example.com/v1; did you mean gates?", ["Use /apis/example.com/v1/gates"], { path: "/apis/example.com/v1/gate" }],
  ["request-under-other-root", "the core group is under /api", ["Use /api/v1/pods"], { path: "/apis/v1/pods" }],
  ["request-under-other-root", "the group apps is under /apis", ["Use /apis/apps/v1/deployments"], { path: "/api/apps/v1/deployments" }],
  ["request-without-namespace", "configmaps are in namespaces, and the path names none", ["Use /api/v1/namespaces/default/configmaps/settings"], { path: "/api/v1/configmaps/settings" }],
  ["request-with-namespace", "nodes are in no namespace", ["Use /api/v1/nodes"], { path: "/api/v1/namespaces/default/nodes" }],
  ["request-of-unknown-subresource", /^deployments have no subresource scales; did you mean scale\?$/, [/scale$/], { path: `${deployments}/web/scales` }],
  ["request-of-unserved-version", "deployments are not served in apps/v1alpha7, but in apps/v1 (since v1.9)", ["Use /apis/apps/v1/deployments"], { path: "/apis/apps/v1alpha7/deployments" }],
  ["request-of-removed-version", "Ingress of extensions/v1beta1 was removed in v1.22; networking.k8s.io/v1 serves it since v1.19", ["Use /apis/networking.k8s.io/v1/ingresses"], { path: "/apis/extensions/v1beta1/ingresses" }],
  ["request-of-removed-version", /^CronJob of batch\/v1beta1 was removed in v1.25; batch\/v1 serves it since v1.21$/, ["Use /apis/batch/v1/namespaces/default/cronjobs"], { path: "/apis/batch/v1beta1/namespaces/default/cronjobs" }],
  ["request-of-unknown-group", "the server has no API group exemple.com; did you mean example.com?", [], { path: "/apis/exemple.com/v1/lamps" }],
  ["request-of-missing-object", "there is no setings among configmaps; did you mean settings?", ["Ask for settings"], { path: `${maps}/setings` }],
  ["request-of-object-elsewhere", "there is no prices among configmaps of the namespace default; there is one in shop", ["Ask in the namespace shop"], { path: `${maps}/prices` }],
  ["request-in-missing-namespace", "the namespace shopp does not exist; did you mean shop?", ["Ask in the namespace shop", "Create the namespace shopp"], { method: "POST", path: "/api/v1/namespaces/shopp/configmaps", body: { metadata: { name: "a" } } }],
  ["request-without-version", "the path names no version of apps; deployments are in apps/v1", ["Use /apis/apps/v1/namespaces/default/deployments"], { path: "/apis/apps/namespaces/default/deployments" }],
  ["request-of-unknown-resource", /^all is no resource: kubectl asks for several ones in its place/, [], { path: "/api/v1/namespaces/default/all" }],
  ["request-of-unknown-resource", "there is no resource hpa in apps/v1; horizontalpodautoscalers are in autoscaling/v2", ["Use /apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers"], { path: "/apis/apps/v1/namespaces/default/hpa" }],
  ["request-of-unknown-subresource", "pods have no subresource logs; did you mean log?", [`Use ${pods}/here/log`], { path: `${pods}/here/logs` }],
  ["request-with-unknown-field", "there is no field spec.containers[0].ports[0].port; did you mean containerPort?", ["Write spec.containers[0].ports[0].containerPort"], { method: "POST", path: pods + strict, body: pod("u1", { ports: [{ port: 80 }] }) }],
  ["request-with-unknown-field", "there is no field spec.livenessProbe; spec.containers[*].livenessProbe is one", ["Move to spec.containers[0].livenessProbe", "Leave out spec.livenessProbe"], { method: "POST", path: pods + strict, body: pod("u2", {}, { livenessProbe: { tcpSocket: { port: 80 } } }) }],
  ["request-with-unknown-field", "there is no field spec.containers[0].env[0].valuefrom; did you mean valueFrom?", ["Write spec.containers[0].env[0].valueFrom", /^Leave out/], { method: "POST", path: pods + strict, body: pod("u3", { env: [{ name: "A", valuefrom: { fieldRef: { fieldPath: "metadata.name" } } }] }) }],
  ["request-with-unknown-field", "there are no fields spec.replica and spec.stratgy; did you mean replicas and strategy?", ["Write spec.replicas, spec.strategy", /^Leave out/], { method: "POST", path: deployments + strict, body: deployment("u4", { replica: 2, stratgy: {} }) }],
  ["request-with-unknown-field", "there is no field spec.template.spec.containers[1].comand; did you mean command?", ["Write spec.template.spec.containers[1].command", /^Leave out/], { ...applied, path: `${deployments}/u5?fieldManager=me`, body: deployment("u5", {}, { containers: [{ name: "a", image: "x" }, { name: "b", image: "y", comand: ["z"] }] }) }],
  ["request-with-unknown-field", "there is no field spec.replcas; did you mean replicas?", ["Write spec.replicas", "Leave out spec.replcas"], { ...merged, path: `${deployments}/web${strict}`, body: { spec: { replcas: 3 } } }],
  ["request-of-removed-version", "Deployment of extensions/v1beta1 was removed in v1.16; apps/v1 serves it since v1.9", ["Write apiVersion: apps/v1"], { method: "POST", path: deployments, body: { ...deployment("u6"), apiVersion: "extensions/v1beta1" } }],
  ["request-of-unserved-version", "Deployment is not served in v1, but in apps/v1 (since v1.9)", ["Write apiVersion: apps/v1"], { ...applied, path: `${deployments}/u7?fieldManager=me`, body: { ...deployment("u7"), apiVersion: "v1" } }],
  ["request-without-permission", "bob may not get configmaps in the namespace default but settings, by the Role reads-settings; the ClusterRole view would allow it, bound to bob", ["Bind the ClusterRole view to bob"], { path: `${maps}/other`, token: "bob-token" }],
  ["request-without-permission", "bob may not get the path /metrics of the server; the ClusterRole system:monitoring would allow it, bound to bob", ["Bind the ClusterRole system:monitoring to bob"], { path: "/metrics", token: "bob-token" }],
  ["request-without-permission", "bob may not patch deployments.apps/scale in the namespace default; the ClusterRole edit would allow it, bound to bob", ["Bind the ClusterRole edit to bob"], { ...merged, path: `${deployments}/web/scale`, body: { spec: { replicas: 2 } }, token: "bob-token" }],
  ["request-invalid", /^spec\.template: Invalid value: .*….*: field is immutable$/, [/^spec\.template cannot be changed/], { ...merged, path: "/apis/batch/v1/namespaces/default/jobs/j", body: { spec: jobSpec("y") } }],
  ["request-with-broken-expression", /^the expression self\.host\.size\(\) < 9 at spec\.validation\.\S+ does not compile: undefined field 'host' \(line 1, column 5\); did you mean hosts\?$/, ["Write hosts in the expression"], { method: "POST", path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All", body: ruled("self.host.size() < 9") }],
  ["request-with-unknown-field", "there is no field spec.replcas; did you mean replicas?", ["Write spec.replicas", "Leave out spec.replcas"], { method: "POST", path: deployments + strict, body: deployment("f1", { replcas: 2 }) }],
  ["request-with-unknown-field", "there is no field spec.template.spec.containers[0].imagePullpolicy; did you mean imagePullPolicy?", ["Write spec.template.spec.containers[0].imagePullPolicy", /^Leave out/], { method: "POST", path: `${deployments + strict}&dryRun=All`, body: deployment("f2", {}, { containers: [{ name: "a", image: "nginx", imagePullpolicy: "Always" }] }) }],
  ["request-with-unknown-field", "there is no field spec.containers; spec.template.spec.containers is one", ["Leave out spec.containers"], { method: "POST", path: deployments + strict, body: deployment("f3", { containers: [] }) }],
  ["request-with-unknown-field", "there is no field spec.selectr; did you mean selector?", ["Write spec.selector"], { method: "POST", path: deployments + strict, body: deployment("f5", { selector: undefined, selectr: { matchLabels: { a: "b" } } }) }],
  ["request-with-unknown-field", "there is no field spec.selectr; did you mean selector?", ["Leave out spec.selectr"], { method: "POST", path: deployments + strict, body: deployment("f6", { selectr: { matchLabels: { a: "b" } } }) }],
  ["request-with-unknown-field", "there is no field spec.mod; did you mean mode?", ["Write spec.mode", "Leave out spec.mod"], { method: "POST", path: gates + strict, body: gate({ mod: "Open" }) }],
  ["request-with-unknown-field", "there is no field spec.replcas; did you mean replicas?", ["Write spec.replicas", "Leave out spec.replcas"], { ...applied, path: `${deployments}/f4?fieldManager=me`, body: deployment("f4", { replcas: 2 }) }],
  ["request-with-value-of-another-type", "spec.replicas takes a whole number, and a string was sent: write it without quotes", ["Write spec.replicas: 2"], { method: "POST", path: deployments, body: deployment("t1", { replicas: "2" }) }],
  ["request-of-another-version", "the path is of apps/v1 (deployments), and the body of apps/v1beta1", ["Write apiVersion: apps/v1"], { method: "POST", path: deployments, body: { ...deployment("t2"), apiVersion: "apps/v1beta1" } }],
  ["request-of-another-name", "the path names web, and the body another name", ["Write metadata.name: web"], { method: "PUT", path: `${deployments}/web`, body: deployment("wab") }],
  ["request-without-permission", "ann may not list configmaps in the namespace default; the ClusterRole view would allow it, bound to ann", ["Bind the ClusterRole view to ann"], { path: maps, token: "ann-token" }],
  ["request-without-permission", 'ann may not list nodes in the whole cluster; no role but cluster-admin allows it: a rule with verbs [list], apiGroups [""] and resources [nodes] would', ["Create the ClusterRole list-nodes with that rule, then bind it"], { path: "/api/v1/nodes", token: "ann-token" }],
  ["request-conflict-of-fields", ".spec.replicas belongs to helm: leave it out of what you apply, or force to take it over", ["Leave it out", "Force: take it over"], { ...applied, path: `${deployments}/owned?fieldManager=me`, body: deployment("owned", { replicas: 3 }) }],
  ["request-of-existing-object", "the ConfigMap settings exists already", ["Look at settings", "Change the one that is there (kubectl apply), or give another name"], { method: "POST", path: maps, body: { metadata: { name: "settings" } } }],
  ["request-with-old-version", /^settings was changed after it was read at 1: it is at \d+ now/, ["Get settings as it is now", /^Send it for the present revision, \d+$/], { method: "PUT", path: `${maps}/settings`, body: { metadata: { name: "settings", resourceVersion: "1" } } }],
  ["request-invalid", /^spec\.template\.spec\.restartPolicy: Unsupported value: "always": supported values: "Always"/, ["Write spec.template.spec.restartPolicy: Always"], { method: "POST", path: deployments, body: deployment("i1", {}, { restartPolicy: "always" }) }],
  ["request-invalid", /^spec\.template\.metadata\.labels: Invalid value: .*`selector` does not match template `labels`$/, ["Give the template the labels of the selector: a=c"], { method: "POST", path: deployments, body: deployment("i2", { selector: { matchLabels: { a: "c" } } }) }],
  ["request-invalid", /^spec\.restartPolicy: Unsupported value: "Sometimes"/, ["Choose for spec.restartPolicy: Always, OnFailure or Never"], { method: "POST", path: "/api/v1/namespaces/default/pods", body: { metadata: { name: "i0" }, spec: { containers: [{ name: "a", image: "b" }], restartPolicy: "Sometimes" } } }],
  ["request-invalid", /containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive$/, ["Write spec.template.spec.containers[0].ports[0].containerPort: 65535"], { method: "POST", path: deployments, body: deployment("i00", {}, { containers: [{ name: "a", image: "b", ports: [{ containerPort: 70_000 }] }] }) }],
  ["request-invalid", /must be less than or equal to cpu limit of 1$/, ["Write spec.template.spec.containers[0].resources.limits.cpu: 2"], { method: "POST", path: deployments, body: deployment("i01", {}, { containers: [{ name: "a", image: "b", resources: { requests: { cpu: 2 }, limits: { cpu: 1 } } }] }) }],
  ["request-invalid", /^metadata\.name: Invalid value: "My_Map"/, ["Write metadata.name: my-map"], { method: "POST", path: maps, body: { metadata: { name: "My_Map" } } }],
  ["request-invalid", /^spec\.selector: Invalid value: .*field is immutable/, [/^spec\.selector cannot be changed/], { method: "PUT", path: `${deployments}/web`, body: deployment("web", { selector: { matchLabels: { x: "y" } }, template: { metadata: { labels: { x: "y" } }, spec: { containers: [{ name: "app", image: "nginx" }] } } }) }],
  ["request-invalid", /^spec\.mode: Unsupported value: "Opn"/, ["Write spec.mode: Open"], { method: "POST", path: gates, body: gate({ mode: "Opn" }) }],
  ["request-with-costly-rule", /^the rule self\.hosts\.all.* of spec may cost more than 100 times more than its budget; nothing bounds spec\.hosts \(no maxItems\), so/, ["Add maxItems: 10 at spec.hosts"], { method: "POST", path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All", body: { ...definition({ "x-kubernetes-validations": [{ rule: costly }] }), metadata: { name: "doors.example.com" }, spec: { ...definition({ "x-kubernetes-validations": [{ rule: costly }] }).spec, names: { kind: "Door", plural: "doors" } } } }],
  ["request-refused-by-policy", "the ValidatingAdmissionPolicy small (bound by small) refuses it: no labels here; its expression 2 of 2 has to hold: !has(object.metadata.labels)", ["Look at the ValidatingAdmissionPolicy small"], { method: "POST", path: "/api/v1/namespaces/default/secrets", body: { metadata: { name: "a", labels: { a: "b" } } } }],
  ["request-refused-by-failing-webhook", /^the webhook check\.example\.com cannot be called: .* \(webhook 1 of the ValidatingWebhookConfiguration checks, whose failurePolicy Fail refuses what it matches\)$/, ["Look at the ValidatingWebhookConfiguration checks"], { method: "POST", path: "/api/v1/namespaces/default/serviceaccounts", body: { metadata: { name: "a" } } }],
  ["request-with-other-method", "one of configmaps takes DELETE, GET, PATCH and PUT, not POST", ["POST to /api/v1/namespaces/default/configmaps"], { method: "POST", path: `${maps}/another`, body: { metadata: { name: "another" } } }],
  ["request-with-value-of-another-type", "data.a takes a text, and a number was sent: write it in quotes", ['Write data.a: "1"'], { method: "POST", path: maps, body: { metadata: { name: "r1" }, data: { a: 1, b: "x" } } }],
  ["request-with-value-of-another-type", "spec.containers[0].command takes a list, and a string was sent", ['Write spec.containers[0].command: ["sleep","1"]'], { method: "POST", path: pods, body: pod("r2", { command: "sleep 1" }) }],
  ["request-with-value-of-another-type", "spec.containers[0].env takes a list, and an object was sent", ['Write spec.containers[0].env: [{"name":"A","value":"b"}]'], { method: "POST", path: pods, body: pod("r3", { env: { A: "b" } }) }],
  ["request-with-value-of-another-type", "spec.containers[0].ports[0].containerPort takes a whole number, and a string was sent: write it without quotes", ["Write spec.containers[0].ports[0].containerPort: 80"], { method: "POST", path: pods, body: pod("r4", { ports: [{ containerPort: "80" }] }) }],
  ["request-with-value-of-another-type", "spec.paused takes true or false, and a string was sent: write it without quotes", ["Write spec.paused: true"], { method: "POST", path: deployments, body: deployment("r5", { paused: "true" }) }],
  ["request-with-bad-quantity", /^spec\.containers\[0\]\.resources\.requests\.memory is "1GB", which is no quantity/, ["Write spec.containers[0].resources.requests.memory: 1G"], { method: "POST", path: pods, body: pod("r6", { resources: { requests: { memory: "1GB" } } }) }],
  ["request-with-plain-data", "data.a is not base64: plain texts belong in stringData", ["Move a to stringData"], { method: "POST", path: "/api/v1/namespaces/default/secrets", body: { metadata: { name: "r7" }, data: { a: "not base64!", b: "YQ==" } } }],
  ["request-with-plain-data", "binaryData.b is not base64: plain texts belong in data", ["Move b to data"], { method: "POST", path: maps, body: { metadata: { name: "r7" }, data: { a: "x" }, binaryData: { b: "not base64!" } } }],
  ["request-of-another-kind", "the path is of configmaps (ConfigMap), and the body is a Secret", ["Use /api/v1/namespaces/default/secrets"], { method: "POST", path: maps, body: { apiVersion: "v1", kind: "Secret", metadata: { name: "r8" } } }],
  ["request-body-incomplete", "the request has no body", [], { method: "POST", path: maps }],
  ["request-with-unknown-field", "there is no field spec.port; did you mean ports?", ["Leave out spec.port"], { method: "POST", path: `/api/v1/namespaces/default/services${strict}`, body: service("r9", { port: 80 }) }],
  ["request-invalid", /^spec\.containers\[0\]\.name: Invalid value: "My App"/, ["Write spec.containers[0].name: my-app"], { method: "POST", path: pods, body: pod("r10", { name: "My App" }) }],
  ["request-invalid", /^metadata\.name: Invalid value: "1web": a DNS-1035 label/, ["Write metadata.name: x-1web"], { method: "POST", path: "/api/v1/namespaces/default/services", body: service("1web", {}) }],
  ["request-invalid", /must be less than or equal to cpu limit of 1$/, ["Write spec.containers[0].resources.limits.cpu: 2"], { method: "POST", path: pods, body: pod("r11", { resources: { requests: { cpu: "2" }, limits: { cpu: "1" } } }) }],
  ["request-invalid", 'spec.containers[0].volumeMounts[0].name: Not found: "data"', ["Add an empty volume data"], { method: "POST", path: pods, body: pod("r12", { volumeMounts: [{ name: "data", mountPath: "/d" }] }) }],
  ["request-invalid", 'spec.containers[0].volumeMounts[0].name: Not found: "dta"', ["Write spec.containers[0].volumeMounts[0].name: data"], { method: "POST", path: pods, body: pod("r13", { volumeMounts: [{ name: "dta", mountPath: "/d" }] }, { volumes: [{ name: "data", emptyDir: {} }] }) }],
  ["request-invalid", /^metadata\.labels: Invalid value: "a b"/, ["Write metadata.labels[a-b]"], { method: "POST", path: maps, body: { metadata: { name: "r14", labels: { "a b": "c" } } } }],
  ["request-invalid", 'spec.containers[1].name: Duplicate value: "a"', ["Write spec.containers[1].name: a-2"], { method: "POST", path: pods, body: pod("r15", {}, { containers: [{ name: "a", image: "x" }, { name: "a", image: "y" }] }) }],
  ["request-invalid", "spec.replicas: Invalid value: -1: must be greater than or equal to 0", ["Write spec.replicas: 0"], { method: "POST", path: deployments, body: deployment("r16", { replicas: -1 }) }],
  ["request-invalid", /^spec\.strategy: Unsupported value: /, ["Write spec.strategy.type: RollingUpdate"], { method: "POST", path: deployments, body: deployment("r17", { strategy: { type: "Rolling" } }) }],
  ["request-invalid", "spec.selector: Required value, and 1 more", ["Select the labels of the template"], { method: "POST", path: deployments, body: deployment("r18", { selector: undefined }) }],
  ["request-invalid", /may not be 0 when `maxSurge` is 0$/, ["Write spec.strategy.rollingUpdate.maxUnavailable: 1"], { method: "POST", path: deployments, body: deployment("r19", { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } }) }],
  ["request-invalid", "spec.ports[0].name: Required value, and 1 more", ["Name the ports: port-80, port-81"], { method: "POST", path: "/api/v1/namespaces/default/services", body: service("r20", { ports: [{ port: 80 }, { port: 81 }] }) }],
  ["request-invalid", /^spec\.ports\[0\]\.nodePort: Invalid value: 80: provided port is not in the valid range/, ["Leave out spec.ports[0].nodePort: the server takes a free port"], { method: "POST", path: "/api/v1/namespaces/default/services", body: service("r21", { type: "NodePort", ports: [{ port: 80, nodePort: 80 }] }) }],
  ["request-invalid", 'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"', ["Write spec.template.spec.restartPolicy: Never"], { method: "POST", path: "/apis/batch/v1/namespaces/default/jobs", body: { metadata: { name: "r22" }, spec: { template: { spec: { containers: [{ name: "a", image: "b" }], restartPolicy: "Always" } } } } }],
  ["request-invalid", /pathType: Required value: pathType must be specified$/, ["Write spec.rules[0].http.paths[0].pathType: Prefix"], { method: "POST", path: "/apis/networking.k8s.io/v1/namespaces/default/ingresses", body: { metadata: { name: "r23" }, spec: { rules: [{ http: { paths: [{ path: "/", backend: { service: { name: "s", port: { number: 80 } } } }] } }] } } }],
  ["request-invalid", /must be of type integer: "string"$/, ["Write spec.ports[0]: 80"], { method: "POST", path: gates, body: gate({ ports: ["80"] }) }],
  ["request-invalid", "spec.ports: Too many: 6: must have at most 5 items", ["Keep the first 5 of spec.ports"], { method: "POST", path: gates, body: gate({ ports: [1, 2, 3, 4, 5, 6] }) }],
  ["request-invalid", /^spec\.mode: Unsupported value: "open".*, and 1 more$/, ["Write spec.mode: Open, and keep the first 5 of spec.ports"], { method: "POST", path: gates, body: gate({ mode: "open", ports: [1, 2, 3, 4, 5, 6] }) }],
  ["request-invalid", /^metadata\.finalizers\[0\]: Invalid value: "cleanup"/, ["Write metadata.finalizers[0]: example.com/cleanup"], { method: "POST", path: maps, body: { metadata: { name: "r24", finalizers: ["cleanup"] } } }],
  ["request-with-failing-patch", "operation 1 of the patch, remove /data/none, fails: /data/none is not there", [], { method: "PATCH", path: `${maps}/settings`, type: "application/json-patch+json", body: [{ op: "remove", path: "/data/none" }] }],
  ["request-with-failing-patch", 'operation 2 of the patch, test /metadata/name, fails: /metadata/name is "settings", not "x"', [], { method: "PATCH", path: `${maps}/settings`, type: "application/json-patch+json", body: [{ op: "test", path: "/kind", value: "ConfigMap" }, { op: "test", path: "/metadata/name", value: "x" }] }],
  ["request-with-other-patch", "a JSON patch is a list of operations, and an object was sent", ["Send it as application/merge-patch+json, or as a list of operations"], { method: "PATCH", path: `${maps}/settings`, type: "application/json-patch+json", body: { data: { a: "b" } } }],
  ["request-with-invalid-parameter", "the parameter fieldManager: Required value: is required for apply patch", ["Name a manager: fieldManager=me"], { ...applied, path: `${maps}/r25`, body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "r25" } } }],
  ["request-with-invalid-parameter", /^the parameter fieldValidation: Unsupported value: "Strickt"/, ["Use fieldValidation=Strict"], { method: "POST", path: `${maps}?fieldValidation=Strickt`, body: { metadata: { name: "r26" } } }],
  ["request-with-invalid-parameter", /^the parameter dryRun: Unsupported value: \["Some"\]/, ["Use dryRun=All"], { method: "POST", path: `${maps}?dryRun=Some`, body: { metadata: { name: "r27" } } }],
  ["request-of-other-media-type", /^the server does not read the type of the body; it reads application\/json, /, ["Send it as application/json"], { method: "POST", path: maps, type: "text/plain", body: { metadata: { name: "typed" } } }],
  ["request-of-other-media-type", "the Content-Type of a patch names the kind of patch, and this one names none", ["Send it as application/merge-patch+json"], { method: "PATCH", path: `${maps}/settings`, body: { data: { a: "b" } } }],
  ["request-of-other-media-type", "the Content-Type of a patch names the kind of patch, and this one names none", ["Send it as application/json-patch+json"], { method: "PATCH", path: `${maps}/settings`, body: [{ op: "add", path: "/metadata/labels", value: { a: "b" } }] }],
  ["request-of-other-media-type", "the Content-Type of a patch names the kind of patch, and this one names none", ["Send it as application/merge-patch+json", "Send it as application/apply-patch+yaml"], { method: "PATCH", path: `${maps}/settings`, body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings" }, data: { b: "c" } } }],
  ["request-accepts-other-media-type", /^the server writes none of the types that are accepted; it writes application\/json, /, ["Accept application/json"], { path: maps, accept: "text/csv" }],
  ["request-with-invalid-parameter", /^the parameter resourceVersionMatch: Forbidden/, ["Leave out resourceVersionMatch"], { path: `${maps}?resourceVersionMatch=Exact` }],
  ["request-with-invalid-parameter", /^the parameter labelSelector is "a==b==c": found '=='/, ["Leave out labelSelector"], { path: `${maps}?labelSelector=a==b==c` }],
  ["request-with-invalid-parameter", 'the parameter fieldSelector is "data.x=1": configmaps are not selected by data.x; they are selected by metadata.name and metadata.namespace', ["Leave out fieldSelector"], { path: `${maps}?fieldSelector=data.x=1` }],
  ["request-with-invalid-parameter", 'the parameter resourceVersion is "abc": it is a number that the server gave, sent back as it is', ["Leave out resourceVersion"], { path: `${maps}?limit=1&resourceVersion=abc` }],
  ["request-with-invalid-parameter", 'the parameter continue is "xyz": it is a token that the server gave with a page of a list', ["Leave out continue"], { path: `${maps}?continue=xyz` }],
  ["request-of-missing-object", "there is no replaced-by-put among configmaps: a PUT replaces what is there", ["POST it to /api/v1/namespaces/default/configmaps"], { method: "PUT", path: `${maps}/replaced-by-put`, body: { metadata: { name: "replaced-by-put" } } }],
  ["request-with-old-version", /^settings was changed after it was read at 1: it is at \d+ now/, ["Get settings as it is now", /^Send it for the present revision, \d+$/], { method: "DELETE", path: `${maps}/settings?dryRun=All`, body: { apiVersion: "v1", kind: "DeleteOptions", preconditions: { resourceVersion: "1" } } }],
  ["request-with-other-method", "the collection of deployments takes DELETE, GET and POST, not PUT", ["PUT to /apis/apps/v1/namespaces/default/deployments/web"], { method: "PUT", path: deployments, body: deployment("web") }],
  ["request-invalid", /^metadata\.labels: Invalid value: "a b": a valid label must/, ["Write metadata.labels.x: a-b"], { method: "POST", path: maps, body: { metadata: { name: "r30", labels: { x: "a b" } } } }],
  ["request-invalid", /failed to allocate IP 1\.2\.3\.4/, ["Leave out spec.clusterIPs: the server takes a free address"], { method: "POST", path: "/api/v1/namespaces/default/services", body: { metadata: { name: "r31" }, spec: { clusterIP: "1.2.3.4", ports: [{ port: 80 }] } } }],
  ["request-invalid", /^roleRef: Invalid value: .*cannot change roleRef$/, ["roleRef cannot be changed: delete the binding and create it again"], { ...merged, path: `/apis/${rbac}/v1/clusterrolebindings/cluster-admin`, body: { roleRef: { name: "view" } } }],
  ["request-invalid", /^spec: Forbidden: pod updates may not change fields other than/, [/^Pods cannot be changed there: change what makes them/], { ...merged, path: `${pods}/here`, body: { spec: { nodeSelector: { a: "b" } } } }],
  ["request-invalid", /^spec: Forbidden: spec is immutable after creation except/, [/^Of a bound claim, only spec\.resources\.requests\.storage can be changed/], { ...merged, path: `${claims}/data`, body: { spec: { accessModes: ["ReadOnlyMany"] } } }],
  ["request-with-managed-fields", "the server itself writes metadata.managedFields; what is applied has none", ["Leave out metadata.managedFields"], { ...applied, path: `${maps}/r32?fieldManager=me`, body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "r32", managedFields: [{ manager: "a", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: {} }] } } }],
  ["request-with-revision", "what is created has no revision yet: the server gives it one", ["Leave out metadata.resourceVersion"], { method: "POST", path: maps, body: { metadata: { name: "r33", resourceVersion: "5" } } }],
  ["request-without-namespace", "configmaps are created in a namespace, and the path names none", ["POST to /api/v1/namespaces/default/configmaps"], { method: "POST", path: "/api/v1/configmaps", body: { metadata: { name: "r34" } } }],
  ["request-grants-more-than-held", /^eve may grant only what eve has, and lacks \{APIGroups:\[""\], Resources:\["secrets"\], Verbs:\["get"\]\}$/, [/^Have it written by somebody who has these permissions/], { method: "POST", token: "eve-token", path: `/apis/${rbac}/v1/namespaces/default/roles`, body: { metadata: { name: "r35" }, rules: [{ apiGroups: [""], resources: ["secrets"], verbs: ["get"] }] } }],
  ["request-of-compacted-revision", "the revision that it asks for is no longer kept: list anew", ["Leave out resourceVersion and resourceVersionMatch"], { path: `${maps}?limit=1&resourceVersion=1&resourceVersionMatch=Exact` }],
  ["request-for-another-object", "prices is another object of the same name than the one that is meant: its uid differs", ["Leave out preconditions.uid: whatever has the name now is meant"], { method: "DELETE", path: "/api/v1/namespaces/shop/configmaps/prices", body: { apiVersion: "v1", kind: "DeleteOptions", preconditions: { uid: "x" } } }],
  ["request-invalid", /should be greater than or equal to 1$/, ["Write spec.weight: 1"], { method: "POST", path: gates, body: gate({ weight: 0 }) }],
  ["request-invalid", /should be less than or equal to 10$/, ["Write spec.weight: 10"], { method: "POST", path: gates, body: gate({ weight: 11 }) }],
  ["request-invalid", /must be greater than or equal to `minReplicas`$/, ["Write spec.maxReplicas: 3"], { method: "POST", path: "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers", body: scaler }],
  ["request-with-broken-expression", /does not compile: undeclared reference to 'slef' .*; did you mean self\?$/, ["Write self in the expression"], { method: "POST", path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All", body: ruled("slef.weight < 9") }],
  ["request-invalid", /must be no more than 63 (?:characters|bytes)$/, [/^Write spec\.containers\[0\]\.name: a{63}$/], { method: "POST", path: pods, body: pod("r36", { name: "a".repeat(70) }) }],
];

const matcherOf = (text: string | RegExp): unknown => (typeof text === "string" ? text : expect.stringMatching(text));
const cases = rows.map(([situation, because, remedies, sent]) => {
  const { method = "GET", path } = sent;
  return [`${method} ${path}`, situation, { because, remedies, sent }] as const;
});

test.each(cases)("%s: %s", async (_, situation, { because, remedies, sent }) => {
  const found = await explained(sent);
  expect([found.situation, found.predicate.replace("is refused: ", "")]).toEqual([situation, matcherOf(because)]);
  expect(found.remedies?.map(({ words }) => words)).toEqual(remedies.map(matcherOf));
  for (const remedy of found.remedies ?? []) {
    const first = await carryOut(remedy, sent);
    // A role that is made has to be bound, which is the next thing that is proposed.
    const [next] = remedy.words.endsWith("then bind it") ? ((await explained(sent)).remedies ?? []) : [];
    const code = next === undefined ? first : await carryOut(next, sent);
    // A remedy that only leads somewhere answers with nothing, and one that was sent before finds its object there.
    expect([remedy.words, code < 300 || code === 409]).toEqual([remedy.words, true]);
  }
});

test("a container that a pod does not have, and YAML that is said to be JSON", async () => {
  const log = await explained({ path: `${pods}/here/log?container=ap` });
  expect([log.situation, log.predicate]).toEqual([
    "request-of-unknown-container",
    "is refused: here has no container ap; it has app; did you mean app?",
  ]);
  expect(log.remedies).toEqual([
    { kind: "request", words: "Ask for the container app", target: `${pods}/here/log?container=app` },
  ]);
  const headers = { ...admin, "Content-Type": "application/json" };
  const sent = { method: "POST", headers, body: "metadata:\n  name: yaml\n" };
  const answer = await server.fetch(`http://127.0.0.1${maps}`, sent);
  const status = (await answer.json()) as Status;
  const yaml = await diagnoseStatus(status, { method: "POST", path: maps }, surroundings, api);
  expect([yaml.situation, yaml.remedies?.map(({ words }) => words)]).toEqual([
    "request-body-not-json",
    ["Send it as application/yaml"],
  ]);
  const again = { ...sent, headers: { ...headers, "Content-Type": "application/yaml" } };
  expect((await server.fetch(`http://127.0.0.1${maps}`, again)).status).toBe(201);
});
