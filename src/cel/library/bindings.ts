import type { Library } from "../env/library.ts";
import { bindMacro } from "../parser/binding-macros.ts";

/** The macro `cel.bind(name, value, expression)` (ext.Bindings). Only the selectors of devices have it. */
export const bindingsLibrary: Library = { name: "cel.lib.ext.cel.bindings", macros: [bindMacro] };
