import type { Validator } from "../checker/validator.ts";
import type { Macro } from "../parser/macro.ts";
import type { Type } from "../types/type.ts";
import type { FunctionDecl } from "./declarations.ts";

/** Functions, macros and types that belong together: what an environment is made of. */
export interface Library {
  readonly name: string;
  readonly functions?: readonly FunctionDecl[];
  readonly macros?: readonly Macro[];
  /** What expressions must keep to beyond their types. */
  readonly validators?: readonly Validator[];
  /** Types that programs can name, as in `type(x) == net.IP`. */
  readonly types?: readonly (readonly [name: string, type: Type])[];
}
