import { afterAll, beforeAll, expect, test } from "vitest";
import type { KubeObject, Status } from "../apimachinery/meta.ts";
import { base64UrlOfBytes } from "../apimachinery/base64.ts";
import { createTestServer, type TestServer } from "../envtest/test-server.ts";
import { diagnoseStatus } from "./diagnose-status.ts";
import { servedApi } from "./refused/served-api.ts";
import { servedSurroundings } from "./served-surroundings.ts";
import { Client } from "../client/client.ts";
import { discover } from "../client/discovery.ts";

let server: TestServer;
const admin = { Authorization: "Bearer admin-token" };

beforeAll(async () => {
  server = await createTestServer({
    controllers: false,
    tokenAuthFile: 'admin-token,admin,1,"system:masters"\nann-token,ann,2\n',
    disableAdmissionPlugins: ["ServiceAccount"],
  });
  await server.create({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "c", namespace: "default" },
  } as KubeObject & { apiVersion: string; kind: string });
}, 60_000);
afterAll(() => server.close());

const surroundings = servedSurroundings({
  now: () => Date.UTC(2030, 0, 1),
  async get(target) {
    const answer = await server.fetch(`http://127.0.0.1${target}`, { headers: admin });
    return { code: answer.status, body: await answer.json() };
  },
});

const api = servedApi({
  async get(target) {
    const answer = await server.fetch(`http://127.0.0.1${target}`, { headers: admin });
    return { code: answer.status, body: await answer.json() };
  },
  resources: async () =>
    (await discover(new Client({ handle: server.handle, userAgent: "test", headers: admin }))).resources,
  bounds: async () => [{ edits: [{ path: ["spec", "hosts"], keyword: "maxItems", value: 10 }] }],
});

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly type?: string;
  /** The user to impersonate. */
  readonly as?: string;
}

/** Sends a request and explains the Status that answers it. */
async function refused({ method = "GET", path, token = "admin-token", body, type = "application/json", as }: Sent) {
  const impersonated = as === undefined ? {} : { "Impersonate-User": as };
  const headers = { ...(token !== "" && { Authorization: `Bearer ${token}` }), "Content-Type": type, ...impersonated };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await server.fetch(`http://127.0.0.1${path}`, { method, headers, ...content });
  const text = await answer.text();
  const status = (text.startsWith("{") ? JSON.parse(text) : { code: answer.status, message: text }) as Status;
  return diagnoseStatus(status, { method, path, token, body }, surroundings, api);
}

const jwt = (claims: object): string =>
  ["{}", JSON.stringify(claims), "s"].map((part) => base64UrlOfBytes(new TextEncoder().encode(part))).join(".");
const maps = "/api/v1/namespaces/default/configmaps";
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const applied = (replicas: number) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "w" },
  spec: {
    replicas,
    selector: { matchLabels: { a: "b" } },
    template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "app", image: "nginx" }] } },
  },
});
const apply = (replicas: number, manager: string): Sent => ({
  method: "PATCH",
  path: `${deployments}/w?fieldManager=${manager}`,
  type: "application/apply-patch+yaml",
  body: applied(replicas),
});
const quota = {
  apiVersion: "v1",
  kind: "ResourceQuota",
  metadata: { name: "none" },
  spec: { hard: { "count/configmaps": "0" } },
};

type Row = readonly [situation: string, sentence: string | RegExp, request: Sent, before?: Sent];

const matcherOf = (sentence: string | RegExp): unknown =>
  typeof sentence === "string" ? sentence : expect.stringMatching(sentence);

