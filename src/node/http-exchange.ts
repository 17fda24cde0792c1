import type { IncomingMessage, ServerResponse } from "node:http";
import type { Exchange, HeaderReader } from "../component-base/exchange.ts";
import { RawHeaderReader } from "./raw-header-reader.ts";

/**
 * A request of node:http as the core takes it: the target as it was sent, the signal made only when somebody asks for
 * it.
 */
export class HttpExchange implements Exchange {
  readonly method: string;
  readonly target: string;
  readonly headers: HeaderReader;
  body: Uint8Array | null = null;
  /** An answer was given whole, so that nobody waits any more who could be told of the end. */
  answered = false;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #controller: AbortController | undefined;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.method = request.method ?? "GET";
    this.target = originForm(request.url ?? "/");
    this.headers = new RawHeaderReader(request.rawHeaders);
    this.#request = request;
    this.#response = response;
  }

  get remoteAddress(): string | undefined {
    return this.#request.socket.remoteAddress;
  }

  get signal(): AbortSignal {
    return this.#abortable().signal;
  }

  /** Tells the core that nobody waits any more. */
  abort(): void {
    this.#abortable().abort();
  }

  #abortable(): AbortController {
    if (this.#controller) return this.#controller;
    const controller = new AbortController();
    this.#controller = controller;
    const response = this.#response;
    if (response.destroyed) controller.abort();
    // An answer that was sent is closed too; aborting then would wake everybody who listened for nothing.
    else response.once("close", () => this.answered || response.writableFinished || controller.abort());
    return controller;
  }
}

/** A proxy's `http://host/path` as the path it means. */
function originForm(target: string): string {
  if (target.startsWith("/") || target === "*") return target;
  const scheme = target.indexOf("://");
  if (scheme < 0) return target;
  const path = target.indexOf("/", scheme + 3);
  return path < 0 ? "/" : target.slice(path);
}
