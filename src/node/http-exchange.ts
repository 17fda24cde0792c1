import type { IncomingMessage, ServerResponse } from "node:http";
import type { Exchange, HeaderReader } from "../component-base/exchange.ts";
import type { ClientIdentity, IdentifyClient } from "./tls/client-certificates.ts";
import { RawHeaderReader } from "./raw-header-reader.ts";

/** Adapts a node:http request to an Exchange. The target is unchanged, and the abort signal is created on first use. */
export class HttpExchange implements Exchange {
  readonly method: string;
  readonly target: string;
  readonly headers: HeaderReader;
  body: Uint8Array | null = null;
  /** Set once the whole response was sent, after which there is no need to signal that the client is gone. */
  answered = false;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #client: ClientIdentity | undefined;
  #controller: AbortController | undefined;

  /** `identify` tells who the client is by the certificate of its connection; undefined if there are none. */
  constructor(request: IncomingMessage, response: ServerResponse, identify?: IdentifyClient) {
    this.method = request.method ?? "GET";
    this.target = originForm(request.url ?? "/");
    this.headers = new RawHeaderReader(request.rawHeaders);
    this.#request = request;
    this.#response = response;
    this.#client = identify?.(request.socket);
  }

  get certificateUser(): Exchange["certificateUser"] {
    return this.#client?.certificateUser;
  }

  get viaFrontProxy(): boolean {
    return this.#client?.viaFrontProxy === true;
  }

  get remoteAddress(): string | undefined {
    return this.#request.socket.remoteAddress;
  }

  get signal(): AbortSignal {
    return this.#abortable().signal;
  }

  /** Signals that the client is gone. */
  abort(): void {
    this.#abortable().abort();
  }

  #abortable(): AbortController {
    if (this.#controller) return this.#controller;
    const controller = new AbortController();
    this.#controller = controller;
    const response = this.#response;
    if (response.destroyed) controller.abort();
    // The response also closes after it was sent; aborting then would needlessly notify all abort listeners.
    else response.once("close", () => this.answered || response.writableFinished || controller.abort());
    return controller;
  }
}

/** Converts the absolute form of a request target, as sent to proxies, to the origin form. */
function originForm(target: string): string {
  if (target.startsWith("/") || target === "*") return target;
  const scheme = target.indexOf("://");
  if (scheme < 0) return target;
  const path = target.indexOf("/", scheme + 3);
  return path < 0 ? "/" : target.slice(path);
}
