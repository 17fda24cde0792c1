import type { Clock } from "../../apimachinery/clock.ts";
import { nextTask } from "../../component-base/event-loop.ts";
import type { Equality, SelectorAttributes } from "./selection-predicate.ts";
import type { StoredObject } from "./stored-object.ts";
import type { Change } from "./versioned-table.ts";

/** The objects that are evaluated between two looks at the clock, and the time until other tasks run. */
const sliceObjects = 256;
const sliceMs = 8;

const noKeys: ReadonlySet<string> = new Set();

/** The keys of a resource by the value of one label or field. */
export class SelectorIndex<T> {
  readonly #valueOf: (attributes: SelectorAttributes) => string | undefined;
  readonly #keys = new Map<string, Set<string>>();
  /** Values whose keys are not in order, since some were added after the last use. */
  readonly #unsorted = new Set<string>();
  /** The keys that changed while the index was built, which the build must not add. */
  #changed: Set<string> | undefined = new Set();
  usedAt: number;

  constructor({ of, name }: Equality, now: number) {
    this.#valueOf = (attributes) => (Object.hasOwn(attributes[of], name) ? attributes[of][name] : undefined);
    this.usedAt = now;
  }

  /** Whether all objects have been added. */
  get ready(): boolean {
    return this.#changed === undefined;
  }

  /** Adds all objects, in slices between which the index follows changes. */
  async build(objects: readonly StoredObject<T>[], clock: Clock): Promise<void> {
    let started = clock.monotonic();
    for (const [i, { key, attributes }] of objects.entries()) {
      if (this.#changed?.has(key) !== true) this.#insert(key, this.#valueOf(attributes));
      if (i % sliceObjects !== sliceObjects - 1 || clock.monotonic() - started < sliceMs) continue;
      await nextTask();
      started = clock.monotonic();
    }
    this.#changed = undefined;
  }

  /** Takes in a change of the table. */
  apply({ key, before, after, deleted }: Change<StoredObject<T>>): void {
    this.#changed?.add(key);
    const old = before && this.#valueOf(before.attributes);
    const value = deleted ? undefined : this.#valueOf(after.attributes);
    if (old === value && this.ready) return;
    if (old !== value) this.#remove(key, old);
    this.#insert(key, value);
  }

  /** Returns the keys of a value in order. */
  keysOf(value: string): ReadonlySet<string> {
    const keys = this.#keys.get(value);
    if (keys === undefined || !this.#unsorted.delete(value)) return keys ?? noKeys;
    const sorted = new Set([...keys].sort());
    this.#keys.set(value, sorted);
    return sorted;
  }

  #insert(key: string, value: string | undefined): void {
    if (value === undefined) return;
    const keys = this.#keys.get(value);
    if (keys === undefined) this.#keys.set(value, new Set([key]));
    else if (!keys.has(key)) {
      keys.add(key);
      this.#unsorted.add(value);
    }
  }

  #remove(key: string, value: string | undefined): void {
    if (value === undefined) return;
    const keys = this.#keys.get(value);
    keys?.delete(key);
    if (keys?.size !== 0) return;
    this.#keys.delete(value);
    this.#unsorted.delete(value);
  }
}
