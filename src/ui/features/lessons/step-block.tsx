import { useState } from "react";
import { useStore } from "zustand";
import type { Step } from "../../../lessons/lesson.ts";
import type { Finding } from "../../../lessons/match.ts";
import type { StepReport } from "../../../lessons/run-lesson.ts";
import { PlainEditor } from "../../code/plain-editor.tsx";
import { Button, IconButton } from "../../design/button.tsx";
import { Note } from "../../design/feedback.tsx";
import { Icon } from "../../design/icon.tsx";
import { usePage } from "../../state/page.ts";
import { navigate, withParameters } from "../../state/route.ts";
import { Answers } from "./answer-part.tsx";
import { ClaimBlock, Verdict } from "./claim-block.tsx";
import { claimsWithin } from "./claims.ts";
import { EventList } from "./event-list.tsx";
import { readStep, type LessonSession } from "./lesson-session.ts";
import type { StepState } from "./step-state.ts";
import { givesAway, withoutAnswer } from "./secret-answer.ts";
import { languageOf, outcomeWords, stepWords } from "./step-words.ts";

export interface StepBlockProps {
  readonly session: LessonSession;
  readonly step: Step;
  readonly state: StepState;
  /** Whether the step waits for an answer to its question. */
  readonly isAsked: boolean;
  readonly isBusy: boolean;
  readonly canEdit: boolean;
  readonly onRun: () => void;
}

/** A block that runs: its text, which can be changed, and what came of it. */
export function StepBlock({ session, step, state, isAsked, isBusy, canEdit, onRun }: StepBlockProps) {
  const [isEditing, setEditing] = useState(false);
  const number = step.index + 1;
  const own = state.text !== undefined;
  const isWhole = session.text.replace(/\r\n?/g, "\n").slice(step.place.start, step.place.end) === step.source;
  return (
    <section className="kp-step" id={`kp-step-${number}`} data-phase={state.phase} aria-label={`Step ${number}`}>
      <header className="row wrap">
        <span className="kp-step-number" aria-hidden="true">
          {state.phase === "passed" ? <Icon name="check" size={12} /> : number}
        </span>
        <span className="kp-step-words">
          <span className="unseen">Step {number}: </span>
          {stepWords(step)}
          {own ? <span className="quiet"> (your text)</span> : null}
        </span>
        <span className="kp-step-actions row">
          {own ? (
            <Button size="small" tone="plain" icon="refresh" onClick={() => session.edit(step.index, undefined)}>
              Original
            </Button>
          ) : null}
          {canEdit && isWhole ? (
            <IconButton
              size="small"
              icon="edit"
              label={`Edit step ${number}`}
              aria-pressed={isEditing}
              onClick={() => setEditing(!isEditing)}
            />
          ) : null}
          <Button
            size="small"
            icon={state.phase === "waiting" ? "play" : "refresh"}
            disabled={isBusy || isAsked}
            title={isAsked ? "Answer the question first" : undefined}
            aria-label={`${state.phase === "waiting" ? "Run" : "Run again:"} step ${number}`}
            onClick={onRun}
          >
            {state.phase === "waiting" ? "Run" : "Run again"}
          </Button>
        </span>
      </header>
      {isEditing ? (
        <StepEditor session={session} step={step} text={state.text ?? step.source} onRun={onRun} />
      ) : (
        <StepText step={step} state={state} />
      )}
      <Outcome session={session} step={step} state={state} />
      {state.report === undefined ? null : <OpenLab step={step} />}
    </section>
  );
}

/** Opens the lab of a step beside the lesson. */
function OpenLab({ step: { action, index } }: { readonly step: Step }) {
  const { route } = usePage();
  if (action.kind !== "race" && action.kind !== "watch-lab") return null;
  const open = (): void => {
    const beside = { beside: action.kind, lab: String(index + 1), preset: undefined, order: undefined, at: undefined };
    navigate(withParameters(route.getState(), beside), true);
  };
  return (
    <Button size="small" icon="play" onClick={open}>
      {action.kind === "race" ? "Step through it in the race lab" : "Make the moves in the watch lab"}
    </Button>
  );
}

