import { readFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { messageOf } from "../../apimachinery/message-of.ts";
import { UsageError } from "../usage-error.ts";

const own = "Kubepad's kube-apiserver keeps objects in its own storage: this program answers health checks only";

const flags: readonly (readonly [name: string, note: string])[] = [
  ["listen-client-urls", "where health checks are answered"],
  ["cert-file", "the certificate for https addresses"],
  ["key-file", "its key"],
  ["data-dir", "no effect: nothing is stored here"],
  ["unsafe-no-fsync", "no effect"],
];

/** What the program says of itself. */
export const etcdUsage = [
  `etcd for envtest. ${own}.`,
  "",
  ...flags.map(([name, note]) => `  --${`${name} `.padEnd(28)}${note}`),
  "",
  "Other flags of etcd are accepted without effect.",
].join("\n");

/** A program that stands in for etcd. */
export interface EtcdStandIn {
  readonly urls: readonly string[];
  close(): Promise<void>;
}

/** Runs the program `etcd` of the assets of envtest until the process gets SIGTERM or SIGINT. */
export async function runEtcd(args: readonly string[]): Promise<void> {
  if (args.includes("--help") || args.includes("-h")) return console.log(etcdUsage);
  try {
    const standIn = await openEtcd(args);
    console.error(`${own} (${standIn.urls.join(", ")})`);
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      process.once(signal, () => void standIn.close().then(() => process.exit(0)));
  } catch (error) {
    console.error(`Error: ${messageOf(error)}`);
    process.exitCode = 1;
  }
}

/** Listens on the client URLs of a command line of etcd. Flags of etcd that have no part in that are ignored. */
export async function openEtcd(args: readonly string[]): Promise<EtcdStandIn> {
  const urls = (valueOf(args, "listen-client-urls") ?? "http://localhost:2379").split(",");
  const [certFile, keyFile] = [valueOf(args, "cert-file"), valueOf(args, "key-file")];
  const tls =
    certFile === undefined || keyFile === undefined
      ? undefined
      : { cert: readFileSync(certFile), key: readFileSync(keyFile) };
  const servers: Server[] = [];
  for (const url of urls) servers.push(await listen(url, tls));
  return {
    urls: servers.map((server, at) => addressOf(urls[at] ?? "", server)),
    async close() {
      await Promise.all(
        servers.map((server) => {
          const closed = new Promise((resolve) => server.close(resolve));
          server.closeAllConnections();
          return closed;
        }),
      );
    },
  };
}

/** Returns the last value of a flag, whatever else the arguments are. */
function valueOf(args: readonly string[], name: string): string | undefined {
  const at = args.findLastIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  if (at < 0) return undefined;
  const text = args[at] ?? "";
  return text.includes("=") ? text.slice(text.indexOf("=") + 1) : args[at + 1];
}

function listen(text: string, tls: { readonly cert: Buffer; readonly key: Buffer } | undefined): Promise<Server> {
  if (!URL.canParse(text)) throw new UsageError(`URL address does not have the form "host:port": ${text}`);
  const url = new URL(text);
  if (url.protocol === "https:" && tls === undefined)
    throw new UsageError(
      `TLS key/cert (--cert-file, --key-file) must be provided for client url ${text} with HTTPS scheme`,
    );
  const server = url.protocol === "https:" && tls !== undefined ? createTlsServer(tls, answer) : createServer(answer);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(Number(url.port), url.hostname.replace(/^\[(.*)\]$/, "$1"), () => resolve(server));
  });
}

function addressOf(text: string, server: Server): string {
  const url = new URL(text);
  const address = server.address() as AddressInfo; // of a server that listens on a port
  return `${url.protocol}//${url.hostname}:${address.port}`;
}

/** The answers of etcd that tell that it is there, and for everything else why there is nothing. */
const answer: RequestListener = ({ url = "/" }, response) => {
  const [path = ""] = url.split("?");
  const found = answers[path];
  response.writeHead(found === undefined ? 404 : 200, { "Content-Type": "application/json" });
  response.end(JSON.stringify(found ?? { error: own }));
};

const answers: Readonly<Record<string, object>> = {
  "/health": { health: "true", reason: "" },
  "/version": { etcdserver: "3.6.4", etcdcluster: "3.6.0", note: own },
};
