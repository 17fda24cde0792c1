import type { CelNode } from "../../component-base/cel-node.ts";

/** What the widths of a flame graph stand for. */
export type Measure = "estimate" | "actual";

/** A part of the expression as a box: across from 0 to 1, down by depth. */
export interface FlameBox {
  readonly node: CelNode;
  readonly depth: number;
  readonly from: number;
  readonly to: number;
}

/** Boxes narrower than this are left to the table. */
const narrowest = 0.004;

/** What a part costs in all, as a number to draw. */
export const weightOf = ({ total, run }: CelNode, measure: Measure): number =>
  measure === "estimate" ? Number(total.max) : (run?.cost ?? 0);

/**
 * Lays out an expression: a part is as wide as its share of what is around it; parts of which only one counts are drawn
 * smaller, to fit.
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

/** A part with its depth. */
export interface Part {
  readonly node: CelNode;
  readonly depth: number;
}

/** Rows that a table shows of an expression: nobody reads more. */
export const mostRows = 400;

/** All parts, each before what is inside of it. */
export function partsOf(root: CelNode): readonly Part[] {
  const parts: Part[] = [];
  const visit = (node: CelNode, depth: number): void => {
    parts.push({ node, depth });
    for (const child of node.children) visit(child, depth + 1);
  };
  visit(root, 0);
  return parts;
}
