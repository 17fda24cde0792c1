import type { Clock } from "../../apimachinery/clock.ts";
import type { Client } from "../../client/client.ts";
import { forkSignal } from "../../client/fork-signal.ts";
import type { ServedResource } from "../../client/discovery.ts";
import { Informer } from "../../client/informer.ts";
import type { Evaluator } from "../../quota/evaluator.ts";

/** A resource whose objects consume quota. */
export interface QuotableResource {
  readonly served: ServedResource;
  readonly evaluator: Evaluator;
}

export interface QuotaMonitorOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  hasQuota(namespace: string): boolean;
  /** Called when objects of a namespace may use less than before. */
  replenish(namespace: string, evaluator: Evaluator): void;
}

interface Monitor {
  readonly informer: Informer;
  readonly stop: AbortController;
}

/** Watches the resources that quotas limit (resourcequota.QuotaMonitor). */
export class QuotaMonitors {
  readonly #options: QuotaMonitorOptions;
  readonly #monitors = new Map<string, Monitor>();
  readonly #fork: () => AbortController;

  constructor(options: QuotaMonitorOptions) {
    this.#options = options;
    this.#fork = forkSignal(options.signal);
  }

  /** Starts informers of resources that came, and stops those of resources that no quota limits any more. */
  follow(resources: readonly QuotableResource[]): void {
    const wanted = new Map(resources.map((one) => [`${one.served.resource}.${one.served.group}`, one]));
    for (const [key, { stop }] of this.#monitors) {
      if (wanted.has(key)) continue;
      stop.abort();
      this.#monitors.delete(key);
    }
    for (const [key, one] of wanted) if (!this.#monitors.has(key)) this.#monitors.set(key, this.#start(one));
  }

  /** Resolves when every resource has been listed once, so that no deletion is missed from then on. */
  async whenSynced(): Promise<void> {
    await Promise.all([...this.#monitors.values()].map(({ informer }) => informer.whenSynced()));
  }

  #start({ served: { group, version, resource }, evaluator }: QuotableResource): Monitor {
    const { client, clock, hasQuota, replenish } = this.#options;
    const stop = this.#fork();
    const informer = new Informer({
      client,
      clock,
      target: { group, version, resource },
      keeps: ({ metadata }) => hasQuota(metadata.namespace ?? ""),
      handler: {
        update: (before, after) => {
          if (evaluator.replenishes(before, after)) replenish(after.metadata.namespace ?? "", evaluator);
        },
        delete: ({ metadata }) => replenish(metadata.namespace ?? "", evaluator),
      },
    });
    void informer.run(stop.signal);
    return { informer, stop };
  }
}
