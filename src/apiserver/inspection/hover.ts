import type { CelHover } from "../../client/cel.ts";
import type { CheckedExpr } from "../../cel/checker/checked-expr.ts";
import { unbounded } from "../../cel/cost/uint64.ts";
import type { CelNode } from "../../component-base/cel-node.ts";
import { explainNodes } from "../../cel/explain/explain.ts";
import { functionDocs } from "./function-docs.ts";
import { labScopeIfAny, type TypedRequest } from "./lab-scope.ts";
import { macroForms } from "./macro-forms.ts";
import { signatureOf, typeWords } from "./signatures.ts";

/** Returns the innermost node at a position. */
function nodeAt(node: CelNode, offset: number): CelNode | undefined {
  if (offset < node.start || offset >= node.end) return undefined;
  for (const child of node.children) {
    const found = nodeAt(child, offset);
    if (found !== undefined) return found;
  }
  return node;
}

const printCount = (count: number | bigint): string => (count === unbounded ? "no bound" : count.toLocaleString("en"));

const printRange = ({ min, max }: CelNode["estimate"]): string =>
  min === max ? printCount(max) : `${printCount(min)} to ${printCount(max)}`;

function codeOf(checked: CheckedExpr, node: CelNode): readonly string[] {
  const reference = checked.functionOf(node);
  if (node.kind === "macro") return [macroForms.find(({ name }) => name === node.label)?.form ?? `${node.label}(…)`];
  if (node.kind === "call" && reference !== undefined)
    return reference.overloads.slice(0, 4).map((overload) => signatureOf(reference.function.name, overload));
  return [`${checked.text.slice(node.start, node.end).slice(0, 200)}: ${typeWords(checked.typeOf(node))}`];
}

function wordsOf(node: CelNode): readonly string[] {
  const words: string[] = [];
  const documentation = functionDocs[node.label];
  if ((node.kind === "call" || node.kind === "macro") && documentation !== undefined) words.push(documentation);
  if (node.bound !== undefined && node.bound.max !== 0) words.push(`Size at most ${printCount(node.bound.max)}.`);
  words.push(
    `Estimated cost ${printRange(node.estimate)}${node.times.max === 1 ? "" : `, up to ${printCount(node.times.max)} times`}.`,
  );
  return words;
}

/** Returns the type, documentation and cost of the node at a position in an expression. */
export function hover(request: TypedRequest, offset: number): CelHover | undefined {
  const scope = labScopeIfAny(request);
  const checked = scope?.env.analyze(request.expression).checked;
  const node = scope && checked && nodeAt(explainNodes(checked, scope.sizes), offset);
  return node && checked && { start: node.start, end: node.end, code: codeOf(checked, node), words: wordsOf(node) };
}
