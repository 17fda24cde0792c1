import { IncomingMessage } from "node:http";
import { joinBytes } from "../component-base/join-bytes.ts";

/** One byte more than the server reads of any body: what is longer need not be kept to be refused. */
export const keptBodyBytes = 3 * 1024 * 1024 + 1;

/**
 * A request that keeps its body as it arrives, up to `keptBodyBytes`, and lets the rest run dry. The parser gives the
 * parts to `push`, as to every
 * readable stream; they are kept there, for a stream's buffer, events and turns of the event loop cost as much as the
 * parsing of a small request.
 */
export class ReceivedRequest extends IncomingMessage {
  readonly #parts: Uint8Array[] = [];
  #bytes = 0;
  #done: ((body: Uint8Array) => void) | undefined;
  override readableEnded = false;

  /** Calls `done` with the body as soon as enough of it is here; never when the client went away before. */
  whenWhole(done: (body: Uint8Array) => void): void {
    this.#done = done;
  }

  /** Takes a part off the parser, or the end. */
  override push(part: Uint8Array | null): boolean {
    if (part === null) this.readableEnded = true;
    else this.#keep(part);
    if (this.readableEnded || this.#bytes >= keptBodyBytes) this.#settle();
    return true;
  }

  /** Nothing is ever held back. */
  override resume(): this {
    return this;
  }

  #keep(part: Uint8Array): void {
    if (this.#done === undefined) return; // answered without it
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
