import { describe, expect, it } from "vitest";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import type { ApiServerOptions } from "./options.ts";
import { createApiServer } from "./server.ts";
import type { Backend } from "../apiserver/storage/backend/backend.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";

const body = JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { generateName: "c-" } });
const configMaps = "/api/v1/namespaces/default/configmaps";

/** A server whose writes take until somebody lets them through. */
async function slowServer(options: Partial<ApiServerOptions> = {}) {
  const clock = new FakeClock();
  const memory = createMemoryBackend();
  let gate: Promise<void> | undefined;
  let open = (): void => undefined;
  const append: Backend["append"] = async (...args) => {
    await gate;
    return memory.append(...args);
  };
  const backend = new Proxy(memory, {
    get: (target, key) => {
      if (key === "append") return append;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const tokens = new Map([
    ["u", { name: "u", uid: "", groups: ["system:authenticated"], extra: {} }],
    ["m", { name: "m", uid: "", groups: ["system:masters"], extra: {} }],
  ]);
  const server = await createApiServer({ backend, clock, random: createSystemRandom(), tokens, ...options });
  const send = (path: string, token = "m", method = "GET") =>
    server.fetch(path, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(method === "POST" && { body }),
    });
  return {
    clock,
    server,
    send,
    block: () => void (gate = new Promise((resolve) => (open = resolve))),
    release: () => open(),
  };
}

/** Lets everything happen that needs no time. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("requests that take too long", () => {
  it.each([
    ["after a minute", "", 60_000],
    ["after what the request asks for", "?timeout=1m0.5s&timeout=1s", 60_000],
    ["earlier where the request asks for less", "?timeout=1500ms", 1500],
    ["after a minute where it asks for no time at all", "?timeout=0s", 60_000],
  ])("are given up %s", async (_, query, ms) => {
    const { clock, server, send, block, release } = await slowServer();
    block();
    const response = send(`${configMaps}${query}`, "m", "POST");
    await settle();
    clock.advance(ms - 1);
    expect(await Promise.race([response, settle()])).toBeUndefined();
    clock.advance(1);
    const { status, headers } = await response;
    expect([status, headers.get("Content-Type"), headers.get("Cache-Control")]).toEqual([
      504,
      "text/plain; charset=utf-8",
      "no-cache, private",
    ]);
    expect(await (await response).text()).toBe(
      '{"metadata":{},"status":"Failure","message":"Timeout: request did not complete within the allotted timeout","reason":"Timeout","details":{},"code":504}\n',
    );
    release();
    const metrics = await (await send("/metrics")).text();
    expect(metrics).toContain(
      'apiserver_request_terminations_total{code="504",component="apiserver",group="",resource="configmaps",scope="resource",subresource="",verb="POST",version="v1"} 1',
    );
    await server.close();
  });

  it("are refused where their timeout is no duration, before anybody asks who they are", async () => {
    const { server, send } = await slowServer();
    const response = await send(`${configMaps}?timeout=soon`, "unknown");
    expect(await response.json()).toMatchObject({
      code: 400,
      reason: "BadRequest",
      message: 'invalid timeout specified in the request URL - time: invalid duration "soon"',
    });
    await server.close();
  });

  it("may go on where they are watches", async () => {
    const { clock, server, send } = await slowServer();
    const response = await send(`${configMaps}?watch=true&timeout=soon`);
    clock.advance(120_000);
    expect(response.status).toBe(200);
    await response.body?.cancel();
    await server.close();
  });
});

describe("requests beyond the limits", () => {
  it("are answered with 429, except those that read, watch or come from system:masters", async () => {
    const { server, send, block, release } = await slowServer({ maxMutatingRequestsInFlight: 1 });
    block();
    const first = send(configMaps, "m", "POST");
    await settle();
    const refused = await send(configMaps, "u", "POST");
    expect([
      refused.status,
      refused.headers.get("Retry-After"),
      refused.headers.get("Content-Type"),
      await refused.text(),
    ]).toEqual([429, "1", "text/plain; charset=utf-8", "Too many requests, please try again later.\n"]);
    expect((await send(configMaps, "u")).status).toBe(403);
    const master = send(configMaps, "m", "POST");
    release();
    expect([(await first).status, (await master).status]).toEqual([201, 201]);
    expect((await send(configMaps, "u", "POST")).status).toBe(403);
    const metrics = await (await send("/metrics")).text();
    expect(metrics).toContain(
      'apiserver_request_terminations_total{code="429",component="apiserver",group="",resource="configmaps",scope="resource",subresource="",verb="POST",version="v1"} 1',
    );
    await server.close();
  });

  it("do not exist where the limit is 0", async () => {
    const { server, send, block, release } = await slowServer({ maxMutatingRequestsInFlight: 0 });
    block();
    const first = send(configMaps, "m", "POST");
    await settle();
    expect((await send(configMaps, "u", "POST")).status).toBe(403);
    release();
    await first;
    await server.close();
  });
});
