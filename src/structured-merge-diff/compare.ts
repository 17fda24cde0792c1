import { memberOf } from "../apimachinery/json/members.ts";
import type { JsonObject, JsonValue } from "../apimachinery/json/value.ts";
import { keptObject, keptValue, runningWork } from "../component-base/work.ts";
import { additionOf } from "./additions.ts";
import { FieldSet, type SetEntry } from "./field-set.ts";
import { formOf } from "./form.ts";
import { areDistinct, isSameItem, itemElement, itemKey, type ItemKey } from "./list-items.ts";
import type { PathElement } from "./path-element.ts";
import { forEachItem, forEachName } from "./long-values.ts";
import { memberAtom, memberElement, noAtom, type Atom, type ListAtom, type MapAtom } from "./schema.ts";
import { shareSet } from "./shared-sets.ts";
import { asList, asMap, equalValues, isEmptyMap } from "./value.ts";

/** The difference between two values, as sets of paths (typed.Comparison). */
export interface Comparison {
  readonly removed: FieldSet;
  readonly modified: FieldSet;
  readonly added: FieldSet;
}

const added = 1;
const modified = 2;
const removed = 4;

/** The difference at one path: bits for the path itself, and the sets of paths below it that changed. */
interface Change extends Partial<Comparison> {
  readonly self: number;
}

/** Collects the changes below one path. */
class Changes {
  #added: SetEntry[] = [];
  #modified: SetEntry[] = [];
  #removed: SetEntry[] = [];
  #any = false;

