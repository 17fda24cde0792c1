import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import type { Socket } from "node:net";
import type { Exchange, HeaderReader } from "../../component-base/exchange.ts";
import { RawHeaderReader } from "../raw-header-reader.ts";
import { keptBodyBytes } from "../received-request.ts";
import type { ClientIdentity, IdentifyClient } from "../tls/client-certificates.ts";

/** Adapts a stream of HTTP/2 to an Exchange. */
export class Http2Exchange implements Exchange {
  readonly method: string;
  readonly target: string;
  readonly headers: HeaderReader;
  body: Uint8Array | null = null;
  readonly remoteAddress: string | undefined;
  readonly #client: ClientIdentity | undefined;
  #controller: AbortController | undefined;
  #isGone = false;

  /** `rawHeaders` are the names and values as they were sent, those of HTTP/2 itself included. */
  constructor(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[],
    identify: IdentifyClient | undefined,
  ) {
    this.method = pseudo(headers, constants.HTTP2_HEADER_METHOD) || "GET";
    this.target = pseudo(headers, constants.HTTP2_HEADER_PATH) || "/";
    this.headers = new RawHeaderReader(fieldsOf(rawHeaders, pseudo(headers, constants.HTTP2_HEADER_AUTHORITY)));
    const socket: Socket | undefined = stream.session?.socket;
    this.remoteAddress = socket?.remoteAddress;
    this.#client = socket && identify?.(socket);
  }

  get certificateUser(): Exchange["certificateUser"] {
    return this.#client?.certificateUser;
  }

  get viaFrontProxy(): boolean {
    return this.#client?.viaFrontProxy === true;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isGone) this.#controller.abort();
    return this.#controller.signal;
  }

  /** Signals that the client is gone. */
  abort(): void {
    this.#isGone = true;
    this.#controller?.abort();
  }
}

const pseudo = (headers: IncomingHttpHeaders, name: string): string => String(headers[name] ?? "");

/** Returns the header fields alone, with the host that HTTP/2 has as `:authority`. */
function fieldsOf(raw: readonly string[], authority: string): readonly string[] {
  const fields: string[] = [];
  let hasHost = false;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? "";
    if (name.startsWith(":")) continue;
    hasHost ||= name === "host";
    fields.push(name, raw[at + 1] ?? "");
  }
  return hasHost || authority === "" ? fields : ["host", authority, ...fields];
}

/** Collects the body of a stream up to the bytes that are kept; calls `done` once it is whole, or larger. */
export function whenBodyIsWhole(stream: ServerHttp2Stream, done: (parts: readonly Uint8Array[]) => void): void {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  let isDone = false;
  const settle = (): void => {
    if (isDone) return;
    isDone = true;
    done(parts);
  };
  stream.on("data", (part: Buffer) => {
    if (isDone) return; // answered without the rest of its body
    parts.push(part);
    bytes += part.length;
    if (bytes >= keptBodyBytes) settle();
  });
  stream.on("end", settle);
}