// oxfmt-ignore
const rows: readonly Row[] = [
  ["request-token-refused", "Unauthorized: the server does not accept the token: no user has it", { path: maps, token: "nobody" }],
  ["request-token-expired", "Unauthorized: the token expired 24h ago", { path: maps, token: jwt({ exp: Date.UTC(2029, 11, 31) / 1000 }) }],
  ["request-token-of-missing-account", "Unauthorized: the token is of the ServiceAccount default/absent, which does not exist", { path: maps, token: jwt({ sub: "system:serviceaccount:default:absent" }) }],
  ["request-without-permission", "Forbidden: ann may not list configmaps in the namespace default; the ClusterRole view would allow it, bound to ann", { path: maps, token: "ann-token" }],
  ["request-without-permission", "Forbidden: ann may not delete deployments.apps in the namespace default; the ClusterRole edit would allow it, bound to ann", { method: "DELETE", path: `${deployments}/w`, token: "ann-token" }],
  ["request-without-permission", 'Forbidden: ann may not list nodes in the whole cluster; no role but cluster-admin allows it: a rule with verbs [list], apiGroups [""] and resources [nodes] would', { path: "/api/v1/nodes", token: "ann-token" }],
  ["request-of-missing-object", "Not found: there is no absent among configmaps; there are c", { path: `${maps}/absent` }],
  ["request-of-unknown-resource", "Not found: there is no resource pod in v1; did you mean pods?", { path: "/api/v1/namespaces/default/pod" }],
  ["request-of-existing-object", "Already exists: the ConfigMap c exists already", { method: "POST", path: maps, body: { metadata: { name: "c" } } }],
  ["request-with-old-version", /^Conflict: c was changed after it was read at 1: it is at \d+ now/, { method: "PUT", path: `${maps}/c`, body: { metadata: { name: "c", resourceVersion: "1" } } }],
  ["request-conflict-of-fields", "Conflict: .spec.replicas belongs to helm: leave it out of what you apply, or force to take it over", apply(3, "me"), apply(2, "helm")],
  ["request-invalid", /^Invalid: metadata\.name: Invalid value: "A": a lowercase RFC 1123 subdomain/, { method: "POST", path: maps, body: { metadata: { name: "A" } } }],
  ["request-refused-by-quota", "Refused: the ResourceQuota none is exhausted: count/configmaps 0 of 0 is used and it asks for 1", { method: "POST", path: "/api/v1/namespaces/kube-public/configmaps", body: { metadata: { name: "d" } } }, { method: "POST", path: "/api/v1/namespaces/kube-public/resourcequotas", body: quota }],
];

const cases = rows.map(([situation, sentence, request, before]) => [situation, sentence, { request, before }] as const);

test.each(cases)("%s: %s", async (situation, sentence, { request, before }) => {
  if (before !== undefined)
    await server.fetch(`http://127.0.0.1${before.path}`, {
      method: before.method ?? "GET",
      headers: { ...admin, "Content-Type": before.type ?? "application/json" },
      body: JSON.stringify(before.body),
    });
  if (situation === "request-refused-by-quota") {
    const path = "http://127.0.0.1/api/v1/namespaces/kube-public/resourcequotas/none/status";
    const hard = { "count/configmaps": "0" };
    await server.fetch(path, {
      method: "PATCH",
      headers: { ...admin, "Content-Type": "application/merge-patch+json" },
      body: JSON.stringify({ status: { hard, used: hard } }),
    });
  }
  const found = await refused(request);
  expect([found.situation, found.sentence]).toEqual([situation, matcherOf(sentence)]);
});

