import type { Effort } from "../../../cel/values/effort.ts";
import { isList, Double, isObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { equalValues } from "../../../cel/values/equality.ts";
import { errorOr, EvalAbort, noSuchOverload } from "../../../cel/values/eval-error.ts";
import { JsonMap, ownMember } from "../../../cel/values/json.ts";
import { printValue } from "../../../cel/values/print.ts";
import { typeOfValue } from "../../../cel/values/type-of.ts";
import { ArrayList, ListValue, MapValue, type Value } from "../../../cel/values/value.ts";
import type { ListType } from "../schema.ts";

/** How x-kubernetes-list-type affects equality and concatenation of a list. */
export interface ListRules {
  readonly type: ListType;
  /** The fields that identify an element of a list of type map. */
  readonly keys: readonly string[];
}

/**
 * The keys of a set's members. As upstream, concatenation also adds to the members of the left operand, although it
 * returns a new list.
 */
export type Members = Set<string>;

/** A list with an x-kubernetes-list-type. */
export interface Ruled {
  readonly rules: ListRules;
  /** The keys of the members, for lists of type set. */
  readonly members: Members;
}

/** The result of a list operation; it has the same list type as its operand. */
class RuledList extends ArrayList implements Ruled {
  readonly rules: ListRules;
  #members: Members | undefined;

  constructor(elements: readonly Value[], rules: ListRules) {
    super(elements);
    this.rules = rules;
  }

  get members(): Members {
    return (this.#members ??= new Set(this.elements.map(memberKey)));
  }

  override concat(other: ListValue): ListValue {
    return concatLists(this, other);
  }

  override equalTo(other: Value, effort: Effort): Value {
    return other instanceof ListValue ? equalLists(this, other, effort) : errorOr(other, noSuchOverload);
  }
}

/** Returns a key that is equal for equal Go map keys: an integer differs from the float of the same value. */
function memberKey(value: Value): string {
  if (typeof value === "string") return `s${value}`;
  if (typeof value === "number" || typeof value === "bigint") return `i${value}`;
  if (value instanceof Double) return `d${value.value}`;
  if (value instanceof MapValue) throw unhashable("map[string]interface {}");
  if (value instanceof ListValue) throw unhashable("[]interface {}");
  return `${typeOfValue(value).name}:${JSON.stringify(printValue(value))}`;
}

/** Returns the error of Go's runtime for a value that cannot be a map key. */
const unhashable = (type: string): EvalAbort =>
  new EvalAbort(`internal error: runtime error: hash of unhashable type ${type}`);

/** A map backed by a JSON object and a schema, which also gives access to the JSON of its members. */
export interface Stated {
  stated(name: string): JsonValue | undefined;
}

const isStated = (value: Value): value is MapValue & Stated => value instanceof MapValue && "stated" in value;

/**
 * Returns the key of an element in a list of type map. An element that is not a JSON object equals no other.
 */
function keyOf({ keys }: ListRules, element: Value): string | symbol {
  if (isStated(element)) return JSON.stringify(keys.map((key) => jsonKey(element.stated(key) ?? null)));
  if (!(element instanceof JsonMap)) return Symbol("no key");
  return JSON.stringify(keys.map((key) => jsonKey(ownMember(element.members, key) ?? null)));
}

/** Returns the key of a scalar by its JSON value, regardless of its format. A JSON null is not the null of CEL. */
export function jsonKey(json: JsonValue): string {
  if (json === null) return "nil";
  if (isList(json)) throw unhashable("[]interface {}");
  if (isObject(json)) throw unhashable("map[string]interface {}");
  return memberKey(typeof json === "number" && !Number.isInteger(json) ? new Double(json) : json);
}

/** Merges lists of type map: elements of the other list replace those with the same key, the rest are appended. */
function mergeByKey(rules: ListRules, list: ListValue, other: ListValue): readonly Value[] {
  const merged = [...list.toArray()];
  const places = new Map(merged.map((element, i) => [keyOf(rules, element), i]));
  for (const element of other.toArray()) {
    const place = places.get(keyOf(rules, element));
    if (place === undefined) merged.push(element);
    else merged[place] = element;
  }
  return merged;
}

function union({ members }: Ruled, list: ListValue, other: ListValue): readonly Value[] {
  const elements = [...list.toArray()];
  for (const element of other.toArray()) {
    const key = memberKey(element);
    if (members.has(key)) continue;
    members.add(key);
    elements.push(element);
  }
  return elements;
}

/** Returns `list + other` according to the list type. */
export function concatLists(list: ListValue & Ruled, other: ListValue): ListValue {
  const { rules } = list;
  switch (rules.type) {
    case "atomic":
      return new RuledList(list.toArray().concat(other.toArray()), rules);
    case "set":
      return new RuledList(union(list, list, other), rules);
    case "map":
      return new RuledList(mergeByKey(rules, list, other), rules);
  }
}

/** The steps of making the key of an element and looking it up. */
const stepsOfKey = 32;

function equalInOrder(list: ListValue, other: ListValue, effort: Effort): Value {
  for (let i = 0; i < list.size; i++) {
    effort.spend(2);
    const equal = equalValues(list.at(i), other.at(i), effort);
    if (equal !== true) return equal;
  }
  return true;
}

function equalByKey(rules: ListRules, list: ListValue, other: ListValue, effort: Effort): Value {
  effort.spend(list.size * stepsOfKey);
  const mine = new Map(list.toArray().map((element) => [keyOf(rules, element), element]));
  for (const element of other.toArray()) {
    const match = mine.get(keyOf(rules, element));
    const equal = match === undefined ? false : equalValues(match, element, effort);
    if (equal !== true) return equal;
  }
  return true;
}

/** Returns `list == other` according to the list type. Order matters only in atomic lists. */
export function equalLists(list: ListValue & Ruled, other: ListValue, effort: Effort): Value {
  const { rules } = list;
  if (list.size !== other.size) return false;
  switch (rules.type) {
    case "atomic":
      return equalInOrder(list, other, effort);
    case "set":
      effort.spend(list.size * stepsOfKey);
      return isSubset(other, list.members);
    case "map":
      return equalByKey(rules, list, other, effort);
  }
}

const isSubset = (list: ListValue, members: Members): boolean =>
  list.toArray().every((element) => members.has(memberKey(element)));
