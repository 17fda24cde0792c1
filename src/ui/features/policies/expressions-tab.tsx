import { useMemo } from "react";
import { formatCost } from "../../cel/cost-words.ts";
import { RuleCode } from "../../cel/rule-code.tsx";
import { plural } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import { EmptyState, Note } from "../../design/feedback.tsx";
import { ShareBar } from "../../shared/share-bar.tsx";
import { Breakable } from "../../texts/breakable.tsx";
import type { LineMarks } from "../../texts/line-marks.ts";
import type { Problem } from "../../texts/problem.ts";
import type { BenchTabProps } from "./bench-tab.ts";
import { ExplainButton } from "./explain-button.tsx";
import { policyExpressions, type PolicyExpression } from "./model/policy-text.ts";
import { useMatrix, type Matrix } from "./use-matrix.ts";

/** The limit of one expression (PerCallLimit), in cost units. */
const callLimit = 1_000_000;

/** Every expression of the policy: what it is for, its problems, what it costs over the fixtures, and why. */
export function ExpressionsTab({ bench, written, policy, marks }: BenchTabProps & { readonly marks: LineMarks }) {
  const expressions = useMemo(() => policyExpressions(policy.value), [policy.value]);
  const columns = useMemo(
    () => [{ ...written, kind: policy.kind, name: policy.name, isDraft: true }],
    [written, policy.kind, policy.name],
  );
  const matrix = useMatrix(columns, bench.fixtures);
  if (expressions.length === 0)
    return (
      <EmptyState icon="cel" title="No expressions">
        Webhooks decide elsewhere. Policies decide by CEL expressions, which are listed here.
      </EmptyState>
    );
  const [column] = columns;
  return (
    <div className="fill scroll pad" tabIndex={0} role="region" aria-label="Expressions">
      <ol className="kp-evaluated">
        {expressions.map((one) => (
          <Expression
            key={one.place}
            expression={one}
            column={column}
            matrix={matrix}
            problems={bench.check.problems.filter(({ field }) => field === one.place)}
            marks={marks}
          />
        ))}
      </ol>
    </div>
  );
}

function Expression({
  expression: { place, role, expression },
  column,
  matrix,
  problems,
  marks,
}: {
  readonly expression: PolicyExpression;
  readonly column: Parameters<typeof ExplainButton>[0]["column"] | undefined;
  readonly matrix: Matrix;
  readonly problems: readonly Problem[];
  readonly marks: LineMarks;
}) {
  const rows = [...matrix.rows].flatMap(([id, [verdict]]) =>
    verdict === undefined || verdict.outcome === "failed" ? [] : [{ id, verdict }],
  );
  const runs = rows.flatMap(({ id, verdict }) =>
    verdict.expressions.filter((one) => one.place === place).map((evaluated) => ({ id, verdict, evaluated })),
  );
  const costliest = runs.toSorted((a, b) => b.evaluated.cost - a.evaluated.cost)[0];
  const [first] = rows;
  // A variable, and what no fixture reaches, is explained with the first fixture.
  const unreached = { place, expression, decision: "", cost: 0 };
  const explained = costliest ?? (first && { ...first, evaluated: unreached });
  const isVariable = place.startsWith("spec.variables");
  return (
    <li aria-label={role}>
      <div className="row wrap kp-evaluated-head">
        <strong>{role}</strong>
        <code className="grow quiet">
          <Breakable path={place} />
        </code>
      </div>
      <RuleCode text={expression} />
      {problems.map((problem, i) => (
        <Note key={i} tone={problem.tone}>
          <span className="kp-problem-words">{problem.message}</span>{" "}
          <Button size="small" onClick={() => marks.goTo(problem.line)}>
            Line {problem.line + 1}
          </Button>
        </Note>
      ))}
      <div className="row wrap">
        {isVariable ? (
          <span className="quiet small">Evaluated when an expression first uses it; its cost counts there.</span>
        ) : costliest === undefined ? (
          <span className="quiet small">No fixture reaches it.</span>
        ) : (
          <>
            <span className="small">
              costs {formatCost(costliest.evaluated.cost)} at most, over {plural(runs.length, "evaluation")}
            </span>
            <ShareBar share={costliest.evaluated.cost / callLimit} of="the limit of one expression" />
          </>
        )}
        {column === undefined || explained === undefined ? null : (
          <ExplainButton column={column} evaluated={explained.evaluated} verdict={explained.verdict} />
        )}
      </div>
    </li>
  );
}
