import type { Entry } from "../versioned-table.ts";

/** Returns the first two segments of a key: `/registry/pods/` for `/registry/pods/default/a`. */
function groupOf(key: string): string {
  const second = key.indexOf("/", 1);
  const third = second < 0 ? -1 : key.indexOf("/", second + 1);
  return third < 0 ? key : key.slice(0, third + 1);
}

/**
 * The newest versions of keys that no table has claimed. They are loaded, retained and written to checkpoints, but not
 * indexed.
 */
export class Unclaimed {
  readonly #groups = new Map<string, Map<string, Entry>>();
  #objects = 0;
  #bytes = 0;

  set(entry: Entry): void {
    const name = groupOf(entry.key);
    const group = this.#groups.get(name) ?? new Map<string, Entry>();
    if (group.size === 0) this.#groups.set(name, group);
    this.#objects -= group.size;
    this.#bytes += entry.text.length - (group.get(entry.key)?.text.length ?? 0);
    group.set(entry.key, entry);
    this.#objects += group.size;
  }

  delete(key: string): void {
    const group = this.#groups.get(groupOf(key));
    const entry = group?.get(key);
    if (group === undefined || entry === undefined) return;
    group.delete(key);
    this.#objects--;
    this.#bytes -= entry.text.length;
  }

  /** Removes and returns all entries under a prefix. */
  claim(prefix: string): Entry[] {
    const claimed: Entry[] = [];
    for (const [name, group] of this.#groups) {
      if (!name.startsWith(prefix) && !prefix.startsWith(name)) continue;
      takeUnder(prefix, group, claimed);
      if (group.size === 0) this.#groups.delete(name);
    }
    this.#objects -= claimed.length;
    for (const { text } of claimed) this.#bytes -= text.length;
    return claimed;
  }

  stats(): { readonly objects: number; readonly bytes: number } {
    return { objects: this.#objects, bytes: this.#bytes };
  }

  *entries(): IterableIterator<Entry> {
    for (const group of this.#groups.values()) yield* group.values();
  }
}

function takeUnder(prefix: string, group: Map<string, Entry>, taken: Entry[]): void {
  const before = taken.length;
  for (const entry of group.values()) if (entry.key.startsWith(prefix)) taken.push(entry);
  if (taken.length - before === group.size) group.clear();
  else for (const { key } of taken.slice(before)) group.delete(key);
}
