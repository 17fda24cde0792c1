import { Badge } from "../../design/feedback.tsx";
import { formatCost, formatShareOf, shareOf } from "../../cel/cost-words.ts";
import type { CelExplanation } from "../../../client/cel.ts";
import { isOverBudget } from "./lab-answer.ts";
import { lab } from "./store.ts";

/**
 * Summarizes the result in one line: value and type, and the estimated and actual cost relative to their limits. While
 * a change is checked, the former result stays, so that what is below it does not move.
 */
export function ResultBar() {
  const answer = lab.use((all) => all.answer);
  const pending = lab.use((all) => all.pending);
  const trouble = lab.use((all) => all.trouble);
  const mode = lab.use((all) => all.state.mode);
  if (answer === undefined)
    return (
      <div className="kp-lab-result" role="status">
        <span className="quiet">{trouble === "" ? "Checking…" : trouble}</span>
      </div>
    );
  return (
    <div className="kp-lab-result" role="status" aria-busy={pending} data-pending={pending ? "" : undefined}>
      <Verdict explanation={answer.explanation} isRule={mode !== "generic"} />
      <Costs explanation={answer.explanation} />
    </div>
  );
}

function Verdict({
  explanation: { outcome, type, issues },
  isRule,
}: {
  readonly explanation: CelExplanation;
  readonly isRule: boolean;
}) {
  if (issues.length > 0)
    return (
      <>
        <Badge tone="error">does not compile</Badge>
        <span className="clip grow">{issues[0]?.message}</span>
      </>
    );
  if (outcome === undefined || type === undefined)
    return <span className="quiet grow">Write an expression, or start from an example.</span>;
  if (outcome.error !== undefined)
    return (
      <>
        <Badge tone="error">error</Badge>
        <span className="clip grow" title={outcome.error}>
          {outcome.error}
        </span>
      </>
    );
  const tone = outcome.value === "true" ? "added" : outcome.value === "false" ? "warning" : "info";
  const word = isRule ? (outcome.value === "true" ? "holds" : "does not hold") : "value";
  return (
    <>
      <Badge tone={tone}>{word}</Badge>
      <code className="clip grow" title={outcome.value}>
        {outcome.value}
      </code>
      <span className="quiet mono">{type}</span>
    </>
  );
}

function Costs({ explanation }: { readonly explanation: CelExplanation }) {
  const { estimatedCost, estimateLimit, outcome } = explanation;
  return (
    <div className="row wrap kp-lab-costs">
      {estimatedCost === undefined || estimateLimit === undefined ? null : (
        <span title={`At most ${formatCost(estimateLimit)} is allowed`}>
          <span className="quiet">Estimate </span>
          <b data-measure="estimate">{formatCost(estimatedCost)}</b>{" "}
          <Badge tone={isOverBudget(explanation) ? "error" : "neutral"}>
            {formatShareOf(shareOf(estimatedCost, estimateLimit), "the budget")}
          </Badge>
        </span>
      )}
      {outcome === undefined ? null : (
        <span title={`One call may cost ${formatCost(outcome.costLimit)}`}>
          <span className="quiet">Actual </span>
          <b data-measure="actual">{formatCost(outcome.cost)}</b>{" "}
          <Badge tone={outcome.exceededLimit ? "error" : "neutral"}>
            {formatShareOf(shareOf(outcome.cost, outcome.costLimit), "one call")}
          </Badge>
        </span>
      )}
    </div>
  );
}
