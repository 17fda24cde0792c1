import type { CallCosts } from "../cost/call-costs.ts";
import type { Type } from "../types/type.ts";
import type { Value } from "../values/value.ts";
import type { Effort } from "../values/effort.ts";

/** The implementation of an overload. Unused arguments are null. Argument types are checked beforehand as needed. */
export type Implementation = (a: Value, b: Value, c: Value, d: Value, effort: Effort) => Value;

/** An overload of a function: its types, implementation and cost. */
export interface Overload {
  readonly id: string;
  /** Whether it is called as `target.function(…)`. The target has the first argument type. */
  readonly member: boolean;
  readonly args: readonly Type[];
  readonly result: Type;
  /** Absent if the function's singleton or the planner implements the overload. */
  readonly implementation?: Implementation;
  readonly costs?: CallCosts;
  /** The distinct names of the type parameters in `args` and `result`. */
  readonly typeParams: readonly string[];
}

export interface FunctionDecl {
  readonly name: string;
  readonly overloads: readonly Overload[];
  /** Implements all overloads and dispatches on the argument values. */
  readonly singleton?: Implementation;
  /** Costs for all overloads; take precedence over the costs of an overload. */
  readonly costs?: CallCosts;
  /** Whether the implementation checks the argument types itself, so that the interpreter does not check them. */
  readonly checksArguments?: boolean;
}

function collectParams(type: Type, names: string[]): void {
  if (!type.isGeneric) return;
  if (type.kind === "typeParam" && !names.includes(type.name)) names.push(type.name);
  for (const param of type.params) collectParams(param, names);
}

type OverloadExtras = Pick<Overload, "costs">;

function makeOverload(
  id: string,
  member: boolean,
  args: readonly Type[],
  result: Type,
  implementation?: Implementation,
  extras?: OverloadExtras,
): Overload {
  const typeParams: string[] = [];
  for (const type of [...args, result]) collectParams(type, typeParams);
  return { id, member, args, result, typeParams, ...(implementation && { implementation }), ...extras };
}

/** Declares an overload of a global function: `id(args): result`. */
export const global = (
  id: string,
  args: readonly Type[],
  result: Type,
  implementation?: Implementation,
  extras?: OverloadExtras,
): Overload => makeOverload(id, false, args, result, implementation, extras);

/** Declares an overload of a member function: `args[0].id(…): result`. */
export const member = (
  id: string,
  args: readonly Type[],
  result: Type,
  implementation?: Implementation,
  extras?: OverloadExtras,
): Overload => makeOverload(id, true, args, result, implementation, extras);

/** Merges two declarations of a function. Properties that neither sets remain unset. */
export function mergeFunctions(first: FunctionDecl, second: FunctionDecl): FunctionDecl {
  const known = new Set(first.overloads.map(({ id }) => id));
  const added = second.overloads.filter(({ id }) => !known.has(id));
  return { ...second, ...first, overloads: [...first.overloads, ...added] };
}
