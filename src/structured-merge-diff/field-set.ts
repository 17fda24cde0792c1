import type { JsonObject } from "../apimachinery/json/value.ts";
import { comparePathElements, type FieldPath, type PathElement } from "./path-element.ts";

/** What a set holds at one element: the element itself, things below it, or both. */
export interface SetEntry {
  readonly element: PathElement;
  readonly member: boolean;
  readonly children: FieldSet | undefined;
}

/** A set of field paths: a tree whose entries are sorted, none of them empty. Never changes. */
export class FieldSet {
  static readonly empty = new FieldSet([]);
  readonly entries: readonly SetEntry[];
  #fieldsV1: JsonObject | undefined;
  #byName: ReadonlyMap<string, SetEntry> | undefined;

  /** The entries must be sorted, unique and not empty; see `of`. */
  private constructor(entries: readonly SetEntry[]) {
    this.entries = entries;
  }

  /** A set of entries in any order, each element at most once. */
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

  /** A set of paths; the empty path stands for the whole object, which nobody owns. */
  static ofPaths(paths: readonly FieldPath[]): FieldSet {
    let set = FieldSet.empty;
    for (const path of paths) set = set.union(FieldSet.ofPath(path));
    return set;
  }

  static ofPath(path: FieldPath): FieldSet {
    let set: FieldSet | undefined;
    for (let i = path.length - 1; i >= 0; i--) {
      const element = path[i];
      if (element) set = new FieldSet([{ element, member: i === path.length - 1, children: set }]);
    }
    return set ?? FieldSet.empty;
  }

  /** The set as FieldsV1, made once; see `toFieldsV1`. */
  fieldsV1(make: (set: FieldSet) => JsonObject): JsonObject {
    return (this.#fieldsV1 ??= make(this));
  }

  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  find(element: PathElement): SetEntry | undefined {
    const place = this.#placeOf(element);
    return place < 0 ? undefined : this.entries[place];
  }

  /** The place of an element, or -1 less the place where it would have to stand. */
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

  /** What stands at a field; quicker than `find` where many are asked for. */
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

  /** What is in either; the very set where the other adds nothing. */
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

  /** What is in both. */
  intersection(other: FieldSet): FieldSet {
    if (this === other || this.isEmpty) return this;
    return this.#keep(
      other,
      (mine, theirs) =>
        replace(mine, mine.member && theirs.member, theirs.children && mine.children?.intersection(theirs.children)),
      "drop",
    );
  }

  /** What is not in the other; a path stays though something above it is in the other. */
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

  /** What is neither in the other nor below something that is. */
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

  /** Everything of this is in the other. */
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

  /** The paths with nothing below them. */
  leaves(): FieldSet {
    return new FieldSet(
      this.entries.map((entry) =>
        entry.children ? { element: entry.element, member: false, children: entry.children.leaves() } : entry,
      ),
    );
  }

  /** All paths: those that end at a level before those that go on. */
  paths(): readonly FieldPath[] {
    const paths: FieldPath[] = [];
    collect(this, [], paths);
    return paths;
  }

  /** The union with one entry: most changes are about one field. */
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

/** What becomes of an entry whose element is in the other set too. */
type Choose = (mine: SetEntry, theirs: SetEntry) => SetEntry | undefined;

/** Up to so many entries are sorted as they come. */
const insertionLimit = 12;

/** Moves the entry at a place to where it belongs among those before it, which are sorted. */
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

/** So many entries are looked through one by one. */
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

/** The entry with another content; itself where that is the same, nothing where it is empty. */
function replace(entry: SetEntry, member: boolean, children: FieldSet | undefined): SetEntry | undefined {
  const below = children?.isEmpty ? undefined : children;
  if (entry.member === member && entry.children === below) return entry;
  return member || below ? { element: entry.element, member, children: below } : undefined;
}

/** Visits two sorted lists of entries side by side. */
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
