import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KubeConfig } from "@kubernetes/client-node";
import { startServer, type ChildProgram } from "../child-program.ts";

/** A server over TLS with file storage, and the kubeconfig that it wrote. */
export interface Cluster {
  readonly config: KubeConfig;
  /** Restarts the server on the same port with the same objects and a new token. Existing clients are updated. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server for @kubernetes/client-node. */
export async function startCluster(serverArguments: readonly string[] = []): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), "kubepad-client-"));
  const kubeconfig = join(folder, "kubeconfig");
  const start = (port: string): Promise<ChildProgram> =>
    startServer([
      "--port",
      port,
      "--storage",
      join(folder, "data"),
      "--tls",
      "--write-kubeconfig",
      kubeconfig,
      ...serverArguments,
    ]);
  let server = await start("0");
  const config = new KubeConfig();
  config.loadFromFile(kubeconfig);
  return {
    config,
    async restart() {
      await server.stop();
      server = await start(new URL(server.url).port);
      config.loadFromFile(kubeconfig);
    },
    async close() {
      const status = await server.stop();
      rmSync(folder, { recursive: true, force: true });
      if (status !== 0) throw new Error(`the server ended with ${status}`);
    },
  };
}
