import { Buffer } from "node:buffer";
import { connect, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";

const headEnd = "\r\n\r\n";
const lastChunk = Buffer.from("\r\n0\r\n\r\n");

/** Encodes an HTTP/1.1 request. */
export function encodeRequest(
  method: string,
  target: string,
  headers: Readonly<Record<string, string>>,
  body = "",
): string {
  const length = body === "" ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  const lines = Object.entries({ Host: "127.0.0.1", Accept: "application/json", ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`${method} ${target} HTTP/1.1`, ...lines, "", body].join("\r\n");
}

/** Connects to a server over TCP, or over TLS whatever its certificate, and calls `ready` when that is done. */
export function open(url: string, ready: () => void): Socket {
  const { protocol, port, hostname: host } = new URL(url);
  if (protocol === "http:") return connect(Number(port), host, ready);
  return connectSecurely({ host, port: Number(port), rejectUnauthorized: false }, ready);
}

/** A persistent connection for one exchange at a time, with minimal client overhead. */
export class Connection {
  readonly #socket: Socket;
  #parts: Buffer[] = [];
  #bytes = 0;
  #needed = -1;
  #settle: ((answer: Buffer) => void) | undefined;
  #reject: ((error: Error) => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (part: Buffer) => this.#add(part));
    socket.on("error", (error) => this.#reject?.(error));
    socket.on("close", () => this.#reject?.(newClosed()));
  }

  static open(url: string): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = open(url, () => resolve(new Connection(socket)));
      socket.once("error", reject);
    });
  }

  /** Sends an encoded request and returns the whole response with its headers. */
  exchange(request: string): Promise<Buffer> {
    if (this.#socket.destroyed) return Promise.reject(newClosed());
    return new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#reject = reject;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#reject = undefined;
    this.#socket.destroy();
  }

  #add(part: Buffer): void {
    this.#parts.push(part);
    this.#bytes += part.length;
    if (this.#needed < 0) this.#readHead();
    const complete =
      this.#needed >= 0 && this.#needed !== Number.POSITIVE_INFINITY
        ? this.#bytes >= this.#needed
        : this.#needed > 0 && endsWithLastChunk(this.#parts);
    if (complete) this.#finish();
  }

  /**
   * Determines the length of the response from Content-Length. For chunked responses it is infinity until the last
   * chunk.
   */
  #readHead(): void {
    const received = this.#parts.length === 1 ? (this.#parts[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#parts);
    this.#parts = [received];
    const end = received.indexOf(headEnd);
    if (end < 0) return;
    const length = /content-length: (\d+)/i.exec(received.toString("latin1", 0, end))?.[1];
    this.#needed = length === undefined ? Number.POSITIVE_INFINITY : end + headEnd.length + Number(length);
  }

  #finish(): void {
    const answer = this.#parts.length === 1 ? (this.#parts[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#bytes = 0;
    this.#needed = -1;
    this.#settle?.(answer);
  }
}

const newClosed = (): Error => new Error("the server closed the connection");

function endsWithLastChunk(parts: Buffer[]): boolean {
  const last = parts.at(-1);
  if (!last) return false;
  const tail = last.length >= lastChunk.length ? last : Buffer.concat(parts.slice(-3));
  return tail.length >= lastChunk.length && tail.subarray(-lastChunk.length).equals(lastChunk);
}

/** Returns the status code of a response. */
export const statusOf = (answer: Buffer): number => Number(answer.toString("latin1", 9, 12));

/** Returns the body of a response, with a Content-Length or chunked. */
export function bodyOf(answer: Buffer): string {
  const end = answer.indexOf(headEnd);
  const body = answer.subarray(end + headEnd.length);
  return (/transfer-encoding: chunked/i.test(answer.toString("latin1", 0, end)) ? joinChunks(body) : body).toString(
    "utf8",
  );
}

function joinChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const lineEnd = body.indexOf("\r\n", at);
    const start = lineEnd + 2;
    const length = Number.parseInt(body.toString("latin1", at, lineEnd), 16);
    chunks.push(body.subarray(start, start + length));
    at = start + length + 2;
  }
  return Buffer.concat(chunks);
}
