import { useMemo, type ReactNode } from "react";
import { useStore } from "zustand";
import type { Step } from "../../../lessons/lesson.ts";
import { usePage } from "../../state/page.ts";
import { ClaimBlock, Verdict } from "./claim-block.tsx";
import { claimsWithin } from "./claims.ts";
import { GoalBlock } from "./goal-block.tsx";
import { goalOfStep } from "./goal-state.ts";
import { blockText, partsOf, partsOfStep, rowLines, type LessonPart } from "./lesson-parts.ts";
import type { LessonSession } from "./lesson-session.ts";
import type { StepState } from "./step-state.ts";
import { PredictionView } from "./prediction-view.tsx";
import { definitionsIn, Prose, ProseTable, type Definitions } from "./prose.tsx";
import { givesAway } from "./secret-answer.ts";
import { StepBlock } from "./step-block.tsx";

/** The text of a lesson, or of one of its steps, with blocks that run. */
export function LessonBody({
  session,
  only,
  onRun,
}: {
  readonly session: LessonSession;
  /** The step that alone is shown. */
  readonly only?: number | undefined;
  readonly onRun: (step: number) => void;
}) {
  const { lesson } = session;
  const definitions = useMemo(
    () => definitionsIn(lesson.blocks.flatMap((block) => (block.kind === "prose" ? [block.node] : []))),
    [lesson],
  );
  const parts = useMemo(() => {
    if (only === undefined) return partsOf(lesson);
    const { steps } = lesson;
    return partsOfStep(partsOf({ steps, blocks: goalOfStep(lesson, only)?.way.blocks ?? lesson.blocks }), only);
  }, [lesson, only]);
  return (
    <article className="kp-lesson-text" aria-label={lesson.title}>
      {parts.map((part, i) => (
        <Part key={i} part={part} session={session} definitions={definitions} onRun={onRun} />
      ))}
    </article>
  );
}

interface PartProps<P extends LessonPart = LessonPart> {
  readonly part: P;
  readonly session: LessonSession;
  readonly definitions: Definitions;
  readonly onRun: (step: number) => void;
}

type PartOf<K extends LessonPart["kind"]> = PartProps<Extract<LessonPart, { readonly kind: K }>>;

function Part({ part, ...rest }: PartProps): ReactNode {
  switch (part.kind) {
    case "prose":
      return <Prose node={part.node} definitions={rest.definitions} />;
    case "table":
      return <ClaimTable part={part} {...rest} />;
    case "prediction":
      return <Question part={part} {...rest} />;
    case "step":
      return <RunnableStep part={part} {...rest} />;
    case "expectation":
      return <Expected part={part} {...rest} />;
    case "goal":
      return <GoalPart part={part} {...rest} />;
  }
}

function GoalPart({ part, session, definitions, onRun }: PartOf<"goal">) {
  const { lesson } = session;
  const goal = lesson.goals[part.goal];
  const parts = useMemo(
    () => (goal === undefined ? [] : partsOf({ steps: lesson.steps, blocks: goal.way.blocks })),
    [lesson, goal],
  );
  if (goal === undefined) return null;
  return (
    <GoalBlock session={session} goal={goal} definitions={definitions}>
      {parts.map((each, i) => (
        <Part key={i} part={each} session={session} definitions={definitions} onRun={onRun} />
      ))}
    </GoalBlock>
  );
}

function useStepState(session: LessonSession, index: number): StepState | undefined {
  return useStore(session.state, ({ steps }) => steps[index]);
}

/** Whether no step can be run now. */
export const useBusy = (session: LessonSession): boolean =>
  useStore(session.state, ({ phase, steps }) => phase === "restoring" || steps.some((one) => one.phase === "running"));

/** Whether a step waits for the answer to its question. */
export const isAsked = (step: Step, { choice, phase }: StepState): boolean =>
  step.prediction !== undefined && choice === undefined && phase === "waiting";

function RunnableStep({ part, session, onRun }: PartOf<"step">) {
  const { embed } = usePage();
  const state = useStepState(session, part.step);
  const isBusy = useBusy(session);
  const step = session.lesson.steps[part.step];
  if (step === undefined || state === undefined) return null;
  return (
    <StepBlock
      session={session}
      step={step}
      state={state}
      isAsked={isAsked(step, state)}
      isBusy={isBusy}
      canEdit={embed?.readOnly !== true}
      onRun={() => onRun(part.step)}
    />
  );
}

function Question({ part, session, onRun }: PartOf<"prediction">) {
  const state = useStepState(session, part.step);
  const prediction = session.lesson.steps[part.step]?.prediction;
  if (prediction === undefined || state === undefined) return null;
  return (
    <PredictionView
      prediction={prediction}
      number={part.step + 1}
      choice={state.choice}
      isAnswered={state.phase === "passed" || state.phase === "failed"}
      onChoose={(choice) => session.choose(part.step, choice)}
      onSubmit={() => onRun(part.step)}
    />
  );
}

function Expected({ part: { step, expectation }, session }: PartOf<"expectation">) {
  const state = useStepState(session, step);
  const report = state?.report;
  const isSecret = state !== undefined && givesAway(state);
  const written = session.lesson.steps[step]?.expectations[expectation];
  const ran = report?.step.expectations[expectation];
  if (written === undefined) return null;
  const text = blockText(session.text, written.place);
  const claims =
    report === undefined || ran === undefined
      ? undefined
      : claimsWithin(report.findings, ran.place, text.split("\n").length);
  return (
    <section className="kp-expected" aria-label={`Expected of step ${step + 1}`}>
      <h4 className="small quiet">Expected of step {step + 1}</h4>
      {isSecret ? (
        <Secret />
      ) : (
        <ClaimBlock text={text} language={written.status === undefined ? "yaml" : "http"} claims={claims} />
      )}
    </section>
  );
}

const Secret = () => <p className="kp-secret small quiet">Shown once the step has run.</p>;

/** A table whose rows are claims, with what became of each. */
function ClaimTable({ part: { node, step, rows }, session, definitions }: PartOf<"table">) {
  const report = useStepState(session, step)?.report;
  const lines = report === undefined ? [] : rowLines(report.step, rows);
  const mark = (row: number): ReactNode => {
    const findings = report?.findings.filter(({ place }) => place.line === lines[row]) ?? [];
    return <Verdict findings={findings} />;
  };
  if (report === undefined && rows !== "cases") return <Secret />;
  return (
    <ProseTable
      node={node}
      definitions={definitions}
      marked="Answered"
      mark={report === undefined ? undefined : mark}
    />
  );
}
