import type { Clock } from "../../../apimachinery/clock.ts";
import { emptyRevision } from "../backend/backend.ts";
import type { Backend, BackendState, BackendUsage, BackendWrite } from "../backend/backend.ts";
import type { Revision } from "../interface.ts";
import { StorageError, type CorruptObject } from "../storage-error.ts";
import { FanOut } from "../fan-out.ts";
import { ObjectCache } from "../object-cache.ts";
import { withRevisionIfAny } from "../stored-text.ts";
import type { Change, Entry, MakeEntry, VersionedStore, VersionedTable } from "../versioned-table.ts";
import type { AnyTable, Remembering, TableContext } from "./any-table.ts";
import { Checkpointer } from "./checkpointer.ts";
import { EarlierHistory, type EarlierChanges } from "./earlier-history.ts";
import { exported, importedText, type StoreState } from "./exported-object.ts";
import type { Engine, EngineHost, ForeignWrite } from "./engine.ts";
import { GroupCommit, type CommitListener, type Commits, type PendingWrite } from "./group-commit.ts";
import { History } from "./history.ts";
import { HistoryWindow } from "./history-window.ts";
import { ownerOf } from "./owner-of.ts";
import type { VersionsPortion, VersionsQuery } from "./retained-versions.ts";
import { Placement } from "./placement.ts";
import { RevisionWaiters } from "./revision-waiters.ts";
import type { PastSources } from "./store-past.ts";
import { Table } from "./table.ts";
import { defaultCheckpoint, defaultHistory, type StoreOptions } from "./store-options.ts";
import { TroubleBoard, type Trouble, type TroubleListener } from "./trouble.ts";
import { Unclaimed, UnclaimedWrite } from "./unclaimed.ts";
import { UnreadableObjects, type Unreadable } from "./unreadable.ts";
import { ignore } from "../../../component-base/ignore.ts";

/** An object that the server creates at startup. */
export interface SeedEntry {
  readonly key: string;
  textAt(revision: Revision): string;
}

/** Statistics of the store; bytes count the newest texts. */
export interface StoreStats {
  readonly revision: Revision;
  readonly compactedRevision: Revision;
  readonly objects: number;
  readonly bytes: number;
  readonly watchers: number;
}

/** A multi-version store of all resources with one revision counter. */
export interface Store extends VersionedStore {
  /** The epoch of this opening, greater than that of every earlier opening of the same data. */
  readonly epoch: number;
  readonly revision: Revision;
  /** States before this revision are compacted; 1 until the first compaction. */
  readonly compactedRevision: Revision;
  readonly backend: Pick<Backend, "kind" | "persistent" | "transformed" | "health" | "keysAt">;
  /** The reason why writes currently fail; undefined if they succeed. */
  readonly trouble: Trouble | undefined;
  /** Compacts all states before a revision, by default the current one. Resolves when the compaction is durable. */
  compact(revision?: Revision): Promise<void>;
  /** Makes all states before the current revision unavailable, without a compaction of the backend. */
  forget(): void;
  stats(): StoreStats;
  usage(): Promise<BackendUsage>;
  /** The objects that could not be decoded when they were read. */
  readonly unreadable: readonly Unreadable[];
  exportState(): StoreState;
  /** What `store-past.ts` reads of the retained revisions. */
  readonly past: PastSources;
  /** Returns the next portion of all versions that are retained. Rejects with Unreachable if they cannot be read. */
  versions(query: VersionsQuery): Promise<VersionsPortion>;
  /**
   * Replaces the whole state by an exported one, through ordinary writes that watchers see. Every object gets a new
   * revision.
   */
  importState(state: Pick<StoreState, "objects">): Promise<void>;
  /**
   * Writes the entries whose keys do not exist, in one commit. Each text is created with its revision. The texts are
   * not validated.
   */
  seed(entries: readonly SeedEntry[]): Promise<void>;
  /**
   * Deletes everything, through ordinary writes that watchers see, and then all that is past: no request and no file
   * tells of it any more.
   */
  reset(): Promise<void>;
  onTrouble(listener: TroubleListener): () => void;
  /** Waits for pending writes and closes the backend. */
  close(): Promise<void>;
}

