import type { Double } from "../../apimachinery/json/value.ts";
import type { Type } from "../types/type.ts";
import type { Duration } from "./duration.ts";
import { errorOr, noSuchOverload, type EvalError } from "./eval-error.ts";
import type { Int } from "./int.ts";
import type { Timestamp } from "./timestamp.ts";
import type { Uint } from "./uint.ts";

/**
 * Everything an expression can evaluate to. A number or bigint is always an `int`; an error is a value, since `||` and
 * `&&` absorb it.
 */
export type Value =
  | null
  | boolean
  | string
  | Int
  | Double
  | Uint
  | Uint8Array
  | Timestamp
  | Duration
  | Type
  | Optional
  | ListValue
  | MapValue
  | OpaqueValue
  | EvalError;

/** A value that may be absent. */
export class Optional {
  readonly value: Value | undefined;
  constructor(value: Value | undefined) {
    this.value = value;
  }
}

export const optionalNone = new Optional(undefined);

/** A list. Elements may be made when they are asked for. */
export abstract class ListValue {
  abstract readonly size: number;
  /** The element at an index within the size. */
  abstract at(index: number): Value;

  /** This list with another behind it. */
  concat(other: ListValue): ListValue {
    if (this.size === 0) return other;
    if (other.size === 0) return this;
    return new ArrayList([...this.toArray(), ...other.toArray()]);
  }

  toArray(): readonly Value[] {
    return Array.from({ length: this.size }, (_, i) => this.at(i));
  }

  /** Equality as this list defines it; undefined for element by element. */
  equalTo(_other: Value): Value | undefined {
    return undefined;
  }
}

/** A list of values at hand. */
export class ArrayList extends ListValue {
  readonly elements: readonly Value[];
  constructor(elements: readonly Value[]) {
    super();
    this.elements = elements;
  }

  override get size(): number {
    return this.elements.length;
  }

  override at(index: number): Value {
    return this.elements[index] ?? null;
  }

  override toArray(): readonly Value[] {
    return this.elements;
  }
}

/** A map. Values may be made when they are asked for. */
export abstract class MapValue {
  abstract readonly size: number;
  /** The value of a key; undefined if there is none. */
  abstract find(key: Value): Value | undefined;
  abstract keys(): readonly Value[];

  /** Equality as this map defines it; undefined for entry by entry. */
  equalTo(_other: Value): Value | undefined {
    return undefined;
  }
}

/** A value only functions can look into (a quantity, a URL, an authorizer), or an object with fields. */
export abstract class OpaqueValue {
  abstract readonly type: Type;
  /** How the implementation calls values of this type in error messages. */
  abstract readonly goName: string;

  /** Equality as the type defines it; the answer may be an error. */
  abstract equals(other: Value): Value;

  /** The size costs are computed from; undefined for what has none. */
  get size(): number | undefined {
    return undefined;
  }

  /** What Go holds inside, printed with its type, where that cannot become a value again. */
  get unconvertible(): string | undefined {
    return undefined;
  }

  /** False for what Go cannot use as the key of a map. */
  get isHashable(): boolean {
    return true;
  }

  /** True if comparing two of these costs one unit whatever their size. */
  get comparesAtUnitCost(): boolean {
    return false;
  }

  protected mismatch(other: Value): Value {
    return errorOr(other, noSuchOverload);
  }
}

/** An object with declared fields. */
export abstract class ObjectValue extends OpaqueValue {
  /** The field's value; an error where it is unset or unknown. */
  abstract getField(name: string): Value;
  abstract isSet(name: string): boolean | Value;
}
