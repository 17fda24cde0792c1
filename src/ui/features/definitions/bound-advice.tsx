import type { CelAdvice, CelBoundEdit } from "../../../client/cel.ts";
import type { RuleEstimate } from "../../../client/definitions.ts";
import { formatCost, formatPath } from "../../cel/cost-words.ts";
import { useLatestAnswer } from "../../data/use-answer.ts";
import { usePage } from "../../state/page.ts";
import type { SchemaNode } from "./model/schema-node.ts";

/** Suggests bounds that bring a rule's estimated cost within its limit, one alternative per line. */
export function BoundAdvice({ schema, rule }: { readonly schema: SchemaNode; readonly rule: RuleEstimate }) {
  const page = usePage();
  const advice = useLatestAnswer((): Promise<readonly CelAdvice[]> => {
    const scope = { kind: "rule", schema, path: rule.path } as const;
    return page.inspect.celAdvise({ expression: rule.rule, scope, expects: "bool" }).catch(() => []);
  }, [page, schema, rule]);
  if (advice === undefined || advice.length === 0) return null;
  return (
    <div className="small kp-bound-advice">
      <p>Either of these is enough:</p>
      <ul aria-label="How to reduce it">
        {advice.map(({ edits, estimatedCost }, i) => (
          <li key={i}>
            {edits.map(editWords).join(" and ")}: then {formatCost(estimatedCost)}.
          </li>
        ))}
      </ul>
    </div>
  );
}

const editWords = ({ path, keyword, value }: CelBoundEdit): string => `${keyword}: ${value} at ${formatPath(path)}`;
