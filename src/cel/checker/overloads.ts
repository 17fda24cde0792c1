import type { FunctionDecl, Overload } from "../env/declarations.ts";
import { dynType, isExactType, typeParam, type Type } from "../types/type.ts";
import { areAssignable } from "./assignability.ts";
import { Mapping } from "./mapping.ts";

/** The result type of a call and its candidate overloads. */
export interface Resolution {
  readonly type: Type;
  readonly overloads: readonly Overload[];
}

/** Returns the signature of an overload with fresh type parameters. */
function freshSignature(overload: Overload, newTypeVar: () => Type): Pick<Overload, "args" | "result"> {
  if (overload.typeParams.length === 0) return overload;
  const fresh = new Mapping();
  for (const name of overload.typeParams) fresh.add(typeParam(name), newTypeVar());
  return {
    args: overload.args.map((arg) => fresh.substitute(arg, false)),
    result: fresh.substitute(overload.result, false),
  };
}

/** Returns the overloads that accept the arguments; undefined if there are none. */
export function resolveOverloads(
  fn: FunctionDecl,
  isMember: boolean,
  args: readonly Type[],
  mapping: Mapping,
  newTypeVar: () => Type,
): Resolution | undefined {
  const overloads: Overload[] = [];
  let type: Type | undefined;
  for (const overload of fn.overloads) {
    if (overload.member !== isMember) continue;
    const signature = freshSignature(overload, newTypeVar);
    if (!areAssignable(mapping, args, signature.args)) continue;
    overloads.push(overload);
    const result = mapping.substitute(signature.result, false);
    type =
      type === undefined || type.kind === "dyn" || type.kind === "any" || isExactType(type, result)
        ? (type ?? result)
        : dynType;
  }
  return type === undefined ? undefined : { type, overloads };
}
