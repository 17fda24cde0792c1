import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../child-program.ts";
import { unpackKubectl } from "./unpack-kubectl.ts";

/** The result of a kubectl run. */
export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The options of a kubectl run. */
export interface RunOptions {
  readonly stdin?: string;
  /** A command that changes the file it is given, as KUBE_EDITOR. */
  readonly editor?: string;
}

/** A kubectl with its own home directory and its own server. */
export interface KubectlClient {
  /** Where the server is, for requests that kubectl does not make. */
  readonly url: string;
  run(args: readonly string[], options?: RunOptions): Promise<Finished>;
  close(): Promise<void>;
}

/** Starts a server in memory, with further arguments, and gives the kubectl for it. */
export async function startKubectlClient(serverArguments: readonly string[] = []): Promise<KubectlClient> {
  return startClient(serverArguments, (url) => ["--server", url]);
}

/** The same over TLS, as the administrator of the kubeconfig that the server writes. */
export async function startKubectlOverTls(serverArguments: readonly string[] = []): Promise<KubectlClient> {
  return startClient(serverArguments, () => [], true);
}

async function startClient(
  serverArguments: readonly string[],
  argumentsFor: (url: string) => readonly string[],
  tls = false,
): Promise<KubectlClient> {
  const path = unpackKubectl();
  const home = mkdtempSync(join(tmpdir(), "kubepad-kubectl-"));
  const kubeconfig = join(home, "kubeconfig");
  const server = await startServer([
    "--port",
    "0",
    "--storage",
    "memory",
    ...(tls ? ["--tls", "--write-kubeconfig", kubeconfig] : []),
    ...serverArguments,
  ]);
  const environment = { HOME: home, KUBECONFIG: kubeconfig, PATH: process.env["PATH"] };
  return {
    url: server.url,
    run(args, { stdin = "", editor = "false" } = {}) {
      return finishedRun(path, [...argumentsFor(server.url), ...args], { ...environment, KUBE_EDITOR: editor }, stdin);
    },
    async close() {
      const status = await server.stop();
      rmSync(home, { recursive: true, force: true });
      if (status !== 0) throw new Error(`the server ended with ${status}`);
    },
  };
}

/** Runs a program to its end with a text on its standard input. */
export function finishedRun(
  path: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  stdin: string,
): Promise<Finished> {
  const child = spawn(path, args, { env });
  child.stdin.end(stdin);
  return new Promise((resolve, reject) => {
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (part: Uint8Array) => (stdout += part.toString()));
    child.stderr.on("data", (part: Uint8Array) => (stderr += part.toString()));
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, stdout, stderr }));
  });
}
