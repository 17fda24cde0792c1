import { Buffer } from "node:buffer";
import process from "node:process";

/** A part of a streamed body. */
export type Part = string | Uint8Array;

/** A stream that gathers parts until the outbox has it send them. */
export interface Sender {
  send(): void;
}

/**
 * What the streams of a host send. Parts that are written in one turn of the event loop, such as the events of commits
 * that were made together, leave each stream in one chunk and one write. Streams that send the same parts, as the
 * watchers of a resource do, share the chunk.
 */
export class Outbox {
  #waiting: Sender[] = [];
  /** The chunks of this turn by their first part. */
  readonly #chunks = new Map<Part, { readonly parts: readonly Part[]; readonly chunk: Buffer }>();

  /** Has a stream send its parts at the end of this turn. */
  add(sender: Sender): void {
    if (this.#waiting.push(sender) === 1) process.nextTick(this.#send);
  }

  /** Returns parts, of which none is empty, as one chunk of HTTP/1.1. The list may be changed afterwards. */
  chunkOf(parts: readonly Part[]): Buffer {
    const [first] = parts;
    if (first === undefined) throw new Error("an empty chunk would end the body");
    const ready = this.#chunks.get(first);
    if (ready !== undefined && isSame(ready.parts, parts)) return ready.chunk;
    const chunk = encodeChunk(parts);
    this.#chunks.set(first, { parts: [...parts], chunk });
    return chunk;
  }

  readonly #send = (): void => {
    const senders = this.#waiting;
    this.#waiting = [];
    for (const sender of senders) sender.send();
    this.#chunks.clear();
  };
}

const isSame = (one: readonly Part[], other: readonly Part[]): boolean =>
  one.length === other.length && one.every((part, at) => part === other[at]);

const end = "\r\n";

const sizeOf = (part: Part): number => (typeof part === "string" ? Buffer.byteLength(part) : part.byteLength);

function encodeChunk(parts: readonly Part[]): Buffer {
  let size = 0;
  for (const part of parts) size += sizeOf(part);
  const head = size.toString(16) + end;
  const chunk = Buffer.allocUnsafe(head.length + size + end.length);
  let at = chunk.write(head, "latin1");
  for (const part of parts) {
    if (typeof part === "string") at += chunk.write(part, at);
    else {
      chunk.set(part, at);
      at += part.byteLength;
    }
  }
  chunk.write(end, at, "latin1");
  return chunk;
}
