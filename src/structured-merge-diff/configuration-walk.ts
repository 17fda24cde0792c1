import type { JsonObject, JsonValue } from "../apimachinery/json/value.ts";
import { setMember } from "../apimachinery/json/members.ts";
import { additionOf } from "./additions.ts";
import type { Comparison } from "./compare.ts";
import { mention, settle, type Mention } from "./configuration-set.ts";
import { FieldSet, type SetEntry } from "./field-set.ts";
import { entryOfItem } from "./item-entries.ts";
import { isSameItem, itemElement } from "./list-items.ts";
import { areItems, isSame } from "./merge.ts";
import type { PathElement } from "./path-element.ts";
import { fieldOf, type Atom, type ListAtom, type MapAtom, type ScalarKind } from "./schema.ts";
import { shareSet } from "./shared-sets.ts";
import { equalValues, isEmptyMap, isMap } from "./value.ts";

/** The results of walking an applied configuration. */
export interface WalkedConfiguration {
  /** The field set of the configuration (`configurationSet`). */
  readonly set: FieldSet;
  /** The live value merged with the configuration (`mergeTyped`). */
  readonly merged: JsonValue;
  /** The comparison of the live and the merged value (`compareTyped`). */
  readonly comparison: Comparison;
}

/**
 * Validates a configuration, merges it into a valid live value and compares the result with it, in one walk. Returns
 * undefined where the general algorithm is needed: invalid values, added or reordered list items, emptied containers,
 * and values that contain a Double or a bigint.
 */
export function walkConfiguration(
  live: JsonValue,
  config: JsonValue,
  atom: Atom,
  like: FieldSet | undefined,
): WalkedConfiguration | undefined {
  const walk = new ConfigurationWalk();
  const merged = walk.visit(live, config, atom, like);
  if (merged === undefined) return undefined;
  const { said, added = FieldSet.empty, modified = FieldSet.empty } = walk;
  return {
    set: typeof said === "string" ? FieldSet.empty : said,
    merged,
    comparison: { added, modified, removed: FieldSet.empty },
  };
}

/** The cached result of merging a part of a configuration into a part of a live value. Both parts are immutable. */
interface Visit {
  readonly left: JsonValue;
  readonly atom: Atom;
  readonly value: JsonValue;
  readonly said: Mention;
  readonly isModified: boolean;
  readonly added: FieldSet | undefined;
  readonly modified: FieldSet | undefined;
}

/**
 * The last visit of each part of a configuration. Parts recur, because a configuration is decoded as a change of the
 * previous one and shares its unchanged parts.
 */
const visits = new WeakMap<object, Visit>();
/** Parts with fewer members and items than this are not cached: visiting them is faster than the lookup. */
const few = 6;

/**
 * The state of a walk. Each visit returns the merged value, or undefined to abort the walk, and stores its other
 * results in the fields below.
 */
class ConfigurationWalk {
  said: Mention = "nothing";
  /** Whether the visited path itself was added or modified, and the paths added and modified below it. */
  isAdded = false;
  isModified = false;
  added: FieldSet | undefined;
  modified: FieldSet | undefined;
  /** The number of members and items visited. */
  size = 0;
  /**
   * The number of them that were changed or added. Only visits without changes are cached: after a change the next
   * apply meets a different live value.
   */
  changes = 0;

  get isChanged(): boolean {
    return this.isAdded || this.isModified || this.added !== undefined || this.modified !== undefined;
  }

  visit(left: JsonValue, right: JsonValue, atom: Atom, like: FieldSet | undefined): JsonValue | undefined {
    switch (typeof right) {
      case "string":
        return this.#visitScalar(left, right, atom.scalar, "string");
      case "number":
        return this.#visitScalar(left, right, atom.scalar, "numeric");
      case "boolean":
        return this.#visitScalar(left, right, atom.scalar, "boolean");
      default:
        return this.#visitContainer(left, right, atom, like);
    }
  }

