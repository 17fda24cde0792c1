import type { CelMacroName } from "../../component-base/cel-macros.ts";
import type { Expr } from "../ast.ts";
import { operators } from "../operators.ts";
import { accumulatorName, iterationVariable, MacroError, type Macro, type MacroFactory } from "./macro.ts";

/** The range of a comprehension and its variables. */
export interface Loop {
  readonly iterRange: Expr;
  readonly iterVar: string;
  readonly iterVar2: string | undefined;
}

type LoopMaker = (make: MacroFactory, loop: Loop, args: readonly Expr[]) => Expr;

const fold = (
  make: MacroFactory,
  { iterRange, iterVar, iterVar2 }: Loop,
  accuInit: Expr,
  loopCondition: Expr,
  loopStep: Expr,
  result: Expr,
): Expr =>
  make.comprehension({
    iterRange,
    iterVar,
    iterVar2,
    accuVar: accumulatorName,
    accuInit,
    loopCondition,
    loopStep,
    result,
  });

const always: LoopMaker = (make, loop, [predicate]) => {
  const init = make.literal(true);
  const condition = make.call(operators.notStrictlyFalse, make.accumulator());
  return fold(
    make,
    loop,
    init,
    condition,
    make.call(operators.logicalAnd, make.accumulator(), predicate ?? init),
    make.accumulator(),
  );
};

const sometimes: LoopMaker = (make, loop, [predicate]) => {
  const init = make.literal(false);
  const condition = make.call(operators.notStrictlyFalse, make.call(operators.logicalNot, make.accumulator()));
  return fold(
    make,
    loop,
    init,
    condition,
    make.call(operators.logicalOr, make.accumulator(), predicate ?? init),
    make.accumulator(),
  );
};

const once: LoopMaker = (make, loop, [predicate]) => {
  const init = make.literal(0);
  const condition = make.literal(true);
  const next = make.call(operators.add, make.accumulator(), make.literal(1));
  const step = make.call(operators.conditional, predicate ?? init, next, make.accumulator());
  return fold(make, loop, init, condition, step, make.call(operators.equals, make.accumulator(), make.literal(1)));
};

/** Returns a macro that collects into a list or map. With two arguments, the first one is a filter. */
function collecting(
  init: (make: MacroFactory) => Expr,
  add: (make: MacroFactory, loop: Loop, transform: Expr) => Expr,
): LoopMaker {
  return (make, loop, args) => {
    const empty = init(make);
    const condition = make.literal(true);
    const added = add(make, loop, args.at(-1) ?? empty);
    const [filter] = args;
    const step =
      args.length === 2 && filter !== undefined
        ? make.call(operators.conditional, filter, added, make.accumulator())
        : added;
    return fold(make, loop, empty, condition, step, make.accumulator());
  };
}

const emptyList = (make: MacroFactory): Expr => make.list();
const emptyMap = (make: MacroFactory): Expr => make.map();

const collect = collecting(emptyList, (make, _, transform) =>
  make.call(operators.add, make.accumulator(), make.list(transform)),
);
const collectMap = collecting(emptyMap, (make, loop, transform) =>
  make.call("cel.@mapInsert", make.accumulator(), make.ident(loop.iterVar), transform),
);
const collectEntries = collecting(emptyMap, (make, _, transform) =>
  make.call("cel.@mapInsert", make.accumulator(), transform),
);

function oneVariable(name: CelMacroName, argCount: number, problem: string, maker: LoopMaker): Macro {
  const expand: Macro["expand"] = (make, [variable, ...args], target) => {
    const iterVar = iterationVariable(variable ?? target, problem);
    return typeof iterVar === "string"
      ? maker(make, { iterRange: target, iterVar, iterVar2: undefined }, args)
      : iterVar;
  };
  return { name, argCount, receiver: true, expand };
}

const simpleName = "argument must be a simple name";
const identifier = "argument is not an identifier";

/** Expands `target.map(variable, …)`, for use by other macros. */
export const expandMap = oneVariable("map", 2, identifier, collect).expand;

const filtering: Macro = {
  name: "filter",
  argCount: 2,
  receiver: true,
  expand: (make, args, target) => {
    const [variable = target, predicate = target] = args;
    const iterVar = iterationVariable(variable, identifier);
    return typeof iterVar === "string"
      ? collect(make, { iterRange: target, iterVar, iterVar2: undefined }, [predicate, variable])
      : iterVar;
  },
};

const presence: Macro = {
  name: "has",
  argCount: 1,
  receiver: false,
  expand: (make, [arg], target) => {
    if (arg?.kind === "select") return make.presenceTest(arg.operand, arg.field);
    return new MacroError("invalid argument to has() macro", arg ?? target);
  },
};

export const standardMacros: readonly Macro[] = [
  presence,
  oneVariable("all", 2, simpleName, always),
  oneVariable("exists", 2, simpleName, sometimes),
  oneVariable("exists_one", 2, simpleName, once),
  oneVariable("map", 2, identifier, collect),
  oneVariable("map", 3, identifier, collect),
  filtering,
];

function iterationVariables(first: Expr, second: Expr): readonly [string, string] | MacroError {
  if (first.kind !== "ident") return new MacroError(simpleName, first);
  if (second.kind !== "ident") return new MacroError(simpleName, second);
  if (first.name === second.name) return new MacroError(`duplicate variable name: ${first.name}`, second);
  for (const variable of [first, second]) {
    const checked = iterationVariable(variable, simpleName);
    if (checked instanceof MacroError) return checked;
  }
  return [first.name, second.name];
}

function twoVariables(name: CelMacroName, argCount: number, maker: LoopMaker): Macro {
  const expand: Macro["expand"] = (make, [first, second, ...args], target) => {
    const names = iterationVariables(first ?? target, second ?? target);
    return names instanceof MacroError
      ? names
      : maker(make, { iterRange: target, iterVar: names[0], iterVar2: names[1] }, args);
  };
  return { name, argCount, receiver: true, expand };
}

export const twoVariableMacros: readonly Macro[] = [
  twoVariables("all", 3, always),
  twoVariables("exists", 3, sometimes),
  twoVariables("existsOne", 3, once),
  twoVariables("exists_one", 3, once),
  twoVariables("transformList", 3, collect),
  twoVariables("transformList", 4, collect),
  twoVariables("transformMap", 3, collectMap),
  twoVariables("transformMap", 4, collectMap),
  twoVariables("transformMapEntry", 3, collectEntries),
  twoVariables("transformMapEntry", 4, collectEntries),
];
