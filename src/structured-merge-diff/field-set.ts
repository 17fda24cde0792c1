import type { JsonObject } from "../apimachinery/json/value.ts";
import { comparePathElements, type FieldPath, type PathElement } from "./path-element.ts";

/** An entry of a set: whether the path element itself is a member, and the set of paths below it, or both. */
export interface SetEntry {
  readonly element: PathElement;
  readonly member: boolean;
  readonly children: FieldSet | undefined;
}

/** A set of field paths (fieldpath.Set): a tree whose entries are sorted and never empty. Immutable. */
export class FieldSet {
  static readonly empty = new FieldSet([]);
  readonly entries: readonly SetEntry[];
  #fieldsV1: JsonObject | undefined;
  #byName: ReadonlyMap<string, SetEntry> | undefined;
  #longest: number | undefined;

  /** The entries must be sorted, unique and non-empty; see `of`. */
  private constructor(entries: readonly SetEntry[]) {
    this.entries = entries;
  }

  /** Returns a set of entries given in any order, each element at most once. */
  static of(entries: SetEntry[]): FieldSet {
    if (entries.length === 0) return FieldSet.empty;
    for (let i = 1; i < entries.length; i++) {
      const [before, after] = [entries[i - 1], entries[i]];
      if (!before || !after || comparePathElements(before.element, after.element) <= 0) continue;
      if (entries.length <= insertionLimit) insertBackwards(entries, i, after);
      else return new FieldSet(entries.sort((a, b) => comparePathElements(a.element, b.element)));
    }
    return new FieldSet(entries);
  }

  /** Returns a set of paths. The empty path denotes the whole object, which is never owned, and is ignored. */
  static ofPaths(paths: readonly FieldPath[]): FieldSet {
    return FieldSet.unionOf(paths.map((path) => FieldSet.ofPath(path)));
  }

  static ofPath(path: FieldPath): FieldSet {
    let set: FieldSet | undefined;
    for (let i = path.length - 1; i >= 0; i--) {
      const element = path[i];
      if (element) set = new FieldSet([{ element, member: i === path.length - 1, children: set }]);
    }
    return set ?? FieldSet.empty;
  }

