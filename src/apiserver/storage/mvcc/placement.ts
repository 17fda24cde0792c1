import type { Revision } from "../interface.ts";
import type { Entry } from "../versioned-table.ts";
import type { AnyTable, Remembering } from "./any-table.ts";
import type { ForeignWrite } from "./engine.ts";
import { LastState } from "./history.ts";
import type { Unclaimed } from "./unclaimed.ts";

/** Puts versions that were not written through a table where they belong: the table of their key, if there is one. */
export class Placement {
  readonly #unclaimed: Unclaimed;
  readonly #tableOf: (key: string) => AnyTable | undefined;
  readonly #historyOf: (key: string) => Remembering;

  constructor(
    unclaimed: Unclaimed,
    tableOf: (key: string) => AnyTable | undefined,
    historyOf: (key: string) => Remembering,
  ) {
    this.#unclaimed = unclaimed;
    this.#tableOf = tableOf;
    this.#historyOf = historyOf;
  }

  absorb({ key, revision, entry }: ForeignWrite): void {
    const table = this.#tableOf(key);
    if (table === undefined) {
      this.#historyOf(key).compact(revision); // the history of unclaimed keys is not kept
      if (entry === null) this.#unclaimed.delete(key);
      else this.#unclaimed.set(entry);
      return;
    }
    const before = entry === null ? table.get(key) : undefined;
    const written = entry ?? (before && new LastState(before, revision));
    if (written !== undefined) table.absorb(written, entry === null);
  }

  /** Turns the state of `before` into that of a revision. */
  replace(revision: Revision, before: readonly Entry[], entries: readonly Entry[]): void {
    const gone = new Map(before.map((entry) => [entry.key, entry.revision]));
    for (const entry of entries) {
      if (gone.get(entry.key) !== entry.revision) this.absorb({ key: entry.key, revision: entry.revision, entry });
      gone.delete(entry.key);
    }
    for (const key of gone.keys()) this.absorb({ key, revision, entry: null });
  }
}
