import type { Value } from "../values/value.ts";

/** What one node of an expression did. */
export interface NodeRecord {
  /** The last value. */
  readonly value: Value | undefined;
  readonly count: number;
  /** Cost of the node itself, without what is inside of it. */
  readonly ownCost: number;
  /** The element that decided a comprehension which did not look at all of them. */
  readonly decidedBy: { readonly index: number; readonly element: Value } | undefined;
}

interface MutableNodeRecord {
  value: Value | undefined;
  count: number;
  ownCost: number;
  decidedBy: { readonly index: number; readonly element: Value } | undefined;
}

/** Collects what every node of an expression did. */
export class EvalRecord {
  readonly #nodes = new Map<number, MutableNodeRecord>();

  #node(id: number): MutableNodeRecord {
    const known = this.#nodes.get(id);
    if (known !== undefined) return known;
    const made: MutableNodeRecord = { value: undefined, count: 0, ownCost: 0, decidedBy: undefined };
    this.#nodes.set(id, made);
    return made;
  }

  addValue(id: number, value: Value): void {
    const node = this.#node(id);
    node.value = value;
    node.count++;
  }

  addCost(id: number, cost: number): void {
    this.#node(id).ownCost += cost;
  }

  decide(id: number, index: number, element: Value): void {
    this.#node(id).decidedBy = { index, element };
  }

  of(id: number): NodeRecord | undefined {
    return this.#nodes.get(id);
  }
}
