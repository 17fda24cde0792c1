import type { Type } from "../types/type.ts";
import type { Value } from "../values/value.ts";

/** Provides object types in addition to the built-in types: their fields and construction. */
export interface TypeProvider {
  /** Returns the type of a name; undefined if unknown. */
  findStruct(name: string): Type | undefined;
  /** Returns the type of a field; undefined if the struct has no such field. */
  findField(struct: string, field: string): Type | undefined;
  /**
   * Whether the name of a type is no value: an expression that compares `type(x)` with it type-checks and cannot be
   * planned, as with the provider of declared types upstream (DeclTypeProvider.FindIdent). Absent if all are values.
   */
  isNoValue?(struct: string): boolean;
  /** Returns the value of a qualified name that is a constant, as those of protobuf's enums are. */
  findConstant?(name: string): Value | undefined;
  /** Constructs an object from fields; returns an error value if they do not match the type. */
  newValue(struct: string, fields: ReadonlyMap<string, Value>): Value;
}
