import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { freePort } from "../../testing/free-port.ts";

/** Whether there is an etcd that can be run. */
export function hasEtcd(): boolean {
  const found = spawnSync("etcd", ["--version"], { encoding: "utf8" }).stdout?.startsWith("etcd Version:") === true;
  if (!found) process.stderr.write("no etcd in PATH: what needs one is left out\n");
  return found;
}

/** An etcd of a test's own. */
export interface RunningEtcd {
  readonly url: string;
  /** Its data, unless flags name another folder. */
  readonly folder: string;
  /** Ends the process; `start` starts it again with its data. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends the process and removes its data. */
  remove(): Promise<void>;
}

/** Starts an etcd with new data on a port of this machine; over HTTPS, if flags say by which certificates. */
export async function runEtcd(flags: readonly string[] = [], tlsFlags?: readonly string[]): Promise<RunningEtcd> {
  const folder = mkdtempSync(join(tmpdir(), "kubepad-etcd-"));
  const [plain, peer] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`];
  const url = tlsFlags === undefined ? plain : `https://127.0.0.1:${await freePort()}`;
  const args = [
    ["--data-dir", folder, "--log-level", "error"],
    ["--listen-client-urls", url, "--advertise-client-urls", url],
    ["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", `default=${peer}`],
    tlsFlags === undefined ? [] : ["--listen-metrics-urls", plain, ...tlsFlags],
    flags,
  ].flat();
  let child = spawn("etcd", args, { stdio: "ignore" });
  const isHealthy = (): Promise<boolean> =>
    fetch(`${plain}/health`).then(
      async (answer) => (await answer.text()).includes("true"),
      () => false,
    );
  const waitUntilHealthy = async (): Promise<void> => {
    while (!(await isHealthy())) {
      if (child.exitCode !== null) throw new Error(`etcd ended with ${child.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  await waitUntilHealthy();
  return {
    url,
    folder,
    stop,
    async start() {
      child = spawn("etcd", args, { stdio: "ignore" });
      await waitUntilHealthy();
    },
    async remove() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}
