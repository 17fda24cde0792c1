import type { CallCosts } from "../cost/call-costs.ts";
import type { Type } from "../types/type.ts";
import type { Value } from "../values/value.ts";

/**
 * What computes a call. Arguments beyond those of the overload are null; types are checked before where they can be
 * wrong.
 */
export type Implementation = (a: Value, b: Value, c: Value, d: Value) => Value;

/** One way to call a function: types, implementation and cost. */
export interface Overload {
  readonly id: string;
  /** Called as `target.function(…)`; the target is the first argument type. */
  readonly member: boolean;
  readonly args: readonly Type[];
  readonly result: Type;
  /** Absent where the function as a whole computes every overload, or the planner does. */
  readonly implementation?: Implementation;
  readonly costs?: CallCosts;
  /** Names of the type parameters in `args` and `result`, each once. */
  readonly typeParams: readonly string[];
}

export interface FunctionDecl {
  readonly name: string;
  readonly overloads: readonly Overload[];
  /** Computes every overload and tells by the values which one it is. */
  readonly singleton?: Implementation;
  /** Costs of the function whatever the overload; asked before those of the overload. */
  readonly costs?: CallCosts;
  /** Arguments are not held against the types of the overload at run time: the implementation does it. */
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

/** A row of a function called by its name: `id(args): result`. */
export const global = (
  id: string,
  args: readonly Type[],
  result: Type,
  implementation?: Implementation,
  extras?: OverloadExtras,
): Overload => makeOverload(id, false, args, result, implementation, extras);

/** A row of a function called on its first argument: `args[0].id(…): result`. */
export const member = (
  id: string,
  args: readonly Type[],
  result: Type,
  implementation?: Implementation,
  extras?: OverloadExtras,
): Overload => makeOverload(id, true, args, result, implementation, extras);

/** Two declarations of a function as one; what both libraries leave open stays open. */
export function mergeFunctions(first: FunctionDecl, second: FunctionDecl): FunctionDecl {
  const known = new Set(first.overloads.map(({ id }) => id));
  const added = second.overloads.filter(({ id }) => !known.has(id));
  return { ...second, ...first, overloads: [...first.overloads, ...added] };
}
