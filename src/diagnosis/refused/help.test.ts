import { afterAll, beforeAll, expect, test } from "vitest";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { Status } from "../../apimachinery/meta.ts";
import { definitionOf, versionOf } from "../../apiextensions/testing/definition-of.ts";
import { Client } from "../../client/client.ts";
import { discover } from "../../client/discovery.ts";
import { createTestServer, type TestServer } from "../../envtest/test-server.ts";
import { diagnoseStatus } from "../diagnose-status.ts";
import { servedSurroundings } from "../served-surroundings.ts";
import { servedApi } from "./served-api.ts";

// Refusals whose own words tell neither the field nor the object that they are about.

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  /** The body as it is, where it is no JSON. */
  readonly text?: string;
  readonly type?: string;
  readonly accept?: string;
}

let server: TestServer;

async function send({ method = "GET", path, body, text, type = "application/json", accept }: Sent) {
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const answer = await server.fetch(`http://127.0.0.1${path}`, {
    method,
    headers: { "Content-Type": type, ...(accept !== undefined && { Accept: accept }) },
    ...(content !== undefined && { body: content }),
  });
  const told = await answer.text();
  return { code: answer.status, body: told.startsWith("{") ? (JSON.parse(told) as unknown) : told };
}

const core = "/api/v1/namespaces/default";
const maps = `${core}/configmaps`;
const pods = `${core}/pods`;
const webhooks = "/apis/admissionregistration.k8s.io/v1";
const pod = (name: string, container: object = {}, spec: object = {}) => ({
  metadata: { name },
  spec: { containers: [{ name: "app", image: "nginx", ...container }], ...spec },
});
const post = (path: string, body: unknown): Sent => ({ method: "POST", path, body });
const patch = (path: string, body: unknown, kind = "merge-patch+json"): Sent => ({
  method: "PATCH",
  path,
  body,
  type: `application/${kind}`,
});
const hook = (name: string, resource: string, rest: object = {}) => ({
  metadata: { name },
  webhooks: [
    {
      name: `${name}.example.com`,
      clientConfig: { url: `https://${name}.test/` },
      rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: [resource] }],
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      ...rest,
    },
  ],
});
const badPatch = btoa('[{"op":"remove","path":"/template/nope"}]');
const gates = { apiVersion: "example.com/v1", kind: "Gate", metadata: { name: "g" } };
const policy = (expression: string) => ({
  metadata: { name: "p" },
  spec: {
    matchConstraints: {
      resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
    },
    validations: [{ expression }],
  },
});
const strict = { name: "strict", labels: { "pod-security.kubernetes.io/enforce": "restricted" } };

