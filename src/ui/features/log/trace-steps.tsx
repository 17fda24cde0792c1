import { useState } from "react";
import type { TraceStep } from "../../../component-base/trace.ts";
import { formatCost } from "../../cel/cost-words.ts";
import { RuleCode } from "../../cel/rule-code.tsx";
import { ChangeList } from "../../code/change-list.tsx";
import type { Change } from "../../data/changes.ts";
import { plural } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import { usePage } from "../../state/page.ts";
import { loadChange } from "./trace-texts.ts";

/** Whether a step decided or changed something, or one within it did. */
const isTelling = ({ decision, objectAfter, steps = [] }: TraceStep): boolean =>
  decision !== undefined || objectAfter !== undefined || steps.length > 0;

/**
 * Lists what happened within a stage: the plugins that decided or changed something, their policies and webhooks, and
 * each evaluated expression with its value and cost.
 */
export function TraceSteps({ steps }: { readonly steps: readonly TraceStep[] }) {
  const telling = steps.filter(isTelling);
  const silent = steps.filter((step) => !isTelling(step));
  return (
    <ul className="kp-steps">
      {telling.map((step, i) => (
        <Step key={i} step={step} />
      ))}
      {silent.length === 0 ? null : (
        <li className="quiet small" title={silent.map(({ name }) => name).join(", ")}>
          {plural(silent.length, telling.length === 0 ? "plugin" : "other plugin")} let it through unchanged
        </li>
      )}
    </ul>
  );
}

const kindWords: Readonly<Record<TraceStep["kind"], string>> = {
  plugin: "Plugin",
  policy: "Policy",
  webhook: "Webhook",
  expression: "Expression",
};

function Step({ step }: { readonly step: TraceStep }) {
  const { kind, name, decision, cost, steps = [] } = step;
  const isExpression = kind === "expression";
  return (
    <li data-kind={kind}>
      <div className="row wrap kp-step-head">
        <span className="quiet small">{kindWords[kind]}</span>
        {isExpression ? null : <strong>{name}</strong>}
        {isExpression && decision !== undefined ? <b className="kp-step-value">{decision}</b> : null}
        {cost === undefined ? null : <span className="quiet small">cost {formatCost(cost)}</span>}
      </div>
      {isExpression ? <RuleCode text={name} /> : null}
      {!isExpression && decision !== undefined ? <p className="kp-step-decision">{decision}</p> : null}
      {steps.length === 0 ? null : <TraceSteps steps={steps} />}
      <StepChange step={step} />
    </li>
  );
}

/** The change that a step made to the object, loaded when it is asked for. */
function StepChange({ step: { objectBefore, objectAfter, name } }: { readonly step: TraceStep }) {
  const page = usePage();
  const [changes, setChanges] = useState<"gone" | readonly Change[] | undefined>(undefined);
  if (objectAfter === undefined) return null;
  if (changes === undefined)
    return (
      <Button
        size="small"
        onClick={() => void loadChange(page, objectBefore, objectAfter).then((found) => setChanges(found ?? "gone"))}
      >
        Show the change
      </Button>
    );
  if (changes === "gone") return <p className="quiet small">The change is no longer kept.</p>;
  return (
    <div className="kp-boxed">
      <ChangeList label={`What ${name} changed`} changes={changes} />
    </div>
  );
}
