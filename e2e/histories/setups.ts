import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiServer, bundleApiServer } from "./api-server.ts";
import { faultsOfServer } from "./faults.ts";
import type { Setup } from "./run-histories.ts";

/** Small ranges, so that Services use addresses and ports again. */
const ranges = ["--service-cluster-ip-range", "10.96.0.0/26", "--service-node-port-range", "30000-30039"];

/** One server, and the folder that it keeps its objects in. */
export interface EmbeddedSetup extends Setup {
  readonly server: ApiServer;
  readonly folder: string;
}

/** Starts one server over a folder. */
export async function embeddedSetup(): Promise<EmbeddedSetup> {
  const parent = mkdtempSync(join(tmpdir(), "kubepad-histories-"));
  const folder = join(parent, "objects");
  const flags = ["--storage", folder, ...ranges];
  const server = await ApiServer.create("server-1", bundleApiServer(), join(parent, "server-1"), flags);
  server.start();
  return {
    folder,
    server,
    servers: [server],
    faults: faultsOfServer(server),
    async close() {
      await server.program.end("SIGKILL");
      server.close();
      rmSync(parent, { recursive: true });
    },
  };
}
