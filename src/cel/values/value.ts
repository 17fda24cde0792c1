import type { Double } from "../../apimachinery/json/value.ts";
import type { Type } from "../types/type.ts";
import type { Duration } from "./duration.ts";
import { errorOr, noSuchOverload, type EvalError } from "./eval-error.ts";
import type { Int } from "./int.ts";
import type { Timestamp } from "./timestamp.ts";
import type { Uint } from "./uint.ts";
import type { Effort } from "./effort.ts";

/** Any result of an evaluation. Every number or bigint is an `int`. Errors are values, as `||` and `&&` absorb them. */
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

/** An optional value. */
export class Optional {
  readonly value: Value | undefined;
  constructor(value: Value | undefined) {
    this.value = value;
  }
}

export const optionalNone = new Optional(undefined);

/** A list. Elements may be computed on access. */
export abstract class ListValue {
  abstract readonly size: number;
  /** Returns the element at an index, which must be in range. */
  abstract at(index: number): Value;

  /** Returns the concatenation of this list and another. */
  concat(other: ListValue): ListValue {
    if (this.size === 0) return other;
    if (other.size === 0) return this;
    return new ArrayList(this.toArray().concat(other.toArray()));
  }

  toArray(): readonly Value[] {
    return Array.from({ length: this.size }, (_, i) => this.at(i));
  }

  /** Whether the list has no conversion to a Go type. */
  get isSealed(): boolean {
    return false;
  }

  /** Overrides equality; undefined to compare element by element. */
  equalTo(_other: Value, _effort: Effort): Value | undefined {
    return undefined;
  }
}

/** A list of computed values. */
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

/** A map. Values may be computed on access. */
export abstract class MapValue {
  abstract readonly size: number;
  /** Returns the value of a key; undefined if there is none. */
  abstract find(key: Value): Value | undefined;
  abstract keys(): readonly Value[];

  /** Whether the map has no conversion to a Go type. */
  get isSealed(): boolean {
    return false;
  }

  /** Returns the first of the keys; undefined if there are none. */
  firstKey(): Value | undefined {
    return this.keys()[0];
  }

  /** Overrides equality; undefined to compare entry by entry. */
  equalTo(_other: Value, _effort: Effort): Value | undefined {
    return undefined;
  }
}

/** A value of an opaque type (a quantity, a URL, an authorizer), or an object with fields. */
export abstract class OpaqueValue {
  abstract readonly type: Type;
  /** The Go type name in error messages of cel-go. */
  abstract readonly goName: string;

  /** Type-specific equality; the result may be an error. */
  abstract equals(other: Value, effort: Effort): Value;

  /** The size used in cost computation; undefined if there is none. */
  get size(): number | undefined {
    return undefined;
  }

  /** The native Go value, printed with its type, if it cannot be converted back to a CEL value. */
  get unconvertible(): string | undefined {
    return undefined;
  }

  /** Whether the value converts to a Go string: that of `toString`. */
  readonly convertsToString: boolean = false;

  /** False if Go does not support the value as a map key. */
  get isHashable(): boolean {
    return true;
  }

  /** Whether comparison costs one unit, regardless of size. */
  get comparesAtUnitCost(): boolean {
    return false;
  }

  protected mismatch(other: Value): Value {
    return errorOr(other, noSuchOverload);
  }
}

/** An object with declared fields. */
export abstract class ObjectValue extends OpaqueValue {
  /** Returns the value of a field; an error if it is unset or unknown. */
  abstract getField(name: string): Value;
  abstract isSet(name: string): boolean | Value;
}
