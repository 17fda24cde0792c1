import type { Entry } from "../versioned-table.ts";

/** The first two segments of a key: `/registry/pods/` of `/registry/pods/default/a`. */
function groupOf(key: string): string {
  const second = key.indexOf("/", 1);
  const third = second < 0 ? -1 : key.indexOf("/", second + 1);
  return third < 0 ? key : key.slice(0, third + 1);
}

/** Newest versions of keys whose resource nobody serves (yet): loaded, kept and written back, but not indexed. */
export class Unclaimed {
  readonly #groups = new Map<string, Map<string, Entry>>();
  #objects = 0;
  #bytes = 0;

  set(entry: Entry): void {
    this.delete(entry.key);
    this.#objects++;
    this.#bytes += entry.text.length;
    const name = groupOf(entry.key);
    const group = this.#groups.get(name);
    if (group === undefined) this.#groups.set(name, new Map([[entry.key, entry]]));
    else group.set(entry.key, entry);
  }

  delete(key: string): void {
    const group = this.#groups.get(groupOf(key));
    const entry = group?.get(key);
    if (group === undefined || entry === undefined) return;
    group.delete(key);
    this.#objects--;
    this.#bytes -= entry.text.length;
  }

  /** Takes out everything under a prefix. */
  claim(prefix: string): Entry[] {
    const claimed: Entry[] = [];
    for (const [name, group] of this.#groups) {
      if (!name.startsWith(prefix) && !prefix.startsWith(name)) continue;
      for (const entry of group.values()) if (entry.key.startsWith(prefix)) claimed.push(entry);
    }
    for (const { key } of claimed) this.delete(key);
    return claimed;
  }

  stats(): { readonly objects: number; readonly bytes: number } {
    return { objects: this.#objects, bytes: this.#bytes };
  }

  *entries(): IterableIterator<Entry> {
    for (const group of this.#groups.values()) yield* group.values();
  }
}