beforeAll(async () => {
  server = await createTestServer({
    controllers: false,
    disableAdmissionPlugins: ["ServiceAccount"],
    callWebhook: async ({ url, body }) => {
      const { request } = JSON.parse(body) as { readonly request: { readonly uid: string } };
      const patched = { uid: request.uid, allowed: true, patchType: "JSONPatch", patch: badPatch };
      const response = url.startsWith("https://denies.") ? { uid: request.uid, allowed: false } : patched;
      const review = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response };
      return { status: 200, contentType: "application/json", body: JSON.stringify(review) };
    },
  });
  const always = { name: "x", expression: "object.nope == 'a'" };
  const first = [
    post(maps, { metadata: { name: "settings" } }),
    post("/apis/apps/v1/namespaces/default/deployments", {
      metadata: { name: "web" },
      spec: { selector: { matchLabels: { a: "b" } }, template: { ...pod(""), metadata: { labels: { a: "b" } } } },
    }),
    post(pods, pod("here")),
    post("/api/v1/namespaces", { metadata: strict }),
    post("/api/v1/namespaces", { metadata: { name: "lim" } }),
    post("/api/v1/namespaces/lim/limitranges", {
      metadata: { name: "small" },
      spec: { limits: [{ type: "Container", max: { memory: "64Mi" } }] },
    }),
    post("/apis/apps/v1/namespaces/default/statefulsets", {
      metadata: { name: "db" },
      spec: {
        serviceName: "db",
        selector: { matchLabels: { a: "b" } },
        template: { ...pod(""), metadata: { labels: { a: "b" } } },
      },
    }),
    post(`${core}/serviceaccounts`, { metadata: { name: "bot" } }),
    post(`${core}/persistentvolumeclaims`, {
      metadata: { name: "data" },
      spec: { storageClassName: "", accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
    }),
    patch(`${core}/persistentvolumeclaims/data/status`, { status: { phase: "Bound" } }),
    post(`${webhooks}/validatingwebhookconfigurations`, hook("denies", "limitranges")),
    post("/apis/scheduling.k8s.io/v1/priorityclasses", { metadata: { name: "urgent" }, value: 10 }),
    post(`${webhooks}/mutatingwebhookconfigurations`, hook("patches", "podtemplates")),
    post(`${webhooks}/validatingwebhookconfigurations`, hook("odd", "endpoints", { matchConditions: [always] })),
    post(
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
      definitionOf("Gate", "example.com", [versionOf("v1", { type: "object" })]),
    ),
  ];
  for (const each of first) {
    const answer = await send(each);
    if (answer.code >= 300) throw new Error(JSON.stringify(answer));
  }
  // What the server loads of webhooks and definitions takes effect after a moment.
  const early = async (sent: Sent, code: number): Promise<void> => {
    for (;;) if ((await send(sent)).code === code) return;
  };
  await early({ path: "/apis/example.com/v1/gates" }, 200);
  await send(post("/apis/example.com/v1/namespaces/default/gates", { ...gates, metadata: { name: "own" } }));
  await early(post(`${core}/endpoints?dryRun=All`, { metadata: { name: "a" } }), 403);
  await early(post(`${core}/podtemplates?dryRun=All`, { metadata: { name: "a" }, template: pod("") }), 500);
}, 60_000);
afterAll(() => server.close());

const surroundings = servedSurroundings({ now: () => Date.now(), get: (path) => send({ path }) });
const api = servedApi({
  get: (path) => send({ path }),
  resources: async () => (await discover(new Client({ handle: server.handle, userAgent: "test" }))).resources,
  bounds: async () => [],
});

type Row = readonly [situation: string, because: string | RegExp, remedies: readonly string[], sent: Sent];

