import type { BackendWrite } from "../backend/backend.ts";
import { keyOrder } from "../backend/replay.ts";
import type { Revision } from "../interface.ts";
import {
  sizeOf,
  type Change,
  type Entry,
  type Intent,
  type KeyRange,
  type MakeEntry,
  type PageOf,
  type Standing,
  type VersionedTable,
  type Written,
} from "../versioned-table.ts";
import type { AnyTable, TableContext } from "./any-table.ts";
import type { PendingWrite } from "./group-commit.ts";
import { History, remade } from "./history.ts";
import { KeyIndex } from "./key-index.ts";
import { PastState } from "./past-state.ts";

/**
 * The state of a key, shared by the map, the index and pending writes. It is kept as long as there is a version or a
 * pending write.
 */
interface Node<E extends Entry> {
  readonly key: string;
  /** The newest committed version; undefined while its creation is pending. */
  entry: E | undefined;
  /** The newest pending write. */
  pending: TableWrite<E> | undefined;
}

/** No key comes after "\uffff". */
const allKeys: KeyRange = { from: "", to: "\uffff" };

/** So many changes since a revision are undone for each page of its state. */
const fewChanges = 1000;

type Listener<E extends Entry> = (changes: readonly Change<E>[], complete: boolean) => void;

/** A pending write of a table. */
class TableWrite<E extends Entry> implements PendingWrite, Standing {
  readonly record: BackendWrite;
  readonly entry: E;
  readonly deleted: boolean;
  readonly isOwn: boolean;
  readonly node: Node<E>;
  done: Promise<void> | undefined;
  readonly #table: Table<E>;

  constructor(table: Table<E>, node: Node<E>, entry: E, deleted: boolean) {
    this.#table = table;
    this.node = node;
    this.entry = entry;
    this.deleted = deleted;
    this.isOwn = deleted || entry.isOwn === true;
    this.record = { key: entry.key, revision: entry.revision, text: deleted ? null : entry.text };
  }

  commit(): void {
    this.#table.commit(this);
  }

  drop(): void {
    this.#table.drop(this);
  }

  async confirmed(): Promise<boolean> {
    await this.done;
    return true;
  }
}

/** The newest versions, pending writes and history of all keys under one prefix. */
export class Table<E extends Entry> implements VersionedTable<E>, AnyTable {
  readonly prefix: string;
  readonly #context: TableContext;
  readonly #make: MakeEntry<E>;
  /** The nodes by key, but for those that were loaded and that nobody has asked for yet. */
  readonly #nodes = new Map<string, Node<E>>();
  /** How many nodes are in the index only. */
  #unmapped = 0;
  readonly #index: KeyIndex<Node<E>, Entry>;
  readonly #history: History<E>;
  readonly #past = new PastState<E>();
  readonly #listeners = new Set<Listener<E>>();
  /** The changes of the current commit. */
  #fresh: Change<E>[] = [];
  #changedRevision: Revision;
  #bytes = 0;

  constructor(
    prefix: string,
    context: TableContext,
    make: MakeEntry<E>,
    { entries, history }: { readonly entries: readonly Entry[]; readonly history: History<Entry> },
  ) {
    this.prefix = prefix;
    this.#context = context;
    this.#make = make;
    this.#index = new KeyIndex((data) => ({ key: data.key, entry: make(data), pending: undefined }));
    this.#history = new History(history.floor);
    this.#changedRevision = context.commits.committed;
    this.#load(entries);
    this.prepend(history.after(0), history.floor);
  }

