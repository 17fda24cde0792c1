import { createServer, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import type { TLSSocket } from "node:tls";
import type { Handle } from "../../component-base/exchange.ts";
import { joinBytes } from "../../component-base/join-bytes.ts";
import type { Arrivals } from "../arrivals.ts";
import type { IdentifyClient } from "../tls/client-certificates.ts";
import { Http2Exchange, whenBodyIsWhole } from "./http2-exchange.ts";
import { writeHttp2Answer } from "./write-http2-answer.ts";

/** How connections of HTTP/2 are served. */
export interface Http2Options {
  readonly handle: Handle;
  readonly arrivals: Arrivals;
  readonly identify: () => IdentifyClient | undefined;
  /** The most requests at one time on one connection. */
  readonly maxStreams: number;
  readonly maxHeaderBytes: number;
  /** After how many milliseconds a connection without requests is closed. */
  readonly idleMs: number;
  /** The share of requests after which a client is told to make another connection (--goaway-chance). */
  readonly goawayChance: number;
  readonly random: () => number;
}

/** The connections of HTTP/2 of a host. */
export interface Http2Connections {
  /** Serves a connection whose client has chosen HTTP/2. */
  accept(socket: TLSSocket): void;
  /** Ends exchanges in progress, and closes each connection once it has none. */
  close(): void;
  /** Ends all connections. */
  destroy(): void;
}

// settings of kube-apiserver for what clients send (secure_serving.go)
const framesOfUploads = 256 * 1024;
const mostHeaders = 4_000;
const sessionMegabytes = 100;

/** Creates what serves connections of HTTP/2: each stream is an exchange, as each request of HTTP/1.1 is. */
export function createHttp2Connections(options: Http2Options): Http2Connections {
  const { maxStreams, maxHeaderBytes, idleMs } = options;
  const sessions = new Set<ServerHttp2Session>();
  const running = new Set<Http2Exchange>();
  const server = createServer({
    maxHeaderListPairs: mostHeaders,
    maxSessionMemory: sessionMegabytes,
    settings: {
      maxConcurrentStreams: maxStreams,
      maxHeaderListSize: maxHeaderBytes,
      initialWindowSize: framesOfUploads,
      maxFrameSize: framesOfUploads,
    },
  });
  server.on("session", (session) => {
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
    session.on("error", () => session.destroy());
    session.setTimeout(idleMs, () => session.close());
  });
  server.on(
    "stream",
    (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, _flags: number, rawHeaders: readonly string[]) =>
      receive(options, running, stream, headers, rawHeaders),
  );
  return {
    accept: (socket) => void server.emit("connection", socket),
    close() {
      for (const session of sessions) session.close();
      for (const exchange of running) exchange.abort();
    },
    destroy() {
      for (const session of sessions) session.destroy();
    },
  };
}

function receive(
  { handle, arrivals, identify, goawayChance, random }: Http2Options,
  running: Set<Http2Exchange>,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  rawHeaders: readonly string[],
): void {
  const exchange = new Http2Exchange(stream, headers, rawHeaders, identify());
  running.add(exchange);
  // a client that resets a stream is gone, which is no error here
  stream.on("error", () => undefined);
  stream.on("close", () => {
    if (running.delete(exchange)) exchange.abort();
  });
  whenBodyIsWhole(stream, (parts) => {
    exchange.body = parts.length > 0 || headers["content-length"] !== undefined ? joinBytes(parts) : null;
    arrivals.hold(() => void answer());
  });
  const answer = async (): Promise<void> => {
    const found = await handle(exchange);
    if (random() < goawayChance) stream.session?.close();
    await writeHttp2Answer(stream, found, exchange.method);
    running.delete(exchange); // nobody needs to be told any more that the client is gone
  };
}