/** Opens a store with the newest state of the backend. History is loaded when it is first needed. */
export async function createStore(options: StoreOptions): Promise<Store> {
  const state = await options.backend.load();
  return new MvccStore(options, state);
}

const rethrow = (error: unknown): never => {
  throw error;
};

class MvccStore implements Store, CommitListener, EngineHost {
  readonly clock: Clock;
  readonly backend: Backend;
  readonly epoch: number;
  readonly cache: ObjectCache;
  readonly fanOut = new FanOut();
  readonly past: PastSources;
  readonly #commits: Commits;
  /** Decides about writes in place of this store, if there are other writers. */
  readonly #engine: Engine | undefined;
  readonly #checkpointer: Checkpointer;
  readonly #context: TableContext;
  readonly #tables = new Map<string, AnyTable>();
  readonly #unclaimed = new Unclaimed();
  /** The history of keys of no table. */
  readonly #unclaimedHistory: History<Entry>;
  /** The histories of released tables by prefix. */
  readonly #released = new Map<string, History<Entry>>();
  readonly #window: HistoryWindow;
  readonly #earlier: EarlierHistory;
  /** Whether the store itself has tried to load earlier history. */
  #triedEarlier = false;
  /** The revision at which the store was opened. */
  readonly #opened: Revision;
  readonly #troubles = new TroubleBoard();
  readonly #place: Placement;
  #compacted: Revision;
  readonly #reportBug: (error: unknown) => void;
  readonly #unreadable: UnreadableObjects;
  #watchers = 0;

