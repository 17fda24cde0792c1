import { useMemo } from "react";
import type { EvaluatedExpression, PolicyVerdict } from "../../../client/policies.ts";
import type { PolicyFixture } from "../../../scenarios/policies/policy-example.ts";
import { formatCost } from "../../cel/cost-words.ts";
import { RuleCode } from "../../cel/rule-code.tsx";
import { ChangeList } from "../../code/change-list.tsx";
import { changesBetween } from "../../data/changes.ts";
import { Badge, Note, type Tone } from "../../design/feedback.tsx";
import { Breakable } from "../../texts/breakable.tsx";
import { ExplainButton } from "./explain-button.tsx";
import { outcomeSentence, outcomeWord } from "./model/outcome-words.ts";
import type { MatrixColumn } from "./policy-matrix.tsx";

const tones: Readonly<Record<PolicyVerdict["outcome"], "info" | "warning" | "error" | "added">> = {
  allowed: "added",
  audited: "warning",
  changed: "info",
  denied: "error",
  failed: "warning",
  unmatched: "info",
  warned: "warning",
};

/** Explains a cell of the matrix: why, each expression with its value and cost, and what changes step by step. */
export function VerdictPane({
  fixture,
  column,
  verdict,
}: {
  readonly fixture: PolicyFixture;
  readonly column: MatrixColumn | undefined;
  readonly verdict: PolicyVerdict | undefined;
}) {
  if (verdict === undefined || column === undefined)
    return (
      <section className="column fill scroll pad" aria-label="Explanation" tabIndex={0}>
        <p className="quiet">Evaluating…</p>
      </section>
    );
  const { outcome, message, reason, code, warnings, annotations, expressions } = verdict;
  const audited = Object.entries(annotations);
  return (
    <section className="column fill scroll pad stack" aria-label="Explanation" tabIndex={0}>
      <strong>
        {fixture.name}, {column.isDraft === true ? "this draft" : column.name}
      </strong>
      <Note tone={tones[outcome]}>
        {outcomeSentence(outcome)}
        {message === "" ? null : <div className="kp-problem-words">{message}</div>}
        {code === undefined ? null : (
          <div className="small">
            The answer has the code {code} and the reason {reason}.
          </div>
        )}
      </Note>
      {column.bindings.length === 0 && column.isDraft === true && expressions.length > 0 && outcome === "denied" ? (
        <p className="quiet small">Without a binding, the draft is evaluated as if it denied everywhere.</p>
      ) : null}
      {warnings
        .filter((warning) => !warning.endsWith(message))
        .map((warning) => (
          <Note key={warning} tone="warning">
            {warning}
          </Note>
        ))}
      {expressions.length === 0 ? null : (
        <ol className="kp-evaluated" aria-label="Evaluated expressions">
          {expressions.map((one, i) => (
            <Evaluated key={i} evaluated={one} column={column} verdict={verdict} />
          ))}
        </ol>
      )}
      <Changed verdict={verdict} />
      {audited.length === 0 ? null : (
        <details>
          <summary className="small">Annotations of the audit event</summary>
          <dl className="kp-annotations small">
            {audited.map(([key, value]) => (
              <div key={key}>
                <dt className="mono">{key}</dt>
                <dd className="mono quiet">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}

const decisionTone = (decision: string): Tone =>
  decision === "true" ? "added" : decision === "false" ? "deleted" : "neutral";

function Evaluated({
  evaluated,
  column,
  verdict,
}: {
  readonly evaluated: EvaluatedExpression;
  readonly column: MatrixColumn;
  readonly verdict: PolicyVerdict;
}) {
  const { place, expression, decision, cost, before, after } = evaluated;
  const short = decision.length <= 12;
  const changes = useMemo(() => (after === undefined ? [] : changesBetween(before, after)), [before, after]);
  return (
    <li>
      <div className="row wrap kp-evaluated-head">
        <code className="grow">{place === "" ? "expression" : <Breakable path={place} />}</code>
        {short && after === undefined ? <Badge tone={decisionTone(decision)}>{decision}</Badge> : null}
        <span className="quiet small">cost {formatCost(cost)}</span>
      </div>
      <RuleCode text={expression} />
      {short || after !== undefined ? null : <p className="small kp-problem-words">{decision}</p>}
      {after === undefined ? null : (
        <div className="kp-boxed">
          <ChangeList label={`What ${place} changes`} changes={changes} />
        </div>
      )}
      <ExplainButton column={column} evaluated={evaluated} verdict={verdict} />
    </li>
  );
}

/** The whole change, where no step tells it: that of webhooks. */
function Changed({ verdict: { object, changed, expressions, outcome } }: { readonly verdict: PolicyVerdict }) {
  const changes = useMemo(() => (changed === undefined ? [] : changesBetween(object, changed)), [object, changed]);
  if (changed === undefined) return null;
  if (expressions.some(({ after }) => after !== undefined))
    return (
      <p className="quiet small">
        In all: {changes.length} {changes.length === 1 ? "field" : "fields"} {outcomeWord(outcome)}.
      </p>
    );
  return (
    <div className="kp-boxed">
      <ChangeList label="What changes" changes={changes} />
    </div>
  );
}
