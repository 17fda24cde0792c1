import { dynType, isAssignableType, isExactType, nullType, type Type } from "../types/type.ts";
import type { Mapping } from "./mapping.ts";

const isDyn = (type: Type): boolean => type.kind === "dyn" || type.kind === "any";
const isDynOrError = (type: Type): boolean => isDyn(type) || type.kind === "error";

const takesNull: ReadonlySet<Type["kind"]> = new Set(["opaque", "struct", "any", "duration", "timestamp"]);

const isNullable = (type: Type): boolean => takesNull.has(type.kind) || isAssignableType(type, nullType);

function isEqualOrLessSpecific(a: Type, b: Type): boolean {
  if (isDyn(a) || a.kind === "typeParam") return true;
  if (isDyn(b) || b.kind === "typeParam" || a.kind !== b.kind) return false;
  if (a.kind === "type") return true;
  if (a.kind !== "opaque" && a.kind !== "list" && a.kind !== "map") return isExactType(a, b);
  if (a.name !== b.name || a.params.length !== b.params.length) return false;
  return a.params.every((param, i) => isEqualOrLessSpecific(param, b.params[i] ?? dynType));
}

/** Returns the more general of two types. */
export const mostGeneral = (a: Type, b: Type): Type => (isEqualOrLessSpecific(a, b) ? a : b);

/** Reports whether `param` does not occur in `within`, so that binding it creates no cycle. */
function isFreeIn(mapping: Mapping, param: Type, within: Type): boolean {
  if (!within.isGeneric) return true;
  if (isExactType(param, within)) return false;
  if (within.kind !== "typeParam") return within.params.every((inner) => isFreeIn(mapping, param, inner));
  const bound = mapping.find(within);
  return bound === undefined || isFreeIn(mapping, param, bound);
}

type Substitution = "valid" | "invalid" | "unbound";

/** Checks whether `type` can be substituted for a parameter, and binds the parameter if it is free. */
function bindParam(mapping: Mapping, type: Type, param: Type): Substitution {
  if (type.kind === "typeParam" && type.name === param.name) return "valid";
  const bound = mapping.find(param);
  if (bound !== undefined) return rebind(mapping, type, param, bound);
  if (!isFreeIn(mapping, param, type)) return "unbound";
  mapping.add(param, type);
  return "valid";
}

function rebind(mapping: Mapping, type: Type, param: Type, bound: Type): Substitution {
  if (isExactType(type, bound)) return "valid";
  if (!isAssignableInner(mapping, type, bound)) return "invalid";
  const general = mostGeneral(type, bound);
  if (isFreeIn(mapping, param, general)) mapping.add(param, general);
  return "valid";
}

function isAssignableInner(mapping: Mapping, a: Type, b: Type): boolean {
  if (b.kind === "typeParam") {
    const bound = bindParam(mapping, a, b);
    if (bound !== "unbound") return bound === "valid";
  }
  if (a.kind === "typeParam") return bindParam(mapping, b, a) === "valid";
  if (isDynOrError(a) || isDynOrError(b)) return true;
  if (a.kind === "null") return isNullable(b);
  if (b.kind === "null") return isNullable(a);
  switch (a.kind) {
    case "type":
      return b.kind === "type";
    case "opaque":
    case "list":
    case "map":
      return a.kind === b.kind && a.name === b.name && areAssignableInner(mapping, a.params, b.params);
    default:
      return isAssignableType(b, a);
  }
}

const areAssignableInner = (mapping: Mapping, a: readonly Type[], b: readonly Type[]): boolean =>
  a.length === b.length && a.every((type, i) => isAssignableInner(mapping, type, b[i] ?? dynType));

/** Reports whether the types are assignable; if so, new bindings are kept. */
export const isAssignable = (mapping: Mapping, a: Type, b: Type): boolean =>
  mapping.attempt(() => isAssignableInner(mapping, a, b));

/** Reports whether all types are pairwise assignable; if so, new bindings are kept. */
export const areAssignable = (mapping: Mapping, a: readonly Type[], b: readonly Type[]): boolean =>
  mapping.attempt(() => areAssignableInner(mapping, a, b));
