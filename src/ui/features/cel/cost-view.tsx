import type { CelAdvice } from "../../../client/cel.ts";
import type { CelNode } from "../../../component-base/cel-node.ts";
import { CostFlame } from "../../cel/cost-flame.tsx";
import { CostTable } from "../../cel/cost-table.tsx";
import { formatCost, formatPath, formatShare, formatShareOf, shareOf } from "../../cel/cost-words.ts";
import { partsOf } from "../../cel/flame-layout.ts";
import { sourceOf, whatItDid, whyEstimated } from "../../cel/part-words.ts";
import { Button } from "../../design/button.tsx";
import { Note } from "../../design/feedback.tsx";
import type { LabAnswer } from "./lab-answer.ts";
import { lab } from "./store.ts";

interface Shown {
  readonly answer: LabAnswer;
  readonly root: CelNode;
}

/** The cost of the expression: estimated and actual cost as flame graphs, advice, and the same data as a table. */
export function CostView({ answer, root }: Shown) {
  const selected = lab.use((all) => all.selected);
  const select = lab.use((all) => all.select);
  const {
    expression,
    explanation: { cardinality, estimateLimit, outcome },
  } = answer;
  const onSelect = (node: CelNode) => select(node.id);
  const times = Number(cardinality);
  return (
    <div className="fill scroll kp-cost-view" role="tabpanel" aria-label="Cost" tabIndex={0}>
      {estimateLimit === undefined ? (
        <p className="quiet">
          The types of an admission policy's variables are not known in advance, so there is no estimate. Only the cost
          of each call is limited.
        </p>
      ) : (
        <>
          <Budget {...answer} />
          <h2>Estimated maximum</h2>
          <CostFlame
            label="Estimated cost"
            root={root}
            measure="estimate"
            share={(weight) => (weight * times) / estimateLimit}
            selected={selected}
            onSelect={onSelect}
          />
        </>
      )}
      <h2>In this evaluation</h2>
      {outcome === undefined || outcome.cost === 0 ? (
        <p className="quiet">It cost nothing, because the result is constant.</p>
      ) : (
        <CostFlame
          label="Actual cost"
          root={root}
          measure="actual"
          share={(weight) => weight / outcome.costLimit}
          selected={selected}
          onSelect={onSelect}
        />
      )}
      <Legend />
      <SelectedPart answer={answer} node={partsOf(root).find(({ node }) => node.id === selected)?.node} />
      <CostTable
        expression={expression}
        root={root}
        estimateLimit={estimateLimit}
        cardinality={times}
        costLimit={outcome?.costLimit}
        selected={selected}
        onSelect={onSelect}
      />
    </div>
  );
}

/** Summarizes the estimate in a sentence, with advice on how to reduce it. */
function Budget({ explanation, advice, mode }: LabAnswer) {
  const { estimatedCost = 0, estimateLimit = 1, cardinality, root } = explanation;
  const share = shareOf(estimatedCost, estimateLimit);
  const subject = mode === "rule" ? "this rule" : "this expression";
  const product =
    cardinality === 1 || root === undefined
      ? ""
      : ` Such a value may occur ${formatCost(cardinality)} times in one object, and each costs up to ${formatCost(root.estimate.max)}.`;
  if (share <= 1)
    return (
      <Note tone="added">
        In the worst case {subject} costs {formatCost(estimatedCost)}, {formatShare(share)} of the limit of{" "}
        {formatCost(estimateLimit)}.{product}
      </Note>
    );
  const consequence =
    mode === "rule" ? "the server rejects the definition" : "evaluation stops when inputs get that large";
  return (
    <>
      <Note tone="error">
        In the worst case {subject} costs {formatCost(estimatedCost)}, {formatShare(share)} the limit of{" "}
        {formatCost(estimateLimit)}: {consequence}.{product}
      </Note>
      <Advices advice={advice} mode={mode} limit={estimateLimit} />
    </>
  );
}

