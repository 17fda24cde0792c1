import type { CelNode } from "../../component-base/cel-node.ts";
import { plural } from "../data/words.ts";
import { formatCost } from "./cost-words.ts";

/** Returns the source text of a node on one line. */
export const sourceOf = (expression: string, { start, end }: Pick<CelNode, "start" | "end">): string =>
  expression.slice(start, end).replace(/\s+/g, " ");

/** Formats the path of a value as `self.hosts`, with elements and entries in brackets. */
const formatWay = (path: readonly string[]): string =>
  path
    .map((step, i) =>
      step === "@items"
        ? "[*]"
        : step === "@values"
          ? "{*}"
          : step === "@keys"
            ? "{keys}"
            : step === "@indices"
              ? "[index]"
              : `${i === 0 ? "" : "."}${step}`,
    )
    .join("");

/** Explains a node's estimate: how often it runs and how large its operands may be. */
export function whyEstimated(expression: string, node: CelNode): readonly string[] {
  const words: string[] = [];
  if (node.times.max !== 1)
    words.push(`It runs up to ${formatCost(node.times.max)} times, once for each iteration of the macros around it.`);
  if (node.rounds !== undefined)
    words.push(
      `It iterates up to ${formatCost(node.rounds.max)} times each time, as often as ${sourceOf(expression, node.children[0] ?? node)} has elements.`,
    );
  if (node.bound !== undefined && node.bound.max !== 0)
    words.push(`${formatWay(node.bound.path)} is at most ${formatCost(node.bound.max)} in size.`);
  return words;
}

/** Describes the evaluation of a node. */
export function whatItDid({ run }: CelNode): string {
  if (run === undefined) return "";
  if (run.count === 0)
    return run.value === undefined && run.cost === 0
      ? "It was not evaluated, or is constant."
      : "It was not evaluated completely.";
  const times = run.count === 1 ? "It was evaluated once" : `It was evaluated ${plural(run.count, "time")}`;
  return `${times} and cost ${formatCost(run.cost)}.`;
}
