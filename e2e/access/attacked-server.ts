import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { apiServerOptions } from "../../src/node/flags/api-server-options.ts";
import { flagTable } from "../../src/node/flags/flag-table.ts";
import { parseFlags } from "../../src/node/flags/parse-flags.ts";
import { serve } from "../../src/node/serve.ts";
import { askHttps, type Answered, type Asked } from "../../src/node/testing/ask-https.ts";
import type { AttackWorld } from "./attack-world.ts";
import { freePort } from "../../src/node/testing/free-port.ts";

/** A server over HTTPS. */
export interface AttackedServer {
  readonly port: number;
  ask(asked: Asked): Promise<Answered>;
  close(): Promise<void>;
}

/**
 * Starts the server under attack. With the paths of kube-apiserver and etcd in the environment, it is those: what they
 * answer is recorded. Flags are added to those of the world.
 */
export async function openAttackedServer(inWorld: AttackWorld, ...more: string[]): Promise<AttackedServer> {
  const world = { ...inWorld, flags: [...inWorld.flags, ...more] };
  const port = await freePort();
  const { KUBE_APISERVER: program, ETCD: etcd = "etcd" } = process.env;
  const close = program === undefined ? await serveHere(world, port) : await serveThere(world, port, program, etcd);
  const ask = (asked: Asked): Promise<Answered> => send(`https://127.0.0.1:${port}`, world, asked);
  return { port, ask, close };
}

async function serveHere({ flags }: AttackWorld, port: number): Promise<() => Promise<void>> {
  const served = await serve(apiServerOptions(parseFlags([`--secure-port=${port}`, ...flags], flagTable)));
  return () => served.close();
}

/** How much of what programs have said an error shows. */
const mostSaid = 2_000;

async function serveThere(world: AttackWorld, port: number, program: string, etcd: string) {
  const [client, peer] = [await freePort(), await freePort()];
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
  const children = [
    spawn(etcd, [
      `--data-dir=${world.file("etcd")}`,
      `--listen-client-urls=${clientUrl}`,
      `--advertise-client-urls=${clientUrl}`,
      `--listen-peer-urls=${peerUrl}`,
      `--initial-advertise-peer-urls=${peerUrl}`,
      `--initial-cluster=default=${peerUrl}`,
    ]),
    spawn(program, [
      ...world.flags,
      `--secure-port=${port}`,
      "--bind-address=127.0.0.1",
      `--etcd-servers=${clientUrl}`,
      "--service-cluster-ip-range=10.0.0.0/24",
    ]),
  ];
  let said = "";
  for (const child of children) {
    child.stdout.resume();
    child.stderr.on("data", (part: Buffer) => (said = (said + part.toString()).slice(-mostSaid)));
  }
  const isReady = async (): Promise<boolean> => {
    const asked = { path: "/readyz", token: "static-token" };
    return (await send(`https://127.0.0.1:${port}`, world, asked).catch(() => undefined))?.code === 200;
  };
  while (!(await isReady())) {
    if (children.some(({ exitCode }) => exitCode !== null)) throw new Error(`a program has ended: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return async () => {
    for (const child of children.reverse()) {
      child.kill();
      await new Promise((resolve) => child.once("exit", resolve));
    }
  };
}

const send = async (url: string, world: AttackWorld, asked: Asked): Promise<Answered> =>
  askHttps(url, readFileSync(world.file("certs/apiserver.crt")), asked);
