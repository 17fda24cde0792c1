import type { CelMacroName } from "../../component-base/cel-macros.ts";
import type { Expr } from "../ast.ts";
import { operators } from "../operators.ts";
import { expandMap } from "./comprehension-macros.ts";
import { MacroError, type Macro, type MacroFactory } from "./macro.ts";

/** Returns a comprehension over an empty range that binds `name` to `value` in `result`. */
const bind = (make: MacroFactory, name: string, value: Expr, result: Expr): Expr =>
  make.comprehension({
    iterRange: make.list(),
    iterVar: "#unused",
    iterVar2: undefined,
    accuVar: name,
    accuInit: value,
    loopCondition: make.literal(false),
    loopStep: make.ident(name),
    result,
  });

function optionalMapping(name: CelMacroName, wrap: (make: MacroFactory, result: Expr) => Expr): Macro {
  const expand: Macro["expand"] = (make, args, target) => {
    const [variable = target, result = target] = args;
    if (variable.kind !== "ident")
      return new MacroError(`${name}() variable name must be a simple identifier`, variable);
    const bound = bind(make, variable.name, make.memberCall("value", make.copy(target)), result);
    return make.call(
      operators.conditional,
      make.memberCall("hasValue", target),
      wrap(make, bound),
      make.call("optional.none"),
    );
  };
  return { name, argCount: 2, receiver: true, expand };
}

export const optionalMacros: readonly Macro[] = [
  optionalMapping("optMap", (make, result) => make.call("optional.of", result)),
  optionalMapping("optFlatMap", (_, result) => result),
];

const sortable: ReadonlySet<Expr["kind"]> = new Set(["list", "select", "ident", "comprehension", "call"]);
const sortInput = "@__sortBy_input__";

/** The macro `list.sortBy(element, key)`, which sorts by a list of the keys. */
export const sortByMacro: Macro = {
  name: "sortBy",
  argCount: 2,
  receiver: true,
  expand: (make, args, target) => {
    if (!sortable.has(target.kind))
      return new MacroError(
        "sortBy can only be applied to a list, identifier, comprehension, call or select expression",
        target,
      );
    const keys = expandMap(make, args, make.ident(sortInput));
    if (keys instanceof MacroError) return keys;
    return bind(make, sortInput, target, make.memberCall("@sortByAssociatedKeys", make.ident(sortInput), keys));
  },
};

/** The macro `cel.bind(name, value, expression)`; the same call on another target is an ordinary one. */
export const bindMacro: Macro = {
  name: "bind",
  argCount: 3,
  receiver: true,
  expand: (make, args, target) => {
    const [variable = target, value = target, result = target] = args;
    if (target.kind !== "ident" || target.name !== "cel") return make.memberCall("bind", target, ...args);
    if (variable.kind !== "ident")
      return new MacroError("cel.bind() variable names must be simple identifiers", variable);
    return bind(make, variable.name, value, result);
  },
};
