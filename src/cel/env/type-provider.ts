import type { Type } from "../types/type.ts";
import type { Value } from "../values/value.ts";

/** Knows the object types beyond the language's own: their fields and how to make them. */
export interface TypeProvider {
  /** The type of this name; undefined if it is unknown. */
  findStruct(name: string): Type | undefined;
  /** The type of a field; undefined if the struct has no such field. */
  findField(struct: string, field: string): Type | undefined;
  /** Makes an object of the fields given; an error value where they do not fit. */
  newValue(struct: string, fields: ReadonlyMap<string, Value>): Value;
}
