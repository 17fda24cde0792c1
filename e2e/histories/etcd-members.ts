import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../src/node/testing/free-port.ts";
import type { Fault } from "./faults.ts";
import { Program } from "./program.ts";
import { TcpProxy } from "./tcp-proxy.ts";

/** Files of certificates by which members and their clients know each other. */
export interface MemberCertificates {
  readonly ca: string;
  readonly server: { readonly cert: string; readonly key: string };
  readonly client: { readonly cert: string; readonly key: string };
}

/** A member of an etcd; the others reach it through a proxy. */
interface Member {
  readonly name: string;
  readonly clientPort: number;
  readonly peers: TcpProxy;
  readonly folder: string;
  readonly program: Program;
}

/** The members of an etcd on ports of this machine. */
export class EtcdMembers {
  readonly #members: readonly Member[];
  /** The ways of the servers to the members. */
  readonly #ways: TcpProxy[] = [];
  /** The folders on disks of their own. */
  readonly #disks: readonly string[];
  readonly #scheme: "http" | "https";

  private constructor(members: readonly Member[], disks: readonly string[], scheme: "http" | "https") {
    this.#scheme = scheme;
    this.#members = members;
    this.#disks = disks;
  }

  /** Starts members that keep their data below a folder; with certificates, they ask clients for theirs. */
  static async start(count: number, parent: string, certificates?: MemberCertificates): Promise<EtcdMembers> {
    const scheme = certificates === undefined ? "http" : "https";
    const parts = await Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const [clientPort, peerPort] = [await freePort(), await freePort()];
        return { name: `etcd-${at + 1}`, clientPort, peerPort, peers: await TcpProxy.open(peerPort) };
      }),
    );
    const cluster = parts.map(({ name, peers }) => `${name}=http://127.0.0.1:${peers.port}`).join(",");
    const disks: string[] = [];
    const members = parts.map(({ name, clientPort, peerPort, peers }) => {
      const folder = join(parent, name);
      mkdirSync(folder);
      if (mountDisk(folder)) disks.push(folder);
      const options = {
        name,
        "data-dir": join(folder, "data"),
        "listen-client-urls": `${scheme}://127.0.0.1:${clientPort}`,
        "advertise-client-urls": `${scheme}://localhost:${clientPort}`,
        "listen-peer-urls": `http://127.0.0.1:${peerPort}`,
        "initial-advertise-peer-urls": `http://127.0.0.1:${peers.port}`,
        "initial-cluster": cluster,
        "heartbeat-interval": "200",
        "election-timeout": "2000",
        ...(certificates !== undefined && {
          "trusted-ca-file": certificates.ca,
          "cert-file": certificates.server.cert,
          "key-file": certificates.server.key,
        }),
      };
      const asked = certificates === undefined ? [] : ["--client-cert-auth"];
      const args = [...asked, ...Object.entries(options).flatMap(([flag, value]) => [`--${flag}`, value])];
      return { name, clientPort, peers, folder, program: new Program("etcd", args) };
    });
    for (const { program } of members) program.start();
    return new EtcdMembers(members, disks, scheme);
  }

  /** Returns the URLs of the members for a server, which ways of its own lead to, and the faults of these ways. */
  async waysOf(server: string): Promise<{ readonly urls: readonly string[]; readonly faults: readonly Fault[] }> {
    const ways = await Promise.all(this.#members.map(({ clientPort }) => TcpProxy.open(clientPort)));
    this.#ways.push(...ways);
    const faults = this.#members.flatMap(({ name }, at) => {
      const way = ways[at];
      return way === undefined ? [] : faultsOfWay(`${server} and ${name}`, [way]);
    });
    return {
      urls: ways.map(({ port }) => `${this.#scheme}://localhost:${port}`),
      faults: [...faults, ...faultsOfWay(`${server} and all members`, ways)],
    };
  }

  /** The faults of the members, of the ways among them, and of their disks where they have disks of their own. */
  faults(): readonly Fault[] {
    return this.#members.flatMap(({ name, program, peers, folder }) => [
      { name: `${name} killed`, begin: () => program.end("SIGKILL"), end: async () => program.start() },
      { name: `${name} paused`, begin: async () => program.pause(), end: async () => program.goOn() },
      ...faultsOfWay(`${name} and the other members`, [peers]),
      ...(this.#disks.includes(folder) ? [fullDisk(name, folder)] : []),
    ]);
  }

  /** A sentence for each kind of fault that is left out. */
  get leftOut(): readonly string[] {
    return this.#disks.length > 0 ? [] : ["no disks are full: a tmpfs cannot be mounted"];
  }

  async close(): Promise<void> {
    for (const { program } of this.#members) await program.end("SIGKILL");
    for (const proxy of [...this.#ways, ...this.#members.map(({ peers }) => peers)]) await proxy.close();
    for (const disk of this.#disks) execFileSync("umount", ["-l", disk]);
  }
}

function faultsOfWay(name: string, ways: readonly TcpProxy[]): readonly Fault[] {
  const heal = async (): Promise<void> => ways.forEach((way) => way.heal());
  return [
    { name: `${name} cut off`, begin: async () => ways.forEach((way) => way.cut()), end: heal },
    { name: `${name} do not hear of each other`, begin: async () => ways.forEach((way) => way.stall()), end: heal },
  ];
}

const diskMegabytes = 400;

/** Mounts a small disk at a folder; returns false where that is not allowed. */
function mountDisk(folder: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskMegabytes}m`, "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** A disk that is full for a while. A member that ends for it is started again. */
function fullDisk(name: string, folder: string): Fault {
  const ballast = join(folder, "ballast");
  return {
    name: `the disk of ${name} is full`,
    async begin() {
      const megabyte = Buffer.alloc(1 << 20);
      try {
        for (let at = 0; at < diskMegabytes; at++) writeFileSync(ballast, megabyte, { flag: "a" });
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
      }
    },
    async end() {
      rmSync(ballast);
    },
  };
}
