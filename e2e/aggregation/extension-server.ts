import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Authority } from "./certificates.ts";
import { pairsOf, type WireAnswer, type WireRequest } from "./exchange.ts";

/** An answer of an extension server: of whole, or none since the connection is closed. */
export type ExtensionAnswer = WireAnswer | "close";

/** Answers requests in place of an extension API server. */
export type Extension = (request: Call) => ExtensionAnswer | Promise<ExtensionAnswer>;

/** A call that the extension server got. */
export interface Call extends WireRequest {
  /** The server name that the client verifies. */
  readonly serverName: string;
  /** The common name of the client's certificate. */
  readonly certificate: string | undefined;
}

/** An extension API server over HTTPS on 127.0.0.1, which remembers its calls. */
export interface ExtensionServer {
  readonly port: number;
  /** The calls since the last time, in order. */
  take(): readonly Call[];
  close(): Promise<void>;
}

/** Starts an extension server that answers by a function. Port 0 selects a free port. */
export async function startExtensionServer(
  extension: Extension,
  authority: Authority,
  names: readonly string[],
  port = 0,
): Promise<ExtensionServer> {
  let calls: Call[] = [];
  const tls = { ...authority.server(names), requestCert: true, rejectUnauthorized: false };
  const server = createServer(tls, (received, response) => void respond(received, response));
  const respond = async (received: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of received) parts.push(part as Buffer);
    const { method = "", url: target = "", rawHeaders } = received;
    const { servername } = received.socket as { readonly servername?: string | false }; // of TLS
    const serverName = servername === false ? "" : (servername ?? "");
    const body = Buffer.concat(parts).toString();
    const certificate = commonNameOf(received);
    const request = { method, target, headers: pairsOf(rawHeaders), body, serverName, certificate };
    calls.push(request);
    const answer = await extension(request);
    if (answer === "close") return void received.socket.destroy();
    response.sendDate = false;
    for (const [name, value] of answer.headers) response.appendHeader(name, value);
    response.writeHead(answer.status);
    // Bytes stand as characters in compressed bodies.
    const isText = !answer.headers.some(([name]) => name === "Content-Encoding");
    response.end(method === "HEAD" ? undefined : Buffer.from(answer.body, isText ? "utf8" : "latin1"));
  };
  server.on("upgrade", (received: IncomingMessage) => received.socket.destroy());
  await once(server.listen(port, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port, // a TCP server has one
    take() {
      const taken = calls;
      calls = [];
      return taken;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function commonNameOf({ socket }: IncomingMessage): string | undefined {
  if (!("getPeerCertificate" in socket) || typeof socket.getPeerCertificate !== "function") return undefined;
  const { subject } = socket.getPeerCertificate() as { readonly subject?: { readonly CN?: string } };
  return subject?.CN;
}
