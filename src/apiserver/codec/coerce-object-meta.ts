import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { invalid, type FieldError, type FieldPath } from "../../apimachinery/field-error.ts";
import { intNumber } from "../../apimachinery/json/number.ts";
import { isList, Double, isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import type { Schema } from "../schema/schema.ts";
import { itemSlot, mapItems, mapMembers, memberSlot } from "../schema/structural/json-tree.ts";
import { DecodeError } from "./json/decode-state.ts";
import { StrictReport } from "./json/strict-report.ts";
import type { TypedCodec } from "./json/typed-codec.ts";

/** Options for coercing embedded metadata. */
export interface CoerceOptions {
  /** Whether the value itself is a resource. */
  readonly isResourceRoot: boolean;
  /** Whether members of the wrong type are dropped instead of rejected. */
  readonly dropInvalid: boolean;
  /** The codec of meta/v1 ObjectMeta. */
  readonly objectMeta: TypedCodec;
}

/** A value with coerced metadata in its embedded resources; sorted if unknown fields were dropped. */
export interface Coerced {
  readonly value: JsonValue;
  readonly unknownFields: readonly string[];
  readonly error?: FieldError;
}

/** Thrown internally to end the recursion at the first value of a wrong type. */
class Refused extends Error {
  readonly fieldError: FieldError;
  constructor(fieldError: FieldError) {
    super("refused");
    this.fieldError = fieldError;
  }
}

/**
 * Validates TypeMeta and ObjectMeta of embedded resources and prunes ObjectMeta (objectmeta.CoerceWithOptions). The
 * given value is not changed.
 */
export function coerceObjectMeta(path: FieldPath, value: JsonValue, schema: Schema, options: CoerceOptions): Coerced {
  const coercer = new Coercer(options);
  const root = options.isResourceRoot && !schema.embeddedResource ? { ...schema, embeddedResource: true } : schema;
  try {
    return { value: coercer.coerce(path, value, root), unknownFields: coercer.unknown.sort(compareUtf8) };
  } catch (error) {
    if (error instanceof Refused) return { value, unknownFields: [], error: error.fieldError };
    throw error;
  }
}

class Coercer {
  readonly unknown: string[] = [];
  readonly #options: CoerceOptions;

  constructor(options: CoerceOptions) {
    this.#options = options;
  }

  coerce(path: FieldPath, value: JsonValue, schema: Schema): JsonValue {
    if (isList(value)) {
      const items = itemSlot(schema)?.schema;
      return items ? mapItems(value, (item, i) => this.coerce(path.index(i), item, items)) : value;
    }
    return isObject(value)
      ? mapMembers(value, (member, name) => this.#coerceMember(path, member, name, schema))
      : value;
  }

  #coerceMember(path: FieldPath, value: JsonValue, name: string, schema: Schema): JsonValue | undefined {
    const known = schema.embeddedResource ? this.#coerceMeta(path, value, name) : value;
    const slot = memberSlot(schema, name);
    if (!slot || known === undefined) return known;
    const named = schema.kind === "object" && schema.field(name) !== undefined;
    return this.coerce(named ? path.child(name) : path.key(name), known, slot.schema);
  }

  #coerceMeta(path: FieldPath, value: JsonValue, name: string): JsonValue | undefined {
    if (name === "metadata") return this.#coerceMetadata(path.child(name), value);
    if ((name !== "apiVersion" && name !== "kind") || typeof value === "string") return value;
    if (this.#options.dropInvalid) return undefined;
    throw new Refused(invalid(path.child(name), value, "must be a string"));
  }

  #coerceMetadata(path: FieldPath, value: JsonValue): JsonValue {
    const report = new StrictReport();
    try {
      const held = this.#decode(value, report);
      this.unknown.push(...report.paths.map((unknown) => `${path}.${unknown}`));
      return held;
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      if (!this.#options.dropInvalid) throw new Refused(invalid(path, value, error.message));
      return isObject(value) ? this.#validMembers(path, value) : value;
    }
  }

  /** Coerces metadata with only the members that can be decoded. */
  #validMembers(path: FieldPath, metadata: JsonObject): JsonValue {
    const valid = Object.keys(metadata).filter((name) => this.#decodes({ [name]: metadata[name] ?? null }));
    return this.#coerceMetadata(path, Object.fromEntries(valid.map((name) => [name, metadata[name] ?? null])));
  }

  #decodes(value: JsonObject): boolean {
    try {
      this.#decode(value, undefined);
      return true;
    } catch (error) {
      if (error instanceof DecodeError) return false;
      throw error;
    }
  }

  /** Decodes metadata; the result is JSON again. Upstream prints it first, which makes 1.0 an integer. */
  #decode(value: JsonValue, report: StrictReport | undefined): JsonValue {
    const decode = (metadata: JsonValue): JsonValue =>
      this.#options.objectMeta.decode(metadata, { report }) as unknown as JsonValue;
    try {
      return decode(value);
    } catch (error) {
      const printed = error instanceof DecodeError ? asPrinted(value) : value;
      if (printed === value) throw error;
      return decode(printed);
    }
  }
}

/** Returns the value with floats that are printed without a fraction or an exponent as integers. */
function asPrinted(value: JsonValue): JsonValue {
  if (value instanceof Double) return asPrintedNumber(value);
  if (isList(value)) return mapItems(value, asPrinted);
  return isObject(value) ? mapMembers(value, asPrinted) : value;
}

const asPrintedNumber = (float: Double): JsonValue =>
  Number.isInteger(float.value) && Math.abs(float.value) < 1e21 ? intNumber(BigInt(float.value)) : float;
