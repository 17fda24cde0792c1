import { createServer, type Server, type ServerResponse } from "node:http";
import { constants, X509Certificate } from "node:crypto";
import { createServer as createTlsServer, type Server as TlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { createSecureContext, type SecureContext } from "node:tls";
import type { Handle } from "../component-base/exchange.ts";
import { Arrivals } from "./arrivals.ts";
import { createHttp2Connections, type Http2Connections } from "./http2/http2-connections.ts";
import { HttpExchange } from "./http-exchange.ts";
import { Outbox } from "./outbox.ts";
import { isRepeated } from "./raw-header-reader.ts";
import { ReceivedRequest } from "./received-request.ts";
import type { IdentifyClient } from "./tls/client-certificates.ts";
import { chooseCertificate, type CertificateChoice, type NamedCertificate } from "./tls/named-certificates.ts";
import { writeAnswer } from "./write-answer.ts";

/** An HTTP server that listens on a local port. */
export interface HttpHost {
  /** `http://127.0.0.1:PORT`, or with `https` */
  readonly url: string;
  /** Serves later connections, and tells later requests apart, with another certificate and other authorities. */
  changeTls(tls: HostTls): void;
  /** Stops listening, ends exchanges in progress, and resolves when all connections are closed. */
  close(): Promise<void>;
}

/** How an HTTP host serves HTTPS. */
export interface HostTls {
  /** The certificate and key in PEM. */
  readonly cert: string;
  readonly key: string;
  /** Certificates for hosts that clients name, and for addresses that they connect to without a name. */
  readonly named?: readonly NamedCertificate[] | undefined;
  /** The authorities of client certificates, in PEM. If undefined, clients are asked for none. */
  readonly clientCa?: string | undefined;
  /** Tells who the client of a connection is by its certificate. */
  readonly identify?: IdentifyClient | undefined;
  readonly minVersion?: "TLSv1.2" | "TLSv1.3" | undefined;
  /** The cipher suites of TLS 1.2, as OpenSSL names them. */
  readonly ciphers?: string | undefined;
}

/** The settings of HTTP/2. */
export interface Http2Settings {
  /** The most requests at one time on one connection; 100 by default. */
  readonly maxStreams?: number | undefined;
  /** The share of requests after which a client is told to make another connection. */
  readonly goawayChance?: number | undefined;
}

/** The options of an HTTP host. Port 0 selects a free port. */
export interface HttpHostOptions {
  readonly handle: Handle;
  readonly port: number;
  /** The address to listen on; 127.0.0.1 by default. */
  readonly address?: string | undefined;
  /** Undefined for plain HTTP. */
  readonly tls?: HostTls | undefined;
  /** What clients may do over HTTP/2, which HTTPS offers beside HTTP/1.1; undefined if it does not. */
  readonly http2?: Http2Settings | undefined;
  /** How long, in milliseconds, responses in progress may take to finish when the host closes. */
  readonly graceMs?: number;
  /** False: neither the host nor its connections keep the process alive. True by default. */
  readonly keepsProcess?: boolean;
}

const loopback = "127.0.0.1";
const idleConnectionMs = 90_000; // genericapiserver's IdleTimeout
// http.DefaultMaxHeaderBytes plus the allowance that Go's server adds for buffering
const maxHeaderBytes = 1024 * 1024 + 4096;
const defaultStreams = 100; // http2.Server of secure_serving.go

/** Serves `handle` over node:http or node:https. Resolves once the server listens. */
export async function openHttpHost(options: HttpHostOptions): Promise<HttpHost> {
  const { handle, port, tls, address = loopback, graceMs = 3_000, keepsProcess = true } = options;
  const running = new Set<HttpExchange>();
  const serving: Serving = {
    handle,
    running,
    arrivals: new Arrivals(),
    outbox: new Outbox(),
    identify: tls?.identify,
    certificates: tls && certificatesOf(tls),
  };
  const respond = (request: ReceivedRequest, response: ServerResponse<ReceivedRequest>): void =>
    receive(serving, request, response);
  const connections = {
    keepAlive: true,
    noDelay: true,
    maxHeaderSize: maxHeaderBytes,
    IncomingMessage: ReceivedRequest,
  };
  const alpn = options.http2 === undefined ? {} : { ALPNProtocols: ["h2", "http/1.1"] };
  const server =
    tls === undefined
      ? createServer(connections, respond)
      : createTlsServer(
          { ...connections, ...secureContextOf(tls), ...clientCertificates(tls), ...byName(tls, serving), ...alpn },
          respond,
        );
  if (isSecure(server)) serveByAddress(server, serving);
  const http2 = options.http2 && isSecure(server) ? offerHttp2(server, serving, options.http2) : undefined;
  server.keepAliveTimeout = idleConnectionMs;
  server.maxHeadersCount = 0; // the size of headers is limited, not their number
  server.on("clientError", refuseMalformed);
  if (!keepsProcess) server.unref().on("connection", (socket) => socket.unref());
  await listen(server, port, address);
  return {
    url: `${tls === undefined ? "http" : "https"}://${reachable(address)}:${portOf(server)}`,
    changeTls(changed) {
      if (!isSecure(server)) throw new Error("a host without TLS has no certificate to change");
      serving.certificates = certificatesOf(changed);
      serving.identify = changed.identify;
      server.setSecureContext(secureContextOf(changed));
    },
    close: () => closeHost(server, http2, running, graceMs),
  };
}

/** Has a server offer HTTP/2, and serve the connections whose clients choose it apart from the others. */
function offerHttp2(server: TlsServer, serving: Serving, settings: Http2Settings): Http2Connections {
  const http2 = createHttp2Connections({
    handle: serving.handle,
    arrivals: serving.arrivals,
    identify: () => serving.identify,
    maxStreams: settings.maxStreams ?? defaultStreams,
    maxHeaderBytes,
    idleMs: idleConnectionMs,
    goawayChance: settings.goawayChance ?? 0,
    random: Math.random,
  });
  const others = server.listeners("secureConnection");
  server.removeAllListeners("secureConnection");
  server.on("secureConnection", (socket) => {
    if (socket.alpnProtocol === "h2") return http2.accept(socket);
    for (const serve1 of others) serve1.call(server, socket);
  });
  return http2;
}

const isSecure = (server: Server | TlsServer): server is TlsServer => "setSecureContext" in server;

/** Returns the address by which this machine reaches what listens on an address. */
function reachable(address: string): string {
  if (address === "0.0.0.0") return loopback;
  if (address === "::") return "[::1]";
  return address.includes(":") ? `[${address}]` : address;
}

/**
 * Sessions are not resumed: their certificates would not be verified again. Nor is anything agreed upon anew within a
 * connection, as in crypto/tls: its client would be another one then.
 */
const secureContextOf = ({ cert, key, clientCa: ca, minVersion = "TLSv1.2", ciphers }: HostTls) => ({
  cert,
  key,
  minVersion,
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION | (ca === undefined ? 0 : constants.SSL_OP_NO_TICKET),
  ...(ca !== undefined && { ca }),
  ...(ciphers !== undefined && { ciphers }),
});

/** Clients are asked for certificates, and told apart by them when they send requests, as in Go's RequestClientCert. */
const clientCertificates = ({ clientCa }: HostTls) =>
  clientCa === undefined ? {} : { requestCert: true, rejectUnauthorized: false };

/** The certificates of a server: its own, and those for names and addresses. */
interface Certificates {
  readonly own: ServedCertificate;
  readonly choice: CertificateChoice<ServedCertificate>;
}

interface ServedCertificate {
  readonly tls: HostTls;
  readonly context: SecureContext;
}

function certificatesOf(own: HostTls): Certificates {
  const served = (tls: HostTls): ServedCertificate => ({ tls, context: createSecureContext(secureContextOf(tls)) });
  const named = (own.named ?? []).map(
    (certificate) => [certificate, served({ ...own, cert: certificate.cert, key: certificate.key })] as const,
  );
  return { own: served(own), choice: chooseCertificate(new X509Certificate(own.cert), named) };
}

/** Serves a client that names a host with the certificate for it. */
const byName = ({ named = [] }: HostTls, serving: Serving) =>
  named.length > 0 && {
    SNICallback: (name: string, done: (error: Error | null, context?: SecureContext) => void): void =>
      done(null, (serving.certificates?.choice.forName(name) ?? serving.certificates?.own)?.context),
  };

/** Serves a client that names no host with the certificate of the address that it has connected to. */
function serveByAddress(server: TlsServer, serving: Serving): void {
  if (serving.certificates?.choice.hasAddresses !== true) return;
  // ahead of the listener that begins the handshake with the context that the server has
  server.prependListener("connection", ({ localAddress = "" }: Socket) => {
    const { own, choice } = serving.certificates ?? {};
    const served = choice?.forAddress(localAddress) ?? own;
    if (served !== undefined) server.setSecureContext(secureContextOf(served.tls));
  });
}

/** The state shared by all requests of a host. */
interface Serving {
  readonly handle: Handle;
  readonly running: Set<HttpExchange>;
  readonly arrivals: Arrivals;
  readonly outbox: Outbox;
  identify: IdentifyClient | undefined;
  /** Undefined for plain HTTP. */
  certificates: Certificates | undefined;
}

/**
 * Processes a request in one batch with those that arrive in the same turn, once its body is complete and the previous
 * requests on the connection are answered.
 */
function receive(serving: Serving, request: ReceivedRequest, response: ServerResponse): void {
  if (isRepeated(request.rawHeaders, "Host")) return refuseHosts(response);
  const exchange = new HttpExchange(request, response, serving.identify);
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

/** Rejects a request for several hosts, which a proxy may take for another one than this server, as Go does. */
function refuseHosts(response: ServerResponse): void {
  response.writeHead(400, { "Content-Type": "text/plain; charset=utf-8", Connection: "close" });
  response.end("400 Bad Request: too many Host headers");
}

function listen(server: Server, port: number, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, address, () => resolve());
  });
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}

async function closeHost(
  server: Server,
  http2: Http2Connections | undefined,
  running: ReadonlySet<HttpExchange>,
  graceMs: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.keepAliveTimeout = 1; // for connections whose last response is still being sent
  server.closeIdleConnections();
  for (const exchange of running) exchange.abort();
  http2?.close();
  const deadline = setTimeout(() => {
    server.closeAllConnections();
    http2?.destroy();
  }, graceMs);
  await closed;
  clearTimeout(deadline);
}
