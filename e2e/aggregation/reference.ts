import { spawn, type ChildProcess } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../src/node/testing/free-port.ts";
import { tokenFile } from "../conformance/token-file.ts";
import { endWithThisProcess } from "../running-children.ts";
import type { Authority } from "./certificates.ts";
import { send } from "./exchange.ts";

/** A program that runs until it is stopped. */
export interface Running {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a program and resolves once its URL answers a GET of `path` with 200. */
export async function startProgram(
  command: string,
  args: readonly string[],
  url: string,
  path: string,
): Promise<Running> {
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
  endWithThisProcess(child, () => child.kill("SIGTERM"));
  let said = "";
  child.stderr.on("data", (part: Buffer) => (said = (said + part.toString()).slice(-4000)));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await answers(child, url, path, () => said);
  if (child.pid === undefined) throw new Error(`${command} was not started`);
  return {
    url,
    pid: child.pid,
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

async function answers(child: ChildProcess, url: string, path: string, said: () => string): Promise<void> {
  const failed = new Promise<Error>((resolve) => child.once("error", resolve));
  for (let tries = 0; tries < 1200; tries++) {
    const headers = [["Authorization", "Bearer admin-token"]] as const;
    const answer = await send({ method: "GET", target: path, headers }, { url }).catch(() => undefined);
    if (answer?.status === 200) return;
    const error = await Promise.race([failed, setTimeout(100)]);
    if (error instanceof Error || child.exitCode !== null) throw error ?? new Error(said());
  }
  throw new Error(`${url}${path} never answered: ${said()}`);
}

/** Starts etcd in a folder. */
export async function startEtcd(folder: string): Promise<Running> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const peer = `http://127.0.0.1:${await freePort()}`;
  const clients = ["--listen-client-urls", url, "--advertise-client-urls", url];
  const peers = ["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster"];
  const all = ["--data-dir", join(folder, "etcd"), ...clients, ...peers, `default=${peer}`, "--unsafe-no-fsync"];
  return startProgram("etcd", all, url, "/health");
}

/**
 * Starts a kube-apiserver, with an etcd of its own unless one is given. `program` is its path; its front proxy has the
 * certificates of `authority`.
 */
export async function startReference(
  program: string,
  authority: Authority,
  etcdUrl?: string,
  flags: readonly string[] = [],
): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), "kubepad-reference-"));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const client = authority.client("front-proxy-client");
  const etcd = etcdUrl === undefined ? await startEtcd(folder) : undefined;
  const port = await freePort();
  const args = {
    "etcd-servers": etcd?.url ?? etcdUrl ?? "",
    "bind-address": "127.0.0.1",
    "secure-port": String(port),
    "cert-dir": folder,
    "endpoint-reconciler-type": "none",
    "service-cluster-ip-range": "10.0.0.0/24",
    "authorization-mode": "RBAC",
    "token-auth-file": file("tokens.csv", tokenFile),
    "service-account-issuer": "https://kubernetes.default.svc",
    "service-account-signing-key-file": file("account.key", privateKey),
    "service-account-key-file": file("account.pub", publicKey),
    "proxy-client-cert-file": file("proxy.crt", client.cert),
    "proxy-client-key-file": file("proxy.key", client.key),
    "requestheader-client-ca-file": file("proxy-ca.crt", authority.ca),
    "requestheader-allowed-names": "front-proxy-client",
    "requestheader-username-headers": "X-Remote-User",
    "requestheader-group-headers": "X-Remote-Group",
    "requestheader-extra-headers-prefix": "X-Remote-Extra-",
  };
  const list = [...Object.entries(args).map(([name, value]) => `--${name}=${value}`), ...flags];
  const server = await startProgram(program, list, `https://127.0.0.1:${port}`, "/readyz");
  return {
    url: server.url,
    pid: server.pid,
    async stop() {
      await server.stop();
      await etcd?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
