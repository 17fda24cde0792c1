import type { Clock } from "../../apimachinery/clock.ts";
import type { SelectorIndexes } from "./selector-indexes.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import { decodeContinue, encodeContinue } from "./continue-token.ts";
import { nextTask } from "../../component-base/event-loop.ts";
import type { Freshness } from "./freshness.ts";
import type { ListOptions, Revision, Stored, StoredList } from "./interface.ts";
import { refuseCorrupt, type LoadedObjects } from "./loaded-objects.ts";
import { rangeOf } from "./key-range.ts";
import { parseResourceVersion } from "./resource-version.ts";
import type { SelectionPredicate } from "./selection-predicate.ts";
import { StorageError } from "./storage-error.ts";
import type { StoredObject } from "./stored-object.ts";
import type { KeyRange, VersionedTable } from "./versioned-table.ts";

/**
 * The maximum time that filtering may block the event loop, and the number of objects evaluated between checks of the
 * clock.
 */
const sliceMs = 8;
const sliceObjects = 256;

/** Lists with more objects than this start in a separate task, so that several of them do not run in one task. */
const longList = 4096;

/** The state that a list reads, and the key at which it starts. */
type ListState =
  /** The newest state, at least at revision `minimum`. */
  | { readonly kind: "newest"; readonly minimum: bigint; readonly from: string | undefined }
  | { readonly kind: "exact"; readonly revision: bigint; readonly from: string | undefined };

const newest = (minimum: bigint, from?: string): ListState => ({ kind: "newest", minimum, from });

/**
 * Determines the state that a list reads (storage.ValidateListOptions). For a single key, the continue token is
 * validated but ignored, and so is the limit.
 */
function readListState(prefix: string, options: ListOptions): ListState {
  const recursive = prefix.endsWith("/");
  if (!recursive && options.continue !== "") decodeContinue(options.continue, prefix);
  if (recursive && options.continue !== "") return readContinue(prefix, options);
  const version = parseResourceVersion(options.resourceVersion);
  switch (options.resourceVersionMatch) {
    case "NotOlderThan":
      return newest(version);
    case "Exact":
      return { kind: "exact", revision: version, from: undefined };
    case "":
      return recursive && options.limit > 0 && version > 0n
        ? { kind: "exact", revision: version, from: undefined }
        : newest(version);
  }
}

function readContinue(prefix: string, options: ListOptions): ListState {
  const { key, revision } = decodeContinue(options.continue, prefix);
  if (options.resourceVersion !== "" && options.resourceVersion !== "0") {
    throw new StorageError({
      code: "InvalidContinue",
      message: "specifying resource version is not allowed when using continue",
    });
  }
  return revision > 0 ? { kind: "exact", revision: BigInt(revision), from: key } : newest(0n, key);
}

interface Page<T> {
  readonly items: readonly StoredObject<T>[];
  readonly more: boolean;
  /** The number of remaining objects, if requested. */
  readonly remaining?: number;
  /** The number of objects evaluated by the predicate. */
  readonly fetched?: number;
}

interface ReaderParts<T> {
  readonly table: VersionedTable<StoredObject<T>>;
  readonly clock: Clock;
  readonly indexes: SelectorIndexes<T>;
  readonly loaded: LoadedObjects<T>;
  readonly freshness: Freshness;
}

/** Implements the reads of one resource (storage.Interface Get and GetList). */
export class ResourceReader<T> {
  readonly #table: VersionedTable<StoredObject<T>>;
  readonly #clock: Clock;
  readonly #indexes: SelectorIndexes<T>;

  readonly #loaded: LoadedObjects<T>;
  readonly #freshness: Freshness;

  constructor({ table, clock, indexes, loaded, freshness }: ReaderParts<T>) {
    this.#table = table;
    this.#clock = clock;
    this.#indexes = indexes;
    this.#loaded = loaded;
    this.#freshness = freshness;
  }

  async get(key: string, resourceVersion: string): Promise<Stored<T> | undefined> {
    if (resourceVersion !== "") await this.#reach(parseResourceVersion(resourceVersion), {});
    const stored = await this.#read(key, resourceVersion);
    const checking = stored?.checked();
    if (checking !== undefined) await checking;
    if (stored?.corrupt !== undefined) throw new StorageError(stored.corrupt);
    return stored;
  }

