import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiServer } from "./api-server.ts";
import { hasEtcd } from "../../src/node/etcd/testing/run-etcd.ts";
import { demandReady, runHistories, type Setup } from "./run-histories.ts";
import { etcdSetup } from "./setups.ts";

const canRun = hasEtcd();

interface Wire {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: { readonly holderIdentity?: string };
  readonly status?: { readonly conditions?: readonly Condition[]; readonly token?: string };
  readonly items?: readonly Wire[];
}

interface Condition {
  readonly type: string;
  readonly status: string;
}

describe.skipIf(!canRun)("two servers over one etcd", { timeout: 600_000 }, () => {
  let setup: Setup;
  let one: ApiServer;
  let other: ApiServer;
  beforeAll(async () => {
    setup = await etcdSetup({ servers: 2, members: 1 });
    const [first, second] = setup.servers;
    if (first === undefined || second === undefined) throw new Error("two servers were asked for");
    [one, other] = [first, second];
    // both began on an empty etcd at the same time
    for (const server of setup.servers) await demandReady(server);
  }, 600_000);
  afterAll(() => setup.close());

  const send = async (server: ApiServer, method: string, path: string, body?: object): Promise<[number, Wire]> => {
    const response = await server.send(method, path, { body, timeoutMs: 60_000 });
    if (response.is !== "answer") throw new Error(`${method} ${path}: ${response.is}`);
    return [response.status, response.body as Wire]; // as the API says
  };
  const get = async (server: ApiServer, path: string): Promise<Wire> => (await send(server, "GET", path))[1];

  test("have written what every cluster has once, and said nothing", async () => {
    for (const path of ["/api/v1/namespaces", "/apis/rbac.authorization.k8s.io/v1/clusterroles", "/api/v1/services"]) {
      const [found, found2] = [await get(one, path), await get(other, path)];
      expect(found.items?.length).toBeGreaterThan(0);
      expect(found.items).toEqual(found2.items);
    }
    for (const { program } of setup.servers)
      expect(program.said.filter((line) => !line.startsWith("Serving securely"))).toEqual([]);
  });

  test("have a Lease each, and one of both runs the controllers", async () => {
    const path = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
    const names = async () => (await get(one, path)).items?.map(({ metadata }) => metadata.name) ?? [];
    await expect.poll(async () => (await names()).filter((name) => name.startsWith("apiserver-"))).toHaveLength(2);
    await expect
      .poll(async () => (await get(one, `${path}/kube-controller-manager`)).spec?.holderIdentity)
      .toBeTruthy();
  });

  test("verify the tokens that the other one signs", async () => {
    await send(one, "POST", "/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "a" } });
    const path = "/api/v1/namespaces/default/serviceaccounts/a/token";
    const signed = await Promise.all(setup.servers.map((server) => send(server, "POST", path, { spec: {} })));
    for (const [, { status }] of signed)
      for (const server of setup.servers) {
        const review = { spec: { token: status?.token } };
        const [, reviewed] = await send(server, "POST", "/apis/authentication.k8s.io/v1/tokenreviews", review);
        expect(reviewed.status).toMatchObject({ authenticated: true });
      }
  });

  test("charge a quota together", async () => {
    await send(one, "POST", "/api/v1/namespaces", { metadata: { name: "small" } });
    const quota = { metadata: { name: "a" }, spec: { hard: { "count/configmaps": "10" } } };
    await send(one, "POST", "/api/v1/namespaces/small/resourcequotas", quota);
    const path = "/api/v1/namespaces/small/resourcequotas/a";
    // the leader's controller counts what is used before it is charged
    const usage = { hard: { "count/configmaps": "10" }, used: { "count/configmaps": "0" } };
    for (const server of setup.servers)
      await expect.poll(async () => (await get(server, path)).status).toMatchObject(usage);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => {
        const body = { metadata: { name: `a${at}` } };
        return send(at % 2 === 0 ? one : other, "POST", "/api/v1/namespaces/small/configmaps", body);
      }),
    );
    const made = answers.filter(([status]) => status === 201).length;
    const { items = [] } = await get(one, "/api/v1/namespaces/small/configmaps");
    expect([items.length, answers.map(([status]) => status)]).toEqual([made, expect.arrayContaining([403])]);
    expect(made).toBeLessThanOrEqual(10);
  });

  const definition = (plural: string): object => ({
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural, kind: "Thing", singular: plural },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
    },
  });
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

  test("give a name to one of the definitions that want it, and serve that", async () => {
    await Promise.all([
      send(one, "POST", definitions, definition("ones")),
      send(other, "POST", definitions, definition("others")),
    ]);
    const accepted = async (server: ApiServer): Promise<readonly string[]> =>
      ((await get(server, definitions)).items ?? [])
        .filter(({ status }) =>
          status?.conditions?.some(({ type, status: is }) => type === "NamesAccepted" && is === "True"),
        )
        .map(({ metadata }) => metadata.name);
    await expect.poll(() => accepted(one)).toHaveLength(1);
    expect(await accepted(other)).toEqual(await accepted(one));
    const [name = ""] = await accepted(one);
    const path = `/apis/example.com/v1/namespaces/default/${name.split(".")[0]}`;
    for (const server of setup.servers) await expect.poll(async () => (await send(server, "GET", path))[0]).toBe(200);
  });
});

test.skipIf(!canRun)(
  "two servers over three members keep their promises while things go wrong",
  { timeout: 600_000 },
  async () => {
    const setup = await etcdSetup({ servers: 2, members: 3 });
    try {
      const options = { seed: 3, clients: 6, objects: 8, faults: 6, longestMs: 1000, pauseMs: 20 };
      const { findings, operations, events } = await runHistories(setup, options);
      expect(findings).toEqual([]);
      expect(operations).toBeGreaterThan(50);
      expect(events).toBeGreaterThan(50);
    } finally {
      await setup.close();
    }
  },
);
