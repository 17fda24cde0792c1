import type { FunctionDecl } from "../env/declarations.ts";
import type { Type } from "../types/type.ts";

/** What names mean outside of the expression. */
export interface Declarations {
  findVariable(name: string): Type | undefined;
  findFunction(name: string): FunctionDecl | undefined;
  /** The type of a type: `type(int)` for `int`. */
  findTypeName(name: string): Type | undefined;
  hasStruct(name: string): boolean;
  findField(struct: string, field: string): Type | undefined;
}
