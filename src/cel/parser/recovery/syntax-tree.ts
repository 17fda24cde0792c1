import type { Label, RuleName } from "./grammar.ts";

/** A matched or made-up token. */
export interface Leaf {
  readonly kind: number;
  readonly text: string;
  readonly offset: number;
}

/** What the parser matched for a rule. After syntax errors any part may be missing. */
export class Node {
  readonly rule: RuleName;
  /** The offset of the token at which the rule started. */
  readonly start: number;
  /** The index of the chosen alternative; -1 if none was viable. */
  alternative = -1;
  readonly #nodes = new Map<Label, Node[]>();
  readonly #leaves = new Map<Label, Leaf[]>();

  constructor(rule: RuleName, start: number) {
    this.rule = rule;
    this.start = start;
  }

  add(label: Label, node: Node): void {
    this.#nodes.set(label, [...this.nodes(label), node]);
  }

  addLeaf(label: Label, leaf: Leaf): void {
    this.#leaves.set(label, [...this.leaves(label), leaf]);
  }

  nodes(label: Label): readonly Node[] {
    return this.#nodes.get(label) ?? [];
  }

  leaves(label: Label): readonly Leaf[] {
    return this.#leaves.get(label) ?? [];
  }

  node(label: Label = "part"): Node | undefined {
    return this.nodes(label)[0];
  }

  leaf(label: Label): Leaf | undefined {
    return this.leaves(label)[0];
  }
}