  #visitScalar(
    left: JsonValue,
    right: JsonValue,
    kind: ScalarKind | undefined,
    own: ScalarKind,
  ): JsonValue | undefined {
    if ((kind !== own && kind !== "untyped") || typeof left !== typeof right) return undefined;
    if (left !== right) this.changes++;
    return this.#leave("whole", left !== right, right);
  }

  #leave(said: Mention, isModified: boolean, value: JsonValue): JsonValue {
    this.said = said;
    this.isAdded = false;
    this.isModified = isModified;
    this.added = this.modified = undefined;
    return value;
  }

  #visitContainer(left: JsonValue, right: JsonValue, atom: Atom, like: FieldSet | undefined): JsonValue | undefined {
    if (typeof left !== "object" || left === null || typeof right !== "object" || right === null) return undefined;
    const known = visits.get(right);
    if (known?.left === left && known.atom === atom) return this.#recall(known);
    const [size, changes] = [this.size, this.changes];
    const value = this.#look(left, right, atom, like);
    if (value !== undefined && this.changes === changes && this.size - size >= few)
      visits.set(right, {
        left,
        atom,
        value,
        said: this.said,
        isModified: this.isModified,
        added: this.added,
        modified: this.modified,
      });
    return value;
  }

  #recall({ value, said, isModified, added, modified }: Visit): JsonValue {
    this.#leave(said, isModified, value);
    this.added = added;
    this.modified = modified;
    return value;
  }

  #look(left: JsonValue, right: JsonValue, atom: Atom, like: FieldSet | undefined): JsonValue | undefined {
    const { map, list } = atom;
    if (Array.isArray(right)) {
      if (!Array.isArray(left) || !list) return undefined;
      return list.atomic ? this.#visitAtomic(left, right, atom) : this.#visitItems(left, right, list, like);
    }
    if (!map || !isMap(left) || !isMap(right)) return undefined;
    return map.atomic ? this.#visitAtomic(left, right, atom) : this.#visitMembers(left, right, map, like);
  }

  /** Returns the left value if both are identical, else the right one. */
  #visitAtomic(left: JsonValue, right: JsonValue, atom: Atom): JsonValue | undefined {
    if (mention(right, atom, undefined) === "unfit") return undefined;
    if (isSame(left, right)) return this.#leave("whole", false, left);
    return equalValues(left, right) ? undefined : this.#leave("whole", true, right);
  }

  #visitMembers(
    before: JsonObject,
    after: JsonObject,
    map: MapAtom,
    like: FieldSet | undefined,
  ): JsonValue | undefined {
    const found = new Findings(like);
    let merged: Record<string, JsonValue> | undefined;
    for (const name in after) {
      const value = after[name];
      if (value === undefined) continue;
      const field = fieldOf(map, name);
      const type = field?.type ?? map.elements;
      if (!type || name === "__proto__") return undefined;
      const entry = like?.field(name);
      const old = memberBefore(before, name);
      const now =
        old === undefined
          ? this.#visitAddition(value, type, entry?.children)
          : this.visit(old, value, type, entry?.children);
      if (now === undefined) return undefined;
      const owned =
        this.said === "whole" ||
        !field ||
        value === null ||
        (typeof value === "object" && isMap(value) && isEmptyMap(value));
      found.take(this, entry, owned, field?.element ?? entry?.element ?? { kind: "field", name });
      if (now === old) continue;
      merged ??= { ...before };
      setMember(merged, name, now);
    }
    if (found.visits === 0 && !isEmptyMap(before)) return undefined;
    this.size += found.visits;
    return this.#finish(found, map, merged ?? before);
  }

  #visitAddition(value: JsonValue, type: Atom, like: FieldSet | undefined): JsonValue | undefined {
    const said = mention(value, type, like);
    if (said === "unfit") return undefined;
    this.#leave(said, false, value);
    this.changes++;
    this.isAdded = true;
    this.added = additionOf(value, type)?.children;
    return value;
  }

  /** Handles left lists that contain the right list's items in the same order, possibly with other items in between. */
  #visitItems(
    before: readonly JsonValue[],
    after: readonly JsonValue[],
    list: ListAtom,
    like: FieldSet | undefined,
  ): JsonValue | undefined {
    if (before.length < after.length || after.length === 0 || !areItems(list, before)) return undefined;
    const found = new Findings(like);
    let merged: JsonValue[] | undefined;
    for (let i = 0; i < before.length && found.visits < after.length; i++) {
      const [item = null, value = null] = [before[i], after[found.visits]];
      if (!isSameItem(list, item, value)) continue;
      const entry = like && entryOfItem(like, list, value);
      const now = this.visit(item, value, list.items, entry?.children);
      if (now === undefined) return undefined;
      found.take(this, entry, true, entry && !this.isChanged ? entry.element : itemElement(list, item));
      if (now === item) continue;
      merged ??= [...before];
      merged[i] = now;
    }
    if (found.visits < after.length) return undefined;
    this.size += found.visits;
    return this.#finish(found, list, merged ?? before);
  }

  #finish(found: Findings, type: MapAtom | ListAtom, value: JsonValue): JsonValue {
    this.#leave(found.said(), false, value);
    this.added = found.added && shareSet(type, found.added);
    this.modified = found.modified && shareSet(type, found.modified);
    return value;
  }
}

/** Returns an own member of a map; undefined if it has none. */
function memberBefore(map: JsonObject, name: string): JsonValue | undefined {
  const value = map[name];
  return typeof value === "function" ? undefined : value;
}

/** Collects the results of the visits below one path. */
class Findings {
  visits = 0;
  added: SetEntry[] | undefined;
  modified: SetEntry[] | undefined;
  readonly #like: FieldSet | undefined;
  readonly #entries: SetEntry[] = [];
  #known = true;

  constructor(like: FieldSet | undefined) {
    this.#like = like;
  }

  take(
    { said, isAdded, isModified, added, modified }: ConfigurationWalk,
    entry: SetEntry | undefined,
    owned: boolean,
    element: PathElement,
  ): void {
    this.visits++;
    if (isAdded || added) (this.added ??= []).push({ element, member: isAdded, children: added });
    if (isModified || modified) (this.modified ??= []).push({ element, member: isModified, children: modified });
    if (!owned && said === "nothing") return;
    const children = typeof said === "string" ? undefined : said;
    const same = entry !== undefined && entry.member === owned && entry.children === children;
    this.#entries.push(same ? entry : { element, member: owned, children });
    this.#known &&= same;
  }

  said(): Mention {
    return settle(this.#entries, this.#known, this.#like);
  }
}