  #read(key: string, resourceVersion: string): MaybeAsync<StoredObject<T> | undefined> {
    return resourceVersion === "" && this.#table.newest !== undefined ? this.#table.newest(key) : this.#table.get(key);
  }

  async list(prefix: string, options: ListOptions): Promise<StoredList<T>> {
    const state = readListState(prefix, options);
    const whole = rangeOf(prefix);
    const range = state.from === undefined ? whole : { from: state.from, to: whole.to };
    const limit = options.resourceVersion === "0" ? 0 : Math.max(0, options.limit);
    if (state.kind === "exact") await this.#reach(state.revision, options);
    else await this.#reach(state.minimum, options, options.limit > 0 && options.resourceVersionMatch === "");
    if (state.kind === "newest" && options.resourceVersion === "") await this.#freshness.caughtUp(options);
    const isDirect = state.kind === "exact" || (options.limit > 0 && options.predicate.everything);
    const checking = isDirect ? undefined : this.#loaded.ready();
    if (checking !== undefined) await checking;
    const building = state.kind === "newest" ? this.#indexes.prepare(range, options.predicate) : undefined;
    if (building !== undefined) await building;
    if (limit === 0 && this.#table.count(range) > longList) {
      await nextTask();
      options.signal?.throwIfAborted();
    }
    const revision =
      state.kind === "exact"
        ? await this.#remembered(Number(state.revision), prefix, state.from)
        : this.#table.revision;
    const page = await this.#page(range, revision, limit, options);
    if (isDirect) {
      for (const item of page.items) {
        const checked = item.checked();
        if (checked !== undefined) await checked;
      }
      refuseCorrupt(page.items);
    }
    return { items: page.items, revision, fetched: page.fetched, ...this.#rest(page, prefix, revision) };
  }

  /** Waits for a revision; `isPastCache` is that of the error. Some make their signal when it is first read. */
  async #reach(revision: bigint, waiting: Pick<ListOptions, "signal">, isPastCache = false): Promise<void> {
    if (revision === 0n || revision <= this.#table.revision) return;
    if (await this.#freshness.reached(revision, waiting.signal)) return;
    const { revision: current } = this.#table;
    throw new StorageError({ code: "TooLargeResourceVersion", requested: revision, current, isPastCache });
  }

  async #remembered(revision: Revision, prefix: string, from: string | undefined): Promise<Revision> {
    await this.#table.recalled(revision);
    const compacted = this.#table.toldRevision;
    if (revision >= compacted) return revision;
    const failure = { code: "Expired", requested: revision, compacted } as const;
    throw new StorageError(from === undefined ? failure : { ...failure, continue: encodeContinue(from, prefix, -1) });
  }

  #rest(
    { items, more, remaining }: Page<T>,
    prefix: string,
    revision: Revision,
  ): Pick<StoredList<T>, "continue" | "remainingItemCount"> {
    const last = items.at(-1);
    if (!more || last === undefined) return { continue: "" };
    const token = encodeContinue(`${last.key}\0`, prefix, revision);
    return remaining === undefined ? { continue: token } : { continue: token, remainingItemCount: remaining };
  }

  async #page(range: KeyRange, revision: Revision, limit: number, options: ListOptions): Promise<Page<T>> {
    const { predicate } = options;
    const atNewest = revision === this.#table.revision;
    if (atNewest && predicate.everything) {
      const items = this.#table.range(range, limit);
      const remaining = limit === 0 ? 0 : this.#table.count(range) - items.length;
      return { items, more: remaining > 0, remaining };
    }
    if (limit > 0 && predicate.everything) {
      const { items, total } = this.#table.pageAt(range, revision, limit);
      const remaining = total - items.length;
      return { items, more: remaining > 0, ...(remaining > 0 && { remaining }) };
    }
    const candidates = atNewest ? this.#indexes.candidates(range, predicate) : undefined;
    if (candidates !== undefined) return await this.#selectAmong(candidates, range, limit, predicate);
    const all = atNewest ? this.#table.range(range, 0) : this.#table.rangeAt(range, revision, limit > 0);
    return predicate.everything ? { items: all, more: false } : this.#select(all, limit, options);
  }

  /** Fills a page with the matching ones of the objects that an index has. */
  async #selectAmong(
    candidates: readonly StoredObject<T>[],
    { to }: KeyRange,
    limit: number,
    predicate: SelectionPredicate,
  ): Promise<Page<T>> {
    const items: StoredObject<T>[] = [];
    for (const [at, item] of candidates.entries()) {
      const parsing = item.selectable();
      if (parsing !== undefined) await parsing;
      if (predicate.matches(item.attributes)) items.push(item);
      if (limit > 0 && items.length >= limit)
        return { items, more: this.#table.count({ from: `${item.key}\0`, to }) > 0, fetched: at + 1 };
    }
    return { items, more: false, fetched: candidates.length };
  }

  /** Fills a page with matching objects, yielding to other tasks periodically. */
  async #select(all: readonly StoredObject<T>[], limit: number, options: ListOptions): Promise<Page<T>> {
    const { predicate } = options;
    const items: StoredObject<T>[] = [];
    let started = this.#clock.monotonic();
    for (let at = 0; at < all.length; at++) {
      const item = all[at];
      const parsing = item?.selectable();
      if (parsing !== undefined) await parsing;
      if (item !== undefined && predicate.matches(item.attributes)) items.push(item);
      if (limit > 0 && items.length >= limit) return { items, more: at < all.length - 1, fetched: at + 1 };
      if (at % sliceObjects !== sliceObjects - 1 || this.#clock.monotonic() - started < sliceMs) continue;
      await nextTask();
      options.signal?.throwIfAborted();
      started = this.#clock.monotonic();
    }
    return { items, more: false, fetched: all.length };
  }
}
