import { IncomingMessage } from "node:http";
import { joinBytes } from "../component-base/join-bytes.ts";

/**
 * The size up to which a body is kept: one byte more than the server's limit, which is enough to reject larger bodies.
 */
export const keptBodyBytes = 3 * 1024 * 1024 + 1;

/**
 * A request that collects its body up to `keptBodyBytes` and discards the rest. The parser passes the parts to `push`,
 * as for any readable stream. They are collected there, because a stream's buffer, events and event loop turns cost as
 * much as parsing a small request.
 */
export class ReceivedRequest extends IncomingMessage {
  readonly #parts: Uint8Array[] = [];
  #bytes = 0;
  #done: ((body: Uint8Array) => void) | undefined;
  override readableEnded = false;

  /**
   * Calls `done` with the body as soon as it is complete or exceeds the limit. Never called if the client disconnects
   * before.
   */
  whenWhole(done: (body: Uint8Array) => void): void {
    this.#done = done;
  }

  /** Receives a part from the parser, or null at the end. */
  override push(part: Uint8Array | null): boolean {
    if (part === null) this.readableEnded = true;
    else this.#keep(part);
    if (this.readableEnded || this.#bytes >= keptBodyBytes) this.#settle();
    return true;
  }

  /** Does nothing, since there is no backpressure. */
  override resume(): this {
    return this;
  }

  #keep(part: Uint8Array): void {
    if (this.#done === undefined) return; // answered without its body
    this.#parts.push(part);
    this.#bytes += part.length;
  }

  #settle(): void {
    const done = this.#done;
    if (!done) return;
    this.#done = undefined;
    done(joinBytes(this.#parts));
    this.#parts.length = 0;
  }
}
