import type { IncomingMessage } from "node:http";

/** One byte more than the server reads of any body: what is longer need not be kept to be refused. */
export const keptBodyBytes = 3 * 1024 * 1024 + 1;

/** Gathers a body up to `keptBodyBytes` and lets the rest run dry; `done` is never called when the client went away before its end. */
export function collectBody(request: IncomingMessage, done: (body: Uint8Array) => void): void {
  new BodyCollector(request, done);
}

class BodyCollector {
  readonly #parts: Uint8Array[] = [];
  #bytes = 0;
  #settled = false;
  readonly #done: (body: Uint8Array) => void;

  constructor(request: IncomingMessage, done: (body: Uint8Array) => void) {
    this.#done = done;
    request.on("data", (part: Uint8Array) => this.#add(part));
    request.on("end", () => this.#settle());
    request.on("error", () => (this.#settled = true)); // nobody is there to be answered
  }

  // The listener stays after the limit, so that the rest is read and dropped and the client gets to see its answer.
  #add(part: Uint8Array): void {
    if (this.#settled) return;
    this.#parts.push(part);
    this.#bytes += part.length;
    if (this.#bytes >= keptBodyBytes) this.#settle();
  }

  #settle(): void {
    if (this.#settled) return;
    this.#settled = true;
    const body = joinBytes(this.#parts, this.#bytes);
    this.#parts.length = 0;
    this.#done(body);
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
