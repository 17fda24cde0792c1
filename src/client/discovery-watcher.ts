import type { Clock } from "../apimachinery/clock.ts";
import { Backoff } from "./backoff.ts";
import type { Client } from "./client.ts";
import { discover, type Discovered, preferred, type ServedResource, supports } from "./discovery.ts";
import { Informer } from "./informer.ts";
import type { WatchLine } from "./watch-lines.ts";

const settleMs = 100;

/**
 * Reads the discovery documents at start and whenever a CustomResourceDefinition changes: also while the world is
 * paused, since what the server serves is in the time of the machine.
 */
export class DiscoveryWatcher {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #changed: (discovered: Discovered) => void;
  readonly #sources = new Set<string>();
  #cancel: (() => void) | undefined;

  constructor(options: {
    readonly client: Client;
    readonly clock: Clock;
    readonly changed: (discovered: Discovered) => void;
  }) {
    this.#client = options.client;
    this.#clock = options.clock.host ?? options.clock;
    this.#changed = options.changed;
  }

  /** Resolves after the first successful read; continues until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener("abort", () => this.#cancel?.(), { once: true });
    await this.#readUntilDone(signal);
  }

  async #readUntilDone(signal: AbortSignal): Promise<void> {
    const backoff = new Backoff(this.#clock);
    while (!signal.aborted && !(await this.#read(signal))) await backoff.wait(signal);
  }

  async #read(signal: AbortSignal): Promise<boolean> {
    try {
      const discovered = await discover(this.#client, signal);
      if (signal.aborted) return false;
      this.#changed(discovered);
      for (const resource of preferred(discovered.resources)) this.#follow(resource, signal);
      return true;
    } catch {
      return false;
    }
  }

  /** Watches a resource that defines other resources and triggers another read once its changes have settled. */
  #follow(resource: ServedResource, signal: AbortSignal): void {
    if (
      resource.resource !== "customresourcedefinitions" ||
      !supports(resource, "list", "watch") ||
      this.#sources.has(resource.group)
    )
      return;
    this.#sources.add(resource.group);
    const again = (): void => this.#plan(signal);
    const skips = (line: WatchLine): boolean => {
      if (!isChange(line)) return false;
      again();
      return true;
    };
    const informer = new Informer({
      client: this.#client,
      clock: this.#clock,
      target: targetOf(resource),
      keeps: () => false,
      skips,
      handler: { add: again, delete: again, relisted: again },
    });
    void informer.run(signal);
  }

  #plan(signal: AbortSignal): void {
    this.#cancel ??= this.#clock.after(settleMs, () => {
      this.#cancel = undefined;
      void this.#readUntilDone(signal);
    });
  }
}

/** Reports whether an event is a change. It is not decoded, because definitions are large. */
const isChange = (line: WatchLine): boolean =>
  line.startsWith('{"type":"ADDED"') || line.startsWith('{"type":"MODIFIED"') || line.startsWith('{"type":"DELETED"');

const targetOf = ({
  group,
  version,
  resource,
}: ServedResource): { group: string; version: string; resource: string } => ({ group, version, resource });
