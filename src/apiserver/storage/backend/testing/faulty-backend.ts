import type { Backend, BackendBatch, BackendCheckpoint } from "../backend.ts";
import { BackendError } from "../backend-error.ts";
import { createMemoryBackend, createMemoryMedium, type MemoryMedium } from "../memory.ts";

/**
 * The outcome of an append. It succeeds; it is rejected; it is rejected because the quota is exceeded; the connection
 * is lost before or after the batch is written, which the caller cannot tell apart; or the process is killed before or
 * after, and the append never settles.
 */
export type Fate = "ok" | "refused" | "full" | "lost before" | "lost after" | "killed before" | "killed after";

/** A memory backend whose appends have the outcomes chosen by a test. It records its calls. */
export class FaultyBackend implements Backend {
  readonly kind = "memory";
  readonly persistent = true;
  readonly reopens = true;
  readonly medium: MemoryMedium;
  readonly batches: BackendBatch[] = [];
  readonly checkpoints: number[] = [];
  readonly #backend: Backend;
  readonly #fateOf: (batch: BackendBatch) => Fate | Promise<Fate>;
  #gone: "lost" | "killed" | undefined;

  constructor(fateOf: (batch: BackendBatch) => Fate | Promise<Fate>, medium: MemoryMedium = createMemoryMedium()) {
    this.medium = medium;
    this.#backend = createMemoryBackend(medium);
    this.#fateOf = fateOf;
  }

  get killed(): boolean {
    return this.#gone === "killed";
  }

  load(): ReturnType<Backend["load"]> {
    return this.#backend.load();
  }

  history(): ReturnType<Backend["history"]> {
    return this.#backend.history();
  }

  async append(batch: BackendBatch): Promise<void> {
    this.batches.push(batch);
    const fate = this.#gone === undefined ? await this.#fateOf(batch) : (`${this.#gone} before` as const);
    switch (fate) {
      case "ok":
        return this.#backend.append(batch);
      case "refused":
        throw new BackendError("Aborted", "refused");
      case "full":
        throw new BackendError("QuotaExceeded", "full");
      case "lost before":
      case "lost after":
        this.#gone = "lost";
        if (fate === "lost after") await this.#backend.append(batch);
        throw new BackendError("ConnectionLost", "lost");
      case "killed before":
      case "killed after":
        this.#gone = "killed";
        if (fate === "killed after") await this.#backend.append(batch);
        return new Promise(() => undefined);
    }
  }

  checkpoint(checkpoint: BackendCheckpoint): Promise<void> {
    this.checkpoints.push(checkpoint.revision);
    for (const segment of checkpoint.segments) void segment.length;
    return this.#backend.checkpoint(checkpoint);
  }

  usage(): ReturnType<Backend["usage"]> {
    return this.#backend.usage();
  }

  close(): Promise<void> {
    return this.#backend.close();
  }
}
