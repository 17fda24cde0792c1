import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openApiServer, type OpenedApiServer } from "../open-api-server.ts";
import { createTestAuthority } from "../tls/testing/test-authority.ts";

type Json = ReturnType<typeof JSON.parse>;

const authority = createTestAuthority("webhooks");
const serving = authority.issue({ usage: "server", dnsNames: ["localhost"] });
const folder = mkdtempSync(join(tmpdir(), "kubepad-access-"));
const asked: Json[] = [];
/** What the webhook answers to a review: a status, or how it fails. */
let answer: (review: Json) => object | number = () => ({});

const webhook = createServer({ cert: serving.cert, key: serving.key }, (request, response) => {
  let text = "";
  request.on("data", (part: Buffer) => (text += part.toString()));
  request.on("end", () => {
    const review: Json = { ...JSON.parse(text), url: request.url };
    asked.push(review);
    const status = answer(review);
    if (typeof status === "number") return response.writeHead(status).end();
    response.setHeader("Content-Type", "application/json");
    return response.end(JSON.stringify({ ...review, status }));
  });
});

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

let kubeconfig = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => webhook.listen(0, "localhost", resolve));
  const ca = Buffer.from(authority.ca).toString("base64");
  const server = `https://localhost:${(webhook.address() as AddressInfo).port}/review`;
  kubeconfig = write(
    "webhook.kubeconfig",
    JSON.stringify({
      clusters: [{ name: "c", cluster: { server, "certificate-authority-data": ca } }],
      users: [{ name: "u", user: {} }],
      contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
      "current-context": "x",
    }),
  );
});
afterAll(() => {
  webhook.closeAllConnections();
  webhook.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => void asked.splice(0));

const tokens = write("tokens.csv", 'ann-token,ann,1,dev\nadmin-token,admin,2,"system:masters"\n');

async function call({ handle }: OpenedApiServer, token: string, target: string, body?: object): Promise<Json> {
  const answered = await handle({
    method: body === undefined ? "GET" : "POST",
    target,
    headers: new Headers({ Authorization: `Bearer ${token}`, "Content-Type": "application/json" }),
    body: body === undefined ? null : new TextEncoder().encode(JSON.stringify(body)),
    signal: new AbortController().signal,
  });
  const text = [answered.body].flat().map(String).join("");
  return { code: answered.status, ...(text.startsWith("{") ? JSON.parse(text) : { text }) };
}

async function withServer(
  settings: Parameters<typeof openApiServer>[0] extends infer T ? Partial<T> : never,
  judge: (server: OpenedApiServer) => Promise<void>,
): Promise<void> {
  const server = await openApiServer({ storage: "memory", tokenAuthFile: tokens, controllers: [], ...settings });
  await judge(server).finally(() => server.close());
}

const webhookMode = {
  authorizationModes: ["Webhook", "RBAC"] as const,
  authorizationWebhook: { version: "v1", authorizedTtl: "5m0s", unauthorizedTtl: "0s" },
};
const byWebhook = () => ({
  ...webhookMode,
  authorizationWebhook: { ...webhookMode.authorizationWebhook, configFile: kubeconfig },
});

test("a webhook allows, denies, or leaves requests to others, and is not asked again for what it allows", async () => {
  await withServer(byWebhook(), async (server) => {
    answer = () => ({ allowed: true });
    expect((await call(server, "ann-token", "/api/v1/secrets?fieldSelector=type%3Da")).code).toBe(200);
    expect((await call(server, "ann-token", "/api/v1/secrets?fieldSelector=type%3Da")).code).toBe(200);
    expect(asked).toEqual([
      {
        kind: "SubjectAccessReview",
        apiVersion: "authorization.k8s.io/v1",
        metadata: {},
        spec: {
          user: "ann",
          uid: "1",
          groups: ["dev", "system:authenticated"],
          extra: {},
          resourceAttributes: {
            namespace: "",
            verb: "list",
            group: "",
            version: "v1",
            resource: "secrets",
            subresource: "",
            name: "",
            fieldSelector: { requirements: [{ key: "type", operator: "In", values: ["a"] }] },
          },
        },
        status: { allowed: false },
        url: "/review?timeout=30s",
      },
    ]);
    answer = () => ({ denied: true, reason: "not today" });
    expect((await call(server, "ann-token", "/api/v1/pods")).message).toBe(
      'pods is forbidden: User "ann" cannot list resource "pods" in API group "" at the cluster scope: not today',
    );
    answer = () => ({ allowed: false, reason: "no opinion" });
    expect((await call(server, "ann-token", "/version")).code).toBe(200);
    expect((await call(server, "admin-token", "/api/v1/secrets")).code).toBe(200);
    answer = () => 403;
    const failed = await call(server, "ann-token", "/api/v1/nodes");
    expect(failed).toMatchObject({
      code: 500,
      text: expect.stringContaining('Internal Server Error: "/api/v1/nodes": '),
    });
  });
});

test("reviews and expressions wait for a webhook", async () => {
  await withServer(byWebhook(), async (server) => {
    answer = ({ spec }) => ({ allowed: spec.resourceAttributes?.verb !== "fly" });
    const review = (verb: string) =>
      call(server, "ann-token", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
        spec: { resourceAttributes: { verb, resource: "pods" } },
      });
    expect((await review("get")).status).toMatchObject({ allowed: true });
    expect((await review("fly")).status).toMatchObject({ allowed: false });
    const policies = "/apis/admissionregistration.k8s.io/v1";
    const may = "authorizer.group('').resource('pods').check('walk').allowed()";
    const mayNot = "variables.flies.allowed()";
    const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] };
    const made = await call(server, "admin-token", `${policies}/validatingadmissionpolicies`, {
      metadata: { name: "p" },
      spec: {
        matchConstraints: { resourceRules: [rule] },
        variables: [{ name: "flies", expression: "authorizer.group('').resource('pods').check('fly')" }],
        validations: [{ expression: may }, { expression: mayNot, message: "may not fly" }],
      },
    });
    expect(made.code).toBe(201);
    const bound = await call(server, "admin-token", `${policies}/validatingadmissionpolicybindings`, {
      metadata: { name: "b" },
      spec: { policyName: "p", validationActions: ["Deny"] },
    });
    expect(bound.code).toBe(201);
    const create = () =>
      call(server, "ann-token", "/api/v1/namespaces/default/configmaps", { metadata: { generateName: "a-" } });
    await expect.poll(async () => (await create()).message).toContain("may not fly");
    expect(asked.map(({ spec }) => spec.resourceAttributes?.verb)).toEqual(expect.arrayContaining(["walk", "fly"]));
  });
});

