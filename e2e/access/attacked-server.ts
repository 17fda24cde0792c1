import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { apiServerOptions } from "../../src/node/flags/api-server-options.ts";
import { flagTable } from "../../src/node/flags/flag-table.ts";
import { parseFlags } from "../../src/node/flags/parse-flags.ts";
import { serve } from "../../src/node/serve.ts";
import type { IssuedCertificate } from "../../src/node/tls/testing/test-authority.ts";
import type { AttackWorld } from "./attack-world.ts";
import { freePort } from "../../src/node/testing/free-port.ts";

/** A request with any credentials. */
export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly client?: IssuedCertificate | undefined;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly body?: object | undefined;
}

/** What a server answers. */
export interface Answered {
  readonly code: number;
  readonly body: ReturnType<typeof JSON.parse>;
}

/** A server over HTTPS. */
export interface AttackedServer {
  ask(asked: Asked): Promise<Answered>;
  close(): Promise<void>;
}

/**
 * Starts the server under attack. With the paths of kube-apiserver and etcd in the environment, it is those: what they
 * answer is recorded.
 */
export async function openAttackedServer(world: AttackWorld): Promise<AttackedServer> {
  const port = await freePort();
  const { KUBE_APISERVER: program, ETCD: etcd = "etcd" } = process.env;
  const close = program === undefined ? await serveHere(world, port) : await serveThere(world, port, program, etcd);
  const ask = (asked: Asked): Promise<Answered> => send(`https://127.0.0.1:${port}`, world, asked);
  return { ask, close };
}

async function serveHere({ flags }: AttackWorld, port: number): Promise<() => Promise<void>> {
  const served = await serve(apiServerOptions(parseFlags([`--secure-port=${port}`, ...flags], flagTable)));
  return () => served.close();
}

async function serveThere(world: AttackWorld, port: number, program: string, etcd: string) {
  const [client, peer] = [await freePort(), await freePort()];
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
  const children = [
    spawn(etcd, [
      `--data-dir=${world.file("etcd")}`,
      `--listen-client-urls=${clientUrl}`,
      `--advertise-client-urls=${clientUrl}`,
      `--listen-peer-urls=${peerUrl}`,
      `--initial-advertise-peer-urls=${peerUrl}`,
      `--initial-cluster=default=${peerUrl}`,
    ]),
    spawn(program, [
      ...world.flags,
      `--secure-port=${port}`,
      "--bind-address=127.0.0.1",
      `--etcd-servers=${clientUrl}`,
      "--service-cluster-ip-range=10.0.0.0/24",
    ]),
  ];
  for (const child of children) for (const output of [child.stdout, child.stderr]) output.resume();
  const isReady = async (): Promise<boolean> => {
    const asked = { path: "/readyz", token: "static-token" };
    return (await send(`https://127.0.0.1:${port}`, world, asked).catch(() => undefined))?.code === 200;
  };
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 500));
  return async () => {
    for (const child of children.reverse()) {
      child.kill();
      await new Promise((resolve) => child.once("exit", resolve));
    }
  };
}

function send(url: string, world: AttackWorld, { method, path, client, token, headers, body }: Asked) {
  const sentBody = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  return new Promise<Answered>((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      {
        method: method ?? (body === undefined ? "GET" : "POST"),
        ca: readFileSync(world.file("certs/apiserver.crt")),
        agent: false,
        ...(client && { cert: client.cert, key: client.key }),
        headers: {
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { "Content-Type": contentType(method) }),
          "Content-Length": sentBody?.length ?? 0,
          ...headers,
        },
      },
      (response) => {
        let text = "";
        response.on("data", (part: Buffer) => (text += part.toString()));
        response.on("end", () =>
          resolve({ code: response.statusCode ?? 0, body: text.startsWith("{") ? JSON.parse(text) : text }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(sentBody);
  });
}

const contentType = (method: string | undefined): string =>
  method === "PATCH" ? "application/merge-patch+json" : "application/json";
