import { isList, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";
import { memberOf, setMember } from "../apimachinery/json/members.ts";
import { keptValue, runningWork } from "../component-base/work.ts";
import { formOf } from "./form.ts";
import { areDistinct, isSameItem, itemElement, itemError, itemKey, type ItemKey } from "./list-items.ts";
import { copyOf, forEachItem, forEachName } from "./long-values.ts";
import { formatPathElement } from "./path-element.ts";
import { memberAtom, noAtom, type Atom, type ListAtom, type MapAtom } from "./schema.ts";
import { TypedValueError } from "./validate.ts";
import { asList, asMap, isEmptyMap, isMap, toFloat, isNumber } from "./value.ts";

type Side = JsonValue | undefined;

/** Observations made during a merge. */
export interface MergeNotice {
  /** The right value has an empty container, or an item that sets nothing, where the left value has content. */
  filled: boolean;
}

/**
 * Merges the right value over the left one (TypedValue.Merge). Nothing is removed; items present on both sides take the
 * order of the right list. Unchanged parts of the left value keep their identity. Throws TypedValueError for items
 * without a path.
 */
export const mergeTyped = (
  left: JsonValue,
  right: JsonValue,
  atom: Atom,
  notice: MergeNotice = { filled: false },
): JsonValue => merge(left, right, atom, notice) ?? null;

function merge(left: Side, right: Side, atom: Atom, notice: MergeNotice): Side {
  if (right === undefined || left === right) return left;
  if (left === undefined) return right;
  const form = formOf(atom, right);
  if (form === "scalar") return keep(left, right);
  const both = (): Side => mergeContainers(form, left, right, atom, notice);
  return runningWork() === undefined ? both() : keptValue(both);
}

function mergeContainers(
  form: "list" | "map" | "none",
  left: JsonValue,
  right: JsonValue,
  atom: Atom,
  notice: MergeNotice,
): Side {
  switch (form) {
    case "map":
      return atom.map ? mergeMaps(left, right, atom.map, notice) : undefined;
    case "list":
      return atom.list ? mergeLists(left, right, atom.list, notice) : undefined;
    case "none":
      return undefined;
  }
}

/** Returns the left value if both are identical, else the right one. */
const keep = (left: JsonValue, right: JsonValue): JsonValue => (isSame(left, right) ? left : right);

/**
 * Reports whether two values are identical. Unlike `equalValues`, an integer too wide for a float64 differs from the
 * float.
 */
export function isSame(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (isNumber(a) && isNumber(b)) return typeof a !== "bigint" && typeof b !== "bigint" && toFloat(a) === toFloat(b);
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, i) => isSame(item, b[i] ?? null));
  return isMap(a) && isMap(b) && haveSameMembers(a, b);
}

function haveSameMembers(a: JsonObject, b: JsonObject): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => {
    const [x, y] = [a[name], memberOf(b, name)];
    return x === y || (x !== undefined && y !== undefined && isSame(x, y));
  });
}

function mergeMaps(left: JsonValue, right: JsonValue, map: MapAtom, notice: MergeNotice): Side {
  const [before, after] = [asMap(left), asMap(right)];
  if (map.atomic || ((before === undefined || isEmptyMap(before)) && (after === undefined || isEmptyMap(after))))
    return keep(left, right);
  if (after === undefined || isEmptyMap(after)) {
    notice.filled = true;
    return before;
  }
  if (before === undefined) return after;
  const { merged } = forEachName(after, newMergedMap, (found, name) => {
    const old = memberOf(before, name);
    const value = merge(old, after[name], memberAtom(map, name) ?? noAtom, notice);
    if (value === old || value === undefined) return;
    found.merged ??= copyOf(before);
    setMember(found.merged, name, value);
  });
  return merged ?? before;
}

const newMergedMap = (): { merged: Record<string, JsonValue> | undefined } => ({ merged: undefined });

function mergeLists(left: JsonValue, right: JsonValue, list: ListAtom, notice: MergeNotice): Side {
  const [before = [], after = []] = [asList(left), asList(right)];
  if (list.atomic || (before.length === 0 && after.length === 0)) return keep(left, right);
  if (before.length === 0) return after;
  if (after.length === 0) notice.filled = true;
  const inPlace = mergeInPlace(list, before, after, notice);
  if (inPlace) return inPlace;
  const merged = new ListMerger(list, before, after, notice).merge();
  return merged.length === before.length && merged.every((item, i) => item === before[i]) ? left : merged;
}

/**
 * Fast path for left lists that contain the right list's items in the same order, possibly with others in between.
 * Returns undefined for all other lists.
 */
