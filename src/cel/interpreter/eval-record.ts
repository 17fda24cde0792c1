import type { Value } from "../values/value.ts";

/** The recorded evaluations of one node. */
export interface NodeRecord {
  /** The last value. */
  readonly value: Value | undefined;
  /** The first values in order, if the node was evaluated more than once. */
  readonly values: readonly Value[];
  readonly count: number;
  /** The cost of the node itself, without its children. */
  readonly ownCost: number;
  /** The element that decided a comprehension which stopped early. */
  readonly decidedBy: { readonly index: number; readonly element: Value } | undefined;
}

/** The maximum number of recorded values per node. */
const mostValues = 50;

interface MutableNodeRecord {
  value: Value | undefined;
  values: Value[];
  count: number;
  ownCost: number;
  decidedBy: { readonly index: number; readonly element: Value } | undefined;
  /** The evaluation in which the comprehension was decided. */
  decidedRun: number;
}

/** Records the evaluation of every node of an expression. */
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
