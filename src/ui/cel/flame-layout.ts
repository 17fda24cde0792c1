import type { CelNode } from "../../component-base/cel-node.ts";

/** The cost that determines the widths of a flame graph. */
export type Measure = "estimate" | "actual";

/** A node of the expression as a box. Horizontal positions are between 0 and 1. */
export interface FlameBox {
  readonly node: CelNode;
  readonly depth: number;
  readonly from: number;
  readonly to: number;
}

/** Boxes narrower than this are omitted; the table lists their nodes. */
const narrowest = 0.004;

/** Returns the total cost of a node, including its children. */
export const weightOf = ({ total, run }: CelNode, measure: Measure): number =>
  measure === "estimate" ? Number(total.max) : (run?.cost ?? 0);

/**
 * Lays out an expression. A node's width is its share of its parent's cost. Children that cost more than their parent
 * in total, because only one of them is counted, are scaled down to fit.
 */
export function layoutFlame(root: CelNode, measure: Measure): readonly FlameBox[] {
  const boxes: FlameBox[] = [];
  const place = (node: CelNode, depth: number, from: number, to: number): void => {
    if (to - from < narrowest) return;
    boxes.push({ node, depth, from, to });
    const weights = node.children.map((child) => weightOf(child, measure));
    const sum = weights.reduce((all, weight) => all + weight, 0);
    const whole = Math.max(weightOf(node, measure), sum);
    if (whole === 0) return;
    let at = from;
    for (const [i, child] of node.children.entries()) {
      const width = ((weights[i] ?? 0) / whole) * (to - from);
      place(child, depth + 1, at, at + width);
      at += width;
    }
  };
  if (weightOf(root, measure) > 0) place(root, 0, 0, 1);
  return boxes;
}

/** A node with its depth. */
export interface Part {
  readonly node: CelNode;
  readonly depth: number;
}

/** The maximum number of rows in a table of an expression. */
export const mostRows = 400;

/** Returns all nodes in pre-order. */
export function partsOf(root: CelNode): readonly Part[] {
  const parts: Part[] = [];
  const visit = (node: CelNode, depth: number): void => {
    parts.push({ node, depth });
    for (const child of node.children) visit(child, depth + 1);
  };
  visit(root, 0);
  return parts;
}
