import type { JsonValue } from "../apimachinery/json/value.ts";
import type { PathElement } from "./path-element.ts";

/** What a scalar may be; `untyped` takes any. */
export type ScalarKind = "numeric" | "string" | "boolean" | "untyped";

/** How a value is taken: by the one of an atom's types that fits it. */
export type Form = "map" | "list" | "scalar" | "none";

/** A named member of a map that is a struct. */
export interface StructField {
  /** The step to it; one for all. */
  readonly element: PathElement;
  readonly type: Atom;
  /** Stands in where a list item leaves out this key. */
  readonly default?: JsonValue;
}

/** A struct or a map of strings: fields by name, and the type of every other member, where there may be any. */
export interface MapAtom {
  readonly atomic: boolean;
  readonly fields: ReadonlyMap<string, StructField>;
  readonly elements?: Atom | undefined;
  /** Members are whatever they are and none is named: managed fields are never reconciled with it. */
  readonly deduced: boolean;
}

/** A list as one value (`atomic`), a set of scalars (no keys) or a list that is a map by its items' keys. */
export interface ListAtom {
  readonly atomic: boolean;
  readonly keys: readonly string[];
  readonly items: Atom;
}

/** A type: the forms its values may have. */
export interface Atom {
  readonly map?: MapAtom | undefined;
  readonly scalar?: ScalarKind | undefined;
  readonly list?: ListAtom | undefined;
  /** The form taken for null, and for values that fit none. */
  readonly fallback: Form;
}

/** Completes a type by its fallback; all types have their members in one order, which keeps looking at them quick. */
export function atomOf({ map, scalar, list }: Omit<Atom, "fallback">): Atom {
  return { map, scalar, list, fallback: map ? "map" : scalar ? "scalar" : list ? "list" : "none" };
}

const noFields: ReadonlyMap<string, StructField> = new Map();

/** Any value, each map and list of it owned as a whole. */
export const untypedAtom: Atom = atomOf({
  map: {
    atomic: true,
    fields: noFields,
    deduced: true,
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

/** Any value, read off itself: maps are granular, lists are not. The type of whatever has no schema. */
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

/** The type of values that have none. */
export const noAtom: Atom = atomOf({});

/** The field of that name; maps of strings have none, and are not asked for each of their keys. */
export const fieldOf = ({ fields }: MapAtom, name: string): StructField | undefined =>
  fields.size === 0 ? undefined : fields.get(name);

/** Whether a map holds scalars only, below which there is nothing. */
export const isFlat = ({ fields, elements }: MapAtom): boolean =>
  fields.size === 0 && elements?.scalar !== undefined && elements.map === undefined && elements.list === undefined;

/** The step to a map's member. */
export const memberElement = (map: MapAtom, name: string): PathElement =>
  fieldOf(map, name)?.element ?? { kind: "field", name };

/** The type of a map's member: its field's, or the elements'. */
export const memberAtom = (map: MapAtom, name: string): Atom | undefined => fieldOf(map, name)?.type ?? map.elements;