  #load(entries: readonly Entry[]): void {
    let [isInOrder, previous] = [true, ""];
    for (const data of entries) {
      isInOrder &&= previous < data.key;
      previous = data.key;
      this.#bytes += sizeOf(data);
    }
    this.#index.load(isInOrder ? entries : entries.toSorted(keyOrder));
    this.#unmapped = entries.length;
  }

  /** Returns the node of a key. A map of all that was loaded would be most of what opening a large table takes. */
  #find(key: string): Node<E> | undefined {
    const mapped = this.#nodes.get(key);
    if (mapped !== undefined || this.#unmapped === 0) return mapped;
    const loaded = this.#index.get(key);
    if (loaded === undefined) return undefined;
    this.#unmapped--;
    this.#nodes.set(key, loaded);
    return loaded;
  }

  get revision(): Revision {
    return this.#context.commits.committed;
  }

  get changedRevision(): Revision {
    return this.#changedRevision;
  }

  get compactedRevision(): Revision {
    return this.#history.floor;
  }

  get toldRevision(): Revision {
    return Math.max(this.#history.floor, this.#context.told.from);
  }

  get floor(): Revision {
    return this.#history.floor;
  }

  get history(): History<Entry> {
    return this.#history;
  }

  recalled(revision: Revision): Promise<void> | undefined {
    return revision >= this.#history.floor || this.#context.earlier.loaded ? undefined : this.#context.earlier.load();
  }

  prepend(changes: readonly Change<Entry>[], floor: Revision): void {
    this.#history.prepend(
      remade(changes, this.#make, (key) => this.get(key)),
      floor,
    );
  }

  get(key: string): E | undefined {
    return this.#find(key)?.entry;
  }

  live(key: string): E | undefined {
    return liveOf(this.#find(key));
  }

  /** Reports whether the key exists, pending writes included. */
  holds(key: string): boolean {
    return this.live(key) !== undefined;
  }

  standing(key: string, _live?: E): Standing | undefined {
    return this.#find(key)?.pending;
  }

  write(intent: Intent<E>): Written<E> | undefined {
    const revision = this.#context.commits.next;
    const node = this.#find(intent.key);
    if (liveOf(node) !== intent.live) return undefined;
    const entry = intent.make(revision);
    const write = new TableWrite(this, node ?? this.#add(intent.key), entry, intent.deleted);
    const done = this.#context.commits.enlist(write);
    write.done = done;
    write.node.pending = write;
    return { entry, done };
  }

  /** Writes a text, or null for a deletion, regardless of the live version. `restamp` sets the revision in the text. */
  overwrite(
    key: string,
    text: string | null,
    restamp: (text: string, revision: Revision) => string,
  ): Promise<void> | undefined {
    const live = this.live(key);
    const source = text ?? live?.text;
    if (source === undefined || (text === null && live === undefined)) return undefined;
    return this.write({
      key,
      live,
      deleted: text === null,
      make: (revision) => this.#make({ key, revision, text: restamp(source, revision) }),
    })?.done;
  }

  seed(key: string, textAt: (revision: Revision) => string): Promise<void> | undefined {
    return this.holds(key) ? undefined : this.overwrite(key, "", (_text, revision) => textAt(revision));
  }

  /** Makes a durable write readable. `announce` is called after all writes of the batch are readable. */
  commit(write: TableWrite<E>): void {
    const { entry, deleted, node } = write;
    if (node.pending === write) node.pending = undefined;
    this.#commit(node, entry, deleted);
  }

  #commit(node: Node<E>, entry: E, deleted: boolean): void {
    const { key, revision } = entry;
    const before = this.#replace(node, deleted ? undefined : entry);
    if (deleted && before === undefined) return;
    const change: Change<E> = { key, revision, before, after: entry, deleted };
    this.#changedRevision = revision;
    this.#history.add(change);
    if (this.#fresh.push(change) === 1) this.#context.touched.push(this);
  }

  /** Makes a version readable that was not written through this table. For a deletion, it is the last state. */
  absorb(written: Entry, deleted: boolean): void {
    this.apply(this.#make(written), deleted);
  }

  protected apply(entry: E, deleted: boolean): void {
    this.#commit(this.#find(entry.key) ?? this.#add(entry.key), entry, deleted);
  }

  drop(write: TableWrite<E>): void {
    const { node } = write;
    if (node.pending === write) node.pending = undefined;
    this.#forgetEmpty(node);
  }

  /** Adds a node for a new key. */
  #add(key: string): Node<E> {
    const node: Node<E> = { key, entry: undefined, pending: undefined };
    this.#nodes.set(key, node);
    return node;
  }

  /** Replaces the committed version of a node and returns the previous one. */
  #replace(node: Node<E>, entry: E | undefined): E | undefined {
    const before = node.entry;
    node.entry = entry;
    this.#bytes += (entry === undefined ? 0 : sizeOf(entry)) - (before === undefined ? 0 : sizeOf(before));
    if (before === undefined && entry !== undefined) this.#index.insert(node);
    else if (before !== undefined && entry === undefined) this.#index.remove(node.key);
    this.#forgetEmpty(node);
    return before;
  }

  #forgetEmpty({ key, entry, pending }: Node<E>): void {
    if (entry === undefined && pending === undefined) this.#nodes.delete(key);
  }

  /** Notifies listeners and the history window of the changes of the last commit. */
  announce(now: number, complete = true): void {
    const changes = this.#fresh;
    if (changes.length === 0 && complete) return;
    this.#fresh = [];
    let bytes = 0;
    for (const { after } of changes) bytes += sizeOf(after);
    this.#context.window.add({
      upTo: this.#changedRevision,
      changes: changes.length,
      bytes,
      at: now,
      commit: this.#context.commits.committed,
      worldTime: this.#context.worldTime?.(),
    });
    for (const listener of this.#listeners) listener(changes, complete);
  }

  range(range: KeyRange, limit: number): E[] {
    return entriesOf(this.#index.range(range, limit));
  }

  count(range: KeyRange): number {
    return this.#index.count(range);
  }

  rangeAt(range: KeyRange, revision: Revision, isPaged = false): E[] {
    const kept = this.#past.range(range, revision);
    if (kept !== undefined) return kept;
    if (!isPaged) return this.#stoodAt(range, revision);
    this.#past.keep(revision, this.#stoodAt(allKeys, revision));
    return this.#past.range(range, revision) ?? [];
  }

  pageAt(range: KeyRange, revision: Revision, limit: number): PageOf<E> {
    const kept = this.#past.page(range, revision, limit);
    if (kept !== undefined) return kept;
    if (this.#history.countAfter(revision) <= fewChanges) return this.#pageOfFewChanges(range, revision, limit);
    this.#past.keep(revision, this.#stoodAt(allKeys, revision));
    return this.#past.page(range, revision, limit) ?? { items: [], total: 0 };
  }

  /** Makes a page of the newest state, so that large tables are not gone through for few changes. */
  #pageOfFewChanges(range: KeyRange, revision: Revision, limit: number): PageOf<E> {
    const stood = this.#history.undo(revision);
    const items: E[] = [];
    for (const { key, entry } of this.#index.range(range, limit + stood.size))
      if (entry !== undefined && !stood.has(key)) items.push(entry);
    let total = this.#index.count(range);
    for (const [key, entry] of stood) {
      if (key < range.from || key >= range.to) continue;
      if (this.#index.get(key) !== undefined) total--;
      if (entry === undefined) continue;
      total++;
      items.push(entry);
    }
    return { items: items.sort(keyOrder).slice(0, limit), total };
  }

  #stoodAt(range: KeyRange, revision: Revision): E[] {
    const stood = this.#history.undo(revision);
    const found: E[] = [];
    for (const { key, entry } of this.#index.range(range, 0))
      if (entry !== undefined && !stood.has(key)) found.push(entry);
    const unchanged = found.length;
    for (const [key, entry] of stood) if (entry !== undefined && key >= range.from && key < range.to) found.push(entry);
    return found.length === unchanged ? found : found.sort(keyOrder);
  }

  changesAfter(revision: Revision): readonly Change<E>[] {
    return this.#history.after(revision);
  }

  changesBetween(after: Revision, upTo: Revision, limit: number): readonly Change<E>[] {
    return this.#history.changesBetween(after, upTo, limit);
  }

  undo(revision: Revision): ReadonlyMap<string, E | undefined> {
    return this.#history.undo(revision);
  }

  changes(): readonly Change<E>[] {
    return this.#history.after(0);
  }

  subscribe(listener: Listener<E>): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  reached(revision: bigint, signal: AbortSignal | undefined): Promise<boolean> {
    if (revision <= this.revision) return Promise.resolve(true);
    return this.#context.waiters.wait(revision, signal);
  }

  compact(revision: Revision): void {
    this.#history.compact(revision);
    this.#past.forget(this.floor);
  }

  forget(upTo: Revision): void {
    this.#history.forget(upTo);
    this.#past.forget(this.floor);
  }

  stats(): { readonly objects: number; readonly bytes: number } {
    return { objects: this.#index.size, bytes: this.#bytes };
  }

  /** Returns the newest committed versions of all keys in key order, loaded ones as they were loaded. */
  entries(): Entry[] {
    const entries: Entry[] = [];
    for (const each of this.#index.all()) {
      const entry = "pending" in each ? each.entry : each;
      if (entry !== undefined) entries.push(entry);
    }
    return entries;
  }
}

/** Returns the newest version of a node, pending writes included. */
function liveOf<E extends Entry>(node: Node<E> | undefined): E | undefined {
  if (node?.pending === undefined) return node?.entry;
  return node.pending.deleted ? undefined : node.pending.entry;
}

function entriesOf<E extends Entry>(nodes: readonly Node<E>[]): E[] {
  const entries: E[] = [];
  for (const { entry } of nodes) if (entry !== undefined) entries.push(entry);
  return entries;
}
