import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasEtcd } from "../../src/node/etcd/testing/run-etcd.ts";
import type { ApiServer } from "./api-server.ts";
import { demandReady, type Setup } from "./run-histories.ts";
import { etcdSetup } from "./setups.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const endpoints = "/api/v1/namespaces/default/endpoints/kubernetes";

interface Wire {
  readonly metadata: { readonly name?: string; readonly resourceVersion: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly subsets?: readonly { readonly addresses: readonly { readonly ip: string }[] }[];
}

describe.skipIf(!hasEtcd())("servers over three members, with certificates of both", { timeout: 600_000 }, () => {
  let setup: Setup;
  let one: ApiServer;
  let two: ApiServer;
  let stranger: ApiServer;
  beforeAll(async () => {
    setup = await etcdSetup({
      servers: 3,
      members: 3,
      secure: true,
      flags: (at) => [
        `--advertise-address=192.0.2.${11 + at}`,
        "--shutdown-delay-duration=3s",
        ...(at === 2 ? ["--etcd-certfile=", "--etcd-keyfile="] : []),
      ],
    });
    const [first, second, third] = setup.servers;
    if (first === undefined || second === undefined || third === undefined) throw new Error("three were asked for");
    [one, two, stranger] = [first, second, third];
    await demandReady(one);
    await demandReady(two);
  }, 600_000);
  afterAll(() => setup.close());

  const ask = async (server: ApiServer, method: string, path: string, body?: object): Promise<Wire> => {
    const answer = await server.send(method, path, { body, timeoutMs: 60_000 });
    if (answer.is !== "answer" || answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.body as Wire; // as the API says
  };

  test("read what each other writes, and a server without a certificate is refused", async () => {
    await ask(one, "POST", maps, { metadata: { name: "a" }, data: { from: "one" } });
    expect((await ask(two, "GET", `${maps}/a`)).data).toEqual({ from: "one" });
    await expect.poll(() => stranger.program.endedByItself, { timeout: 120_000 }).toBeGreaterThan(0);
    expect(stranger.program.said[0]).toMatch(/^Error: rpc error: code = Unavailable desc = /);
    expect(stranger.program.said.filter((line) => line.startsWith("    at "))).toEqual([]);
    await stranger.program.end("SIGKILL");
  });

  test("go on while any one member is away", async () => {
    for (const fault of setup.faults.filter(({ name }) => /^etcd-\d killed$/.test(name))) {
      await fault.begin();
      const name = fault.name.replace(/\W+/g, "-");
      await expect
        .poll(
          () =>
            ask(one, "POST", maps, { metadata: { name } }).catch(() =>
              ask(two, "GET", `${maps}/${name}`).catch(String),
            ),
          {
            timeout: 120_000,
          },
        )
        .toHaveProperty("metadata");
      expect((await ask(two, "GET", `${maps}/${name}`)).metadata.name).toBe(name);
      await fault.end();
    }
  });

  test("tell watches when one ends, which go on at the other one without a gap", async () => {
    const addresses = async (): Promise<readonly string[]> =>
      ((await ask(two, "GET", endpoints)).subsets ?? []).flatMap((subset) => subset.addresses.map(({ ip }) => ip));
    await expect.poll(addresses, { timeout: 120_000 }).toEqual(["192.0.2.11", "192.0.2.12"]);
    const { metadata } = await ask(one, "GET", maps);
    const watch = await one.open(
      `${maps}?watch=1&resourceVersion=${metadata.resourceVersion}`,
      AbortSignal.timeout(300_000),
    );
    if (watch === undefined) throw new Error("there is no watch");
    await ask(two, "POST", maps, { metadata: { name: "before" } });
    const seen: Wire[] = [];
    let tellFirst = (): void => undefined;
    const hasFirst = new Promise<void>((resolve) => void (tellFirst = resolve));
    const watched = (async (): Promise<void> => {
      for await (const line of createInterface(watch)) {
        seen.push((JSON.parse(line) as { readonly object: Wire }).object);
        tellFirst();
      }
    })();
    await hasFirst;
    const ended = one.program.end("SIGTERM");
    // it fails /readyz, and leaves the endpoints, while it still serves
    await expect
      .poll(
        async () => {
          const ready = await one.send("GET", "/readyz", { timeoutMs: 5000 });
          return ready.is === "answer" ? ready.status : ready.is;
        },
        { timeout: 120_000, interval: 20 },
      )
      .not.toBe(200);
    await expect.poll(addresses, { timeout: 120_000 }).toEqual(["192.0.2.12"]);
    await watched; // the stream has an end, and no line is cut off
    await ended;
    expect(watch.complete).toBe(true);
    expect(seen[0]?.metadata.name).toBe("before");
    await ask(two, "POST", maps, { metadata: { name: "after" } });
    const from = seen.at(-1)?.metadata.resourceVersion;
    const next = await two.open(`${maps}?watch=1&resourceVersion=${from}`, AbortSignal.timeout(300_000));
    if (next === undefined) throw new Error("there is no watch");
    for await (const line of createInterface(next)) {
      expect((JSON.parse(line) as { readonly object: Wire }).object.metadata.name).toBe("after");
      break;
    }
    next.destroy();
  });
});
