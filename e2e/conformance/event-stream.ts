import type { Json } from "./recorded-case.ts";
import { concatBytes } from "./wire/bytes.ts";
import { decodeEvent } from "./wire/decode.ts";

type Ending = "open" | "closed" | "timeout";

/** An open watch from which events are read one by one. */
export class EventStream {
  readonly #type: string;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #abort: () => void;
  #bytes: Uint8Array = new Uint8Array();
  /** A read that timed out. The next read continues it. */
  #pending: Promise<Uint8Array | undefined> | undefined;

  constructor(type: string, body: ReadableStream<Uint8Array>, abort: () => void) {
    this.#type = type;
    this.#reader = body.getReader();
    this.#abort = abort;
  }

  /** Reads the given number of events, or fewer if the stream ends or the timeout expires. */
  async take(count: number, timeoutMs: number): Promise<{ readonly events: readonly Json[]; readonly ended: Ending }> {
    const events: Json[] = [];
    const deadline = performance.now() + timeoutMs;
    while (events.length < count) {
      const next = decodeEvent(this.#type, this.#bytes);
      if (next) {
        this.#bytes = this.#bytes.subarray(next.size);
        if (next.event !== undefined) events.push(next.event);
        continue;
      }
      const ended = await this.#fill(deadline);
      if (ended) return { events, ended };
    }
    return { events, ended: "open" };
  }

  close(): void {
    this.#abort();
  }

  async #fill(deadline: number): Promise<Ending | undefined> {
    this.#pending ??= this.#read();
    const part = await Promise.race([this.#pending, timeout(deadline - performance.now())]);
    if (part === "timeout") return "timeout";
    this.#pending = undefined;
    if (!part) return "closed";
    this.#bytes = concatBytes(this.#bytes, part);
    return undefined;
  }

  async #read(): Promise<Uint8Array | undefined> {
    try {
      return (await this.#reader.read()).value;
    } catch {
      return undefined;
    }
  }
}

const timeout = (ms: number): Promise<"timeout"> =>
  new Promise((resolve) => setTimeout(() => resolve("timeout"), Math.max(0, ms)));
