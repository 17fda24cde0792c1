import { createServer, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Handle } from "../component-base/exchange.ts";
import { Arrivals } from "./arrivals.ts";
import { HttpExchange } from "./http-exchange.ts";
import { Outbox } from "./outbox.ts";
import { ReceivedRequest } from "./received-request.ts";
import { writeAnswer } from "./write-answer.ts";

/** An HTTP server that listens on a local port. */
export interface HttpHost {
  /** `http://127.0.0.1:PORT`, or with `https` */
  readonly url: string;
  /** Stops listening, ends exchanges in progress, and resolves when all connections are closed. */
  close(): Promise<void>;
}

/** The options of an HTTP host. Port 0 selects a free port. */
export interface HttpHostOptions {
  readonly handle: Handle;
  readonly port: number;
  /** The certificate and key in PEM; undefined for plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** How long, in milliseconds, responses in progress may take to finish when the host closes. */
  readonly graceMs?: number;
  /** False: neither the host nor its connections keep the process alive. True by default. */
  readonly keepsProcess?: boolean;
}

const loopback = "127.0.0.1";
const idleConnectionMs = 90_000; // genericapiserver's IdleTimeout
// http.DefaultMaxHeaderBytes plus the allowance that Go's server adds for buffering
const maxHeaderBytes = 1024 * 1024 + 4096;

/** Serves `handle` over node:http or node:https. Resolves once the server listens. */
export async function openHttpHost(options: HttpHostOptions): Promise<HttpHost> {
  const { handle, port, tls, graceMs = 3_000, keepsProcess = true } = options;
  const running = new Set<HttpExchange>();
  const serving = { handle, running, arrivals: new Arrivals(), outbox: new Outbox() };
  const respond = (request: ReceivedRequest, response: ServerResponse<ReceivedRequest>): void =>
    receive(serving, request, response);
  const connections = {
    keepAlive: true,
    noDelay: true,
    maxHeaderSize: maxHeaderBytes,
    IncomingMessage: ReceivedRequest,
  };
  const server =
    tls === undefined
      ? createServer(connections, respond)
      : createTlsServer({ ...connections, cert: tls.cert, key: tls.key }, respond);
  server.keepAliveTimeout = idleConnectionMs;
  server.maxHeadersCount = 0; // the size of headers is limited, not their number
  server.on("clientError", refuseMalformed);
  if (!keepsProcess) server.unref().on("connection", (socket) => socket.unref());
  await listen(server, port);
  return {
    url: `${tls === undefined ? "http" : "https"}://${loopback}:${portOf(server)}`,
    close: () => closeHost(server, running, graceMs),
  };
}

/** The state shared by all requests of a host. */
interface Serving {
  readonly handle: Handle;
  readonly running: Set<HttpExchange>;
  readonly arrivals: Arrivals;
  readonly outbox: Outbox;
}

/**
 * Processes a request in one batch with those that arrive in the same turn, once its body is complete and the previous
 * requests on the connection are answered.
 */
function receive(serving: Serving, request: ReceivedRequest, response: ServerResponse): void {
  const exchange = new HttpExchange(request, response);
  const begin = (): void => serving.arrivals.hold(() => void serve(serving, exchange, response));
  request.whenWhole((body) => {
    exchange.body = body.length > 0 || announcesBody(exchange) ? body : null;
    // node:http assigns the socket to one response after the other
    if (response.socket === null) response.once("socket", begin);
    else begin();
  });
}

async function serve(
  { handle, running, outbox }: Serving,
  exchange: HttpExchange,
  response: ServerResponse,
): Promise<void> {
  const answer = await handle(exchange);
  const stream = writeAnswer(response, answer, outbox);
  if (!stream) {
    exchange.answered = true;
    return;
  }
  running.add(exchange);
  await stream;
  running.delete(exchange);
}

const announcesBody = ({ headers }: HttpExchange): boolean =>
  headers.get("content-length") !== null || headers.get("transfer-encoding") !== null;

/** Rejects a malformed HTTP request with the response of Go's server. */
function refuseMalformed(error: Error, socket: Socket): void {
  if (!socket.writable) return;
  const tooLarge = "code" in error && error.code === "HPE_HEADER_OVERFLOW";
  const status = tooLarge ? "431 Request Header Fields Too Large" : "400 Bad Request";
  socket.end(`HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${status}`);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, loopback, () => resolve());
  });
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}

async function closeHost(server: Server, running: ReadonlySet<HttpExchange>, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.keepAliveTimeout = 1; // for connections whose last response is still being sent
  server.closeIdleConnections();
  for (const exchange of running) exchange.abort();
  const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(deadline);
}
