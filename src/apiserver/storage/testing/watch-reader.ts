import type { WatchEvent } from "../interface.ts";

/** Formats an event: `ADDED a@5`, `BOOKMARK 7`, `BOOKMARK 7 end`, `ERROR Expired`. */
function shortly(event: WatchEvent<unknown>): string {
  switch (event.type) {
    case "BOOKMARK":
      return `BOOKMARK ${event.revision}${event.initialEventsEnd ? " end" : ""}`;
    case "ERROR":
      return `ERROR ${event.error instanceof Error ? event.error.message : String(event.error)}`;
    case "ADDED":
    case "MODIFIED":
    case "DELETED":
      return `${event.type} ${event.stored.key.slice(event.stored.key.lastIndexOf("/") + 1)}@${event.stored.revision}`;
  }
}

/** Reads the events that a watch has available, without waiting for more. */
export class WatchReader<T> {
  readonly #events: WatchEvent<T>[] = [];
  #ended = false;
  /** Never rejects. */
  readonly finished: Promise<void>;

  constructor(source: AsyncIterable<readonly WatchEvent<T>[]>) {
    this.finished = this.#read(source);
  }

  /** The number of events that have not been taken. */
  get seen(): number {
    return this.#events.length;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Returns all events since the last call. */
  async take(): Promise<WatchEvent<T>[]> {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    return this.#events.splice(0);
  }

  async takeShortly(): Promise<string[]> {
    return (await this.take()).map(shortly);
  }

  async #read(source: AsyncIterable<readonly WatchEvent<T>[]>): Promise<void> {
    for await (const batch of source) this.#events.push(...batch);
    this.#ended = true;
  }
}
