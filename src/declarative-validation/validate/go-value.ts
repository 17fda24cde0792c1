import type { JsonValue } from "../../apimachinery/json/value.ts";
import type { GoType } from "../go/go-type.ts";

/**
 * A value of a Go type, or a pointer to it: undefined is nil. Lists are arrays, bytes lists of numbers, floats plain
 * numbers.
 */
export type GoValue =
  | undefined
  | string
  | boolean
  | number
  | bigint
  | readonly GoValue[]
  | ReadonlyMap<string, GoValue>
  | GoStruct
  | GoCustom;

/** A value of a struct type, by the names of fields. */
export class GoStruct {
  readonly type: GoType;
  readonly fields: ReadonlyMap<string, GoValue>;
  constructor(type: GoType, fields: ReadonlyMap<string, GoValue>) {
    this.type = type;
    this.fields = fields;
  }
}

/** A value that has a JSON form of its own, such as a time, or one of an interface. Equal ones have the same key. */
export class GoCustom {
  readonly json: JsonValue;
  readonly key: string;
  constructor(json: JsonValue, key: string) {
    this.json = json;
    this.key = key;
  }
}

export const isList = (value: GoValue): value is readonly GoValue[] => Array.isArray(value);

/** Returns the items of a list; none for nil. */
export const itemsOf = (value: GoValue): readonly GoValue[] => (isList(value) ? value : []);

/** Returns the entries of a map; none for nil. */
export const entriesOf = (value: GoValue): ReadonlyMap<string, GoValue> =>
  value instanceof Map ? (value as ReadonlyMap<string, GoValue>) : new Map();

/** Returns a field of a struct, or nil of a value that is none. */
export const fieldOf = (value: GoValue, name: string): GoValue =>
  value instanceof GoStruct ? value.fields.get(name) : undefined;

/** Reports whether a value is the zero value of a scalar type. */
export const isZeroScalar = (value: GoValue): boolean => value === "" || value === 0 || value === 0n || value === false;

/** Returns how many items a list or map has. */
export const lengthOf = (value: GoValue): number =>
  isList(value) ? value.length : value instanceof Map ? value.size : 0;
