import type { CallExpr, Expr, ListExpr } from "../ast.ts";
import { clauseProblems, FormatError, readFormat, type Clause } from "../library/format-clauses.ts";
import type { Type } from "../types/type.ts";
import type { CheckedExpr } from "./checked-expr.ts";
import { callsOf, type Finding, type Validator } from "./validator.ts";

type Kinds = ReadonlySet<Type["kind"]>;

const printable: Kinds = new Set([
  "list",
  "map",
  "int",
  "uint",
  "double",
  "bool",
  "string",
  "timestamp",
  "bytes",
  "duration",
  "type",
  "null",
]);
const integers: Kinds = new Set(["int", "uint"]);
const floats: Kinds = new Set(["double", "string"]);
const binary: Kinds = new Set(["int", "uint", "bool"]);
const hex: Kinds = new Set(["int", "uint", "string", "bytes"]);

/** An argument of a type that the format clause does not accept. */
class ArgumentProblem extends FormatError {
  readonly at: Expr;
  constructor(message: string, at: Expr) {
    super(message);
    this.at = at;
  }
}

/** Returns the first subexpression that cannot be formatted; undefined if all can. */
function unprintable(checked: CheckedExpr, expr: Expr): Expr | undefined {
  const { kind } = checked.typeOf(expr);
  if (kind !== "dyn" && !printable.has(kind)) return expr;
  const inner =
    expr.kind === "list"
      ? expr.elements
      : expr.kind === "map"
        ? expr.entries.flatMap(({ key, value }) => [key, value])
        : [];
  for (const part of inner) {
    const found = unprintable(checked, part);
    if (found !== undefined) return found;
  }
  return undefined;
}

const rules: Readonly<Record<Exclude<Clause["verb"], "s">, readonly [Kinds, (type: string) => FormatError]>> = {
  d: [integers, clauseProblems.decimal],
  f: [floats, clauseProblems.fixed],
  e: [floats, clauseProblems.scientific],
  b: [binary, clauseProblems.binary],
  x: [hex, clauseProblems.hex],
  X: [hex, clauseProblems.hex],
  o: [integers, clauseProblems.octal],
};

function checkArgument(checked: CheckedExpr, { verb }: Clause, arg: Expr): void {
  if (verb === "s") {
    const bad = unprintable(checked, arg);
    if (bad !== undefined) throw new ArgumentProblem(clauseProblems.string(checked.typeOf(bad).name).message, bad);
    return;
  }
  const [kinds, problem] = rules[verb];
  const type = checked.typeOf(arg);
  if (type.kind !== "dyn" && !kinds.has(type.kind)) throw new ArgumentProblem(problem(type.name).message, arg);
}

function findProblem(checked: CheckedExpr, call: CallExpr, format: string, args: ListExpr): Finding | undefined {
  let used = 0;
  try {
    readFormat(
      format,
      args.elements.length,
      (clause, index) => {
        used = index + 1;
        checkArgument(checked, clause, args.elements[index] ?? call);
        return "";
      },
      true,
    );
  } catch (error) {
    if (error instanceof FormatError)
      return { at: error instanceof ArgumentProblem ? error.at : call, message: error.message };
    throw error;
  }
  const given = args.elements.length;
  return given > used
    ? { at: call, message: `too many arguments supplied to string.format (expected ${used}, got ${given})` }
    : undefined;
}

/** Checks the arguments of literal format strings. */
export const formatValidator: Validator = (checked) =>
  callsOf(checked, "format").flatMap((call) => {
    const { target, args } = call;
    const [list] = args;
    const isFormat = checked.functionOf(call)?.overloads.some(({ id }) => id === "string_format") ?? false;
    if (
      !isFormat ||
      target?.kind !== "literal" ||
      typeof target.value !== "string" ||
      args.length !== 1 ||
      list?.kind !== "list"
    )
      return [];
    const problem = findProblem(checked, call, target.value, list);
    return problem === undefined ? [] : [problem];
  });
