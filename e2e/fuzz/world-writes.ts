import type { Client } from "../../src/client/client.ts";
import { forkSignal } from "../../src/client/fork-signal.ts";
import { type TargetName, targetNames, targets, type Workload } from "./world-targets.ts";

/** One write of a world, as a watch tells it. */
export interface WorldWrite {
  readonly revision: number;
  readonly of: TargetName;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: Workload;
}

const againMs = 5;

/** Collects all writes of the watched resources. They arrive a little later than they happen. */
export class WorldWrites {
  /** By revision: a watch that begins anew may tell one again. */
  readonly #all = new Map<number, WorldWrite>();
  readonly #stop = new AbortController();

  /** Watches from the present state on. */
  constructor(client: Client) {
    const fork = forkSignal(this.#stop.signal);
    for (const name of targetNames) void this.#follow(client, name, fork().signal);
  }

  /** The writes in their order. */
  get inOrder(): readonly WorldWrite[] {
    return [...this.#all.values()].toSorted((a, b) => a.revision - b.revision);
  }

  close(): void {
    this.#stop.abort();
  }

  /** Watches, and goes on where a watch ended because its server did. */
  async #follow(client: Client, of: TargetName, signal: AbortSignal): Promise<void> {
    let resourceVersion = "0";
    while (!signal.aborted) {
      try {
        for await (const version of this.#watch(client, of, resourceVersion, signal)) resourceVersion = version;
      } catch {
        // there is no server just now
      }
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }

  /** Collects the writes of one watch, and yields how far it has come. */
  async *#watch(client: Client, of: TargetName, resourceVersion: string, signal: AbortSignal): AsyncGenerator<string> {
    const { group, version, resource } = targets[of];
    const notices = client.watch<Workload>({ group, version, resource }, { resourceVersion }, signal);
    for await (const { type, object } of notices) {
      const { resourceVersion: reached = "0" } = object.metadata;
      const revision = Number(reached);
      if (type !== "BOOKMARK") this.#all.set(revision, { revision, of, type, object });
      yield reached;
    }
  }
}
