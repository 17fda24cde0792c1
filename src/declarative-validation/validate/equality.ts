import { concreteType, isDirectComparable, pointerTo, printedType, type GoType } from "../go/go-type.ts";
import { isExported } from "../go/json-fields.ts";
import { GoPanic } from "./go-panic.ts";
import { entriesOf, fieldOf, GoCustom, GoStruct, itemsOf, type GoValue } from "./go-value.ts";

/** Compares two values, or two pointers to values, of a type. */
export type Equality = (a: GoValue, b: GoValue) => boolean;

/** Returns how validators compare values of a type: `==`, or equality.Semantic where that does not reach everything. */
export const equalityOf = (type: GoType, pointers = false): Equality =>
  isDirectComparable(concreteType(type))
    ? (a, b) => equals(concreteType(type), a, b, undefined)
    : (a, b) => semanticEqual(type, a, b, pointers);

/**
 * Compares as equality.Semantic.DeepEqual: nil and empty lists or maps are equal, times in other zones too. Panics as
 * it does for a scalar field that is not exported. `pointers` says that pointers to the values are compared.
 */
export const semanticEqual = (type: GoType, a: GoValue, b: GoValue, pointers = false): boolean =>
  equals(concreteType(type), a, b, pointers ? [printedType(pointerTo(type))] : []);

/** `trail` holds the types around the value, or nothing if fields that are not exported may be compared. */
function equals(type: GoType, a: GoValue, b: GoValue, trail: readonly string[] | undefined): boolean {
  if (a === undefined || b === undefined) return isEmptyOrNil(type, a) && isEmptyOrNil(type, b);
  if (a instanceof GoCustom || b instanceof GoCustom)
    return a instanceof GoCustom && b instanceof GoCustom && a.key === b.key;
  const inside = trail === undefined ? undefined : [...trail, printedType(type)];
  if (a instanceof GoStruct) return b instanceof GoStruct && structsEqual(a, b, inside);
  if (Array.isArray(a) && Array.isArray(b)) return listsEqual(elementOf(type), itemsOf(a), itemsOf(b), inside);
  if (a instanceof Map && b instanceof Map) return mapsEqual(elementOf(type), entriesOf(a), entriesOf(b), inside);
  return a === b;
}

/** Two nil pointers are equal; nil and empty lists or maps are too. */
function isEmptyOrNil(type: GoType, value: GoValue): boolean {
  if (value === undefined) return true;
  if (type.kind === "Slice") return itemsOf(value).length === 0;
  return type.kind === "Map" && entriesOf(value).size === 0;
}

const elementOf = (type: GoType): GoType => concreteType(type.elem ?? type);

function structsEqual(a: GoStruct, b: GoStruct, trail: readonly string[] | undefined): boolean {
  for (const member of a.type.members) {
    const type = concreteType(member.type);
    if (trail !== undefined && !isExported(member) && type.kind === "Builtin")
      throw new GoPanic(
        `an unexported field was encountered, nested like this: ${[...trail, printedType(member.type)].join(" -> ")}`,
      );
    if (!equals(type, fieldOf(a, member.name), fieldOf(b, member.name), trail)) return false;
  }
  return true;
}

const listsEqual = (
  elem: GoType,
  a: readonly GoValue[],
  b: readonly GoValue[],
  trail: readonly string[] | undefined,
): boolean => a.length === b.length && a.every((value, index) => equals(elem, value, b[index], trail));

function mapsEqual(
  elem: GoType,
  a: ReadonlyMap<string, GoValue>,
  b: ReadonlyMap<string, GoValue>,
  trail: readonly string[] | undefined,
): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) if (!b.has(key) || !equals(elem, value, b.get(key), trail)) return false;
  return true;
}

/** Returns a text of a scalar; "" of what has parts, and of nil, which equals an empty list. */
const scalarText = (value: GoValue): string =>
  value === undefined || typeof value === "object" ? "" : `${typeof value} ${String(value)}`;

/**
 * Returns a text that equal values share: that of their own scalars, up to a field that is not exported, at which a
 * comparison may panic.
 */
function scalarsOf(value: GoValue): string {
  if (value instanceof GoCustom) return value.key;
  if (!(value instanceof GoStruct)) return scalarText(value);
  const { members } = value.type;
  const hidden = members.findIndex((member) => !isExported(member));
  const compared = hidden < 0 ? members : members.slice(0, hidden);
  return compared.map(({ name }) => scalarText(fieldOf(value, name))).join("\0");
}

/** Items among which the first one that equals another is found, compared with those that have the same scalars. */
export class EqualItems {
  readonly #isEqual: Equality;
  readonly #byScalars = new Map<string, GoValue[]>();

  constructor(isEqual: Equality, items: readonly GoValue[] = []) {
    this.#isEqual = isEqual;
    for (const item of items) this.add(item);
  }

  add(item: GoValue): void {
    const scalars = scalarsOf(item);
    const alike = this.#byScalars.get(scalars);
    if (alike === undefined) this.#byScalars.set(scalars, [item]);
    else alike.push(item);
  }

  find(item: GoValue): { readonly item: GoValue } | undefined {
    const alike = this.#byScalars.get(scalarsOf(item)) ?? [];
    const at = alike.findIndex((candidate) => this.#isEqual(candidate, item));
    return at < 0 ? undefined : { item: alike[at] };
  }
}
