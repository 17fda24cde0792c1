import { Client } from "../../src/client/client.ts";
import { forkSignal } from "../../src/client/fork-signal.ts";
import type { Handle } from "../../src/component-base/exchange.ts";
import { type TargetName, targetNames, targets, type Workload } from "./world-targets.ts";

/** One write of a world, as a watch tells it. */
export interface WorldWrite {
  readonly revision: number;
  readonly of: TargetName;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: Workload;
}

/** Collects all writes of the watched resources. They arrive a little later than they happen. */
export class WorldWrites {
  readonly #all: WorldWrite[] = [];
  readonly #stop = new AbortController();

  /** Watches from the present state on. */
  constructor(handle: Handle) {
    const client = new Client({ handle, userAgent: "observer" });
    const fork = forkSignal(this.#stop.signal);
    for (const name of targetNames) void this.#watch(client, name, fork()).catch(() => undefined);
  }

  /** The writes in their order. */
  get inOrder(): readonly WorldWrite[] {
    return this.#all.toSorted((a, b) => a.revision - b.revision);
  }

  close(): void {
    this.#stop.abort();
  }

  async #watch(client: Client, of: TargetName, signal: AbortSignal): Promise<void> {
    const { group, version, resource } = targets[of];
    const target = { group, version, resource };
    for await (const { type, object } of client.watch<Workload>(target, { resourceVersion: "0" }, signal))
      if (type !== "BOOKMARK") this.#all.push({ revision: Number(object.metadata.resourceVersion), of, type, object });
  }
}
