import { Double } from "../../apimachinery/json/value.ts";
import { unhashable } from "./eval-error.ts";
import { intFromDouble } from "./int.ts";
import { Uint, uintFromDouble } from "./uint.ts";
import { MapValue, type Value } from "./value.ts";

/**
 * Returns the internal map key of a value. Strings, ints and bools are used as they are; other keys get a prefix that
 * marks them as different from strings.
 */
function slotOf(key: Value): unknown {
  if (typeof key === "string") return key.charCodeAt(0) === 0 ? `\0s${key}` : key;
  if (key instanceof Uint) return `\0u${key.value}`;
  if (key instanceof Double) return Number.isNaN(key.value) ? Symbol() : `\0d${key.value}`;
  return key;
}

/** Returns the equal keys of other numeric types that a lookup also finds. */
function numericTwins(key: Value): readonly Value[] {
  if (key instanceof Double) return doubleTwins(key.value);
  if (typeof key === "number" || typeof key === "bigint") return key >= 0 ? [new Uint(key)] : [];
  return key instanceof Uint && key.value <= 9223372036854775807n ? [key.value] : [];
}

function doubleTwins(value: number): readonly Value[] {
  if (!Number.isInteger(value)) return [];
  const int = intFromDouble(value);
  const uint = uintFromDouble(value);
  return [...(int === undefined ? [] : [int]), ...(uint === undefined ? [] : [uint])];
}

/**
 * A map of computed values. Lookups match integer values across numeric types: an int finds an equal uint key, and a
 * double finds an equal int or uint key.
 */
export class HashMap extends MapValue {
  readonly #entries: Map<unknown, readonly [key: Value, value: Value]>;
  #keys: readonly Value[] | undefined;

  constructor(entries: Iterable<readonly [Value, Value]> = []) {
    super();
    this.#entries = new Map();
    for (const [key, value] of entries) this.#entries.set(slotOf(key), [key, value]);
  }

  override get size(): number {
    return this.#entries.size;
  }

  override find(key: Value): Value | undefined {
    if (key instanceof Uint8Array && this.size > 0) throw unhashable();
    const found = this.#entries.get(slotOf(key));
    if (found !== undefined) return found[1];
    return typeof key === "string" ? undefined : this.#findTwin(key);
  }

  override keys(): readonly Value[] {
    return (this.#keys ??= Array.from(this.#entries.values(), ([key]) => key));
  }

  /** The list of all keys is not made for it: a map that grows would make it after each entry. */
  override firstKey(): Value | undefined {
    for (const [key] of this.#entries.values()) return key;
    return undefined;
  }

  /** Adds an entry. Only used during construction. */
  insert(key: Value, value: Value): void {
    this.#keys = undefined;
    this.#entries.set(slotOf(key), [key, value]);
  }

  /** Removes an entry. Only used during construction. */
  remove(key: Value): void {
    this.#keys = undefined;
    this.#entries.delete(slotOf(key));
  }

  #findTwin(key: Value): Value | undefined {
    for (const twin of numericTwins(key)) {
      const found = this.#entries.get(slotOf(twin));
      if (found !== undefined) return found[1];
    }
    return undefined;
  }
}
