import { afterEach, describe, expect, it } from "vitest";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import type { AuditEvent } from "../component-base/audit/audit-event.ts";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import { loadAuditPolicy } from "../apiserver/audit/load-audit-policy.ts";
import { createApiServer, type ApiServer } from "./server.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const at = "2026-01-01T00:00:00.000000Z";
const master = { username: "m", groups: ["system:masters", "system:authenticated"] };
let server: ApiServer;
let clock: FakeClock;
let lines: string[];

async function start(policy?: string, store?: (line: string) => Promise<boolean>): Promise<void> {
  lines = [];
  clock = new FakeClock();
  const tokens = new Map([
    ["m", { name: "m", uid: "", groups: ["system:masters"], extra: {} }],
    ["u", { name: "u", uid: "7", groups: ["system:authenticated"], extra: { team: ["a"] } }],
  ]);
  const audit =
    policy === undefined
      ? undefined
      : {
          policy: loadAuditPolicy(new TextEncoder().encode(`apiVersion: audit.k8s.io/v1\nkind: Policy\n${policy}`))
            .policy,
          log: (line: string) => (lines.push(line), store?.(line)),
        };
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock,
    random: createSystemRandom(),
    tokens,
    audit,
  });
}

afterEach(() => server.close());

const send = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown): Promise<Response> =>
  server.fetch(path, {
    method,
    headers: { Authorization: "Bearer m", "Content-Type": "application/json", "Audit-ID": "id", ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });

const events = (): readonly AuditEvent[] => lines.map((line): AuditEvent => JSON.parse(line));
const configMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
const head = {
  kind: "Event",
  apiVersion: "audit.k8s.io/v1",
  auditID: "id",
  user: master,
  requestReceivedTimestamp: at,
  stageTimestamp: at,
};
const allowed = { "authorization.k8s.io/decision": "allow", "authorization.k8s.io/reason": "" };

describe("audit events", () => {
  it("have a list as the response object that is sent in pieces", async () => {
    await start("rules: [{level: RequestResponse, namespaces: [default], verbs: [list]}]");
    const data = { a: "x".repeat(400_000) };
    for (const name of ["a", "b", "c"]) await send("POST", configMaps, {}, { ...configMap, metadata: { name }, data });
    const Accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
    const answer = await (await send("GET", `${configMaps}?includeObject=None`, { Accept })).json();
    expect(events().map(({ stage, responseObject }) => [stage, responseObject])).toEqual([
      ["RequestReceived", undefined],
      ["ResponseComplete", answer],
    ]);
  });

  it("are waited for where the log asks for that, and a request fails whose arrival is not stored", async () => {
    let isStored = true;
    let stored = 0;
    await start("rules: [{level: Metadata, namespaces: [default]}]", async () => {
      await Promise.resolve();
      stored++;
      return isStored;
    });
    expect((await send("POST", configMaps, {}, configMap)).status).toBe(201);
    expect(stored).toBe(2);
    isStored = false;
    const refused = await send("DELETE", `${configMaps}/a`);
    expect(refused.status).toBe(500);
    expect(await refused.json()).toMatchObject({ message: "Internal error occurred: failed to store audit event" });
    isStored = true;
    expect((await send("GET", `${configMaps}/a`)).status).toBe(200);
  });

  it("tell of a request when it comes and when it is answered, in one line each", async () => {
    await start("rules: [{level: Metadata, namespaces: [default]}]");
    const response = await send("GET", `${configMaps}/none?pretty=true`, { "User-Agent": "<me>" });
    await send("GET", "/version");
    expect(response.headers.get("Audit-ID")).toBe("id");
    const objectRef = { resource: "configmaps", namespace: "default", name: "none", apiVersion: "v1" };
    const request = {
      ...head,
      level: "Metadata",
      requestURI: `${configMaps}/none?pretty=true`,
      verb: "get",
      userAgent: "<me>",
      objectRef,
    };
    expect(events()).toEqual([
      { ...request, stage: "RequestReceived" },
      {
        ...request,
        stage: "ResponseComplete",
        annotations: { ...allowed, "authorization.k8s.io/reason": expect.any(String) },
        responseStatus: {
          metadata: {},
          status: "Failure",
          message: 'configmaps "none" not found',
          reason: "NotFound",
          details: { name: "none", kind: "configmaps" },
          code: 404,
        },
      },
    ]);
    expect(lines[0]).toBe(
      `{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"id","stage":"RequestReceived","requestURI":"${configMaps}/none?pretty=true","verb":"get","user":{"username":"m","groups":["system:masters","system:authenticated"]},` +
        `"userAgent":"\\u003cme\\u003e","objectRef":{"resource":"configmaps","namespace":"default","name":"none","apiVersion":"v1"},"requestReceivedTimestamp":"${at}","stageTimestamp":"${at}"}`,
    );
  });

  it("keep the objects of requests and answers, in whatever form they travel", async () => {
    await start(
      "omitStages: [RequestReceived]\nomitManagedFields: true\nrules: [{level: RequestResponse, resources: [{group: ''}]}]",
    );
    await send(
      "POST",
      configMaps,
      { "Content-Type": "application/yaml", Accept: "application/vnd.kubernetes.protobuf" },
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {k: v}\n",
    );
    await send(
      "PATCH",
      `${configMaps}/a`,
      { "Content-Type": "application/merge-patch+json", Accept: "application/yaml" },
      '{ "data": {"k": "a b"} }',
    );
    await send(
      "PATCH",
      `${configMaps}/a?fieldManager=f&pretty=true&force=true`,
      { "Content-Type": "application/apply-patch+yaml" },
      "apiVersion: v1\nkind: ConfigMap\n",
    );
    await send("GET", configMaps);
    await send(
      "DELETE",
      `${configMaps}/a`,
      {},
      { apiVersion: "v1", kind: "DeleteOptions", propagationPolicy: "Background" },
    );
    const [created, patched, applied, listed, deleted] = events();
    expect(created).toMatchObject({
      objectRef: { name: "a" },
      responseStatus: { metadata: {}, code: 201 },
      requestObject: { ...configMap, data: { k: "v" } },
      responseObject: { ...configMap, data: { k: "v" } },
    });
    expect(patched).toMatchObject({ requestObject: { data: { k: "a b" } }, responseObject: { data: { k: "a b" } } });
    expect(applied?.requestObject).toBe("apiVersion: v1\nkind: ConfigMap\n");
    expect(applied?.responseObject).toMatchObject({ kind: "ConfigMap" });
    expect(listed).toMatchObject({
      responseObject: { kind: "ConfigMapList", items: [{ metadata: { name: expect.any(String) } }] },
    });
    expect(deleted).toMatchObject({
      requestObject: { kind: "DeleteOptions", apiVersion: "v1", propagationPolicy: "Background" },
      responseObject: { kind: "Status" },
      responseStatus: { status: "Success", code: 200 },
    });
    expect(lines.join("")).not.toContain("managedFields");
    expect(lines.join("")).not.toContain("\n");
  });

  it("tell of watches when they open and when they end", async () => {
    await start("omitStages: [RequestReceived]\nrules: [{level: Metadata, verbs: [watch]}]");
    const response = await send("GET", `${configMaps}?watch=true`);
    expect(events().map(({ stage }) => stage)).toEqual(["ResponseStarted"]);
    await response.body?.cancel();
    await new Promise((resolve) => setImmediate(resolve));
    expect(events().map(({ stage, responseStatus }) => [stage, responseStatus?.code])).toEqual([
      ["ResponseStarted", 200],
      ["ResponseComplete", 200],
    ]);
  });

  it("tell who was acted as, and why something was forbidden", async () => {
    await start("omitStages: [RequestReceived]\nrules: [{level: Metadata}]");
    await send("GET", configMaps, { "Impersonate-User": "bob" });
    await send("GET", configMaps, { Authorization: "Bearer u" });
    const [impersonated, forbidden] = events();
    expect(impersonated).toMatchObject({
      user: master,
      impersonatedUser: { username: "bob", groups: ["system:authenticated"] },
      responseStatus: { code: 403, reason: "Forbidden" },
    });
    expect(forbidden).toMatchObject({
      user: { username: "u", uid: "7", extra: { team: ["a"] } },
      annotations: { "authorization.k8s.io/decision": "forbid" },
    });
  });

  it("tell of who was not let in once, as of nobody", async () => {
    await start("rules: [{level: None, users: [m]}, {level: Metadata}]");
    await send("GET", configMaps, { Authorization: "Bearer wrong" });
    await send("GET", `${configMaps}?timeout=soon`);
    expect(events().map(({ stage, user, responseStatus }) => [stage, user, responseStatus?.code])).toEqual([
      ["ResponseStarted", {}, 401],
      ["ResponseStarted", {}, 400],
    ]);
  });

  it("mark what is deprecated and what will remove it", async () => {
    await start(
      "rules: [{level: Metadata, resources: [{group: '', resources: [endpoints, componentstatuses]}]}]\nomitStages: [RequestReceived]",
    );
    await send("GET", "/api/v1/componentstatuses");
    await send("GET", "/api/v1/endpoints");
    for (const { annotations } of events()) expect(annotations).toMatchObject({ "k8s.io/deprecated": "true" });
    expect(events()).toHaveLength(2);
    const metrics = await (await send("GET", "/metrics")).text();
    expect(metrics).toContain('apiserver_audit_level_total{level="Metadata"} 2');
    expect(metrics).toContain("apiserver_audit_event_total 2");
  });
});

describe("the Inspector's audit", () => {
  it("begins when somebody asks, and ends when nobody has asked for half a minute", async () => {
    await start();
    await send("GET", "/version");
    expect(await server.inspect.auditEvents(0)).toEqual([]);
    await send("GET", "/version");
    const [record] = await server.inspect.auditEvents(0);
    expect(JSON.parse(record?.text ?? "")).toMatchObject({
      stage: "ResponseComplete",
      requestURI: "/version",
      level: "Metadata",
      responseStatus: { code: 200 },
    });
    expect(await server.inspect.auditEvents(record?.id ?? 0)).toEqual([]);
    clock.advance(30_000);
    await send("GET", "/version");
    expect(await server.inspect.auditEvents(record?.id ?? 0)).toEqual([]);
  });

  it("follows a policy that it is given, until that is taken back", async () => {
    await start();
    expect(
      await server.inspect.setAuditPolicy(
        "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Request, verbs: [create]}]",
      ),
    ).toEqual([]);
    await send("POST", configMaps, {}, configMap);
    await send("GET", configMaps);
    expect((await server.inspect.auditEvents(0)).map(({ text }) => (JSON.parse(text) as AuditEvent).stage)).toEqual([
      "RequestReceived",
      "ResponseComplete",
    ]);
    await expect(server.inspect.setAuditPolicy("kind: Policy")).rejects.toThrow("unknown group version field");
    expect(await server.inspect.auditPolicy()).toContain("level: Request");
    await server.inspect.setAuditPolicy(undefined);
    expect(await server.inspect.auditPolicy()).toBeUndefined();
    clock.advance(60_000);
    await send("POST", configMaps, {}, { ...configMap, metadata: { name: "b" } });
    expect(await server.inspect.auditEvents(2)).toEqual([]);
  });
});
