import { useMemo, useState } from "react";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { CelExplanation } from "../../../client/cel.ts";
import type { FixtureVerdict, RulePlaceOf, RuleVerdict } from "../../../client/definitions.ts";
import { formatCost, formatPath } from "../../cel/cost-words.ts";
import { WhyTable } from "../../cel/why-table.tsx";
import { plural } from "../../data/words.ts";
import { useLatestAnswer } from "../../data/use-answer.ts";
import { Note } from "../../design/feedback.tsx";
import { usePage } from "../../state/page.ts";
import { formatSteps, ruleValues, type RuleValues } from "./model/rule-values.ts";
import { rulesAt, type RuleText, type SchemaNode } from "./model/schema-node.ts";
import { LabLink } from "./lab-link.tsx";
import { RuleCode } from "../../cel/rule-code.tsx";
import { outcomeWords } from "./verdict-words.ts";

export interface RuleExplanationProps {
  readonly schema: SchemaNode;
  readonly rule: RulePlaceOf;
  readonly verdict: RuleVerdict;
  readonly fixture: FixtureVerdict;
}

/** Explains a rule's result by the value of each part of its expression. */
export function RuleExplanation({ schema, rule, verdict, fixture }: RuleExplanationProps) {
  const field = verdict.problems[0]?.field;
  const values = useMemo(() => ruleValues(schema, rule.path, fixture, field), [schema, rule, fixture, field]);
  const explanation = useExplanation(schema, rule, values);
  const text = textOf(schema, rule);
  const place = values === undefined || values.steps.length === 0 ? "the whole object" : formatSteps(values.steps);
  return (
    <article className="stack kp-explanation" aria-label={`Rule ${rule.index + 1} of ${formatPath(rule.path)}`}>
      <header>
        <strong>
          Rule {rule.index + 1} of <code>{formatPath(rule.path)}</code>
        </strong>{" "}
        <span className="quiet">{outcomeWords(verdict.outcome)}</span>
      </header>
      <RuleCode text={rule.rule} />
      {verdict.problems.map((problem, i) => (
        <Note key={i} tone={verdict.outcome === "forgiven" ? "warning" : "error"}>
          <code>{problem.field}</code> <span className="kp-problem-words">{problem.message}</span>
        </Note>
      ))}
      {verdict.runs === 0 ? null : (
        <p className="quiet small">
          It ran {verdict.runs === 1 ? "once" : plural(verdict.runs, "time")} and cost {formatCost(verdict.cost)}.
          Below: at {place}.
        </p>
      )}
      {text === undefined ? null : (
        <p>
          <LabLink schema={schema} path={rule.path} text={text} self={values?.self} oldSelf={values?.oldSelf} />
        </p>
      )}
      <Parts explanation={explanation} expression={rule.rule} />
    </article>
  );
}

function Parts({
  explanation,
  expression,
}: {
  readonly explanation: CelExplanation | string | undefined;
  readonly expression: string;
}) {
  const [selected, setSelected] = useState<number | undefined>(undefined);
  if (explanation === undefined) return null;
  if (typeof explanation === "string") return <Note tone="warning">{explanation}</Note>;
  if (explanation.root === undefined || explanation.outcome === undefined) return null;
  return (
    <>
      <p>
        {explanation.outcome.error === undefined ? (
          <>
            For this object it is <code>{explanation.outcome.value}</code>.
          </>
        ) : (
          <>It fails: {explanation.outcome.error}</>
        )}
      </p>
      <div className="scroll" tabIndex={0} role="group" aria-label="Parts of the rule">
        <WhyTable
          expression={expression}
          root={explanation.root}
          selected={selected}
          onSelect={(node) => setSelected(node.id)}
        />
      </div>
    </>
  );
}

/** Returns a rule as written. */
const textOf = (schema: SchemaNode, { path, index, within }: RulePlaceOf): RuleText | undefined =>
  rulesAt(schema, path).find((one) => one.index === index && one.within === within)?.text;

/** Evaluates a rule again with the values of all its parts, or returns a message if that is impossible. */
function useExplanation(
  schema: SchemaNode,
  place: RulePlaceOf,
  values: RuleValues | undefined,
): CelExplanation | string | undefined {
  const page = usePage();
  const { path, rule } = place;
  const optionalOldSelf = textOf(schema, place)?.optionalOldSelf ?? false;
  const explanation = useLatestAnswer(() => {
    if (values === undefined) return undefined;
    const inputs = { self: values.self, ...(values.oldSelf !== undefined && { oldSelf: values.oldSelf }) };
    const scope = { kind: "rule", schema, path, ...(optionalOldSelf && { optionalOldSelf }) } as const;
    return page.inspect.celExplain({ expression: rule, scope, stored: true, expects: "bool" }, inputs).catch(messageOf);
  }, [page, schema, path, rule, optionalOldSelf, values]);
  return values && explanation;
}
