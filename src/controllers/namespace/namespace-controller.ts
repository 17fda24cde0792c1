import { formatTime } from "../../apimachinery/time.ts";
import type { Client } from "../../client/client.ts";
import { type Controller, controllerClient, type ControllerOptions } from "../../client/controller.ts";
import { followSignal } from "../../client/follow-signal.ts";
import { Informer } from "../../client/informer.ts";
import { WorkQueue } from "../../client/work-queue.ts";
import { deleteNamespace } from "./namespaced-resources-deleter.ts";
import type { Namespace } from "./namespace-type.ts";

/** Deletes what is in namespaces that are being deleted, and then the namespaces. */
export const createNamespaceController = (options: ControllerOptions): Controller => new NamespaceController(options);

class NamespaceController implements Controller {
  readonly #client: Client;
  readonly #options: ControllerOptions;
  readonly #queue: WorkQueue;
  readonly #informer: Informer<Namespace>;
  #stop = new AbortController();

  constructor(options: ControllerOptions) {
    this.#options = options;
    this.#client = controllerClient("namespace", options);
    this.#queue = new WorkQueue({ clock: options.clock, workers: 4, process: (name) => this.#sync(name) });
    this.#informer = new Informer<Namespace>({
      client: this.#client,
      clock: options.clock,
      target: { group: "", version: "v1", resource: "namespaces" },
      keeps: () => false,
      skips: (line) => !line.includes('"deletionTimestamp"'),
      handler: { add: (namespace) => this.#enqueue(namespace) },
    });
  }

  start(signal: AbortSignal): void {
    this.#stop = followSignal(signal);
    this.#stop.signal.addEventListener("abort", () => this.#queue.close(), { once: true });
    void this.#informer.run(this.#stop.signal);
  }

  async idle(): Promise<void> {
    await this.#informer.whenSynced();
    await this.#queue.idle();
  }

  close(): void {
    this.#stop.abort();
    this.#queue.close();
  }

  #enqueue({ metadata, spec }: Namespace): void {
    if (metadata.deletionTimestamp !== undefined && (spec?.finalizers ?? []).length > 0) this.#queue.add(metadata.name ?? "");
  }

  async #sync(name: string): Promise<void> {
    const { clock } = this.#options;
    const seconds = await deleteNamespace({ client: this.#client, now: () => formatTime(clock.now()), signal: this.#stop.signal }, name);
    if (seconds > 0) this.#queue.addAfter(name, (Math.floor(seconds / 2) + 1) * 1000);
  }
}
