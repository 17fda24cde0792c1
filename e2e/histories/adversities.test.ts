import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasEtcd } from "../../src/node/etcd/testing/run-etcd.ts";
import type { ApiServer } from "./api-server.ts";
import { demandReady, type Setup } from "./run-histories.ts";
import { etcdSetup } from "./setups.ts";

const services = "/api/v1/namespaces/default/services";
const endpoints = "/api/v1/namespaces/default/endpoints/kubernetes";
const leases = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";

interface Wire {
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly deletionTimestamp?: string };
  readonly message?: string;
  readonly spec?: { readonly clusterIP?: string; readonly holderIdentity?: string; readonly ports?: readonly Port[] };
  readonly status?: { readonly token?: string; readonly authenticated?: boolean };
  readonly subsets?: readonly { readonly addresses: readonly { readonly ip: string }[] }[];
  readonly items?: readonly Wire[];
}

interface Port {
  readonly nodePort?: number;
}

type Answer = readonly [status: number, body: Wire];

async function send(server: ApiServer, method: string, path: string, body?: object): Promise<Answer> {
  const response = await server.send(method, path, { body, timeoutMs: 60_000 });
  if (response.is !== "answer") throw new Error(`${method} ${path}: ${response.is}`);
  return [response.status, response.body as Wire]; // as the API says
}

const get = async (server: ApiServer, path: string): Promise<Wire> => (await send(server, "GET", path))[1];

const two = ({ servers: [one, other] }: Setup): readonly [ApiServer, ApiServer] => {
  if (one === undefined || other === undefined) throw new Error("two servers were asked for");
  return [one, other];
};

/** Polls for as long as leases may take to end. */
const patient = { timeout: 120_000, interval: 200 };

describe.skipIf(!hasEtcd())("two servers at once", { timeout: 600_000 }, () => {
  let setup: Setup;
  let one: ApiServer;
  let other: ApiServer;
  beforeAll(async () => {
    setup = await etcdSetup({
      servers: 2,
      members: 1,
      flags: (at) => ["--controllers", "garbage-collector-controller", `--advertise-address=192.0.2.${11 + at}`],
    });
    [one, other] = two(setup);
    for (const server of setup.servers) await demandReady(server);
  }, 600_000);
  afterAll(() => setup.close());

  const atBoth = (at: number): ApiServer => (at % 2 === 0 ? one : other);

  test("hand out each address and each port once, until there are none, and again after they are free", async () => {
    const bodyOf = (name: string, type: string): object => ({
      metadata: { name },
      spec: { type, ports: [{ port: 80 }] },
    });
    const fill = (prefix: string, type: string): Promise<readonly Answer[]> =>
      Promise.all(
        Array.from({ length: 80 }, (_, at) => send(atBoth(at), "POST", services, bodyOf(`${prefix}${at}`, type))),
      );
    const [addresses, refused] = apart(await fill("a", "ClusterIP"));
    const ips = addresses.map(({ spec }) => spec?.clusterIP);
    expect(new Set(ips).size).toBe(ips.length);
    // 64 addresses without the first and the last one, and that of the Service kubernetes
    expect(ips).toHaveLength(61);
    for (const { message } of refused) expect(message).toMatch(/range is full/);
    for (const { metadata } of addresses) await send(atBoth(1), "DELETE", `${services}/${metadata.name}`);
    const [ports, withoutPort] = apart(await fill("b", "NodePort"));
    const numbers = ports.map(({ spec }) => spec?.ports?.[0]?.nodePort);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).toHaveLength(40);
    for (const { message } of withoutPort) expect(message).toMatch(/range is full/);
    // addresses of Services that got no port are free again
    for (const { metadata } of ports) await send(atBoth(0), "DELETE", `${services}/${metadata.name}`);
    expect(apart(await fill("c", "ClusterIP"))[0]).toHaveLength(61);
    for (let at = 0; at < 80; at++) await send(atBoth(at), "DELETE", `${services}/c${at}`);
  });

  test("leave nothing in a namespace that one deletes while the other one creates in it", async () => {
    await send(one, "POST", "/api/v1/namespaces", { metadata: { name: "short" } });
    const path = "/api/v1/namespaces/short/configmaps";
    let isGone = false;
    const refusals: Answer[] = [];
    const create = async (server: ApiServer, name: string): Promise<number> => {
      let made = 0;
      for (let at = 0; !isGone; at++) {
        const answer = await send(server, "POST", path, { metadata: { name: `${name}${at}` } });
        if (answer[0] === 201) made++;
        else refusals.push(answer);
      }
      return made;
    };
    const creating = [create(one, "a"), create(other, "b")];
    await expect.poll(async () => (await get(other, path)).items?.length ?? 0, patient).toBeGreaterThan(10);
    await send(one, "DELETE", "/api/v1/namespaces/short");
    const state = async (): Promise<unknown> => {
      const [status, namespace] = await send(other, "GET", "/api/v1/namespaces/short");
      return status === 404 ? "gone" : namespace.status;
    };
    await expect.poll(state, patient).toBe("gone");
    isGone = true;
    expect(Math.min(...(await Promise.all(creating)))).toBeGreaterThan(0);
    for (const [status, { message }] of refusals) {
      expect([403, 404]).toContain(status);
      expect(message).toMatch(/being terminated|not found/);
    }
    for (const server of [one, other])
      expect(((await get(server, "/api/v1/configmaps")).items ?? []).filter(isIn("short"))).toEqual([]);
  });

  test("go on when the one that leads is stopped for longer than its leases, which then gives them up", async () => {
    const addresses = async (server: ApiServer): Promise<readonly string[]> =>
      ((await get(server, endpoints)).subsets ?? []).flatMap((subset) => subset.addresses.map(({ ip }) => ip));
    await expect.poll(() => addresses(one), patient).toEqual(["192.0.2.11", "192.0.2.12"]);
    const path = `${leases}/kube-controller-manager`;
    const holder = async (server: ApiServer): Promise<string> => (await get(server, path)).spec?.holderIdentity ?? "";
    // without the other one, the first one leads
    await other.program.end("SIGTERM");
    await expect.poll(() => addresses(one), patient).toEqual(["192.0.2.11"]);
    await expect.poll(() => holder(one), patient).not.toBe("");
    other.program.start();
    await demandReady(other);
    const before = await holder(one);
    await expect.poll(() => addresses(one), patient).toEqual(["192.0.2.11", "192.0.2.12"]);
    one.program.pause();
    await expect.poll(() => addresses(other), patient).toEqual(["192.0.2.12"]);
    const owner = { metadata: { name: "owner" } };
    const [, made] = await send(other, "POST", "/api/v1/namespaces/default/configmaps", owner);
    const { uid = "" } = made.metadata as { readonly uid?: string };
    const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "owner", uid }];
    await send(other, "POST", "/api/v1/namespaces/default/configmaps", {
      metadata: { name: "owned", ownerReferences },
    });
    await send(other, "DELETE", "/api/v1/namespaces/default/configmaps/owner");
    const owned = "/api/v1/namespaces/default/configmaps/owned";
    await expect.poll(async () => (await send(other, "GET", owned))[0], patient).toBe(404);
    const during = await holder(other);
    one.program.goOn();
    await expect.poll(() => addresses(other), patient).toEqual(["192.0.2.11", "192.0.2.12"]);
    expect(await holder(one)).toBe(during);
    // a request at the one that was stopped is as new as at the other one
    expect((await send(one, "GET", owned))[0]).toBe(404);
    expect(before).not.toBe("");
    expect(during).not.toBe(before);
  });
});