const pods = "/api/v1/namespaces/default/pods?fieldValidation=Strict&dryRun=All";
const ingresses = "/apis/networking.k8s.io/v1/namespaces/default/ingresses?fieldValidation=Strict&dryRun=All";
const policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies?dryRun=All";
const backend = { serviceName: "web", servicePort: 80 };
const rbac = "/apis/rbac.authorization.k8s.io/v1";
const policy = (expression: string): object => {
  const rules = [{ apiGroups: ["apps"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["deployments"] }];
  return {
    metadata: { name: "p" },
    spec: { matchConstraints: { resourceRules: rules }, validations: [{ expression }] },
  };
};

// oxfmt-ignore
test.each<readonly [situation: string, sentence: string | RegExp, remedies: readonly string[], request: Sent]>([
  ["request-without-version", "Not found: the path names no version of the core group; pods are in v1", ["Use /api/v1/namespaces/default/pods"], { path: "/api/namespaces/default/pods" }],
  ["request-of-unknown-path", "Not found: the server does not serve this path; did you mean /healthz?", ["Use /healthz"], { path: "/healthzz" }],
  ["request-of-answers", "Not found: tokenreviews are answers to what is posted to their collection, and none is kept by its name", ["POST to /apis/authentication.k8s.io/v1/tokenreviews"], { path: "/apis/authentication.k8s.io/v1/tokenreviews/x" }],
  ["request-with-unknown-field", "Unknown field: there is no field spec.containers[0].environment; did you mean env?", ["Write spec.containers[0].env", "Leave out spec.containers[0].environment"], { method: "POST", path: pods, body: { metadata: { name: "x" }, spec: { containers: [{ name: "a", image: "b", environment: [] }] } } }],
  ["request-with-unknown-field", "Unknown field: there is no field nodeName; spec.nodeName is one", ["Move to spec.nodeName", "Leave out nodeName"], { method: "POST", path: pods, body: { metadata: { name: "x" }, nodeName: "n", spec: { containers: [{ name: "a", image: "b" }] } } }],
  ["request-with-unknown-field", "Unknown field: there is no field spec.defaultBackend.serviceName; spec.defaultBackend.service.name is one; there is no field spec.defaultBackend.servicePort; spec.defaultBackend.service.port.number is one", ["Move to spec.defaultBackend.service.name, spec.defaultBackend.service.port.number", "Leave out spec.defaultBackend.serviceName, spec.defaultBackend.servicePort"], { method: "POST", path: ingresses, body: { metadata: { name: "i" }, spec: { defaultBackend: backend } } }],
  ["request-with-invalid-parameter", 'Bad request: the parameter limit is "ten": it takes a number', ["Leave out limit"], { path: `${maps}?limit=ten` }],
  ["request-of-later-revision", "Timeout: the revision 99999999 is later than the present one, N: the server has waited for it in vain", ["Leave out resourceVersion and resourceVersionMatch"], { path: `${maps}?resourceVersion=99999999&resourceVersionMatch=Exact` }],
  ["request-with-broken-expression", "Invalid: the expression object.metadata.name.startWith('x') at spec.validations[0].expression does not compile: undeclared reference to 'startWith' (in container '') (line 1, column 31); did you mean startsWith?", ["Write startsWith in the expression"], { method: "POST", path: policies, body: policy("object.metadata.name.startWith('x')") }],
  ["request-with-broken-expression", "Invalid: the expression object.spec.replicas + 1 at spec.validations[0].expression comes to int, and bool is asked for there", [], { method: "POST", path: policies, body: policy("object.spec.replicas + 1") }],
  ["request-without-permission", 'Forbidden: ann may not impersonate users in the whole cluster; no role but cluster-admin allows it: a rule with verbs [impersonate], apiGroups [""] and resources [users] would', ["Create the ClusterRole impersonate-users with that rule, then bind it"], { path: maps, token: "ann-token", as: "bob" }],
  ["request-without-permission", 'Forbidden: ann may not update pods/status in the namespace default; no role but cluster-admin allows it: a rule with verbs [update], apiGroups [""] and resources [pods/status] would', ["Create the Role update-pods-status with that rule, then bind it"], { method: "PUT", path: "/api/v1/namespaces/default/pods/p/status", token: "ann-token", body: {} }],
  ["request-invalid", "Invalid: rules[0].apiGroups: Required value: resource rules must supply at least one api group", ['Write rules[0].apiGroups: [""]'], { method: "POST", path: `${rbac}/clusterroles?dryRun=All`, body: { metadata: { name: "q" }, rules: [{ resources: ["pods"], verbs: ["get"] }] } }],
])("%s: %s", async (situation, sentence, remedies, request) => {
  const found = await refused(request);
  const told = found.sentence.replace(/(?<=present one, )\d+/, "N");
  expect([found.situation, told, found.remedies?.map(({ words }) => words) ?? []]).toEqual([situation, matcherOf(sentence), remedies]);
});

test("a field that is written twice", async () => {
  const body = '{"metadata":{"name":"a","name":"b"}}';
  const path = `${maps}?fieldValidation=Strict`;
  const headers = { ...admin, "Content-Type": "application/json" };
  const answer = await server.fetch(`http://127.0.0.1${path}`, { method: "POST", headers, body });
  const status = (await answer.json()) as Status;
  const found = await diagnoseStatus(status, { method: "POST", path }, surroundings, api);
  expect([found.situation, found.sentence]).toEqual([
    "request-with-duplicate-field",
    "Duplicate field: metadata.name is written more than once in the same object: only the last one would count",
  ]);
});

test("an eviction that a budget forbids", async () => {
  const causes = [
    { reason: "DisruptionBudget", message: "The disruption budget web needs 1 healthy pods and has 1 currently" },
  ];
  const status: Status = {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    code: 429,
    reason: "TooManyRequests",
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: { causes },
  };
  const found = await diagnoseStatus(
    status,
    { method: "POST", path: "/api/v1/namespaces/n/pods/p/eviction" },
    surroundings,
  );
  expect([found.situation, found.sentence]).toEqual([
    "request-blocked-by-budget",
    "Blocked: The disruption budget web needs 1 healthy pods and has 1 currently",
  ]);
});

test.each([
  [
    'conversion webhook for lamps.example.com/v1, Kind=Lamp failed: Post "https://c.n.svc:443/?timeout=30s": dial tcp: lookup c.n.svc: no such host',
    "Cannot convert: the conversion webhook of Lamp cannot be used: dial tcp: lookup c.n.svc: no such host",
  ],
  [
    "conversion webhook for lamps.example.com/v1, Kind=Lamp failed: power is no light",
    "Cannot convert: the conversion webhook of Lamp refuses: power is no light",
  ],
])("a conversion that fails: %s", async (message, sentence) => {
  const status: Status = {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    code: 500,
    reason: "InternalError",
    message,
  };
  const found = await diagnoseStatus(status, { method: "GET", path: "/apis/lamps.example.com/v2/lamps" }, surroundings);
  expect([found.situation, found.sentence]).toEqual(["request-conversion-failed", sentence]);
});