function mergeInPlace(
  list: ListAtom,
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  notice: MergeNotice,
): readonly JsonValue[] | undefined {
  if (before.length < after.length || !keptValue(() => areItems(list, before))) return undefined;
  const { merged, next, isUnfit } = forEachItem(before, newMergedList, (found, item, i) => {
    const value = after[found.next];
    if (value === undefined || found.isUnfit || !isSameItem(list, item, value)) return;
    const both = merge(item, value, list.items, notice);
    found.next++;
    if (both === undefined) found.isUnfit = true;
    if (both === undefined || both === item) return;
    found.merged ??= [...before];
    found.merged[i] = both;
  });
  return next === after.length && !isUnfit ? (merged ?? before) : undefined;
}

/** The list that differs from the left one, the place in the right one, and whether an item cannot be merged. */
interface MergedList {
  merged: JsonValue[] | undefined;
  next: number;
  isUnfit: boolean;
}

const newMergedList = (): MergedList => ({ merged: undefined, next: 0, isUnfit: false });

/** Reports whether every item has a path and no two items share one. */
export const areItems = (list: ListAtom, items: readonly JsonValue[]): boolean =>
  items.every((item) => itemError(list, item) === undefined) && areDistinct(list, items);

/** Items of a list by key. For duplicate items, the item to merge with is null. */
interface IndexedItems {
  readonly keys: readonly ItemKey[];
  readonly byKey: ReadonlyMap<ItemKey, JsonValue>;
}

function indexItems(
  list: ListAtom,
  items: readonly JsonValue[],
  allowDuplicates: boolean,
  faults: string[],
): IndexedItems {
  const keys: ItemKey[] = [];
  const byKey = new Map<ItemKey, JsonValue>();
  for (const [i, item] of items.entries()) {
    const error = itemError(list, item);
    const key = error === undefined ? itemKey(list, item) : "";
    const twice = error === undefined && byKey.has(key);
    if (error !== undefined) faults.push(`element ${i}: ${error}`);
    else if (twice && !allowDuplicates)
      faults.push(`duplicate entries for key ${formatPathElement(itemElement(list, item))}`);
    else {
      byKey.set(key, twice ? null : item);
      keys.push(key);
    }
  }
  return { keys, byKey };
}

/** Merges two keyed lists. The right list's items keep their relative order. */
class ListMerger {
  readonly #list: ListAtom;
  readonly #notice: MergeNotice;
  readonly #items: readonly JsonValue[];
  readonly #left: IndexedItems;
  readonly #right: IndexedItems;
  readonly #out: JsonValue[] = [];
  readonly #merged = new Set<ItemKey>();
  /** Keys present in both lists, in the right list's order, and the number of them visited so far. */
  readonly #shared: readonly ItemKey[];
  #met = 0;

  constructor(list: ListAtom, left: readonly JsonValue[], right: readonly JsonValue[], notice: MergeNotice) {
    const faults: string[] = [];
    this.#list = list;
    this.#notice = notice;
    this.#items = left;
    this.#right = indexItems(list, right, false, faults);
    this.#left = indexItems(list, left, true, faults);
    if (faults.length > 0) throw new TypedValueError(faults);
    this.#shared = this.#right.keys.filter((key) => this.#left.byKey.has(key));
  }

  merge(): readonly JsonValue[] {
    const [left, right] = [this.#left.keys, this.#right.keys];
    let [l, r] = [0, 0];
    while (l < left.length || r < right.length) {
      const [mine, theirs] = [left[l], right[r]];
      if (mine !== undefined && theirs !== undefined) {
        if (mine === theirs) {
          this.#take(mine);
          [l, r] = [l + 1, r + 1];
          this.#met++;
          continue;
        }
        const next = this.#shared[this.#met];
        if (this.#right.byKey.has(mine) && next !== undefined && next !== mine) {
          l++;
          continue;
        }
      }
      if (mine !== undefined) {
        if (!this.#right.byKey.has(mine)) {
          this.#out.push(this.#items[l] ?? null);
          l++;
          continue;
        }
        if (this.#merged.has(mine)) l++;
      }
      if (theirs === undefined) continue;
      this.#take(theirs);
      r++;
      if (this.#shared[this.#met] === theirs) this.#met++;
    }
    return this.#out;
  }

  #take(key: ItemKey): void {
    this.#merged.add(key);
    const merged = merge(this.#left.byKey.get(key), this.#right.byKey.get(key), this.#list.items, this.#notice);
    if (merged !== undefined) this.#out.push(merged);
  }
}
