import type { Validator } from "../checker/validator.ts";
import type { Macro } from "../parser/macro.ts";
import type { Type } from "../types/type.ts";
import type { FunctionDecl } from "./declarations.ts";

/** A set of related functions, macros and types from which an environment is built. */
export interface Library {
  readonly name: string;
  readonly functions?: readonly FunctionDecl[];
  readonly macros?: readonly Macro[];
  /** Checks applied to expressions in addition to type checking. */
  readonly validators?: readonly Validator[];
  /** Types that expressions can name, as in `type(x) == net.IP`. */
  readonly types?: readonly (readonly [name: string, type: Type])[];
}
