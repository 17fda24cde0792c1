import type { Expr } from "../ast.ts";
import { countRunes } from "../values/text-index.ts";
import { isOptionalType, type Type } from "../types/type.ts";
import { fixed, unitCost, type Range } from "./estimate.ts";

/** Returns the size of a literal. */
export function sizeOfExpr(expr: Expr): Range | undefined {
  switch (expr.kind) {
    case "literal":
      if (typeof expr.value === "string") return fixed(countRunes(expr.value));
      return expr.value instanceof Uint8Array ? fixed(expr.value.length) : unitCost;
    case "list":
      return fixed(expr.elements.length);
    case "map":
      return fixed(expr.entries.length);
    default:
      return undefined;
  }
}

const scalars: ReadonlySet<Type["kind"]> = new Set(["bool", "double", "duration", "int", "timestamp", "uint"]);

/** Returns the size of values of a type, if all of them have the same size. */
export function sizeOfType(type: Type): Range | undefined {
  if (scalars.has(type.kind)) return unitCost;
  return isOptionalType(type) && type.params.length > 0 ? sizeOfType(type.element) : undefined;
}
