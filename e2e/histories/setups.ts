import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiServer, bundleApiServer } from "./api-server.ts";
import { EtcdMembers } from "./etcd-members.ts";
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
    leftOut: [],
    async close() {
      await server.program.end("SIGKILL");
      server.close();
      rmSync(parent, { recursive: true });
    },
  };
}

/** Starts servers over one etcd, each with ways of its own to all members. */
export async function etcdSetup(options: { readonly servers: number; readonly members: number }): Promise<Setup> {
  const parent = mkdtempSync(join(tmpdir(), "kubepad-histories-"));
  const bundle = bundleApiServer();
  const members = await EtcdMembers.start(options.members, parent);
  const parts = await Promise.all(
    Array.from({ length: options.servers }, async (_, at) => {
      const name = `server-${at + 1}`;
      const ways = await members.waysOf(name);
      const server = await ApiServer.create(name, bundle, join(parent, name), [
        "--etcd-servers",
        ways.urls.join(","),
        "--controllers",
        "namespace-controller,resourcequota-controller",
        ...ranges,
      ]);
      return { server, faults: [...faultsOfServer(server), ...ways.faults] };
    }),
  );
  const servers = parts.map(({ server }) => server);
  for (const server of servers) server.start();
  return {
    servers,
    faults: [...parts.flatMap(({ faults }) => faults), ...members.faults()],
    leftOut: members.leftOut,
    async close() {
      for (const server of servers) {
        await server.program.end("SIGKILL");
        server.close();
      }
      await members.close();
      rmSync(parent, { recursive: true });
    },
  };
}
