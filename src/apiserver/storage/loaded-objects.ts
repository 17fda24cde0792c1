import type { Clock } from "../../apimachinery/clock.ts";
import { nextTask } from "../../component-base/event-loop.ts";
import { rangeOf } from "./key-range.ts";
import { StorageError, type CorruptObject } from "./storage-error.ts";
import type { ReadFailure, StoredObject } from "./stored-object.ts";
import type { VersionedTable } from "./versioned-table.ts";

/** How long checks may block the event loop, and the number of objects checked between looks at the clock. */
const sliceMs = 8;
const sliceObjects = 64;

/** From so many keys on, all objects of a table are looked at. */
const manyKeys = 1024;

type LoadedTable<T> = Pick<VersionedTable<StoredObject<T>>, "get" | "range" | "prefix" | "stats">;

/** The most objects that an error names (etcd3.corruptObjErrAggregatorFactory). */
const mostNamed = 100;

/**
 * The objects of one resource whose texts this server has not written itself: those loaded and imported. They are
 * checked before the first list or watch of the resource that the watch cache would serve. While one of them cannot be
 * decoded, the watch cache is not ready (cacher.Cacher).
 */
export class LoadedObjects<T> {
  readonly #table: LoadedTable<T>;
  readonly #clock: Clock;
  readonly #unchecked: string[];
  /** Whether some of the objects that were there at first may not have been checked. */
  #hasLoaded: boolean;
  #checking: Promise<void> | undefined;
  readonly #corrupt = new Set<StoredObject<T>>();

  /**
   * `made` are the keys of these objects that were made so far: those that the table was opened with are when they are
   * first read. Keys can be added to it at any time.
   */
  constructor(table: LoadedTable<T>, clock: Clock, made: string[]) {
    this.#table = table;
    this.#clock = clock;
    this.#unchecked = made;
    this.#hasLoaded = table.stats().objects > 0;
  }

  /** Throws if an object cannot be decoded. Returns a promise to await first if objects have to be checked. */
  ready(): Promise<void> | undefined {
    if (this.#hasUnchecked || this.#checking !== undefined)
      return (this.#checking ??= this.#check().finally(() => (this.#checking = undefined)));
    if (this.#corrupt.size > 0) this.#refuse();
    return undefined;
  }

  get #hasUnchecked(): boolean {
    return this.#hasLoaded || this.#unchecked.length > 0;
  }

  async #check(): Promise<void> {
    let started = this.#clock.monotonic();
    let at = 0;
    while (this.#hasUnchecked) {
      for (const stored of this.#takeUnchecked()) {
        const checking = stored?.checked();
        if (checking !== undefined) await checking;
        if (stored?.corrupt !== undefined) this.#corrupt.add(stored);
        if (++at % sliceObjects !== 0 || this.#clock.monotonic() - started < sliceMs) continue;
        await nextTask();
        started = this.#clock.monotonic();
      }
    }
    this.#refuse();
  }

  /** Finding many objects by their keys takes longer than looking at all that are there. */
  #takeUnchecked(): readonly (StoredObject<T> | undefined)[] {
    const isAll = this.#hasLoaded;
    this.#hasLoaded = false;
    const keys = this.#unchecked.splice(0);
    if (!isAll && keys.length <= manyKeys) return keys.map((key) => this.#table.get(key));
    const all = this.#table.range(rangeOf(this.#table.prefix), 0);
    this.#unchecked.length = 0; // those that were made just now
    return all;
  }

  #refuse(): void {
    const failures: ReadFailure[] = [];
    for (const stored of this.#corrupt) {
      const { corrupt } = stored;
      if (corrupt === undefined || this.#table.get(stored.key) !== stored) this.#corrupt.delete(stored);
      else failures.push(corrupt);
    }
    const reason = failureOf(failures);
    if (reason !== undefined) throw new StorageError({ code: "NotReady", reason });
  }
}

/** Returns the failure of a list with objects that cannot be decoded; undefined if there are none. */
function failureOf(failures: readonly ReadFailure[]): ListFailure | undefined {
  const objects: CorruptObject[] = [];
  for (const failure of failures) {
    if (failure.code === "Undecodable") return failure;
    if (objects.length === mostNamed) return { code: "CorruptList", objects, truncated: true };
    objects.push(failure);
  }
  return objects.length === 0 ? undefined : { code: "CorruptList", objects, truncated: false };
}

type ListFailure = Exclude<ReadFailure, CorruptObject> | CorruptList;
type CorruptList = {
  readonly code: "CorruptList";
  readonly objects: readonly CorruptObject[];
  readonly truncated: boolean;
};

/** Throws if an object of a list that is read past the watch cache cannot be decoded. */
export function refuseCorrupt<T>(items: readonly StoredObject<T>[]): void {
  let failures: ReadFailure[] | undefined;
  for (const { corrupt } of items) if (corrupt !== undefined) (failures ??= []).push(corrupt);
  const failure = failures && failureOf(failures);
  if (failure !== undefined) throw new StorageError(failure);
}
