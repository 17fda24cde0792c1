import { equalValues, listContains } from "../../../cel/values/equality.ts";
import { errorOr, noSuchOverload } from "../../../cel/values/eval-error.ts";
import { printValue } from "../../../cel/values/print.ts";
import { typeOfValue } from "../../../cel/values/type-of.ts";
import { ArrayList, ListValue, MapValue, type Value } from "../../../cel/values/value.ts";
import type { ListType } from "../schema.ts";

/** What x-kubernetes-list-type makes of equality and concatenation. */
export interface ListRules {
  readonly type: ListType;
  /** The fields that identify elements of a list of type map. */
  readonly keys: readonly string[];
}

/** A list made in an expression that keeps to the rules of the one it came from. */
class RuledList extends ArrayList {
  readonly #rules: ListRules;
  constructor(elements: readonly Value[], rules: ListRules) {
    super(elements);
    this.#rules = rules;
  }

  override concat(other: ListValue): ListValue {
    return concatLists(this.#rules, this, other);
  }

  override equalTo(other: Value): Value {
    return other instanceof ListValue ? equalLists(this.#rules, this, other) : errorOr(other, noSuchOverload);
  }
}

const keyText = (value: Value | undefined): string => (value === undefined ? "" : `${typeOfValue(value).name}:${JSON.stringify(printValue(value))}`);

/** What identifies an element among others. */
const keyOf = ({ keys }: ListRules, element: Value): string => keys.map((key) => keyText(element instanceof MapValue ? element.find(key) : undefined)).join();

/** Elements of the other list replace those of the same key, others come behind. */
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

function union(list: ListValue, other: ListValue): readonly Value[] {
  const elements = [...list.toArray()];
  for (const element of other.toArray()) if (!listContains(new ArrayList(elements), element)) elements.push(element);
  return elements;
}

/** `list + other` by the list's rules. */
export function concatLists(rules: ListRules, list: ListValue, other: ListValue): ListValue {
  switch (rules.type) {
    case "atomic":
      return new RuledList([...list.toArray(), ...other.toArray()], rules);
    case "set":
      return new RuledList(union(list, other), rules);
    case "map":
      return new RuledList(mergeByKey(rules, list, other), rules);
  }
}

function equalInOrder(list: ListValue, other: ListValue): Value {
  for (let i = 0; i < list.size; i++) {
    const equal = equalValues(list.at(i), other.at(i));
    if (equal !== true) return equal;
  }
  return true;
}

function equalByKey(rules: ListRules, list: ListValue, other: ListValue): Value {
  const mine = new Map(list.toArray().map((element) => [keyOf(rules, element), element]));
  for (const element of other.toArray()) {
    const match = mine.get(keyOf(rules, element));
    const equal = match === undefined ? false : equalValues(match, element);
    if (equal !== true) return equal;
  }
  return true;
}

/** `list == other` by the list's rules: order counts in atomic lists only. */
export function equalLists(rules: ListRules, list: ListValue, other: ListValue): Value {
  if (list.size !== other.size) return false;
  switch (rules.type) {
    case "atomic":
      return equalInOrder(list, other);
    case "set":
      return other.toArray().every((element) => listContains(list, element));
    case "map":
      return equalByKey(rules, list, other);
  }
}