  constructor(
    { backend, engine, clock, worldTime, cacheBytes, history, checkpoint, ...reports }: StoreOptions,
    state: BackendState,
  ) {
    this.clock = clock;
    this.backend = backend;
    const { reportBug = rethrow, noteCorrupt = ignore } = reports;
    this.#reportBug = reportBug;
    this.#unreadable = new UnreadableObjects((key) => this.#tableOf(key)?.get(key), noteCorrupt);
    this.cache = new ObjectCache(cacheBytes);
    this.epoch = state.epoch;
    const revision = Math.max(emptyRevision, state.revision);
    this.#opened = revision;
    this.#compacted = Math.max(emptyRevision, state.compacted);
    this.#engine = engine?.(this, revision);
    this.#commits = this.#engine ?? new GroupCommit(backend, clock, revision, this);
    this.#checkpointer = new Checkpointer(backend, { ...defaultCheckpoint, ...checkpoint });
    this.#window = new HistoryWindow({ ...defaultHistory, ...history });
    this.#unclaimedHistory = new History(revision);
    this.#earlier = new EarlierHistory(backend, revision, this.#compacted, (earlier) => this.#recall(earlier));
    const waiters = new RevisionWaiters(clock);
    const [commits, window, earlier] = [this.#commits, this.#window, this.#earlier];
    this.#context = { commits, window, waiters, worldTime, earlier, told: { from: 0 }, touched: [] };
    this.past = {
      revision: () => commits.committed,
      compacted: () => this.#compacted,
      window,
      load: () => (earlier.loaded ? undefined : earlier.load()),
      histories: () => this.#histories(),
      entries: () => this.#entries(),
    };
    this.#unclaimed.load(state.objects);
    this.#place = new Placement(this.#unclaimed, this.#tableOf, this.#historyOf);
  }

  get revision(): Revision {
    return this.#commits.committed;
  }
  get compactedRevision(): Revision {
    return this.#compacted;
  }
  get trouble(): Trouble | undefined {
    return this.#troubles.present;
  }

  claim<E extends Entry>(prefix: string, make: MakeEntry<E>): VersionedTable<E> {
    if (!prefix.endsWith("/") || this.#tables.has(prefix)) throw new Error(`the prefix ${prefix} cannot be claimed`);
    const history = this.#released.get(prefix) ?? this.#unclaimedHistory.split(prefix);
    const kept = { entries: this.#unclaimed.claim(prefix), history };
    const table =
      this.#engine?.newTable(prefix, this.#context, make, kept) ?? new Table(prefix, this.#context, make, kept);
    this.#released.delete(prefix);
    this.#tables.set(prefix, table);
    return table;
  }

  async release(prefix: string): Promise<void> {
    await this.#commits.idle();
    const table = this.#tables.get(prefix);
    if (table === undefined) return;
    this.#unclaimed.load(table.entries());
    this.#released.set(prefix, table.history);
    this.#tables.delete(prefix);
  }

  noteCorrupt(corrupt: CorruptObject, entry: Entry): void {
    this.#unreadable.note(corrupt, entry);
  }

  get unreadable(): readonly Unreadable[] {
    return this.#unreadable.list();
  }

  noteWatchers(delta: 1 | -1): void {
    this.#watchers += delta;
  }

  compact(revision: Revision = this.revision): Promise<void> {
    this.#forgetBefore(Math.min(revision, this.revision));
    return this.#commits.compact(this.#compacted);
  }

  forget(): void {
    this.#forgetBefore(this.revision);
  }

  #forgetBefore(revision: Revision): void {
    this.#compacted = Math.max(this.#compacted, revision);
    for (const history of this.#histories()) history.compact(this.#compacted);
    this.#window.compact(this.#compacted);
    if (this.#compacted >= this.#opened) this.#earlier.abandon();
  }

  stats(): StoreStats {
    let { objects, bytes } = this.#unclaimed.stats();
    for (const table of this.#tables.values()) {
      const stats = table.stats();
      objects += stats.objects;
      bytes += stats.bytes;
    }
    return { revision: this.revision, compactedRevision: this.#compacted, objects, bytes, watchers: this.#watchers };
  }

  usage(): Promise<BackendUsage> {
    return this.backend.usage();
  }

  exportState(): StoreState {
    return { revision: this.revision, objects: this.#entries().map(exported) };
  }

  async versions(query: VersionsQuery): Promise<VersionsPortion> {
    const { sourcesOf, versionsOf } = await import("./retained-versions.ts");
    if (!this.#earlier.loaded) await this.#earlier.load();
    const others = { released: this.#released, history: this.#unclaimedHistory, entries: this.#unclaimed.entries() };
    const portion = versionsOf(sourcesOf([...this.#tables.values()], others), query);
    return { ...portion, revision: this.revision, compacted: this.#compacted, keys: this.stats().objects };
  }

  async importState({ objects }: Pick<StoreState, "objects">): Promise<void> {
    const wanted = new Map(objects.map((object) => [object.key, importedText(object)]));
    const writes: (Promise<void> | undefined)[] = [];
    for (const { key } of this.#entries()) if (!wanted.has(key)) writes.push(this.#overwrite(key, null));
    for (const [key, text] of wanted) writes.push(this.#overwrite(key, text));
    await Promise.all(writes);
  }

  async seed(entries: readonly SeedEntry[]): Promise<void> {
    const writes: (Promise<void> | undefined)[] = [];
    for (const { key, textAt } of entries) writes.push(this.#tableOf(key)?.seed(key, textAt));
    await Promise.all(writes);
  }

  async reset(): Promise<void> {
    await this.importState({ objects: [] });
    if (this.backend.reopens) this.#checkpointer.demand();
    do {
      await this.compact();
      await this.#checkpointer.idle();
    } while (this.#checkpointer.demanded); // another checkpoint was running before
    if (this.trouble !== undefined) throw new StorageError({ code: "Unreachable", message: this.trouble.message });
  }

  onTrouble(listener: TroubleListener): () => void {
    return this.#troubles.listen(listener);
  }

  async close(): Promise<void> {
    await this.#commits.idle();
    await this.#checkpointer.idle();
    this.#context.waiters.close();
    this.#engine?.close();
    await this.backend.close();
  }

  committed({ revision, writes }: { readonly revision: Revision; readonly writes: readonly PendingWrite[] }): void {
    this.#troubles.clear();
    const now = this.clock.now();
    for (const table of this.#context.touched.splice(0)) this.#announce(table, now, true);
    this.#trim(now);
    this.#context.waiters.advance(revision);
    this.#checkpoint(writes);
  }

  absorb(revision: Revision, writes: readonly ForeignWrite[]): void {
    for (const write of writes) this.#place.absorb(write);
    this.committed({ revision, writes: [] });
  }

  replace(revision: Revision, entries: readonly Entry[]): void {
    this.#place.replace(revision, this.#entries(), entries);
    this.#context.touched.length = 0;
    const now = this.clock.now();
    for (const table of this.#tables.values()) this.#announce(table, now, false);
    this.#forgetBefore(revision);
    this.committed({ revision, writes: [] });
  }

  compacted(revision: Revision): void {
    this.#context.told.from = Math.max(this.#context.told.from, revision);
  }

  failed(error: unknown): void {
    this.#troubles.report(error);
  }

  /** Announces the changes of a table. The writes are durable, and a failing listener must not affect other tables. */
  #announce(table: AnyTable, now: number, complete: boolean): void {
    try {
      table.announce(now, complete);
    } catch (error) {
      this.#reportBug(error);
    }
  }

  #checkpoint(writes: readonly PendingWrite[]): void {
    if (!this.backend.reopens) return; // a log that is never read again need not be compacted
    let bytes = 0;
    for (const { record } of writes) bytes += record.key.length + (record.text?.length ?? 0);
    this.#checkpointer.noted(bytes);
    if (!this.#checkpointer.isDue(this.#stateBytes)) return;
    if (this.#loadsEarlier()) return;
    this.#checkpointer.start(this.revision, this.#compacted, this.#entries(), (error) => this.#troubles.report(error));
  }

  /**
   * Trims the histories to their limits. History from before the store was opened is removed first, so it must be
   * loaded.
   */
  #trim(now: number): void {
    if (!this.#window.isFull(now)) return;
    if (this.#loadsEarlier()) return;
    const upTo = this.#window.trim(now);
    this.#compacted = Math.max(this.#compacted, upTo);
    if (this.#compacted >= this.#opened) this.#earlier.abandon();
    for (const history of this.#histories()) history.forget(upTo);
  }

  /**
   * Starts to load earlier history if needed and reports whether it is being loaded. If it cannot be read, the store
   * continues without it.
   */
  #loadsEarlier(): boolean {
    if (this.#earlier.loaded) return false;
    if (this.#triedEarlier) return this.#earlier.loading;
    this.#triedEarlier = true;
    this.#earlier.load().catch((error: unknown) => this.#troubles.report(error));
    return true;
  }

  /**
   * Adds to each table its changes from before the store was opened, unless the table has discarded later changes
   * already.
   */
  #recall({ changes, chunks }: EarlierChanges): void {
    const earlier = new Map(this.#histories().map((history): [Remembering, Change<Entry>[]] => [history, []]));
    for (const change of changes)
      if (change.revision > this.#compacted) earlier.get(this.#historyOf(change.key))?.push(change);
    for (const [history, own] of earlier) if (history.floor <= this.#opened) history.prepend(own, this.#compacted);
    this.#window.prepend(chunks.filter(({ upTo }) => upTo > this.#compacted));
  }

  #histories(): Remembering[] {
    return [...this.#tables.values(), ...this.#released.values(), this.#unclaimedHistory];
  }

  readonly #historyOf = (key: string): Remembering =>
    this.#tableOf(key) ?? ownerOf(this.#released, key) ?? this.#unclaimedHistory;

  readonly #stateBytes = (): number => this.stats().bytes;

  /** Returns all committed entries, those of tables in key order. */
  #entries(): Entry[] {
    const all = [...this.#unclaimed.entries()];
    for (const table of this.#tables.values()) for (const entry of table.entries()) all.push(entry);
    return all;
  }

  #overwrite(key: string, text: string | null): Promise<void> | undefined {
    const table = this.#tableOf(key);
    if (table !== undefined) return table.overwrite(key, text, withRevisionIfAny);
    const revision = this.#commits.next;
    const record = { key, revision, text: text === null ? null : withRevisionIfAny(text, revision) };
    return this.#commits.enlist(new UnclaimedWrite(record, this.#settleUnclaimed));
  }

  readonly #settleUnclaimed = ({ key, revision, text }: BackendWrite): void =>
    this.#place.absorb({ key, revision, entry: text === null ? null : { key, revision, text } });

  readonly #tableOf = (key: string): AnyTable | undefined => ownerOf(this.#tables, key);
}
