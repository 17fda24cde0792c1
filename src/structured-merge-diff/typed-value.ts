import type { JsonValue } from "../apimachinery/json/value.ts";
import type { Atom } from "./schema.ts";
import { TypedError } from "./typed-error.ts";

/** A value, its type, and the version of the object that it is. */
export interface TypedValue {
  readonly value: JsonValue;
  readonly atom: Atom;
  readonly apiVersion: string;
}

/** A version that is not served any more: who owns fields of it loses them. */
export class MissingVersionError extends TypedError {}

/** How values get from one version to another. */
export interface Converter {
  /** Throws MissingVersionError, or the TypedError that a conversion fails with. */
  convert(value: TypedValue, apiVersion: string): TypedValue;
}

/** A failure with upstream's words before it; conflicts and missing versions stay what they are. */
export function wrapError<T>(words: string | (() => string), run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof MissingVersionError || !(error instanceof TypedError)) throw error;
    throw new TypedError(`${typeof words === "string" ? words : words()}: ${error.message}`, { cause: error });
  }
}

/** The value in another version; undefined where that is missing. */
export function convertIfServed(converter: Converter, value: TypedValue, apiVersion: string): TypedValue | undefined {
  if (value.apiVersion === apiVersion) return value;
  try {
    return converter.convert(value, apiVersion);
  } catch (error) {
    if (error instanceof MissingVersionError) return undefined;
    throw error;
  }
}