// oxfmt-ignore
const rows: readonly Row[] = [
  ["request-body-not-json", "the body is not the JSON that its Content-Type names: invalid character 'm' looking for beginning of value", ["Send it as application/yaml"], { ...post(maps, undefined), text: "metadata: {}" }],
  ["request-body-not-json", "the body is a list, and one object is wanted", [], { ...post(maps, undefined), text: "[]" }],
  ["request-with-bad-time", 'spec.renewTime is "yesterday", which is no time: it takes one like 2030-01-31T12:00:00.000000Z', [], post("/apis/coordination.k8s.io/v1/namespaces/default/leases", { metadata: { name: "l" }, spec: { renewTime: "yesterday" } })],
  ["request-with-invalid-parameter", 'the parameter resourceVersion is "abc": it takes a revision that the server told, or 0', ["Leave out resourceVersion"], { path: `${pods}?watch=1&resourceVersion=abc` }],
  ["request-with-failing-patch", "operation 1 of the patch, set /data/a, fails: a JSON patch knows add, remove, replace, move, copy and test", [], patch(`${maps}/settings`, [{ op: "set", path: "/data/a", value: "x" }], "json-patch+json")],
  ["request-with-invalid-parameter", 'the parameter fieldSelector is "status.phse=Running": pods are not selected by status.phse; did you mean status.phase?', ["Leave out fieldSelector"], { path: `${pods}?fieldSelector=status.phse=Running` }],
  ["request-with-invalid-parameter", 'the parameter fieldSelector is "metadata.labels.app=web": labels are selected by labelSelector (kubectl get -l)', ["Leave out fieldSelector"], { path: `${pods}?fieldSelector=metadata.labels.app=web` }],
  ["request-with-invalid-parameter", 'the parameter fieldSelector is "spec.mode=a": gates are not selected by spec.mode; they are selected by metadata.name', ["Leave out fieldSelector"], { path: "/apis/example.com/v1/gates?fieldSelector=spec.mode=a" }],
  ["request-with-invalid-parameter", 'the parameter labelSelector is "app in web": a set is written in parentheses: app in (web)', ["Leave out labelSelector"], { path: `${pods}?labelSelector=app in web` }],
  ["request-with-invalid-parameter", 'the parameter labelSelector is "app=web,,": no requirement follows its comma', ["Leave out labelSelector"], { path: `${pods}?labelSelector=app=web,,` }],
  ["request-of-unknown-subresource", "gates.example.com have no subresource scale: their definition (CRD) declares none", [], { path: "/apis/example.com/v1/namespaces/default/gates/own/scale" }],
  ["request-refused", "spec.priority is written by the server, from the PriorityClass that spec.priorityClassName names", ["Leave out spec.priority"], post(pods, pod("x", {}, { priority: 5 }))],
  ["request-refused", /^a claim grows only where its StorageClass has provisioned its volume and has allowVolumeExpansion: true/, [], patch(`${core}/persistentvolumeclaims/data`, { spec: { resources: { requests: { storage: "2Gi" } } } })],
  ["request-invalid", /pod updates may not change fields other than/, ["Resources of a pod are changed by its subresource: kubectl patch pod NAME --subresource resize"], patch(`${pods}/here`, { spec: { containers: [{ name: "app", resources: { requests: { cpu: "1" } } }] } }, "strategic-merge-patch+json")],
  ["request-invalid", /updates to statefulset spec for fields other than/, ["Only replicas, template, updateStrategy and few other fields can be changed: delete the StatefulSet with --cascade=orphan, which keeps its pods and claims, and create it again"], patch("/apis/apps/v1/namespaces/default/statefulsets/db", { spec: { serviceName: "x" } })],
  ["request-invalid", /spec\.selector: Required value/, ["spec.selector cannot be changed: leave it as it is, or delete the object and create it again"], patch("/apis/apps/v1/namespaces/default/deployments/web", { spec: { selector: null } })],
  ["request-invalid", /may not specify a duration less than 10 minutes$/, ["Write spec.expirationSeconds: 600"], post(`${core}/serviceaccounts/bot/token`, { spec: { expirationSeconds: 1 } })],
  ["request-refused-by-webhook", "the webhook denies.example.com denies it without saying why (webhook 1 of the ValidatingWebhookConfiguration denies)", ["Look at the ValidatingWebhookConfiguration denies"], post(`${core}/limitranges`, { metadata: { name: "x" }, spec: { limits: [] } })],
  ["request-with-broken-expression", /undeclared reference to 'params' .*; params are those of spec\.paramKind, which is not set$/, [], post(`${webhooks}/validatingadmissionpolicies`, policy("params.max > 3"))],
  ["request-with-broken-expression", /undefined field 'x' .*; spec\.variables declares no x before it$/, [], post(`${webhooks}/validatingadmissionpolicies`, policy("variables.x == 1"))],
  ["request-with-broken-expression", /Syntax error: mismatched input '<EOF>': it ends before it is complete /, [], post(`${webhooks}/validatingadmissionpolicies`, policy("object.spec.replicas <"))],
  ["request-without-merge-key", "an item of a list in the patch has no name, by which a strategic merge patch finds the item that it changes", ["Write the name of the item that is meant"], patch("/apis/apps/v1/namespaces/default/deployments/web", { spec: { template: { spec: { containers: [{ image: "x" }] } } } }, "strategic-merge-patch+json")],
  ["request-of-pod-without-node", "the pod here is on no node yet, so nothing of it runs", ["Look at the pod here"], { path: `${pods}/here/exec?command=ls` }],
  ["request-refused-by-pod-security", /^the namespace enforces the Pod Security Standard restricted: /, ["Look at the Namespace strict"], post("/api/v1/namespaces/strict/pods", pod("x"))],
  ["request-refused-by-limit-range", "the LimitRange small refuses it: maximum memory usage per Container is 64Mi, but limit is 1Gi", ["Look at the LimitRange small"], post("/api/v1/namespaces/lim/pods", pod("x", { resources: { limits: { memory: "1Gi" } } }))],
  ["request-refused-without-priority-class", "its PriorityClass urgnt does not exist", ["Write spec.priorityClassName: urgent", "Leave out spec.priorityClassName"], post(pods, pod("x", {}, { priorityClassName: "urgnt" }))],
  ["request-refused-without-runtime-class", "its RuntimeClass kata does not exist", ["Leave out spec.runtimeClassName"], post(pods, pod("x", {}, { runtimeClassName: "kata" }))],
  ["request-without-namespace", "gates are created in a namespace, and the path names none", ["Use /apis/example.com/v1/namespaces/default/gates"], post("/apis/example.com/v1/gates", gates)],
  ["request-of-unknown-group", "the group metrics.k8s.io is served by an addon, metrics-server, which is not installed", [], { path: "/apis/metrics.k8s.io/v1beta1/nodes" }],
  ["request-accepts-other-media-type", /^the server writes none of the types that are accepted; it writes application\/json, /, ["Accept application/json"], { path: pods, accept: "text/html" }],
  ["request-of-other-media-type", "the Content-Type of a patch names the kind of patch, and this one names none", ["Send it as application/merge-patch+json"], { ...patch(`${maps}/settings`, {}), type: "application/json" }],
  ["request-of-other-media-type", /^the server does not read the type of the body; it reads application\/json, /, ["Send it as application/json"], { ...post(maps, { metadata: { name: "x" } }), type: "text/csv" }],
  ["request-invalid", "spec.containers: Forbidden: pod updates may not add or remove containers", ["Pods cannot be changed there: change what makes them (a Deployment, a Job), or delete the pod and create it again"], patch(`${pods}/here`, { spec: { containers: [{ name: "app", image: "nginx" }, { name: "b", image: "x" }] } })],
  ["request-invalid", /may not specify more than 1 handler type$/, ["Leave out spec.containers[0].livenessProbe.httpGet"], post(pods, pod("x", { livenessProbe: { httpGet: { path: "/", port: 80 }, exec: { command: ["a"] } } }))],
  ["request-refused-by-webhook-patch", /^the patch of the webhook patches\.example\.com cannot be applied: /, ["Look at the MutatingWebhookConfiguration patches"], post(`${core}/podtemplates`, { metadata: { name: "x" }, template: pod("") })],
  ["request-refused-by-match-condition", "the match condition x of the webhook odd.example.com cannot be evaluated: no such key: nope", ["Look at the ValidatingWebhookConfiguration odd"], post(`${core}/endpoints`, { metadata: { name: "x" } })],
];

const matcherOf = (because: string | RegExp): unknown =>
  typeof because === "string" ? because : expect.stringMatching(because);

test.each(rows)("%s: %s", async (situation, because, remedies, sent) => {
  const { code, body } = await send(sent);
  expect(code).toBeGreaterThanOrEqual(400);
  const status = (isRecord(body) ? body : { code, message: body }) as unknown as Status;
  const { method = "GET", path } = sent;
  const found = await diagnoseStatus(status, { method, path, body: sent.body }, surroundings, api);
  const told = found.sentence.slice(found.state.length + 2);
  expect({ situation: found.situation, told, remedies: (found.remedies ?? []).map(({ words }) => words) }).toEqual({
    situation,
    told: matcherOf(because),
    remedies,
  });
});
