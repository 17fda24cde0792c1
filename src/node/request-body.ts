import type { IncomingMessage } from "node:http";

/** One byte more than the server reads of any body: what is longer need not be kept to be refused. */
export const keptBodyBytes = 3 * 1024 * 1024 + 1;

/** Gathers a body up to `keptBodyBytes` and lets the rest run dry; undefined when the client went away before its end. */
export function collectBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  return new Promise((resolve) => new BodyCollector(request, resolve));
}

class BodyCollector {
  readonly #parts: Uint8Array[] = [];
  #bytes = 0;
  #settled = false;
  readonly #resolve: (body: Uint8Array | undefined) => void;

  constructor(request: IncomingMessage, resolve: (body: Uint8Array | undefined) => void) {
    this.#resolve = resolve;
    request.on("data", (part: Uint8Array) => this.#add(part));
    request.on("end", () => this.#settle(joinBytes(this.#parts, this.#bytes)));
    request.on("error", () => this.#settle(undefined));
    request.on("close", () => this.#settle(undefined));
  }

  // The listener stays after the limit, so that the rest is read and dropped and the client gets to see its answer.
  #add(part: Uint8Array): void {
    if (this.#settled) return;
    this.#parts.push(part);
    this.#bytes += part.length;
    if (this.#bytes >= keptBodyBytes) this.#settle(joinBytes(this.#parts, this.#bytes));
  }

  #settle(body: Uint8Array | undefined): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#parts.length = 0;
    this.#resolve(body);
  }
}

function joinBytes(parts: readonly Uint8Array[], bytes: number): Uint8Array {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const joined = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