function Advices({ advice, mode, limit }: Pick<LabAnswer, "advice" | "mode"> & { readonly limit: number }) {
  if (mode !== "rule")
    return <p className="quiet">Limit the size of the variables with maxSize and elementSize in their types.</p>;
  if (advice.length === 0) return <p className="quiet">No single bound in the schema is enough. Simplify the rule.</p>;
  return (
    <ul className="kp-advices" aria-label="How to reduce it">
      {advice.map((item, i) => (
        <li key={i}>
          <Advice advice={item} limit={limit} />
        </li>
      ))}
    </ul>
  );
}

function Advice({ advice, limit }: { readonly advice: CelAdvice; readonly limit: number }) {
  const apply = lab.use((all) => all.apply);
  const bounds = advice.edits.map(({ path, keyword, value }) => (
    <span key={path.join()}>
      <code>
        {keyword}: {value}
      </code>{" "}
      on <code>{formatPath(path)}</code>
    </span>
  ));
  return (
    <>
      <Button size="small" tone="primary" onClick={() => void apply(advice)}>
        Apply
      </Button>
      <span>
        {bounds.flatMap((bound, i) => (i === 0 ? [bound] : [i === bounds.length - 1 ? " and " : ", ", bound]))}{" "}
        {bounds.length === 1 ? "brings" : "bring"} the estimate to{" "}
        {formatShareOf(shareOf(advice.estimatedCost, limit), "the budget")}
      </span>
    </>
  );
}

function Legend() {
  return (
    <p className="row wrap small quiet">
      <span className="kp-heat" data-heat="cool">
        under 10 % of the limit
      </span>
      <span className="kp-heat" data-heat="warm">
        10 to 100 %
      </span>
      <span className="kp-heat" data-heat="hot">
        over the limit
      </span>
      <span>The width of a part is its share of the part above it.</span>
    </p>
  );
}

/** Explains the cost of the selected node, with the advice that concerns it. */
function SelectedPart({ answer, node }: { readonly answer: LabAnswer; readonly node: CelNode | undefined }) {
  const path = lab.use((all) => all.state.path);
  const {
    expression,
    explanation: { estimateLimit, cardinality },
    advice,
  } = answer;
  if (node === undefined)
    return (
      <div className="kp-selected-part" role="status" aria-label="Selected part">
        <span className="quiet">Select a part to see what it costs and why.</span>
      </div>
    );
  const share = estimateLimit === undefined ? undefined : shareOf(node.total.max, estimateLimit) * Number(cardinality);
  const inAll =
    share === undefined
      ? ""
      : `Estimated at ${formatCost(node.total.max)} in all, ${formatShareOf(share, "the budget")}.`;
  const each = estimateLimit === undefined ? "" : `Each evaluation costs up to ${formatCost(node.estimate.max)}.`;
  const reasons = estimateLimit === undefined ? [] : whyEstimated(expression, node);
  const helpful = advice.filter(({ edits }) =>
    edits.some((edit) => boundsOf(node).some((way) => schemaWay(path, way) === edit.path.join())),
  );
  return (
    <div className="kp-selected-part" role="status" aria-label="Selected part">
      <code className="clip">{sourceOf(expression, node)}</code>
      <p>{[inAll, each, ...reasons, whatItDid(node)].filter((words) => words !== "").join(" ")}</p>
      {helpful.map((item, i) => (
        <div key={i} className="row kp-advice">
          <Advice advice={item} limit={estimateLimit ?? 1} />
        </div>
      ))}
    </div>
  );
}

/** Returns the paths of the values whose sizes directly determine a node's estimate. */
const boundsOf = ({ bound, children }: CelNode): readonly (readonly string[])[] =>
  [bound, ...children.map((child) => child.bound)].flatMap((found) => (found === undefined ? [] : [found.path]));

/** Converts a path that begins at the variable into a schema path. */
const schemaWay = (rulePath: readonly string[], [, ...steps]: readonly string[]): string =>
  [...rulePath, ...steps.map((step) => (step === "@items" ? "[*]" : step === "@values" ? "{*}" : step))].join();
