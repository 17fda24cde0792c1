import { afterEach, describe, expect, test } from "vitest";
import type { FaultRule } from "../client/faults.ts";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import { createTestServer, type TestServer, type TestServerOptions } from "./test-server.ts";

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(options?: TestServerOptions): Promise<TestServer> {
  const server = await createTestServer(options);
  servers.push(server);
  return server;
}

const path = "/api/v1/namespaces/default/configmaps";
const settings = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings" }, data: { mode: "dark" } };
const group = "admissionregistration.k8s.io";
const webhooks = `/apis/${group}/v1/validatingwebhookconfigurations`;

const post = (server: TestServer, target: string, body: object): Promise<Response> =>
  server.fetch(target, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

const patch = (server: TestServer, data: object): Promise<Response> =>
  server.fetch(`${path}/settings`, {
    method: "PATCH",
    headers: { "Content-Type": "application/merge-patch+json" },
    body: JSON.stringify({ data }),
  });

const failure = (code: number, reason: string, message: string) => ({
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Failure",
  message,
  ...(reason !== "" && { reason }),
  code,
});

/** The frames of a watch in protobuf, each after its length. */
function framesOf(bytes: Uint8Array): readonly string[] {
  const frames: string[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length;) {
    const end = at + 4 + view.getUint32(at);
    frames.push(new TextDecoder("latin1").decode(bytes.subarray(at + 4, end)));
    at = end;
  }
  return frames;
}

describe("a rule of faults", () => {
  test.each<[FaultRule["fault"], number, object]>([
    [
      "Conflict",
      409,
      {
        ...failure(
          409,
          "Conflict",
          'Operation cannot be fulfilled on configmaps "settings": the object has been modified; please apply your changes to the latest version and try again',
        ),
        details: { name: "settings", kind: "configmaps" },
      },
    ],
    ["Expired", 410, failure(410, "Expired", "The resourceVersion for the provided list is too old.")],
    ["InternalError", 500, failure(500, "", "etcdserver: leader changed")],
  ])("%s answers %i with the Status of upstream", async (fault, status, body) => {
    const server = await start({ seed: [settings] });
    await server.faults.add({ fault });
    const answer = await server.fetch(`${path}/settings`);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("Kubepad-Fault")).toBe(fault);
    expect(await answer.json()).toEqual(body);
  });

  test.each<[FaultRule, number, string, string | null]>([
    [{ fault: "TooManyRequests" }, 429, "Too many requests, please try again later.\n", "1"],
    [{ fault: "TooManyRequests", retryAfterSeconds: 7 }, 429, "Too many requests, please try again later.\n", "7"],
    [{ fault: "ServiceUnavailable" }, 503, "service unavailable\n", null],
  ])("%j is a text", async (rule, status, text, retryAfter) => {
    const server = await start();
    await server.faults.add(rule);
    const answer = await server.fetch(path);
    expect([answer.status, await answer.text(), answer.headers.get("Retry-After")]).toEqual([status, text, retryAfter]);
  });

  test("TimeoutAfterCommit answers 504 after the write", async () => {
    const server = await start();
    await server.faults.add({ fault: "TimeoutAfterCommit", verbs: ["create"] });
    const answer = await post(server, path, settings);
    expect(answer.status).toBe(504);
    expect(await answer.json()).toMatchObject({
      reason: "Timeout",
      message: "Timeout: request did not complete within requested timeout - context deadline exceeded",
    });
    expect((await server.get(settings)).data.mode).toBe("dark");
  });

  test("Latency waits by the clock", async () => {
    const clock = new FakeClock();
    const server = await start({ clock, controllers: false });
    await server.faults.add({ fault: "Latency", delayMs: 5000 });
    let status = 0;
    const answer = server.fetch(path).then((answered) => (status = answered.status));
    await expect.poll(() => server.faults.all()).toMatchObject([{ injected: 1 }]);
    expect(status).toBe(0);
    clock.advance(5000);
    expect(await answer).toBe(200);
  });

  test("TruncatedStream ends a body within an object", async () => {
    const server = await start({ seed: [settings] });
    await server.faults.add({ fault: "TruncatedStream", afterBytes: 40 });
    const text = await (await server.fetch(`${path}/settings`)).text();
    expect(text).toHaveLength(40);
    expect(() => JSON.parse(text)).toThrow("JSON");
  });

  test("DroppedWatch ends a watch between events, and Expired is its only event", async () => {
    const server = await start({ seed: [settings, { ...settings, metadata: { name: "other" } }] });
    const dropped = await server.faults.add({ fault: "DroppedWatch", afterEvents: 1 });
    const read = async () => (await (await server.fetch(`${path}?watch=1&resourceVersion=0`)).text()).split("\n");
    const [first, rest] = await read();
    expect([JSON.parse(first ?? "").type, rest]).toEqual(["ADDED", ""]);
    await server.faults.remove(dropped);
    await server.faults.add({ fault: "Expired", verbs: ["watch"] });
    const events = await server.fetch(`${path}?watch=1&resourceVersion=7`);
    expect(events.status).toBe(200);
    expect(JSON.parse(await events.text())).toEqual({
      type: "ERROR",
      object: failure(410, "Expired", "too old resource version: 7 (8)"),
    });
  });

  test("DroppedWatch and Expired count and send events in the encoding of the client", async () => {
    const server = await start({
      controllers: false,
      seed: [settings, { ...settings, metadata: { name: "other" } }],
    });
    const Accept = "application/vnd.kubernetes.protobuf;stream=watch, application/vnd.kubernetes.protobuf";
    const read = async (): Promise<readonly string[]> => {
      const answer = await server.fetch(`${path}?watch=1&resourceVersion=0`, { headers: { Accept } });
      expect(answer.headers.get("Content-Type")).toBe("application/vnd.kubernetes.protobuf;stream=watch");
      return framesOf(new Uint8Array(await answer.arrayBuffer()));
    };
    const { watchers } = await server.inspect.stats();
    const dropped = await server.faults.add({ fault: "DroppedWatch", afterEvents: 1 });
    expect((await read()).map((frame) => frame.includes("ADDED"))).toEqual([true]);
    await server.faults.remove(dropped);
    await server.faults.add({ fault: "Expired", verbs: ["watch"] });
    const frames = await read();
    expect(frames).toHaveLength(1);
    expect(frames[0]).toMatch(/ERROR[^]*too old resource version: 1 \(2\)/);
    await expect.poll(async () => (await server.inspect.stats()).watchers).toBe(watchers);
  });

  test("TimeoutAfterCommit ends the watch that nobody reads", async () => {
    const server = await start({ controllers: false, seed: [settings] });
    const { watchers } = await server.inspect.stats();
    await server.faults.add({ fault: "TimeoutAfterCommit", verbs: ["watch"] });
    expect((await server.fetch(`${path}?watch=1`)).status).toBe(504);
    await expect.poll(async () => (await server.inspect.stats()).watchers).toBe(watchers);
  });

  test("Latency ends with its client", async () => {
    const clock = new FakeClock();
    const server = await start({ clock, controllers: false });
    await server.faults.add({ fault: "Latency", delayMs: 5000 });
    const stop = new AbortController();
    const answer = server.handle({
      method: "GET",
      target: path,
      headers: new Headers(),
      body: null,
      signal: stop.signal,
    });
    await expect.poll(() => server.faults.all()).toMatchObject([{ injected: 1 }]);
    stop.abort();
    expect((await answer).status).toBe(200);
  });

  test("StorageFull fails commits until it ends", async () => {
    const server = await start({ seed: [settings] });
    await server.faults.add({ fault: "StorageFull", times: 1 });
    const refused = await patch(server, { mode: "light" });
    expect(refused.status).toBe(500);
    expect(await refused.json()).toEqual(failure(500, "", "etcdserver: mvcc: database space exceeded"));
    expect(refused.headers.get("Kubepad-Fault")).toBe("StorageFull");
    expect((await server.get(settings)).data.mode).toBe("dark");
    expect((await patch(server, { mode: "light" })).status).toBe(200);
  });

  test("WebhookDown and WebhookSlow fail the calls of webhooks", async () => {
    const clock = new FakeClock();
    let calls = 0;
    const server = await start({
      clock,
      controllers: false,
      callWebhook: async ({ body }) => {
        calls++;
        const { uid } = JSON.parse(body).request;
        const response = {
          apiVersion: "admission.k8s.io/v1",
          kind: "AdmissionReview",
          response: { uid, allowed: true },
        };
        return { status: 200, contentType: "application/json", body: JSON.stringify(response) };
      },
    });
    const rules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"] }];
    const hook = {
      name: "guard.example.com",
      clientConfig: { url: "https://guard.example.com/" },
      rules,
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      timeoutSeconds: 5,
    };
    expect((await post(server, webhooks, { metadata: { name: "guard" }, webhooks: [hook] })).status).toBe(201);
    clock.advance(1000);
    const down = await server.faults.add({ fault: "WebhookDown", webhooks: ["guard.*"] });
    const refused = await post(server, path, settings);
    expect(refused.status).toBe(500);
    expect(refused.headers.get("Kubepad-Fault")).toBe("WebhookDown");
    expect((await refused.json()).message).toMatch(
      /^Internal error occurred: failed calling webhook "guard\.example\.com": failed to call webhook: Post "https:.*": dial tcp guard\.example\.com:443: connect: connection refused$/,
    );
    await server.faults.remove(down);
    await server.faults.add({ fault: "WebhookSlow", delayMs: 60_000 });
    const slow = post(server, path, settings);
    await expect.poll(() => server.faults.all()).toMatchObject([{ injected: 1 }]);
    clock.advance(5000);
    expect((await slow).headers.get("Kubepad-Fault")).toBe("WebhookSlow");
    expect((await (await slow).json()).message).toContain("context deadline exceeded");
    expect(calls).toBe(0);
    await server.faults.clear();
    await server.faults.add({ name: "late", fault: "WebhookSlow", delayMs: 1 });
    const late = post(server, path, { ...settings, metadata: { name: "late" } });
    await expect.poll(() => server.faults.all()).toMatchObject([{ injected: 1 }]);
    clock.advance(1);
    expect([(await late).status, (await late).headers.get("Kubepad-Fault")]).toEqual([201, "late"]);
    await server.faults.clear();
    const plain = await post(server, path, settings);
    expect([plain.status, plain.headers.get("Kubepad-Fault")]).toEqual([201, null]);
    expect(calls).toBe(2);
  });

  test("is of who, what and where it names, and takes the nth or a share of them", async () => {
    const server = await start({ seed: [settings] });
    await server.faults.add({
      fault: "Conflict",
      userAgents: ["operator/*"],
      verbs: ["get", "list"],
      resources: ["configmaps", "deployments/scale"],
      nth: [2],
    });
    const get = async (target: string, agent: string) =>
      (await server.fetch(target, { headers: { "User-Agent": agent } })).status;
    expect(await get(path, "operator/1")).toBe(200);
    expect(await get(path, "kubectl/1")).toBe(200);
    expect(await get("/api/v1/namespaces", "operator/1")).toBe(200);
    expect(await get(`${path}/settings`, "operator/1")).toBe(409);
    expect(await get(`${path}/settings`, "operator/1")).toBe(200);
    expect(await server.faults.all()).toMatchObject([{ id: 1, seen: 3, injected: 1 }]);
  });

  test("takes the same share for the same seed", async () => {
    const taken = async (seed: number) => {
      const server = await start({ seed: [settings] });
      await server.faults.add({ fault: "InternalError", share: 0.3, seed });
      const statuses: number[] = [];
      for (let i = 0; i < 40; i++) statuses.push((await server.fetch(path)).status);
      return statuses;
    };
    const [first, again, other] = [await taken(1), await taken(1), await taken(2)];
    expect(first).toEqual(again);
    expect(first).not.toEqual(other);
    expect(first.filter((status) => status === 500).length).toBeGreaterThan(5);
  });

  test("spares the server's own work, and is told in the log, the traces and the audit events", async () => {
    const server = await start({ controllers: ["*"] });
    const untrace = await server.inspect.subscribe(() => undefined);
    await server.inspect.auditEvents(0);
    await server.faults.add({ fault: "InternalError", name: "broken" });
    await server.create(settings);
    expect((await patch(server, { mode: "light" })).status).toBe(500);
    expect(server.requests.all.map(({ method, status, fault }) => [method, status, fault])).toEqual([
      ["PATCH", 500, "broken"],
    ]);
    const trace = (await server.inspect.traces(0)).find(({ status }) => status === 500);
    expect(trace?.stages).toContainEqual(expect.objectContaining({ name: "fault", decision: "broken: InternalError" }));
    const events = await server.inspect.auditEvents(0);
    const told = events.map(({ text }) => JSON.parse(text).annotations?.["faults.kubepad.dev/injected"]);
    expect(told).toContain("broken");
    untrace();
  });

  test("is refused with a line for each mistake", async () => {
    const server = await start();
    const rule = { fault: "Conflict", share: 2, verbs: ["put"], delayMs: 5, resource: "pods" };
    await expect(server.faults.add(rule as unknown as FaultRule)).rejects.toThrow(
      [
        "rules[0].share: must be a number from 0 to 1",
        "rules[0].verbs: must be one of get, list, watch, create, update, patch, delete, deletecollection",
        "rules[0].delayMs: is only for Latency and WebhookSlow",
        "rules[0].resource: unknown; known are fault, name,",
      ].join("\n"),
    );
    await expect(server.faults.add({ fault: "StorageFull", verbs: ["get"] })).rejects.toThrow(
      "rules[0].verbs: cannot be set for StorageFull, which does not concern a single request",
    );
    expect(await server.faults.all()).toEqual([]);
  });
});

