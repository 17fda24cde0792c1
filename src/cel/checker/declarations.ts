import type { FunctionDecl } from "../env/declarations.ts";
import type { Type } from "../types/type.ts";
import type { Value } from "../values/value.ts";

/** Declarations provided by the environment. */
export interface Declarations {
  findVariable(name: string): Type | undefined;
  findFunction(name: string): FunctionDecl | undefined;
  /** Returns the type of a type name: `type(int)` for `int`. */
  findTypeName(name: string): Type | undefined;
  /** Returns the value of a name that is a constant. */
  findConstant(name: string): Value | undefined;
  hasStruct(name: string): boolean;
  findField(struct: string, field: string): Type | undefined;
}
