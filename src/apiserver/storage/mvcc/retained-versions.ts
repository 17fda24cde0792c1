import type { BackendWrite } from "../backend/backend.ts";
import type { Revision } from "../interface.ts";
import type { History } from "./history.ts";
import type { Change, Entry, KeyRange } from "../versioned-table.ts";

/** Which versions are asked for. */
export interface VersionsQuery {
  /** The last key of the portion before; absent for the first portion. */
  readonly after?: string | undefined;
  /** Versions above this revision are left out, so that portions are of one state: that of the first. */
  readonly upTo?: Revision | undefined;
}

/** A portion of the versions that the store retains: of each key the one where history begins, and all later ones. */
export interface VersionsPortion {
  /** The versions of a key follow each other, oldest first. A deletion has no text. */
  readonly versions: readonly BackendWrite[];
  /** The last key, if there are more. */
  readonly next: string | undefined;
  readonly revision: Revision;
  /** History begins here: what stood at this revision is complete, and so are the changes after it. */
  readonly compacted: Revision;
  /** The number of keys of all portions, or about that. */
  readonly keys: number;
}

/** The newest versions and the changes of the keys under one prefix. */
export interface VersionSource {
  readonly prefix: string;
  /** Returns the newest versions of the first keys in a range, in key order. */
  range(range: KeyRange, limit: number): readonly Entry[];
  changes(): readonly Change<Entry>[];
}

/** The keys of no table. */
interface Unclaimed {
  /** The histories of released tables by prefix. */
  readonly released: ReadonlyMap<string, History<Entry>>;
  /** The history of all others. */
  readonly history: History<Entry>;
  readonly entries: Iterable<Entry>;
}

/** Returns the sources of a store in the order of their prefixes. */
export function sourcesOf(
  tables: readonly VersionSource[],
  { released, history, entries }: Unclaimed,
): readonly VersionSource[] {
  const rest = new Set(entries);
  const sources = [...released].map(([prefix, ofPrefix]): VersionSource => {
    const own = [...rest].filter(({ key }) => key.startsWith(prefix));
    for (const entry of own) rest.delete(entry);
    return sourceOfEntries(prefix, own, ofPrefix);
  });
  return [...tables, ...sources, sourceOfEntries("", [...rest], history)].toSorted((a, b) =>
    a.prefix < b.prefix ? -1 : 1,
  );
}

const sourceOfEntries = (prefix: string, entries: readonly Entry[], history: History<Entry>): VersionSource => ({
  prefix,
  range: ({ from, to }, limit) =>
    entries
      .filter(({ key }) => key >= from && key < to)
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .slice(0, limit),
  changes: () => history.after(0),
});

/** A portion ends with the key by which it has so many versions or characters. */
const mostVersions = 250;
const mostCharacters = 1_000_000;

/** Returns the next portion of versions. Sources stand in the order of their prefixes. */
export function versionsOf(
  sources: readonly VersionSource[],
  { after, upTo = Infinity }: VersionsQuery,
): Pick<VersionsPortion, "versions" | "next"> {
  const portion = new Portion(upTo);
  for (const source of sources.slice(after === undefined ? 0 : sourceOf(sources, after)))
    for (const [key, versions] of keysOf(source, after)) {
      if (portion.isFull) return portion.end(true);
      portion.add(key, versions);
    }
  return portion.end(false);
}

class Portion {
  readonly #upTo: Revision;
  readonly #versions: BackendWrite[] = [];
  #characters = 0;
  #last: string | undefined;

  constructor(upTo: Revision) {
    this.#upTo = upTo;
  }

  get isFull(): boolean {
    return this.#versions.length >= mostVersions || this.#characters >= mostCharacters;
  }

  add(key: string, versions: readonly BackendWrite[]): void {
    for (const version of versions) {
      if (version.revision > this.#upTo) break;
      this.#versions.push(version);
      this.#characters += version.text?.length ?? 0;
    }
    this.#last = key;
  }

  end(isMore: boolean): Pick<VersionsPortion, "versions" | "next"> {
    return { versions: this.#versions, next: isMore ? this.#last : undefined };
  }
}

/** Yields the keys of a source behind one in order, with their versions, and reads few more than are asked for. */
function* keysOf(
  source: VersionSource,
  after: string | undefined,
): Generator<readonly [key: string, versions: readonly BackendWrite[]]> {
  let from = after !== undefined && isUnder(source, after) ? `${after}\0` : "";
  while (from !== lastKey) {
    const entries = source.range({ from, to: lastKey }, mostVersions);
    const to = entries.length < mostVersions ? lastKey : `${entries.at(-1)?.key ?? ""}\0`;
    const found = versionsByKey(source, entries, { from, to });
    for (const key of [...found.keys()].sort()) yield [key, found.get(key) ?? []];
    from = to;
  }
}

/** Comes after all keys. */
const lastKey = "\uffff";

const isUnder = ({ prefix }: VersionSource, key: string): boolean => key.startsWith(prefix);

/** Returns the index of the source that a key belongs to: the last whose prefix it has. */
const sourceOf = (sources: readonly VersionSource[], key: string): number =>
  Math.max(
    0,
    sources.findLastIndex((source) => isUnder(source, key)),
  );

function versionsByKey(
  source: VersionSource,
  entries: readonly Entry[],
  { from, to }: KeyRange,
): ReadonlyMap<string, readonly BackendWrite[]> {
  const found = new Map<string, BackendWrite[]>();
  for (const { key, revision, before, after, deleted } of source.changes()) {
    if (key < from || key >= to) continue;
    let versions = found.get(key);
    if (versions === undefined) found.set(key, (versions = before === undefined ? [] : [versionOf(before)]));
    versions.push({ key, revision, text: deleted ? null : after.text });
  }
  for (const entry of entries) if (!found.has(entry.key)) found.set(entry.key, [versionOf(entry)]);
  return found;
}

const versionOf = ({ key, revision, text }: Entry): BackendWrite => ({ key, revision, text });