  /** Returns the set as FieldsV1; `make` is called once per set. See `toFieldsV1`. */
  fieldsV1(make: (set: FieldSet) => JsonObject): JsonObject {
    return (this.#fieldsV1 ??= make(this));
  }

  /** The number of entries of the longest set in this one. */
  get longest(): number {
    if (this.#longest !== undefined) return this.#longest;
    let longest = this.entries.length;
    for (const { children } of this.entries)
      if (children !== undefined && children.longest > longest) longest = children.longest;
    return (this.#longest = longest);
  }

  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  find(element: PathElement): SetEntry | undefined {
    const place = this.#placeOf(element);
    return place < 0 ? undefined : this.entries[place];
  }

  /** Returns the index of an element, or `-1 - i` where `i` is its insertion index. */
  #placeOf(element: PathElement): number {
    let [low, high] = [0, this.entries.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const entry = this.entries[middle];
      const found = entry === undefined ? 0 : comparePathElements(entry.element, element);
      if (found === 0) return middle;
      if (found < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1 - low;
  }

  /** Returns the entry of a field. Faster than `find` for many lookups in the same set. */
  field(name: string): SetEntry | undefined {
    if (this.entries.length > few) return (this.#byName ??= entriesByName(this.entries)).get(name);
    for (const entry of this.entries) if (entry.element.kind === "field" && entry.element.name === name) return entry;
    return undefined;
  }

  has(path: FieldPath): boolean {
    const [first, ...rest] = path;
    const entry = first && this.find(first);
    return rest.length === 0 ? entry?.member === true : entry?.children?.has(rest) === true;
  }

  /** Returns the union of any number of sets. They are united in pairs, so that each element is copied few times. */
  static unionOf(sets: readonly FieldSet[]): FieldSet {
    let united = sets;
    while (united.length > 1) {
      const pairs: FieldSet[] = [];
      for (let i = 0; i < united.length; i += 2)
        pairs.push(united[i]?.union(united[i + 1] ?? FieldSet.empty) ?? FieldSet.empty);
      united = pairs;
    }
    return united[0] ?? FieldSet.empty;
  }

  /** Returns the union of both sets; this set itself if the other one adds nothing. */
  union(other: FieldSet): FieldSet {
    if (this === other || other.isEmpty) return this;
    if (this.isEmpty) return other;
    const [only] = other.entries;
    if (only && other.entries.length === 1) return this.#with(only);
    const merged: SetEntry[] = [];
    let changed = false;
    zip(this.entries, other.entries, (mine, theirs) => {
      const entry = mine && theirs ? unite(mine, theirs) : (mine ?? theirs);
      if (entry) merged.push(entry);
      changed ||= entry !== mine;
    });
    return changed ? new FieldSet(merged) : this;
  }

  /** Returns the intersection of both sets. */
  intersection(other: FieldSet): FieldSet {
    if (this === other || this.isEmpty) return this;
    return this.#keep(
      other,
      (mine, theirs) =>
        replace(mine, mine.member && theirs.member, theirs.children && mine.children?.intersection(theirs.children)),
      "drop",
    );
  }

  /**
   * Returns the paths that are not in the other set. A path remains even if one of its prefixes is in the other set.
   */
  difference(other: FieldSet): FieldSet {
    if (this === other) return FieldSet.empty;
    if (this.isEmpty || other.isEmpty) return this;
    return this.#keep(
      other,
      (mine, theirs) =>
        replace(
          mine,
          mine.member && !theirs.member,
          theirs.children && mine.children ? mine.children.difference(theirs.children) : mine.children,
        ),
      "keep",
    );
  }

  /** Returns the paths that are not in the other set and have no prefix in it (Set.RecursiveDifference). */
  recursiveDifference(other: FieldSet): FieldSet {
    if (this.isEmpty || other.isEmpty) return this;
    return this.#keep(
      other,
      (mine, theirs) => {
        if (theirs.member) return undefined;
        return replace(
          mine,
          mine.member,
          theirs.children && mine.children ? mine.children.recursiveDifference(theirs.children) : mine.children,
        );
      },
      "keep",
    );
  }

  /** Reports whether every path of this set is in the other set. */
  isSubsetOf(other: FieldSet): boolean {
    if (this === other) return true;
    let [i, j] = [0, 0];
    for (; i < this.entries.length; j++) {
      const [mine, theirs] = [this.entries[i], other.entries[j]];
      if (mine === undefined || theirs === undefined) return false;
      const found = comparePathElements(mine.element, theirs.element);
      if (found < 0) return false;
      if (found > 0) continue;
      if (
        (mine.member && !theirs.member) ||
        !(mine.children ?? FieldSet.empty).isSubsetOf(theirs.children ?? FieldSet.empty)
      )
        return false;
      i++;
    }
    return true;
  }

  equals(other: FieldSet): boolean {
    return (
      this === other ||
      (this.entries.length === other.entries.length &&
        this.entries.every((entry, i) => haveSameContent(entry, other.entries[i])))
    );
  }

  /** Returns the paths that have no other path below them (Set.Leaves). */
  leaves(): FieldSet {
    return new FieldSet(
      this.entries.map((entry) =>
        entry.children ? { element: entry.element, member: false, children: entry.children.leaves() } : entry,
      ),
    );
  }

  /** Returns all paths; at each level, members come before the paths below them. */
  paths(): readonly FieldPath[] {
    const paths: FieldPath[] = [];
    collect(this, [], paths);
    return paths;
  }

  /** Returns the union with a single entry: most changes concern one field. */
  #with(theirs: SetEntry): FieldSet {
    const place = this.#placeOf(theirs.element);
    const mine = place < 0 ? undefined : this.entries[place];
    const entry = mine ? unite(mine, theirs) : theirs;
    if (entry === mine) return this;
    return new FieldSet(mine ? this.entries.with(place, entry) : this.entries.toSpliced(-1 - place, 0, entry));
  }

  #keep(other: FieldSet, choose: Choose, others: "drop" | "keep"): FieldSet {
    const [only] = other.entries;
    if (only && other.entries.length === 1) return this.#keepBeside(only, choose, others);
    const kept: SetEntry[] = [];
    let changed = false;
    zip(this.entries, other.entries, (mine, theirs) => {
      if (mine === undefined) return;
      const entry = theirs === undefined ? (others === "keep" ? mine : undefined) : choose(mine, theirs);
      if (entry) kept.push(entry);
      changed ||= entry !== mine;
    });
    if (!changed) return this;
    return kept.length === 0 ? FieldSet.empty : new FieldSet(kept);
  }

