import type { Revision } from "../interface.ts";
import { Table } from "../mvcc/table.ts";
import { withRevisionIfAny } from "../stored-text.ts";
import type { Entry, Intent, MakeEntry, Standing, Written } from "../versioned-table.ts";
import type { Found, SharedEntry, SharedWrites } from "./shared-database.ts";
import { StorageError } from "../storage-error.ts";

/** A write that is on its way. */
class Draft<E extends Entry> {
  readonly intent: Intent<E>;
  readonly value: Uint8Array | undefined;
  #made: E | undefined;

  constructor(intent: Intent<E>, value: Uint8Array | undefined) {
    this.intent = intent;
    this.value = value;
  }

  /** Returns the version of this write at its revision. */
  at(revision: Revision): E {
    if (this.#made?.revision !== revision) this.#made = this.intent.make(revision);
    return this.#made;
  }
}

/** What is known of a key at a revision that the database has yet to tell of; without an entry, that it is gone. */
interface Ahead<E> {
  readonly revision: Revision;
  readonly entry: E | undefined;
}

const isShared = (entry: Entry): entry is SharedEntry => "value" in entry;

/** The table of one resource in a database that has other writers. It is read as far as the database has told of it. */
export class SharedTable<E extends Entry> extends Table<E> {
  readonly #engine: SharedWrites;
  readonly #make: MakeEntry<E>;
  readonly #ahead = new Map<string, Ahead<E>>();
  readonly #drafts = new Map<string, Set<Draft<E>>>();

  constructor(engine: SharedWrites, ...parts: ConstructorParameters<typeof Table<E>>) {
    super(...parts);
    this.#engine = engine;
    [, , this.#make] = parts;
  }

  override live(key: string): E | undefined {
    const ahead = this.#ahead.get(key);
    return ahead === undefined ? this.get(key) : ahead.entry;
  }

  override standing(key: string, live: E | undefined): Standing {
    return { confirmed: async () => (await this.#read(key, live)) === live };
  }

  async newest(key: string): Promise<E | undefined> {
    return this.#read(key, this.live(key));
  }

  async caughtUp(signal: AbortSignal | undefined): Promise<void> {
    const requested = BigInt(await this.#engine.newestRevision());
    if (await this.reached(requested, signal)) return;
    throw new StorageError({ code: "TooLargeResourceVersion", requested, current: this.revision });
  }

  override write(intent: Intent<E>): Written<E> {
    const written: { entry: E | undefined; done: Promise<void> } = { entry: undefined, done: Promise.resolve() };
    written.done = this.#engine.run(this.#write(intent)).then((entry) => void (written.entry = entry));
    written.done.catch(() => undefined); // whoever needs the result awaits it
    return written;
  }

  override overwrite(
    key: string,
    text: string | null,
    restamp: (text: string, revision: Revision) => string,
  ): Promise<void> | undefined {
    const source = text ?? this.live(key)?.text;
    if (source === undefined) return undefined;
    const made = restamp(source, 0);
    return this.#repeat(key, text === null, made);
  }

  override seed(key: string, textAt: (revision: Revision) => string): Promise<void> | undefined {
    return this.holds(key) ? undefined : this.write(this.#textIntent(key, undefined, false, textAt(0))).done;
  }

  override absorb(written: Entry, deleted: boolean): void {
    const { key, revision } = written;
    const ahead = this.#ahead.get(key);
    if (ahead !== undefined && (ahead.revision <= revision || (deleted && ahead.entry === undefined)))
      this.#ahead.delete(key);
    const own = deleted ? undefined : this.#ownOf(written);
    if (own === undefined) super.absorb(written, deleted);
    else this.apply(own, false);
  }

  async #repeat(key: string, deleted: boolean, text: string): Promise<void> {
    for (;;) {
      const live = this.live(key);
      if (deleted && live === undefined) return;
      const written = this.write(this.#textIntent(key, live, deleted, text));
      await written.done;
      if (written.entry !== undefined) return;
    }
  }

  #textIntent(key: string, live: E | undefined, deleted: boolean, text: string): Intent<E> {
    const make = (revision: Revision): E => this.#make({ key, revision, text: withRevisionIfAny(text, revision) });
    return { key, live, deleted, make };
  }

  /** Returns the version that this server wrote itself, with what is known of it, if an entry is that. */
  #ownOf(written: Entry): E | undefined {
    const drafts = this.#drafts.get(written.key);
    if (drafts === undefined || !isShared(written)) return undefined;
    for (const draft of drafts)
      if (draft.value !== undefined && isSame(draft.value, written.value)) return draft.at(written.revision);
    return undefined;
  }

  /** Writes an intent. Returns undefined if another write came first, which `live` returns then. */
  async #write(intent: Intent<E>): Promise<E | undefined> {
    const { key, live, deleted } = intent;
    const value = deleted ? undefined : this.#engine.database.encode(intent.make(0), live === undefined);
    const draft = new Draft(intent, value);
    this.#note(key, draft);
    try {
      const swapped = await this.#engine.database.swap({ key, expected: live?.revision ?? 0, value });
      if (swapped.revision !== undefined) return await this.#readable(draft, swapped.revision);
      this.#take(key, swapped.found);
      return undefined;
    } finally {
      this.#forget(key, draft);
    }
  }

  /** Waits until an own write is readable. If the database does not tell of it, only `live` returns it. */
  async #readable(draft: Draft<E>, revision: Revision): Promise<E> {
    const { key, deleted } = draft.intent;
    if (revision > this.revision) {
      this.#knowAhead(key, { revision, entry: deleted ? undefined : draft.at(revision) });
      await this.reached(BigInt(revision), undefined);
    }
    const present = this.get(key);
    return present?.revision === revision ? present : draft.at(revision);
  }

  /** Reads the newest version, which is `known` if that has not changed. */
  async #read(key: string, known: E | undefined): Promise<E | undefined> {
    const found = await this.#engine.database.read(key, known?.revision ?? 0);
    return found === "same" ? known : this.#take(key, found);
  }

  /** Takes in what a key was found to be, and returns its newest version as far as it is known. */
  #take(key: string, { at, entry }: Found): E | undefined {
    if (at <= this.revision) return this.get(key);
    const known = this.live(key);
    if (entry === undefined) {
      if (known !== undefined) this.#knowAhead(key, { revision: at, entry });
      return undefined;
    }
    if (known !== undefined && known.revision >= entry.revision) return known;
    const made = this.#make(entry);
    this.#knowAhead(key, { revision: entry.revision, entry: made });
    return made;
  }

  #knowAhead(key: string, ahead: Ahead<E>): void {
    if ((this.#ahead.get(key)?.revision ?? 0) < ahead.revision) this.#ahead.set(key, ahead);
  }

  #note(key: string, draft: Draft<E>): void {
    const drafts = this.#drafts.get(key);
    if (drafts === undefined) this.#drafts.set(key, new Set([draft]));
    else drafts.add(draft);
  }

  #forget(key: string, draft: Draft<E>): void {
    const drafts = this.#drafts.get(key);
    drafts?.delete(draft);
    if (drafts?.size === 0) this.#drafts.delete(key);
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