describe("rules of faults", () => {
  test("are of the requests of the page's own views only where they name them", async () => {
    const server = await start({ seed: [settings] });
    const read = (): Promise<Response> => server.fetch(path, { headers: { "User-Agent": "kubepad-ui/0.1" } });
    const { id } = await server.inspect.addFault({ fault: "InternalError", verbs: ["list"] });
    expect((await read()).status).toBe(200);
    await server.inspect.changeFault(id, { fault: "InternalError", userAgents: ["kubepad-ui*"] });
    expect((await read()).status).toBe(500);
  });

  test("are counted by the statistics, and changed in their place", async () => {
    const server = await start();
    const { id } = await server.inspect.addFault({ fault: "InternalError", name: "first" });
    await server.inspect.addFault({ fault: "Latency", name: "second" });
    expect((await server.inspect.stats()).faults).toBe(2);
    const changed = await server.inspect.changeFault(id, { fault: "Conflict", name: "other" });
    expect((await server.inspect.faults()).map(({ rule }) => rule.name)).toEqual(["other", "second"]);
    await expect(server.inspect.changeFault(changed.id, { fault: "Conflict", share: 2 })).rejects.toThrow(
      "rules[0].share: must be a number from 0 to 1",
    );
    await server.inspect.removeFault(changed.id);
    expect((await server.inspect.stats()).faults).toBe(1);
  });
});
