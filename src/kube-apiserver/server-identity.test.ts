import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { parseTokenFile } from "../apiserver/auth/token-file.ts";
import { createApiServer, type ApiServer } from "./server.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";

const tokens = parseTokenFile('admin,admin,1,system:masters\nalice,alice,2,"dev"\nbob,bob,3\n', "tokens");
let server: ApiServer;

beforeAll(async () => {
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    tokens,
    subtle: crypto.subtle,
  });
  await call("admin", "POST", "/api/v1/namespaces", { metadata: { name: "ns" } });
  await call("admin", "POST", "/api/v1/namespaces/ns/serviceaccounts", { metadata: { name: "robot" } });
});
afterAll(() => server.close());

interface Called {
  readonly code: number;
  readonly body: ReturnType<typeof JSON.parse>;
}

async function call(
  token: string | undefined,
  method: string,
  target: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Called> {
  const response = await server.fetch(target, {
    method,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { code: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
}

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const group = "rbac.authorization.k8s.io";

describe("bootstrap policy", () => {
  it("is all of upstream's v1.34 policy with default feature gates", async () => {
    const names = async (resource: string): Promise<string[]> =>
      (await call("admin", "GET", `${rbac}/${resource}`)).body.items.map(
        (item: { readonly metadata: { readonly name: string } }) => item.metadata.name,
      );
    expect((await names("clusterroles")).length).toBe(31 + 37);
    expect((await names("clusterrolebindings")).length).toBe(12 + 37);
    expect((await names("roles")).length).toBe(7);
    expect((await names("rolebindings")).length).toBe(7);
  });

  it.each(["clusterroles", "clusterrolebindings", "roles", "rolebindings"])(
    "is stored as the server itself would print it: %s",
    async (resource) => {
      for (const item of (await call("admin", "GET", `${rbac}/${resource}`)).body.items) {
        const path = `${rbac}/${item.metadata.namespace === undefined ? "" : `namespaces/${item.metadata.namespace}/`}${resource}/${item.metadata.name}`;
        expect((await call("admin", "PUT", path, item)).body.metadata.resourceVersion, path).toBe(
          item.metadata.resourceVersion,
        );
      }
    },
  );

  it("comes with what aggregation makes of it", async () => {
    const { rules } = (await call("admin", "GET", `${rbac}/clusterroles/admin`)).body;
    expect(rules.at(-1)).toEqual({
      apiGroups: [group],
      resources: ["rolebindings", "roles"],
      verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
    });
    expect(rules).toHaveLength(14 + 11 + 2);
  });
});

describe("escalation", () => {
  const role = (name: string, rules: unknown, more = {}) => ({
    apiVersion: `${group}/v1`,
    kind: "ClusterRole",
    metadata: { name },
    rules,
    ...more,
  });
  const pods = [{ apiGroups: [""], resources: ["pods", "secrets"], verbs: ["get", "list"], resourceNames: [] }];
  const bind = (name: string, roleRef: unknown, subjects: unknown = []) => ({
    apiVersion: `${group}/v1`,
    kind: "ClusterRoleBinding",
    metadata: { name },
    roleRef,
    subjects,
  });
  const clusterRole = (name: string) => ({ apiGroup: group, kind: "ClusterRole", name });

  beforeAll(async () => {
    await call(
      "admin",
      "POST",
      `${rbac}/clusterroles`,
      role("granter", [
        { apiGroups: [group], resources: ["*"], verbs: ["*"] },
        { apiGroups: [""], resources: ["pods"], verbs: ["get"] },
      ]),
    );
    await call(
      "admin",
      "POST",
      `${rbac}/clusterrolebindings`,
      bind("granter", clusterRole("granter"), [{ kind: "User", name: "alice" }]),
    );
    await call(
      "admin",
      "POST",
      `${rbac}/clusterroles`,
      role("keeper", [
        {
          apiGroups: [group],
          resources: ["clusterroles", "clusterrolebindings", "roles", "rolebindings"],
          verbs: ["create", "update", "patch", "get"],
        },
      ]),
    );
    await call(
      "admin",
      "POST",
      `${rbac}/clusterrolebindings`,
      bind("keeper", clusterRole("keeper"), [{ kind: "User", name: "bob" }]),
    );
  });

  it("is refused on roles, with all that is lacking", async () => {
    const { code, body } = await call(
      "bob",
      "POST",
      `${rbac}/clusterroles`,
      role("more", [...pods, { nonResourceURLs: ["/x", "/healthz"], verbs: ["get", "post"] }]),
    );
    expect(code).toBe(403);
    expect(body.message).toBe(
      [
        'clusterroles.rbac.authorization.k8s.io "more" is forbidden: user "bob" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:',
        '{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}',
        '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list"]}',
        '{NonResourceURLs:["/healthz"], Verbs:["post"]}',
        '{NonResourceURLs:["/x"], Verbs:["get"]}',
        '{NonResourceURLs:["/x"], Verbs:["post"]}',
      ].join("\n"),
    );
  });

  it("is refused by patches and PUTs that create", async () => {
    await call("admin", "POST", `${rbac}/clusterroles`, role("small", []));
    const { code } = await call(
      "bob",
      "PATCH",
      `${rbac}/clusterroles/small`,
      { rules: pods },
      { "Content-Type": "application/merge-patch+json" },
    );
    expect(code).toBe(403);
    expect((await call("bob", "PUT", `${rbac}/clusterroles/fresh`, role("fresh", pods))).code).toBe(403);
    expect(
      (
        await call(
          "bob",
          "PATCH",
          `${rbac}/clusterroles/small`,
          { metadata: { finalizers: ["a.b/c"] } },
          { "Content-Type": "application/merge-patch+json" },
        )
      ).code,
    ).toBe(200);
  });

  it("lets pass what is held, and who may escalate", async () => {
    expect(
      (
        await call(
          "bob",
          "POST",
          `${rbac}/clusterroles`,
          role("held", [{ apiGroups: [group], resources: ["roles"], verbs: ["get"] }]),
        )
      ).code,
    ).toBe(201);
    expect((await call("alice", "POST", `${rbac}/clusterroles`, role("anything", pods))).code).toBe(201);
  });

  it("asks for a cluster administrator before roles aggregate", async () => {
    const { body } = await call(
      "bob",
      "POST",
      `${rbac}/clusterroles`,
      role("sum", null, { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] } }),
    );
    expect(body.message).toBe(
      'clusterroles.rbac.authorization.k8s.io "sum" is forbidden: must have cluster-admin privileges to use the aggregationRule',
    );
  });

  it("is refused on bindings", async () => {
    const { code, body } = await call("bob", "POST", `${rbac}/clusterrolebindings`, bind("up", clusterRole("granter")));
    expect(code).toBe(403);
    expect(body.message).toContain(
      'clusterrolebindings.rbac.authorization.k8s.io "up" is forbidden: user "bob" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n',
    );
    expect(
      (await call("bob", "POST", `${rbac}/clusterrolebindings`, bind("none", clusterRole("nowhere")))).body.message,
    ).toBe('clusterrolebindings.rbac.authorization.k8s.io "nowhere" not found');
    expect((await call("bob", "POST", `${rbac}/clusterrolebindings`, bind("own", clusterRole("keeper")))).code).toBe(
      201,
    );
    expect(
      (await call("alice", "POST", `${rbac}/clusterrolebindings`, bind("up", clusterRole("cluster-admin")))).code,
    ).toBe(201);
  });
});

describe("reviews", () => {
  const authorization = "/apis/authorization.k8s.io/v1";
  const review = async (who: string, resource: string, spec: unknown, namespace?: string) =>
    (
      await call(
        who,
        "POST",
        `${authorization}/${namespace === undefined ? "" : `namespaces/${namespace}/`}${resource}`,
        { spec },
      )
    ).body;

  it("say what whoever asks may do", async () => {
    expect(
      (await review("admin", "selfsubjectaccessreviews", { resourceAttributes: { verb: "get", resource: "pods" } }))
        .status,
    ).toEqual({ allowed: true });
    expect(
      (await review("bob", "selfsubjectaccessreviews", { resourceAttributes: { verb: "get", resource: "pods" } }))
        .status,
    ).toEqual({ allowed: false });
    expect(
      (await review("bob", "selfsubjectaccessreviews", { nonResourceAttributes: { verb: "get", path: "/api" } }))
        .status,
    ).toMatchObject({ allowed: true });
    const { status, spec } = await review("bob", "selfsubjectrulesreviews", { namespace: "ns" });
    expect(spec).toEqual({});
    expect(status.incomplete).toBe(false);
    expect(status.resourceRules).toContainEqual({
      verbs: ["create"],
      apiGroups: ["authentication.k8s.io"],
      resources: ["selfsubjectreviews"],
    });
    expect((await review("bob", "selfsubjectrulesreviews", {})).message).toBe("no namespace on request");
  });

  it("say what others may do", async () => {
    const spec = {
      user: "alice",
      groups: ["system:authenticated"],
      resourceAttributes: { verb: "get", resource: "pods", namespace: "ns" },
    };
    expect((await review("admin", "subjectaccessreviews", spec)).status).toMatchObject({
      allowed: true,
      reason: 'RBAC: allowed by ClusterRoleBinding "granter" of ClusterRole "granter" to User "alice"',
    });
    expect((await review("admin", "localsubjectaccessreviews", spec, "ns")).status).toMatchObject({ allowed: true });
    expect((await review("admin", "localsubjectaccessreviews", spec, "default")).message).toBe(
      '.authorization.k8s.io "" is invalid: spec.resourceAttributes.namespace: Invalid value: "ns": must match metadata.namespace',
    );
  });

  // oxfmt-ignore
  it.each([
    [{}, '[spec.resourceAttributes: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified, spec.user: Invalid value: "": at least one of user or group must be specified]'],
    [{ user: "a", resourceAttributes: {}, nonResourceAttributes: { path: "/", verb: "get" } }, 'spec.nonResourceAttributes: Invalid value: {"Path":"/","Verb":"get"}: cannot be specified in combination with resourceAttributes'],
    [{ user: "a", resourceAttributes: { fieldSelector: {} } }, "spec.resourceAttributes.fieldSelector.requirements: Required value: when spec.resourceAttributes.fieldSelector is specified, requirements or rawSelector is required"],
    [{ user: "a", resourceAttributes: { labelSelector: { requirements: [{ key: "a", operator: "In" }] } } }, "spec.resourceAttributes.labelSelector.requirements[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'"],
  ])("of %j are invalid", async (spec, message) => {
    expect((await review("admin", "subjectaccessreviews", spec)).message).toBe(`.authorization.k8s.io "" is invalid: ${message}`);
  });
});

describe("tokens of service accounts", () => {
  const target = "/api/v1/namespaces/ns/serviceaccounts/robot/token";
  const issue = async (spec: unknown = {}) => (await call("admin", "POST", target, { spec })).body;
  const whoami = async (token: string) => call(token, "POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", {});
  const reviewToken = async (token: string, audiences?: string[]) =>
    (await call("admin", "POST", "/apis/authentication.k8s.io/v1/tokenreviews", { spec: { token, audiences } })).body
      .status;

  it("are accepted", async () => {
    const { spec, status } = await issue();
    expect(spec).toEqual({
      audiences: ["https://kubernetes.default.svc.cluster.local"],
      expirationSeconds: 3600,
      boundObjectRef: null,
    });
    const { userInfo } = (await whoami(status.token)).body.status;
    expect(userInfo).toMatchObject({
      username: "system:serviceaccount:ns:robot",
      groups: ["system:serviceaccounts", "system:serviceaccounts:ns", "system:authenticated"],
    });
    expect(userInfo.extra["authentication.kubernetes.io/credential-id"][0]).toMatch(/^JTI=[0-9a-f-]{36}$/);
    expect(await reviewToken(status.token)).toMatchObject({
      authenticated: true,
      audiences: ["https://kubernetes.default.svc.cluster.local"],
      user: { username: "system:serviceaccount:ns:robot" },
    });
    expect((await call(status.token, "GET", "/api/v1/namespaces/ns/pods")).body.message).toContain(
      'User "system:serviceaccount:ns:robot" cannot list',
    );
  });

  it("are refused where they are changed, for others, or of nobody", async () => {
    const { status } = await issue();
    const [header = "", , signature = ""] = status.token.split(".");
    const forged = `${header}.${btoa(JSON.stringify({ iss: "https://kubernetes.default.svc.cluster.local", aud: ["https://kubernetes.default.svc.cluster.local"], "kubernetes.io": { namespace: "ns", serviceaccount: { name: "robot", uid: "x" } } })).replaceAll("=", "")}.${signature}`;
    expect((await whoami(forged)).code).toBe(401);
    expect(await reviewToken(forged)).toEqual({
      error: "[invalid bearer token, go-jose/go-jose: error in cryptographic primitive]",
      user: {},
    });
    expect(await reviewToken("nonsense")).toEqual({ error: "invalid bearer token", user: {} });
    const other = (await issue({ audiences: ["vault"] })).status.token;
    expect((await whoami(other)).code).toBe(401);
    expect(await reviewToken(other)).toMatchObject({
      error:
        '[invalid bearer token, token audiences ["vault"] is invalid for the target audiences ["https://kubernetes.default.svc.cluster.local"]]',
    });
    expect(await reviewToken(other, ["vault", "x"])).toMatchObject({ authenticated: true, audiences: ["vault"] });
  });

  it("end with what they are bound to", async () => {
    await call("admin", "POST", "/api/v1/namespaces/ns/secrets", { metadata: { name: "s" } });
    const { token } = (await issue({ boundObjectRef: { apiVersion: "v1", kind: "Secret", name: "s" } })).status;
    expect((await whoami(token)).code).toBe(201);
    await call("admin", "DELETE", "/api/v1/namespaces/ns/secrets/s");
    expect((await whoami(token)).code).toBe(401);
    expect(await reviewToken(token)).toEqual({
      error: "[invalid bearer token, service account token has been invalidated]",
      user: {},
    });
  });

  it("name the pod and its node", async () => {
    const pod = {
      metadata: { name: "p" },
      spec: { serviceAccountName: "robot", nodeName: "n", containers: [{ name: "c", image: "i" }] },
    };
    await call("admin", "POST", "/api/v1/namespaces/ns/pods", pod);
    const { token } = (
      await issue({ boundObjectRef: { apiVersion: "v1", kind: "Pod", name: "p" }, expirationSeconds: 3607 })
    ).status;
    expect((await whoami(token)).body.status.userInfo.extra).toMatchObject({
      "authentication.kubernetes.io/pod-name": ["p"],
      "authentication.kubernetes.io/node-name": ["n"],
    });
    const claims = JSON.parse(atob(token.split(".")[1]));
    expect(claims.exp - claims.iat).toBe(365 * 24 * 3600);
    expect(claims["kubernetes.io"].warnafter).toBe(claims.iat + 3607);
  });

  // oxfmt-ignore
  it.each([
    [{ expirationSeconds: 599 }, 'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes'],
    [{ expirationSeconds: 4294967297 }, 'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds'],
    [{ boundObjectRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" } }, "cannot bind token to object of type apps/v1, Kind=Deployment"],
    [{ boundObjectRef: { apiVersion: "v1", kind: "Secret", name: "none" } }, 'secrets "none" not found'],
  ])("are not issued for %j", async (spec, message) => {
    expect((await issue(spec)).message).toBe(message);
  });

  it("can be verified by others", async () => {
    const configuration = (await call("admin", "GET", "/.well-known/openid-configuration")).body;
    expect(configuration).toMatchObject({
      issuer: "https://kubernetes.default.svc.cluster.local",
      id_token_signing_alg_values_supported: ["ES256"],
    });
    const { keys } = (await call("admin", "GET", "/openid/v1/jwks")).body;
    const { token } = (await issue()).status;
    const [header = "", payload = "", signature = ""] = token.split(".");
    expect(JSON.parse(atob(header))).toEqual({ alg: "ES256", kid: keys[0].kid });
    const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("jwk", keys[0], algorithm, false, ["verify"]);
    const bytes = Uint8Array.from(atob(signature.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const signed = new TextEncoder().encode(`${header}.${payload}`);
    expect(await crypto.subtle.verify(algorithm, key, bytes, signed)).toBe(true);
  });
});