test("a file names authorizers with conditions, and is read again", async () => {
  const configuration = (failurePolicy: string, expression: string): string =>
    JSON.stringify({
      apiVersion: "apiserver.config.k8s.io/v1",
      kind: "AuthorizationConfiguration",
      authorizers: [
        {
          type: "Webhook",
          name: "hook",
          webhook: {
            timeout: "3s",
            subjectAccessReviewVersion: "v1beta1",
            matchConditionSubjectAccessReviewVersion: "v1",
            failurePolicy,
            cacheAuthorizedRequests: false,
            connectionInfo: { type: "KubeConfigFile", kubeConfigFile: kubeconfig },
            matchConditions: [{ expression }],
          },
        },
        { type: "RBAC", name: "rbac" },
      ],
    });
  const file = write("authorization.json", configuration("Deny", "request.resourceAttributes.namespace == 'ns'"));
  await withServer({ authorizationConfigFile: file }, async (server) => {
    answer = () => ({ allowed: true });
    expect((await call(server, "ann-token", "/api/v1/namespaces/ns/secrets")).code).toBe(200);
    expect(asked[0]).toMatchObject({
      apiVersion: "authorization.k8s.io/v1beta1",
      spec: { group: ["dev", "system:authenticated"] },
      url: "/review?timeout=3s",
    });
    expect((await call(server, "ann-token", "/api/v1/secrets")).code).toBe(403);
    expect(asked).toHaveLength(1);
    expect((await call(server, "ann-token", "/version")).text).toBe(
      `Internal Server Error: "/version": cel evaluation error: expression 'request.resourceAttributes.namespace == 'ns'' resulted in error: no such key: resourceAttributes\n`,
    );
    writeFileSync(file, configuration("NoOpinion", "true"));
    await expect.poll(async () => (await call(server, "ann-token", "/api/v1/secrets")).code).toBe(200);
  });
});

test("a webhook tells the users of tokens that are not known, with their audiences", async () => {
  const tokenWebhook = { configFile: kubeconfig, version: "v1" as const, cacheTtlMs: 60_000 };
  await withServer({ tokenWebhook, apiAudiences: ["api"] }, async (server) => {
    answer = ({ spec }) =>
      spec.token === "known"
        ? {
            authenticated: true,
            user: { username: "bob", uid: "7", groups: ["ops"], extra: { a: ["b"] } },
            audiences: ["api"],
          }
        : spec.token === "elsewhere"
          ? { authenticated: true, user: { username: "bob" }, audiences: ["other"] }
          : { authenticated: false, error: "who?" };
    const self = (token: string) => call(server, token, "/apis/authentication.k8s.io/v1/selfsubjectreviews", {});
    expect((await self("known")).status.userInfo).toEqual({
      username: "bob",
      uid: "7",
      groups: ["ops", "system:authenticated"],
      extra: { a: ["b"] },
    });
    await self("known");
    expect(asked.map(({ spec }) => spec)).toEqual([{ token: "known", audiences: ["api"] }]);
    expect((await self("elsewhere")).code).toBe(401);
    expect((await self("ann-token")).status.userInfo.username).toBe("ann");
    expect(asked).toHaveLength(2);
    const review = await call(server, "admin-token", "/apis/authentication.k8s.io/v1/tokenreviews", {
      spec: { token: "unknown" },
    });
    expect(review.status).toMatchObject({ error: "[invalid bearer token, who?]" });
  });
});

test("kubeconfigs that cannot be used fail the start with upstream's words", async () => {
  const start = (configFile: string) =>
    withServer(
      { ...webhookMode, authorizationWebhook: { ...webhookMode.authorizationWebhook, configFile } },
      async () => undefined,
    );
  await expect(start("/nowhere")).rejects.toThrow(
    "invalid authorization config: stat /nowhere: no such file or directory",
  );
  const text = write("text", "hi");
  await expect(start(text)).rejects.toThrow(
    `invalid authorization config: error loading config file "${text}": couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type struct`,
  );
});
