import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { Client } from "../../client/client.ts";
import { parseServeOptions } from "../command-line.ts";
import { openApiServer, type OpenedApiServer } from "../open-api-server.ts";
import { UsageError } from "../usage-error.ts";
import { EtcdClient } from "./etcd-client.ts";
import { hasEtcd, runEtcd, type RunningEtcd } from "./testing/run-etcd.ts";

const events = { group: "", version: "v1", resource: "events", namespace: "default" };
const maps = { ...events, resource: "configmaps" };
const definitions = { group: "apiextensions.k8s.io", version: "v1", resource: "customresourcedefinitions" };
const widgets = { group: "example.com", version: "v1", resource: "widgets", namespace: "default" };
const widgetDefinition: KubeObject = {
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
};

describe("--etcd-servers-overrides", () => {
  const parse = (...overrides: readonly string[]) =>
    parseServeOptions([
      "--etcd-servers",
      "http://a",
      ...overrides.flatMap((text) => ["--etcd-servers-overrides", text]),
    ]);

  it.each(["events#http://b", "/events", "/events#", "/events#http://b#c", "a/b/c#http://b", ""])(
    "refuses %j with upstream's text",
    (text) => {
      expect(() => parse(text)).toThrow(UsageError);
      expect(() => parse(text)).toThrow(
        "--etcd-servers-overrides invalid, must be of format: group/resource#servers, where servers are URLs, semicolon separated",
      );
    },
  );

  it("names resources with their servers", () => {
    expect(parse("/events#http://b;http://c,example.com/widgets#http://b;http://c").storage).toMatchObject({
      etcd: {
        overrides: [
          {
            servers: ["http://b", "http://c"],
            resources: [
              { group: "", resource: "events" },
              { group: "example.com", resource: "widgets" },
            ],
          },
        ],
      },
    });
  });
});

describe.skipIf(!hasEtcd())("resources in an etcd of their own", { timeout: 120_000 }, () => {
  const etcds: RunningEtcd[] = [];
  const clients: EtcdClient[] = [];
  const servers: OpenedApiServer[] = [];
  beforeAll(async () => {
    for (let at = 0; at < 2; at++) {
      const etcd = await runEtcd();
      etcds.push(etcd);
      clients.push(new EtcdClient({ servers: [etcd.url] }));
    }
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    for (const etcd of etcds) await etcd.remove();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  async function open(): Promise<{ server: OpenedApiServer; client: Client }> {
    const [main, other] = etcds;
    const overrides = `/events#${other?.url},example.com/widgets#${other?.url}`;
    const flags = ["--etcd-servers", main?.url ?? "", "--etcd-servers-overrides", overrides, "--controllers", ""];
    const server = await openApiServer(parseServeOptions(flags));
    servers.push(server);
    return { server, client: new Client({ handle: server.handle, userAgent: "test" }) };
  }

  const keysIn = async (at: number, root: string): Promise<readonly string[]> => {
    const found = await clients[at]?.range({ key: `/registry/${root}/`, end: `/registry/${root}0`, keysOnly: true });
    return (found?.kvs ?? []).map(({ key }) => key);
  };

  it("are written and followed there, at revisions of their own, by all servers", async () => {
    const [one, two] = [await open(), await open()];
    const { resourceVersion } = await two.client.list(events);
    const involvedObject = { kind: "Pod", namespace: "default", name: "a" };
    for (const name of ["a", "b"]) await one.client.create(events, { metadata: { name }, involvedObject });
    await one.client.create(maps, { metadata: { name: "m" } });
    await one.client.create(definitions, widgetDefinition);
    const widget = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "w" } };
    await expect
      .poll(() => one.client.create(widgets, widget).catch(String), { timeout: 60_000 })
      .toHaveProperty("metadata");
    expect(await keysIn(0, "events")).toEqual([]);
    expect(await keysIn(1, "events")).toEqual(["/registry/events/default/a", "/registry/events/default/b"]);
    expect(await keysIn(0, "configmaps/default")).toContain("/registry/configmaps/default/m");
    expect(await keysIn(1, "configmaps")).toEqual([]);
    expect(await keysIn(1, "example.com/widgets")).toEqual(["/registry/example.com/widgets/default/w"]);
    const seen: string[] = [];
    for await (const notice of two.client.watch(events, { resourceVersion }, AbortSignal.timeout(60_000))) {
      if (notice.type === "ADDED") seen.push(notice.object.metadata.name ?? "");
      if (seen.length === 2) break;
    }
    expect(seen).toEqual(["a", "b"]);
    const page = await two.client.list(events, { limit: 1 });
    const rest = await two.client.list(events, { limit: 1, continue: page.continue });
    expect([...page.items, ...rest.items].map(({ metadata }) => metadata.name)).toEqual(["a", "b"]);
    const last = (await clients[1]?.range({ key: "/registry/" }))?.revision ?? 0;
    expect(Number(rest.resourceVersion)).toBeLessThanOrEqual(last);
    await expect.poll(() => two.client.get(widgets, "w").catch(String), { timeout: 60_000 }).toHaveProperty("metadata");
    await two.client.json("DELETE", "/api/v1/namespaces/default/events", undefined);
    expect(await keysIn(1, "events")).toEqual([]);
    const again = await open();
    expect((await again.client.get(widgets, "w")).metadata.name).toBe("w");
  });

  it("do not stop others when their etcd is away, which /readyz tells of", async () => {
    const { client, server } = await open();
    const ready = async (): Promise<string> => {
      const answer = await client.request("GET", "/readyz?verbose", undefined).catch(String);
      return typeof answer === "string" ? answer : String(answer.body);
    };
    expect(await ready()).toContain("[+]etcd-readiness ok\n[+]etcd-override-0 ok\n[+]etcd-override-readiness-0 ok\n");
    await etcds[1]?.stop();
    await expect.poll(ready, { timeout: 60_000 }).toMatch(/etcd-override-0 failed|readyz check failed|500/);
    await client.create(maps, { metadata: { name: "later" } });
    const involvedObject = { kind: "Pod", namespace: "default", name: "a" };
    await expect(client.create(events, { metadata: { name: "c" }, involvedObject })).rejects.toThrow("Unavailable");
    await etcds[1]?.start();
    await expect.poll(ready, { timeout: 60_000 }).toContain("[+]etcd-override-0 ok");
    expect(server).toBeDefined();
  });
});
