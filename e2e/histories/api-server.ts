import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../src/node/testing/free-port.ts";
import { Program } from "./program.ts";

const token = "histories-token";

/** Bundles the program, so that each start is faster. */
export const bundleApiServer = (): string =>
  execFileSync(process.execPath, [".config/bundle-cli.mjs", "src/node/kubepad-apiserver.ts"], {
    encoding: "utf8",
  }).trim();

/** The answer of a request: what was sent, or why nothing is known of it. */
export type Response =
  | { readonly is: "answer"; readonly status: number; readonly body: unknown }
  /** Nobody listened, so the request has certainly no effect. */
  | { readonly is: "refused" }
  | { readonly is: "unknown" };

export interface RequestOptions {
  readonly body?: unknown;
  readonly contentType?: string;
  readonly timeoutMs?: number;
}

/** A process of kubepad-apiserver on a port of its own, which clients reach over HTTPS. */
export class ApiServer {
  readonly name: string;
  readonly program: Program;
  readonly #port: number;
  readonly #folder: string;
  #agent: Agent | undefined;

  private constructor(name: string, folder: string, port: number, program: Program) {
    this.name = name;
    this.#folder = folder;
    this.#port = port;
    this.program = program;
  }

  /** Makes a server that keeps its files in a folder; it is not started. */
  static async create(name: string, bundle: string, folder: string, flags: readonly string[]): Promise<ApiServer> {
    mkdirSync(folder, { recursive: true });
    const tokens = join(folder, "tokens.csv");
    writeFileSync(tokens, `${token},admin,admin-uid,"system:masters"\n`);
    const port = await freePort();
    const own = ["--secure-port", String(port), "--cert-dir", folder, "--token-auth-file", tokens];
    return new ApiServer(name, folder, port, new Program(process.execPath, [bundle, ...own, ...flags]));
  }

  /** Names this process of the server among those that were started. */
  get life(): string {
    return `${this.name} start ${this.program.starts}`;
  }

  /** Starts it; it may not be ready for a while. */
  start(): void {
    this.program.start();
  }

  /** Resolves once it is ready, or to false if that takes longer than a bound. */
  async ready(boundMs = 120_000): Promise<boolean> {
    for (const until = performance.now() + boundMs; performance.now() < until;) {
      const answer = await this.send("GET", "/readyz", { timeoutMs: 2000 });
      if (answer.is === "answer" && answer.status === 200) return true;
      await setTimeout(50);
    }
    return false;
  }

  /** Sends a request of an administrator. The answer is "unknown" if it does not come in time or breaks off. */
  send(method: string, path: string, { body, contentType, timeoutMs = 5000 }: RequestOptions = {}): Promise<Response> {
    return new Promise((resolve) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const fail = (error: NodeJS.ErrnoException): void =>
        resolve({ is: error.code === "ECONNREFUSED" ? "refused" : "unknown" });
      const text = body === undefined ? "" : JSON.stringify(body);
      const headers = {
        Authorization: `Bearer ${token}`,
        "Content-Type": contentType ?? "application/json",
        "Content-Length": Buffer.byteLength(text),
      };
      const sent = request(
        { host: "127.0.0.1", port: this.#port, method, path, headers, agent: this.#connections(), signal },
        (response) => void readBody(response).then(resolve, fail),
      );
      sent.once("error", fail);
      sent.end(text);
    });
  }

  /** Opens a stream, such as a watch; undefined if it is not answered. */
  open(path: string, signal: AbortSignal): Promise<IncomingMessage | undefined> {
    return new Promise((resolve) => {
      const headers = { Authorization: `Bearer ${token}` };
      const sent = request(
        { host: "127.0.0.1", port: this.#port, path, headers, agent: this.#connections(), signal, timeout: 30_000 },
        resolve,
      );
      sent.once("timeout", () => sent.destroy());
      sent.on("error", () => resolve(undefined));
      sent.end();
    });
  }

  /** Connections that verify the certificate, which the server makes at its first start. */
  #connections(): Agent {
    const certificate = join(this.#folder, "apiserver.crt");
    if (this.#agent === undefined && existsSync(certificate))
      this.#agent = new Agent({ keepAlive: true, ca: readFileSync(certificate), servername: "localhost" });
    return this.#agent ?? new Agent();
  }

  /** Closes idle connections. */
  close(): void {
    this.#agent?.destroy();
  }
}

async function readBody(response: IncomingMessage): Promise<Response> {
  const parts: Uint8Array[] = [];
  for await (const part of response) parts.push(part);
  const text = Buffer.concat(parts).toString();
  const isJson = response.headers["content-type"]?.startsWith("application/json") === true;
  return { is: "answer", status: response.statusCode ?? 0, body: isJson ? JSON.parse(text) : text };
}
