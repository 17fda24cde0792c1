import type { KubeObject } from "../apimachinery/meta.ts";
import type { Controller } from "./controller.ts";
import { followSignal } from "./follow-signal.ts";
import { Informer, type InformerOptions } from "./informer.ts";
import type { ObjectIndex } from "./object-index.ts";
import { WorkQueue } from "./work-queue.ts";

export interface InformedQueueOptions<T extends KubeObject> extends InformerOptions<T> {
  /** The number of keys processed concurrently. */
  readonly workers: number;
  /** Processes one key; a rejection requeues it with backoff. The signal aborts when the controller stops. */
  readonly process: (key: string, signal: AbortSignal) => Promise<void>;
  /** Called when the controller stops, to release other pending work. */
  readonly ended?: () => void;
}

/** A controller of one resource: an informer whose handler adds keys to a work queue, with a common lifecycle. */
export class InformedQueue<T extends KubeObject = KubeObject> implements Controller {
  readonly #informer: Informer<T>;
  readonly #queue: WorkQueue;
  readonly #ended: (() => void) | undefined;
  #stop = new AbortController();

  constructor({ workers, process, ended, ...options }: InformedQueueOptions<T>) {
    this.#informer = new Informer(options);
    this.#queue = new WorkQueue({ clock: options.clock, workers, process: (key) => process(key, this.#stop.signal) });
    this.#ended = ended;
  }

  /** The objects of the informer. */
  get index(): ObjectIndex<T> {
    return this.#informer.index;
  }

  /** True after the first list was passed to the handler. */
  get synced(): boolean {
    return this.#informer.synced;
  }

  /** Resolves after the first list, or when the controller stops before it. */
  whenSynced(): Promise<void> {
    return this.#informer.whenSynced();
  }

  add(key: string): void {
    this.#queue.add(key);
  }

  addAfter(key: string, ms: number): void {
    this.#queue.addAfter(key, ms);
  }

  start(signal: AbortSignal): void {
    this.#stop = followSignal(signal);
    this.#stop.signal.addEventListener("abort", () => this.#end(), { once: true });
    void this.#informer.run(this.#stop.signal);
  }

  async idle(): Promise<void> {
    await this.#informer.whenSynced();
    await this.#queue.idle();
  }

  close(): void {
    this.#stop.abort();
    this.#end();
  }

  #end(): void {
    this.#queue.close();
    this.#ended?.();
  }
}