  add(element: PathElement, change: Change): void {
    this.#any = true;
    push(this.#added, element, (change.self & added) !== 0, change.added);
    push(this.#modified, element, (change.self & modified) !== 0, change.modified);
    push(this.#removed, element, (change.self & removed) !== 0, change.removed);
  }

  /** Returns undefined if there are no changes, here and among more of them. */
  finish(self: number, setOf: (entries: SetEntry[]) => FieldSet, more?: Changes): Change | undefined {
    if (more !== undefined && more.#any) return more.#after(this).finish(self, setOf);
    if (!this.#any) return self === 0 ? undefined : { self };
    return { self, added: setOf(this.#added), modified: setOf(this.#modified), removed: setOf(this.#removed) };
  }

  /** Returns these changes after others. */
  #after(others: Changes): Changes {
    const all = new Changes();
    all.#any = true;
    all.#added = [...others.#added, ...this.#added];
    all.#modified = [...others.#modified, ...this.#modified];
    all.#removed = [...others.#removed, ...this.#removed];
    return all;
  }
}

function push(entries: SetEntry[], element: PathElement, member: boolean, children: FieldSet | undefined): void {
  const below = children?.isEmpty ? undefined : children;
  if (member || below) entries.push({ element, member, children: below });
}

const noChange: Comparison = { removed: FieldSet.empty, modified: FieldSet.empty, added: FieldSet.empty };

/**
 * Compares two values of one type and returns the paths removed, modified and added on the right (TypedValue.Compare).
 * Equal values share one empty comparison.
 */
export function compareTyped(left: JsonValue, right: JsonValue, atom: Atom): Comparison {
  const change = compare(left, right, atom);
  if (change === undefined) return noChange;
  return {
    removed: change.removed ?? FieldSet.empty,
    modified: change.modified ?? FieldSet.empty,
    added: change.added ?? FieldSet.empty,
  };
}

type Side = JsonValue | undefined;

function compare(left: Side, right: Side, atom: Atom): Change | undefined {
  if (left === right) return undefined;
  if (left === undefined && right !== undefined) return addition(right, atom);
  const before = formOf(atom, left);
  const after = formOf(atom, right);
  if (left !== undefined && right !== undefined && before !== after)
    return unite(compareAs(before, left, right, atom), compareAs(after, left, right, atom));
  return compareAs(right === undefined ? before : after, left, right, atom);
}

function addition(value: JsonValue, atom: Atom): Change | undefined {
  const found = additionOf(value, atom);
  if (!found) return undefined;
  return found.children ? { self: added, added: found.children } : leafChanges[added];
}

function compareAs(form: ReturnType<typeof formOf>, left: Side, right: Side, atom: Atom): Change | undefined {
  switch (form) {
    case "scalar":
      return compareLeaf(left, right);
    case "list":
      return atom.list && keptResult(left, right, atom.list, compareLists);
    case "map":
      return atom.map && keptResult(left, right, atom.map, compareMaps);
    case "none":
      return undefined;
  }
}

/** Compares two containers; in a large request once, however often it pauses afterwards. */
const keptResult = <Type>(
  left: Side,
  right: Side,
  type: Type,
  compareBoth: (left: Side, right: Side, type: Type) => Change | undefined,
): Change | undefined =>
  runningWork() === undefined ? compareBoth(left, right, type) : keptValue(() => compareBoth(left, right, type));

/** Unites the changes of a value compared in two forms, because its form changed, e.g. from a map to a list. */
function unite(a: Change | undefined, b: Change | undefined): Change | undefined {
  if (!a || !b) return a ?? b;
  const both = (x: FieldSet | undefined, y: FieldSet | undefined): FieldSet =>
    (x ?? FieldSet.empty).union(y ?? FieldSet.empty);
  return {
    self: a.self | b.self,
    added: both(a.added, b.added),
    modified: both(a.modified, b.modified),
    removed: both(a.removed, b.removed),
  };
}

const leafChanges: Readonly<Record<number, Change>> = {
  [added]: { self: added },
  [modified]: { self: modified },
  [removed]: { self: removed },
};

function compareLeaf(left: Side, right: Side): Change | undefined {
  if (left === undefined) return leafChanges[added];
  if (right === undefined) return leafChanges[removed];
  return equalValues(left, right) ? undefined : leafChanges[modified];
}

/** An added or removed container is itself a changed path. */
const selfChange = (left: Side, right: Side): number =>
  left === undefined ? added : right === undefined ? removed : 0;

function compareMaps(left: Side, right: Side, map: MapAtom): Change | undefined {
  const [before, after] = [asMap(left), asMap(right)];
  if (map.atomic || ((before === undefined || isEmptyMap(before)) && (after === undefined || isEmptyMap(after))))
    return compareLeaf(left, right);
  const known = forEachName(before, newMemberChanges, (found, name) => {
    const other = after && memberOf(after, name);
    compareMember(found.changes, map, name, before?.[name], other);
    if (other !== undefined && before?.[name] !== undefined) found.kept++;
  });
  const hasMore = after !== undefined && hasMoreMembers(after, known.kept);
  const more = hasMore ? compareNewMembers(map, before, after) : undefined;
  return known.changes.finish(selfChange(left, right), (entries) => shareSet(map, entries), more);
}

/** The changes of the members that a map had, and how many of them it still has. */
const newMemberChanges = (): { readonly changes: Changes; kept: number } => ({ changes: new Changes(), kept: 0 });
const newChanges = (): Changes => new Changes();

function hasMoreMembers(members: JsonObject, count: number): boolean {
  let left = count;
  for (const _ in members) if (--left < 0) return true;
  return false;
}

const compareNewMembers = (map: MapAtom, before: JsonObject | undefined, after: JsonObject): Changes =>
  forEachName(after, newChanges, (changes, name) => {
    if (!before || memberOf(before, name) === undefined) compareMember(changes, map, name, undefined, after[name]);
  });

function compareMember(changes: Changes, map: MapAtom, name: string, left: Side, right: Side): void {
  if (left === right) return;
  const change = compare(left, right, memberAtom(map, name) ?? noAtom);
  if (change) changes.add(memberElement(map, name), change);
}

function compareLists(left: Side, right: Side, list: ListAtom): Change | undefined {
  const [before = [], after = []] = [asList(left), asList(right)];
  if (list.atomic || (before.length === 0 && after.length === 0)) return compareLeaf(left, right);
  const self = selfChange(left, right);
  const setOf = (entries: SetEntry[]): FieldSet => shareSet(list, entries);
  const inPlace = compareInPlace(list, before, after);
  if (inPlace !== undefined) return inPlace.finish(self, setOf);
  if (keptValue(() => equalValues(before, after))) return newChanges().finish(self, setOf);
  const { left: known, right: next } = keptObject(() => ({ left: byKey(list, before), right: byKey(list, after) }));
  return compareKeys(list, known, next).finish(self, setOf, addedKeys(list, known, next));
}

type Items = readonly JsonValue[];

/**
 * Fast path for lists with the same items in the same order, without duplicates. Returns undefined, without having
 * compared anything, for all other lists.
 */
function compareInPlace(list: ListAtom, before: Items, after: Items): Changes | undefined {
  const order = keptValue(() => orderOf(list, before, after));
  if (order === "other") return undefined;
  if (order === "identical") return newChanges();
  return forEachItem(before, newChanges, (changes, left, i) => {
    const change = compare(left, after[i] ?? null, list.items);
    if (change) changes.add(itemElement(list, left), change);
  });
}

/** All items that have the same key. */
type ItemsByKey = ReadonlyMap<ItemKey, Items>;

function byKey(list: ListAtom, items: Items): ItemsByKey {
  const found = new Map<ItemKey, JsonValue[]>();
  for (const item of items) {
    const key = itemKey(list, item);
    const known = found.get(key);
    if (known) known.push(item);
    else found.set(key, [item]);
  }
  return found;
}

/** Whether two lists have the same items in the same order, without duplicates, or are even identical. */
function orderOf(list: ListAtom, before: Items, after: Items): "identical" | "same" | "other" {
  if (before.length !== after.length) return "other";
  let changed = false;
  for (let i = 0; i < before.length; i++) {
    const [left, right] = [before[i] ?? null, after[i] ?? null];
    if (left === right) continue;
    if (!isSameItem(list, left, right)) return "other";
    changed = true;
  }
  if (!changed) return "identical";
  return areDistinct(list, before) ? "same" : "other";
}

/** Compares the items that there were with those of the same key. */
const compareKeys = (list: ListAtom, before: ItemsByKey, after: ItemsByKey): Changes =>
  forEachItem(
    keptObject(() => [...before]),
    newChanges,
    (changes, [key, items]) => compareDuplicates(changes, list, items, after.get(key) ?? []),
  );

/** Compares the items whose key is new. */
const addedKeys = (list: ListAtom, before: ItemsByKey, after: ItemsByKey): Changes =>
  forEachItem(
    keptObject(() => [...after]),
    newChanges,
    (changes, [key, items]) => {
      if (!before.has(key)) compareDuplicates(changes, list, [], items);
    },
  );

/** Duplicate items are compared as one value. A change from or to duplicates is a modification of the item. */
function compareDuplicates(changes: Changes, list: ListAtom, before: Items, after: Items): void {
  const sample = before[0] ?? after[0] ?? null;
  const change =
    before.length < 2 && after.length < 2
      ? compare(before[0], after[0], list.items)
      : duplicateChange(list, before, after);
  if (change) changes.add(itemElement(list, sample), change);
}

function duplicateChange(list: ListAtom, before: Items, after: Items): Change | undefined {
  if (before.length > 1 && after.length > 1) return equalValues(before, after) ? undefined : leafChanges[modified];
  if (before.length > 1)
    return unite(after.length === 0 ? undefined : compare(undefined, after[0], list.items), leafChanges[removed]);
  return unite(before.length === 0 ? undefined : compare(before[0], undefined, list.items), leafChanges[added]);
}
