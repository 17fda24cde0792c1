import type { SizeEstimator } from "../../../cel/cost/estimator.ts";
import type { Type } from "../../../cel/types/type.ts";

/** A type with the bounds a schema sets: what expressions see of a schema, and what their costs are estimated from. */
export interface DeclType {
  readonly type: Type;
  /** Fields under the names expressions use; undefined for what is no object. */
  readonly fields: ReadonlyMap<string, DeclType> | undefined;
  /** Elements of a list, values of a map. */
  readonly element: DeclType | undefined;
  /** Keys of a map. */
  readonly key: DeclType | undefined;
  /** The most elements, entries or characters a value can have. */
  readonly maxElements: number;
  /** Bytes of the smallest value in JSON. */
  readonly minSerializedSize: number;
}

/** A type without anything inside. */
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

/** Sizes by the way from a variable (`self`, whatever its name) into the values it holds. */
export function sizesOf(root: DeclType): SizeEstimator {
  return ({ path: [variable, ...path] }) => {
    if (variable === undefined) return undefined;
    let current: DeclType | undefined = root;
    for (const name of path) current = current && step(current, name);
    return current && { min: 0, max: current.maxElements };
  };
}
