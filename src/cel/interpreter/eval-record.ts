import type { Value } from "../values/value.ts";

/** What one node of an expression did. */
export interface NodeRecord {
  /** The last value. */
  readonly value: Value | undefined;
  /** The first values in turn, where the node ran more than once. */
  readonly values: readonly Value[];
  readonly count: number;
  /** Cost of the node itself, without what is inside of it. */
  readonly ownCost: number;
  /** The element that decided a comprehension which did not look at all of them. */
  readonly decidedBy: { readonly index: number; readonly element: Value } | undefined;
}

/** Values kept of a node that runs again and again. */
const mostValues = 50;

interface MutableNodeRecord {
  value: Value | undefined;
  values: Value[];
  count: number;
  ownCost: number;
  decidedBy: { readonly index: number; readonly element: Value } | undefined;
  /** The run in which that was. */
  decidedRun: number;
}

/** Collects what every node of an expression did. */
export class EvalRecord {
  readonly #nodes = new Map<number, MutableNodeRecord>();

  #node(id: number): MutableNodeRecord {
    const known = this.#nodes.get(id);
    if (known !== undefined) return known;
    const made: MutableNodeRecord = {
      value: undefined,
      values: [],
      count: 0,
      ownCost: 0,
      decidedBy: undefined,
      decidedRun: -1,
    };
    this.#nodes.set(id, made);
    return made;
  }

  addValue(id: number, value: Value): void {
    const node = this.#node(id);
    node.value = value;
    if (node.decidedRun !== node.count) node.decidedBy = undefined;
    if (node.count++ < mostValues) node.values.push(value);
  }

  addCost(id: number, cost: number): void {
    this.#node(id).ownCost += cost;
  }

  decide(id: number, index: number, element: Value): void {
    const node = this.#node(id);
    node.decidedBy = { index, element };
    node.decidedRun = node.count;
  }

  of(id: number): NodeRecord | undefined {
    return this.#nodes.get(id);
  }
}
