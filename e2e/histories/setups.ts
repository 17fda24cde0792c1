import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiServer, bundleApiServer } from "./api-server.ts";
import { createTestAuthority, type IssuedCertificate } from "../../src/node/tls/testing/test-authority.ts";
import { EtcdMembers, type MemberCertificates } from "./etcd-members.ts";
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

interface EtcdSetupOptions {
  readonly servers: number;
  readonly members: number;
  /** Whether members are reached over HTTPS, by clients with certificates. */
  readonly secure?: boolean;
  /** Further flags of each server. */
  readonly flags?: (at: number) => readonly string[];
}

/** Starts servers over one etcd, each with ways of its own to all members. */
export async function etcdSetup(options: EtcdSetupOptions): Promise<Setup> {
  const parent = mkdtempSync(join(tmpdir(), "kubepad-histories-"));
  const bundle = bundleApiServer();
  const certificates = options.secure === true ? writeCertificates(parent) : undefined;
  const members = await EtcdMembers.start(options.members, parent, certificates);
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
        ...(certificates === undefined ? [] : etcdFlags(certificates)),
        ...(options.flags?.(at) ?? []),
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

/** Writes certificates of members and of their clients below a folder. */
function writeCertificates(parent: string): MemberCertificates {
  const authority = createTestAuthority("etcd");
  const write = (name: string, content: string): string => {
    const file = join(parent, name);
    writeFileSync(file, content);
    return file;
  };
  const pair = (name: string, { cert, key }: IssuedCertificate) => ({
    cert: write(`${name}.crt`, cert),
    key: write(`${name}.key`, key),
  });
  const server = authority.issue({ commonName: "member", usage: "server", dnsNames: ["localhost"] });
  const client = authority.issue({ commonName: "kubepad", usage: "client" });
  return { ca: write("etcd-ca.crt", authority.ca), server: pair("member", server), client: pair("client", client) };
}

const etcdFlags = ({ ca, client }: MemberCertificates): readonly string[] =>
  Object.entries({ "etcd-cafile": ca, "etcd-certfile": client.cert, "etcd-keyfile": client.key }).flatMap(
    ([flag, file]) => [`--${flag}`, file],
  );
