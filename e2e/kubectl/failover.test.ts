import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasEtcd, runEtcd, type RunningEtcd } from "../../src/node/etcd/testing/run-etcd.ts";
import { type ChildProgram, startServer } from "../child-program.ts";
import { type Finished, finishedRun } from "./kubectl-client.ts";
import { unpackKubectl } from "./unpack-kubectl.ts";

/** Gives connections to the first of some ports that takes them, as a load balancer does. */
async function startBalancer(ports: readonly number[]): Promise<Server> {
  const balancer = createServer((client: Socket) => {
    const dial = ([port, ...others]: readonly number[]): void => {
      if (port === undefined) return void client.destroy();
      const server = connect(port, "127.0.0.1");
      const next = (): void => dial(others);
      server.once("error", next);
      server.once("connect", () => {
        server.off("error", next);
        server.on("error", () => client.destroy());
        server.on("close", () => client.destroy());
        client.on("close", () => server.destroy());
        server.pipe(client).pipe(server);
      });
    };
    client.on("error", () => client.destroy());
    dial(ports);
  });
  balancer.listen(0, "127.0.0.1");
  await once(balancer, "listening");
  return balancer;
}

describe.skipIf(!hasEtcd())("kubectl before two servers over one etcd", { timeout: 240_000 }, () => {
  const home = mkdtempSync(join(tmpdir(), "kubepad-failover-"));
  let etcd: RunningEtcd;
  let servers: readonly ChildProgram[];
  let balancer: Server;

  beforeAll(async () => {
    etcd = await runEtcd(["--unsafe-no-fsync"]);
    const start = () => startServer(["--port", "0", "--etcd-servers", etcd.url]);
    servers = [await start(), await start()];
    balancer = await startBalancer(servers.map(({ url }) => Number(new URL(url).port)));
  }, 240_000);

  afterAll(async () => {
    balancer.close();
    for (const server of servers) await server.stop();
    await etcd.remove();
    rmSync(home, { recursive: true, force: true });
  });

  function kubectl(...args: readonly string[]): Promise<Finished> {
    const server = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
    const environment = { HOME: home, PATH: process.env["PATH"] };
    return finishedRun(unpackKubectl(), ["--server", server, ...args], environment, "");
  }

  test("goes on at the other one when one is killed, with all that was written, and waits on", async () => {
    expect(await kubectl("create", "configmap", "a", "--from-literal=done=no")).toMatchObject({ status: 0 });
    const waiting = kubectl("wait", "configmap/a", "--for=jsonpath={.data.done}=yes", "--timeout=180s");
    const [first] = servers;
    if (first === undefined) throw new Error("there is no server");
    const watches = async (): Promise<string> => (await fetch(`${first.url}/metrics`)).text();
    await expect
      .poll(watches, { timeout: 60_000 })
      .toMatch(/^apiserver_longrunning_requests\{.*resource="configmaps".*verb="WATCH".*\} 1$/m);
    process.kill(first.pid, "SIGKILL");
    await first.stop();
    const read = await kubectl("get", "configmap", "a", "-o", "jsonpath={.data.done}");
    expect(read).toEqual({ status: 0, stdout: "no", stderr: "" });
    const patched = await kubectl("patch", "configmap", "a", "--type=merge", "-p", '{"data":{"done":"yes"}}');
    expect(patched).toMatchObject({ status: 0, stdout: "configmap/a patched\n" });
    expect(await waiting).toMatchObject({ status: 0, stdout: "configmap/a condition met\n" });
  });
});
