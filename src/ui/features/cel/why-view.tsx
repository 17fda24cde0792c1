import type { CelNode } from "../../../component-base/cel-node.ts";
import { WhyTable } from "../../cel/why-table.tsx";
import type { LabAnswer } from "./lab-answer.ts";
import { lab } from "./store.ts";

/** Explains the result by the value of every node. */
export function WhyView({
  answer: { expression, explanation },
  root,
}: {
  readonly answer: LabAnswer;
  readonly root: CelNode;
}) {
  const selected = lab.use((all) => all.selected);
  const select = lab.use((all) => all.select);
  return (
    <div className="fill scroll" role="tabpanel" aria-label="Why" tabIndex={0}>
      <p className="pad quiet">{sentence(root, explanation.outcome?.error)}</p>
      <WhyTable expression={expression} root={root} selected={selected} onSelect={(node) => select(node.id)} />
    </div>
  );
}

/** Summarizes the result and the element that determined it. */
function sentence(root: CelNode, error: string | undefined): string {
  const decider = deciderOf(root);
  const because =
    decider?.run?.decidedBy === undefined
      ? ""
      : ` Element ${decider.run.decidedBy.index} of ${decider.label}() decided the result: ${decider.run.decidedBy.element}.`;
  return error === undefined
    ? `The expression is ${root.run?.value ?? "not evaluated"}.${because}`
    : `Evaluation failed: ${error}.`;
}

function deciderOf(node: CelNode): CelNode | undefined {
  if (node.run?.decidedBy !== undefined) return node;
  for (const child of node.children) {
    const found = deciderOf(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