describe.skipIf(!hasEtcd())("two servers with other keys", { timeout: 600_000 }, () => {
  test("do not accept each other's tokens, and do if each knows both keys", async () => {
    const folder = mkdtempSync(join(tmpdir(), "kubepad-keys-"));
    const files = ["one", "two"].map((name) => {
      const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
      const file = join(folder, name);
      writeFileSync(file, privateKey.export({ type: "pkcs1", format: "pem" }));
      return file;
    });
    const verified = async (more: readonly string[]): Promise<readonly boolean[]> => {
      const setup = await etcdSetup({
        servers: 2,
        members: 1,
        flags: (at) => [
          `--service-account-signing-key-file=${files[at]}`,
          `--service-account-key-file=${files[at]}`,
          ...more,
        ],
      });
      try {
        for (const server of setup.servers) await demandReady(server);
        const [one, other] = two(setup);
        await send(one, "POST", "/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "a" } });
        const path = "/api/v1/namespaces/default/serviceaccounts/a/token";
        const [, { status }] = await send(one, "POST", path, { spec: {} });
        const review = { spec: { token: status?.token } };
        const reviews = [one, other].map((server) =>
          send(server, "POST", "/apis/authentication.k8s.io/v1/tokenreviews", review),
        );
        return (await Promise.all(reviews)).map(([, reviewed]) => reviewed.status?.authenticated === true);
      } finally {
        await setup.close();
      }
    };
    expect(await verified([])).toEqual([true, false]);
    expect(await verified(files.map((file) => `--service-account-key-file=${file}`))).toEqual([true, true]);
    rmSync(folder, { recursive: true });
  });
});

/** Parts answers into objects that were made and refusals. */
const apart = (answers: readonly Answer[]): readonly [readonly Wire[], readonly Wire[]] => [
  answers.filter(([status]) => status === 201).map(([, body]) => body),
  answers.filter(([status]) => status !== 201).map(([, body]) => body),
];

const isIn =
  (namespace: string) =>
  ({ metadata }: Wire): boolean =>
    metadata.namespace === namespace;
