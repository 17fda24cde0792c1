/** A whole float64 (`1.0`, `1e3`), distinguished from an int64; printed as Go prints a float. */
export class Double {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
  toJSON(): number {
    return this.value;
  }
}

/** A decoded number: an int64 within ±2^53 or a float64 with a fraction, a bigint beyond 2^53, or a whole float64. */
export type JsonNumber = number | bigint | Double;

export type JsonObject = { readonly [key: string]: JsonValue };
export type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | JsonObject;

/** Reports whether a value is an object: not null, not an array and not a Double. */
export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Double);

/** Reports whether a value is an array. */
export const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);
