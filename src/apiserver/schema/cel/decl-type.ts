import type { SizeEstimator } from "../../../cel/cost/estimator.ts";
import type { Type } from "../../../cel/types/type.ts";

/** A CEL type with the bounds set by a schema, used to check expressions and to estimate their costs. */
export interface DeclType {
  readonly type: Type;
  /** Fields under the names used in expressions; undefined for types other than objects. */
  readonly fields: ReadonlyMap<string, DeclType> | undefined;
  /** The element type of a list or the value type of a map. */
  readonly element: DeclType | undefined;
  /** The key type of a map. */
  readonly key: DeclType | undefined;
  /** The maximum number of elements, entries or characters of a value. */
  readonly maxElements: number;
  /** The size of the smallest value in JSON, in bytes. */
  readonly minSerializedSize: number;
}

/** Returns a type that has no fields or elements. */
export const simpleDeclType = (type: Type, minSerializedSize: number, maxElements = 0): DeclType => ({
  type,
  fields: undefined,
  element: undefined,
  key: undefined,
  maxElements,
  minSerializedSize,
});

function step(from: DeclType, name: string): DeclType | undefined {
  if (name === "@items" || name === "@values") return from.element;
  return name === "@keys" ? from.key : from.fields?.get(name);
}

/**
 * Returns a size estimator that resolves paths starting at a variable of type `root`, regardless of
 * the variable's name.
 */
export function sizesOf(root: DeclType): SizeEstimator {
  return ({ path: [variable, ...path] }) => {
    if (variable === undefined) return undefined;
    let current: DeclType | undefined = root;
    for (const name of path) current = current && step(current, name);
    return current && { min: 0, max: current.maxElements };
  };
}