  #keepBeside(theirs: SetEntry, choose: Choose, others: "drop" | "keep"): FieldSet {
    const place = this.#placeOf(theirs.element);
    const mine = place < 0 ? undefined : this.entries[place];
    const entry = mine && choose(mine, theirs);
    if (others === "drop")
      return entry === undefined
        ? FieldSet.empty
        : entry === mine && this.entries.length === 1
          ? this
          : new FieldSet([entry]);
    if (entry === mine) return this;
    if (entry) return new FieldSet(this.entries.with(place, entry));
    return this.entries.length === 1 ? FieldSet.empty : new FieldSet(this.entries.toSpliced(place, 1));
  }
}

/** Computes the entry for an element that is in both sets. */
type Choose = (mine: SetEntry, theirs: SetEntry) => SetEntry | undefined;

/** Up to this many entries are sorted by insertion. */
const insertionLimit = 12;

/** Inserts the entry at `place` into the sorted entries before it. */
function insertBackwards(entries: SetEntry[], place: number, entry: SetEntry): void {
  let at = place;
  for (
    let before = entries[at - 1];
    before && comparePathElements(before.element, entry.element) > 0;
    before = entries[at - 1]
  ) {
    entries[at] = before;
    at--;
  }
  entries[at] = entry;
}

/** Sets of up to this many entries are searched linearly. */
const few = 4;

const entriesByName = (entries: readonly SetEntry[]): ReadonlyMap<string, SetEntry> =>
  new Map(entries.flatMap((entry) => (entry.element.kind === "field" ? [[entry.element.name, entry] as const] : [])));

function collect(set: FieldSet, prefix: FieldPath, paths: FieldPath[]): void {
  for (const { element, member } of set.entries) if (member) paths.push([...prefix, element]);
  for (const { element, children } of set.entries) if (children) collect(children, [...prefix, element], paths);
}

function haveSameContent(a: SetEntry, b: SetEntry | undefined): boolean {
  if (a === b) return true;
  if (!b || a.member !== b.member || comparePathElements(a.element, b.element) !== 0) return false;
  return a.children && b.children ? a.children.equals(b.children) : a.children === b.children;
}

function unite(a: SetEntry, b: SetEntry): SetEntry {
  return (
    replace(
      a,
      a.member || b.member,
      a.children && b.children ? a.children.union(b.children) : (a.children ?? b.children),
    ) ?? a
  );
}

/** Returns the entry with other content: the same instance if nothing changes, undefined if it becomes empty. */
function replace(entry: SetEntry, member: boolean, children: FieldSet | undefined): SetEntry | undefined {
  const below = children?.isEmpty ? undefined : children;
  if (entry.member === member && entry.children === below) return entry;
  return member || below ? { element: entry.element, member, children: below } : undefined;
}

/** Merges two sorted lists of entries. */
function zip(
  left: readonly SetEntry[],
  right: readonly SetEntry[],
  visit: (left: SetEntry | undefined, right: SetEntry | undefined) => void,
): void {
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [a, b] = [left[i], right[j]];
    const found = a === undefined ? 1 : b === undefined ? -1 : comparePathElements(a.element, b.element);
    visit(found <= 0 ? a : undefined, found >= 0 ? b : undefined);
    if (found <= 0) i++;
    if (found >= 0) j++;
  }
}
