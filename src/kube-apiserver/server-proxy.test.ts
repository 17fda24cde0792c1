import { describe, expect, it } from "vitest";
import { isListed, type Exchange, type Handle } from "../component-base/exchange.ts";
import type { ApiServerOptions } from "./options.ts";
import { apiService, behind, external, services, start, until } from "./testing/aggregated-server.ts";
import type { Json } from "./testing/aggregated-server.ts";

describe("the proxy", () => {
  async function startWith(extension: Handle, options: Partial<ApiServerOptions> = {}) {
    const seen: Exchange[] = [];
    const answering: Handle = (exchange) => {
      if (exchange.target.startsWith("/apis/x.test/v1/")) {
        seen.push(exchange);
        return extension(exchange);
      }
      return Promise.resolve({ status: 200, headers: [["Content-Type", "application/json"]], body: "{}" });
    };
    const started = await start({ apiServers: new Map([["v1.x.test", answering]]), ...options });
    const admin = options.tokens === undefined ? {} : { Authorization: "Bearer admin" };
    await started.send("POST", "/api/v1/namespaces/default/services", external("there"), admin);
    await started.send("POST", services, apiService("v1.x.test", behind("there")), admin);
    await until(
      async () =>
        (await started.send("GET", `${services}/v1.x.test`, undefined, admin)).json["status"]?.conditions?.[0]
          ?.reason === "Passed",
    );
    return { ...started, seen };
  }
  const users = new Map([
    ["admin", { name: "admin", uid: "", groups: ["system:masters"], extra: {} }],
    ["ann", { name: "ann", uid: "u1", groups: ["devs"], extra: { "example.com/Team": ["a", "b"] } }],
  ]);

  it("leaves a stage of the request in its trace: who was called, for whom, and what came of it", async () => {
    let fails = false;
    const { send, server } = await startWith(
      () => (fails ? Promise.reject(new Error("no storage")) : Promise.resolve({ status: 201, headers: [], body: "" })),
      { tokens: users, authorizationModes: ["AlwaysAllow"] },
    );
    await server.inspect.subscribe(() => undefined);
    const hop = async () => {
      await send("POST", "/apis/x.test/v1/things", {}, { Authorization: "Bearer ann" });
      const traces = await server.inspect.traces(0);
      return traces.findLast(({ target }) => target === "/apis/x.test/v1/things")?.stages.at(-1);
    };
    const sent = "sent to the function for v1.x.test as ann (devs, system:authenticated)";
    expect(await hop()).toMatchObject({ name: "extension server", decision: `${sent}; it answered 201` });
    fails = true;
    expect(await hop()).toMatchObject({ name: "extension server", decision: `${sent}; it failed: no storage` });
    await send("DELETE", "/api/v1/namespaces/default/services/there", undefined, { Authorization: "Bearer admin" });
    await until(async () => (await hop())?.decision?.includes("not sent on: APIService v1.x.test is not available"));
  });

  it("tells the extension server who the user is, whatever the client says", async () => {
    const { send, seen } = await startWith(
      () =>
        Promise.resolve({
          status: 201,
          headers: [
            ["Content-Type", "text/x"],
            ["Connection", "close"],
          ],
          body: "made",
        }),
      { tokens: users, authorizationModes: ["AlwaysAllow"] },
    );
    const answer = await send(
      "POST",
      "/apis/x.test/v1/things?b=2&a=1",
      { a: 1 },
      {
        Authorization: "Bearer ann",
        "X-Remote-User": "root",
        "x-remote-group": "system:masters",
        "X-Remote-Extra-Sudo": "yes",
        "X-Remote-Uid": "0",
        "X-Custom": "kept",
      },
    );
    expect(answer).toMatchObject({ status: 201, text: "made" });
    const [exchange] = seen;
    const headers = exchange === undefined || !isListed(exchange.headers) ? [] : [...exchange.headers];
    const of = (name: string) => headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
    expect(exchange?.target).toBe("/apis/x.test/v1/things?a=1&b=2");
    expect(of("x-remote-user")).toEqual(["ann"]);
    expect(of("x-remote-uid")).toEqual(["u1"]);
    expect(of("x-remote-group")).toEqual(["devs", "system:authenticated"]);
    expect(headers.filter(([key]) => key.toLowerCase().startsWith("x-remote-extra-"))).toEqual([
      ["X-Remote-Extra-example.com%2FTeam", "a"],
      ["X-Remote-Extra-example.com%2FTeam", "b"],
    ]);
    expect(of("authorization")).toEqual([]);
    expect(of("x-custom")).toEqual(["kept"]);
    expect(exchange?.viaFrontProxy).toBe(true);
  });

  it("authorizes before it proxies", async () => {
    const { send, seen } = await startWith(() => Promise.resolve({ status: 200, headers: [], body: "" }), {
      tokens: users,
    });
    const answer = await send("GET", "/apis/x.test/v1/things", undefined, { Authorization: "Bearer ann" });
    expect(answer.json).toMatchObject({
      code: 403,
      message:
        'things.x.test is forbidden: User "ann" cannot list resource "things" in API group "x.test" at the cluster scope',
    });
    expect(seen).toEqual([]);
  });

  it("answers 503 with the reason if the extension server fails", async () => {
    const { send, seen } = await startWith(() =>
      Promise.reject(new Error("dial tcp 10.0.0.1:443: connect: connection refused")),
    );
    expect(await send("GET", "/apis/x.test/v1/things")).toMatchObject({
      status: 503,
      text: "error trying to reach service: dial tcp 10.0.0.1:443: connect: connection refused\n",
    });
    expect(seen).toHaveLength(1);
  });

  it.each([
    ["POST", "a/exec?command=ls&stdout=true", { Connection: "Upgrade", Upgrade: "SPDY/3.1" }],
    ["GET", "a/attach?stdin=true", { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13" }],
    ["GET", "a/portforward", { Connection: "keep-alive, Upgrade", Upgrade: "websocket" }],
    ["GET", "a", { Connection: "upgrade", Upgrade: "h2c" }],
  ])("refuses in words to upgrade the connection of %s things/%s, and asks nobody", async (method, path, upgrade) => {
    const { send, seen } = await startWith(() => Promise.reject(new Error("asked")));
    expect(await send(method, `/apis/x.test/v1/things/${path}`, undefined, upgrade)).toMatchObject({
      status: 503,
      text: "error trying to reach service: this server proxies no upgrades of connections\n",
    });
    expect(seen).toEqual([]);
  });

  it("streams a watch, an event when the one before has been taken, and ends it with the client", async () => {
    let made = 0;
    let ended = false;
    const { server } = await startWith(({ signal }) =>
      Promise.resolve({
        status: 200,
        headers: [["Content-Type", "application/json"]],
        body: (async function* () {
          try {
            while (!signal.aborted) yield `{"event":${++made}}\n`;
          } finally {
            ended = true;
          }
        })(),
      }),
    );
    const answer = await server.handle({
      method: "GET",
      target: "/apis/x.test/v1/things?watch=true",
      headers: new Headers(),
      body: null,
      signal: new AbortController().signal,
    });
    const parts = (answer.body as AsyncIterable<string>)[Symbol.asyncIterator]();
    expect((await parts.next()).value).toBe('{"event":1}\n');
    expect(made).toBe(1);
    await parts.return?.();
    expect(ended).toBe(true);
  });
});

describe("discovery", () => {
  const document = (version: string) => ({
    kind: "APIGroupDiscoveryList",
    apiVersion: "apidiscovery.k8s.io/v2",
    metadata: {},
    items: [
      {
        metadata: { name: "x.test" },
        versions: [
          {
            version,
            resources: [
              {
                resource: "things",
                responseKind: { group: "x.test", version, kind: "Thing" },
                scope: "Cluster",
                singularResource: "thing",
                verbs: ["get", "list"],
              },
            ],
            freshness: "Current",
          },
        ],
      },
    ],
  });
  const accept = { Accept: "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList" };

  it("merges what extension servers serve, and marks what does not answer as stale", async () => {
    let alive = true;
    const type = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    const extension: Handle = () =>
      Promise.resolve(
        alive
          ? { status: 200, headers: [["Content-Type", type]], body: JSON.stringify(document("v1")) }
          : { status: 503, headers: [], body: "" },
      );
    const started = await start({ apiServers: new Map([["v1.x.test", extension]]) });
    const { send, clock } = started;
    await send("POST", "/api/v1/namespaces/default/services", external("there"));
    await send("POST", services, apiService("v1.x.test", { ...behind("there"), groupPriorityMinimum: 19000 }));
    const group = async () =>
      (await send("GET", "/apis", undefined, accept)).json["items"].find(
        (item: Json) => item["metadata"].name === "x.test",
      );
    await until(async () => (await group())?.versions[0].resources !== undefined);
    expect(await group()).toEqual(document("v1").items[0]);
    const order = (await send("GET", "/apis")).json["groups"].map(({ name }: Json) => name);
    expect(order.slice(0, 3)).toEqual(["apiregistration.k8s.io", "x.test", "apps"]);
    expect((await send("GET", "/apis/x.test")).json).toMatchObject({ preferredVersion: { groupVersion: "x.test/v1" } });
    alive = false;
    clock.advance(60_000);
    await until(async () => (await group())?.versions[0].freshness === "Stale");
    expect(await group()).toMatchObject({ versions: [{ version: "v1", freshness: "Stale" }] });
    await send("POST", services, apiService("v2.x.test", behind("nowhere")));
    await until(async () => (await group())?.versions.length === 2);
    expect(await group()).toMatchObject({ versions: [{ version: "v2", freshness: "Stale" }, { version: "v1" }] });
  });

  it("asks no extension server while it answers, however many are dead", async () => {
    let calls = 0;
    const dead: Handle = () => {
      calls++;
      return new Promise(() => undefined);
    };
    const all = Array.from({ length: 150 }, (_, i) => `v1.g${i}.test`);
    const started = await start({ apiServers: new Map(all.slice(0, 10).map((name) => [name, dead])) });
    const { send } = started;
    await send("POST", "/api/v1/namespaces/default/services", external("there"));
    for (const name of all) await send("POST", services, apiService(name, behind("there")));
    await until(() => calls > 0);
    const before = calls;
    for (let i = 0; i < 20; i++) {
      expect((await send("GET", "/apis", undefined, accept)).json["items"].length).toBeGreaterThan(150);
      expect((await send("GET", "/apis/apps/v1/deployments")).status).toBe(200);
    }
    expect(calls).toBe(before);
  });
});
