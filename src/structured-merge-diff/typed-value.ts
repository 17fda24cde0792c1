import type { JsonValue } from "../apimachinery/json/value.ts";
import type { Atom } from "./schema.ts";
import { TypedError } from "./typed-error.ts";

/** A value with its type and the API version of the object. */
export interface TypedValue {
  readonly value: JsonValue;
  readonly atom: Atom;
  readonly apiVersion: string;
}

/** A version that is no longer served. Managers lose the fields that they own in it. */
export class MissingVersionError extends TypedError {}

/** Converts values between API versions (merge.Converter). */
export interface Converter {
  /** Throws MissingVersionError, or the TypedError of a failed conversion. */
  convert(value: TypedValue, apiVersion: string): TypedValue;
}

/** Prefixes errors with upstream's words. Conflicts and missing versions are rethrown unchanged. */
export function wrapError<T>(words: string | (() => string), run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof MissingVersionError || !(error instanceof TypedError)) throw error;
    throw new TypedError(`${typeof words === "string" ? words : words()}: ${error.message}`, { cause: error });
  }
}

/**
 * Converts a value to another version; undefined if that version is missing. Null, what is left where all fields have
 * been removed, is no object in any version (internal.valueToObject).
 */
export function convertIfServed(converter: Converter, value: TypedValue, apiVersion: string): TypedValue | undefined {
  if (value.value === null) throw new TypedError("failed to convert value to unstructured for type <nil>");
  if (value.apiVersion === apiVersion) return value;
  try {
    return converter.convert(value, apiVersion);
  } catch (error) {
    if (error instanceof MissingVersionError) return undefined;
    throw error;
  }
}
