import { claimsOf } from "../../../recorder/claims.ts";
import type { RecordedStep } from "../../../recorder/recording.ts";
import { titleOf } from "../../../recorder/request-words.ts";
import { plural } from "../../data/words.ts";
import { Badge, EmptyState } from "../../design/feedback.tsx";
import { IconButton } from "../../design/button.tsx";
import { Check, TextInput } from "../../design/field.tsx";
import { usePage } from "../../state/page.ts";
import type { Written } from "./formats.ts";
import type { MissedClaim, TriedLesson } from "./try-lesson.ts";

interface StepListProps {
  readonly steps: readonly RecordedStep[];
  readonly written: Written;
  readonly tried: TriedLesson | undefined;
  /** Called with what makes other steps of those that there are. */
  readonly onSteps: (make: (steps: readonly RecordedStep[]) => readonly RecordedStep[]) => void;
}

/** The steps of a recording, to name, order and remove, each with what is claimed of it. */
export function StepList({ steps, written, tried, onSteps }: StepListProps) {
  const page = usePage();
  if (steps.length === 0)
    return (
      <EmptyState icon="record" title="Nothing was recorded">
        Requests, command lines of the terminal and actions on objects are recorded. What the page reads by itself is
        not.
      </EmptyState>
    );
  const remove = (step: RecordedStep): void => {
    const before = steps[steps.indexOf(step) - 1]?.id;
    onSteps((now) => now.filter(({ id }) => id !== step.id));
    page.toasts.add({
      description: `The step “${titleOf(step)}” is removed.`,
      actionProps: { children: "Undo", onClick: () => onSteps((now) => withStep(now, step, before)) },
    });
  };
  const move = (step: RecordedStep, by: number): void =>
    onSteps((now) => {
      const at = now.findIndex(({ id }) => id === step.id);
      const others = now.filter(({ id }) => id !== step.id);
      return [...others.slice(0, at + by), ...now.slice(at, at + 1), ...others.slice(at + by)];
    });
  const change = (step: RecordedStep): void => onSteps((now) => now.map((each) => (each.id === step.id ? step : each)));
  return (
    <ol className="kp-recorded-steps fill scroll" aria-label="Steps" tabIndex={0}>
      {steps.map((step, i) => (
        <Step
          key={step.id}
          step={step}
          number={i + 1}
          isLast={i === steps.length - 1}
          outcome={outcomeOf(step, written, tried)}
          onChange={change}
          onRemove={() => remove(step)}
          onMove={(by) => move(step, by)}
        />
      ))}
    </ol>
  );
}

/** The steps with one that was removed, behind the one that stood before it; what was changed since stays. */
function withStep(
  steps: readonly RecordedStep[],
  step: RecordedStep,
  before: string | undefined,
): readonly RecordedStep[] {
  if (steps.some(({ id }) => id === step.id)) return steps;
  const at = steps.findIndex(({ id }) => id === before) + 1;
  return [...steps.slice(0, at), step, ...steps.slice(at)];
}

interface Outcome {
  readonly ran: boolean;
  readonly missed: readonly MissedClaim[];
}

/** What trying the lesson came to for a step; undefined if it was not tried. */
function outcomeOf({ id }: RecordedStep, { steps }: Written, tried: TriedLesson | undefined): Outcome | undefined {
  const at = steps.findIndex((step) => step.id === id);
  if (tried === undefined || at < 0) return undefined;
  const [first, next] = [steps[at]?.line ?? 0, steps[at + 1]?.line ?? Infinity];
  const missed = tried.missed.filter(({ line }) => first <= line && line < next);
  const failedAt = tried.missed[0]?.line ?? Infinity;
  return { ran: tried.problem === "" && first <= failedAt, missed };
}

interface StepProps {
  readonly step: RecordedStep;
  readonly number: number;
  readonly isLast: boolean;
  readonly outcome: Outcome | undefined;
  readonly onChange: (step: RecordedStep) => void;
  readonly onRemove: () => void;
  readonly onMove: (by: -1 | 1) => void;
}

function Step({ step, number, isLast, outcome, onChange, onRemove, onMove }: StepProps) {
  const title = titleOf(step);
  return (
    <li aria-label={title}>
      <div className="kp-recorded-step">
        <span className="kp-recorded-number quiet" aria-hidden="true">
          {number}
        </span>
        <TextInput
          aria-label={`Title of step ${number}`}
          placeholder={titleOf({ ...step, title: "" })}
          value={step.title}
          onValue={(to) => onChange({ ...step, title: to })}
        />
        <OutcomeBadge outcome={outcome} />
        <IconButton
          size="small"
          icon="up"
          label={`Move up: ${title}`}
          disabled={number === 1}
          onClick={() => onMove(-1)}
        />
        <IconButton
          size="small"
          icon="down"
          label={`Move down: ${title}`}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton size="small" icon="clear" label={`Remove: ${title}`} onClick={onRemove} />
      </div>
      <p className="kp-recorded-what small">
        <code>{whatOf(step)}</code>
      </p>
      <Claims step={step} number={number} onChange={onChange} />
      {outcome === undefined || outcome.missed.length === 0 ? null : (
        <ul className="kp-recorded-missed small">
          {outcome.missed.map(({ words }, i) => (
            <li key={i}>{words}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

function OutcomeBadge({ outcome }: { readonly outcome: Outcome | undefined }) {
  if (outcome === undefined) return null;
  if (!outcome.ran) return <Badge>not run</Badge>;
  return outcome.missed.length === 0 ? <Badge tone="added">holds</Badge> : <Badge tone="error">differs</Badge>;
}

function whatOf(step: RecordedStep): string {
  switch (step.kind) {
    case "line":
      return `$ ${step.text}`;
    case "request":
      return `${step.request.method} ${step.request.target}`;
    case "events":
      return plural(step.events.length, "event");
  }
}

function Claims({ step, number, onChange }: Pick<StepProps, "step" | "number" | "onChange">) {
  return (
    <fieldset className="kp-recorded-claims small">
      <legend className="unseen">What is claimed of step {number}</legend>
      {claimsOf(step).map(({ id, label, isChosen }) => (
        <Check
          key={id}
          label={label}
          checked={isChosen}
          onChecked={(to) => onChange({ ...step, claims: { ...step.claims, [id]: to } })}
        />
      ))}
    </fieldset>
  );
}
