import type { JsonValue } from "../apimachinery/json/value.ts";
import type { PathElement } from "./path-element.ts";

/** The kinds of scalars; `untyped` accepts any. */
export type ScalarKind = "numeric" | "string" | "boolean" | "untyped";

/** The form in which a value is treated: the one of an atom's types that fits it. */
export type Form = "map" | "list" | "scalar" | "none";

/** A field of a struct. */
export interface StructField {
  /** The path element of the field, shared by all values. */
  readonly element: PathElement;
  readonly type: Atom;
  /** The value of this key for list items that omit it. */
  readonly default?: JsonValue;
}

/** A struct or a map: fields by name, and the type of all other members, if any are allowed. */
export interface MapAtom {
  readonly atomic: boolean;
  readonly fields: ReadonlyMap<string, StructField>;
  readonly elements?: Atom | undefined;
  /** True for maps without a schema. Managed fields are never reconciled with them. */
  readonly deduced: boolean;
}

/** A list: `atomic` (one value), a set of scalars (no keys) or a map keyed by fields of its items. */
export interface ListAtom {
  readonly atomic: boolean;
  readonly keys: readonly string[];
  readonly items: Atom;
}

/** A type: the forms that its values can take (schema.Atom). */
export interface Atom {
  readonly map?: MapAtom | undefined;
  readonly scalar?: ScalarKind | undefined;
  readonly list?: ListAtom | undefined;
  /** The form used for null and for values that fit no form. */
  readonly fallback: Form;
}

/**
 * Returns a type with its fallback. All types are created here with the same member order, which keeps property access
 * monomorphic and fast.
 */
export function atomOf({ map, scalar, list }: Omit<Atom, "fallback">): Atom {
  return { map, scalar, list, fallback: map ? "map" : scalar ? "scalar" : list ? "list" : "none" };
}

const noFields: ReadonlyMap<string, StructField> = new Map();

/** Any value; maps and lists are atomic. */
export const untypedAtom: Atom = atomOf({
  map: {
    atomic: true,
    fields: noFields,
    deduced: false,
    get elements() {
      return untypedAtom;
    },
  },
  scalar: "untyped",
  list: {
    atomic: true,
    keys: [],
    get items() {
      return untypedAtom;
    },
  },
});

/**
 * Any value, with its type deduced from the value: maps are granular, lists are atomic. Used for kinds without a
 * schema.
 */
export const deducedAtom: Atom = atomOf({
  map: {
    atomic: false,
    fields: noFields,
    deduced: true,
    get elements() {
      return deducedAtom;
    },
  },
  scalar: "untyped",
  list: { atomic: true, keys: [], items: untypedAtom },
});

/** The type of values without a type. */
export const noAtom: Atom = atomOf({});

/** Returns the field of that name. Plain maps have none; the size check saves a lookup for each of their keys. */
export const fieldOf = ({ fields }: MapAtom, name: string): StructField | undefined =>
  fields.size === 0 ? undefined : fields.get(name);

/** Reports whether a map holds only scalars. */
export const isFlat = ({ fields, elements }: MapAtom): boolean =>
  fields.size === 0 && elements?.scalar !== undefined && elements.map === undefined && elements.list === undefined;

/** Returns the path element of a map's member. */
export const memberElement = (map: MapAtom, name: string): PathElement =>
  fieldOf(map, name)?.element ?? { kind: "field", name };

/** Returns the type of a map's member: the type of its field, or else of the map's elements. */
export const memberAtom = (map: MapAtom, name: string): Atom | undefined => fieldOf(map, name)?.type ?? map.elements;