/** The text that ran, with what became of the claims in it. */
function StepText({ step, state }: { readonly step: Step; readonly state: StepState }) {
  const isSecret = state.text === undefined && givesAway(state);
  const text = isSecret ? withoutAnswer(step) : (state.text ?? step.source);
  const ran = state.report?.step;
  const claims =
    ran === undefined || ran.source !== text
      ? undefined
      : claimsWithin(state.report?.findings ?? [], ran.place, ran.source.split("\n").length);
  return <ClaimBlock text={text} language={languageOf(step)} claims={claims} />;
}

function StepEditor({
  session,
  step,
  text,
  onRun,
}: {
  readonly session: LessonSession;
  readonly step: Step;
  readonly text: string;
  readonly onRun: () => void;
}) {
  const said = readStep(session.lesson, session.text, step.index, text);
  return (
    <div className="kp-step-editor">
      <PlainEditor
        value={text}
        language={languageOf(step) === "json" ? "json" : "yaml"}
        label={`Text of step ${step.index + 1}`}
        autoFocus
        onValue={(value) => session.edit(step.index, value)}
        onSubmit={onRun}
      />
      {"problem" in said ? <p className="kp-step-problem">{said.problem}</p> : null}
    </div>
  );
}

function Outcome({
  session,
  step,
  state,
}: {
  readonly session: LessonSession;
  readonly step: Step;
  readonly state: StepState;
}) {
  const { report, events, problem, phase } = state;
  const words = problem === "" ? outcomeWords(state) : problem;
  return (
    <div className="kp-step-outcome">
      <p role="status" className="small" data-tone={phase === "failed" ? "error" : "added"}>
        {words === "" || phase === "running" ? null : <Icon name={phase === "failed" ? "close" : "check"} size={12} />}
        {words}
      </p>
      {events.length === 0 ? null : <EventList events={events} number={step.index + 1} />}
      {report === undefined || report.outputs.length === 0 ? null : (
        <details key={phase} className="kp-printed" open={phase === "failed"}>
          <summary className="small">What was printed</summary>
          {report.outputs.map((output, i) => (
            <CommandOutput key={i} output={output} />
          ))}
        </details>
      )}
      {report === undefined ? null : <Answers exchanges={report.exchanges} number={step.index + 1} />}
      {report === undefined ? null : <Others findings={wholeOf(report)} />}
      {phase === "failed" && problem === "" && state.text === undefined ? <Advice session={session} /> : null}
    </div>
  );
}

/** What a command line printed, and how it ended. */
function CommandOutput({ output: { text, output, exitCode } }: { readonly output: StepReport["outputs"][number] }) {
  return (
    <pre className="kp-lesson-code">
      <code>
        {text === "" ? null : (
          <span className="quiet">
            $ {text}
            {"\n"}
          </span>
        )}
        {output.slice(0, longestOutput)}
      </code>
      {exitCode === 0 ? null : <span className="kp-step-exit">exit code {exitCode}</span>}
    </pre>
  );
}

/** The most characters of an output that are shown. */
const longestOutput = 50_000;

/** What became of claims that no line of the lesson shows: that the step can run, that it succeeds. */
function Others({ findings }: { readonly findings: readonly Finding[] }) {
  return findings.every(({ holds }) => holds) ? null : <Verdict findings={findings} />;
}

/** What stands at the beginning of the block, or at its question, is about the step as a whole. */
function wholeOf({ step, findings }: NonNullable<StepState["report"]>): readonly Finding[] {
  const asked = step.prediction?.choices.map(({ place }) => place.line) ?? [];
  return findings.filter(({ place: { line } }) => line === step.line || asked.includes(line));
}

function Advice({ session }: { readonly session: LessonSession }) {
  const isChanged = useStore(session.state, ({ steps }) => steps.some(({ text }) => text !== undefined));
  return (
    <Note tone="warning">
      {isChanged
        ? "Texts that you changed may be the reason. Put back the original ones, or start the lesson over."
        : "The answer is not what the lesson says. Start the lesson over: what was run twice may not be new any more."}
    </Note>
  );
}
