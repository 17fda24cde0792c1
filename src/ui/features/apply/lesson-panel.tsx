import { useEffect, useRef, useState } from "react";
import { createHandover } from "../../../scenarios/handover.ts";
import type { Scenario, ScenarioStep } from "../../../scenarios/scenario.ts";
import { statusLine } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import { Note } from "../../design/feedback.tsx";
import { Icon } from "../../design/icon.tsx";
import { usePage } from "../../state/page.ts";
import type { Bench, StepNote } from "./bench.ts";
import { beginLesson, doStep, endLesson, nextStep, scenarioOf } from "./lesson.ts";

/** Brings an actor into view in a layout that displays one pane at a time. */
type ShowActor = (manager: string) => void;

/** The scenario displayed before the lesson has a namespace. */
const preview = createHandover("handover");

/** The lesson: completed steps with their results, the current step with its button, and the remaining steps. */
export function LessonPanel({ bench, onActor }: { readonly bench: Bench; readonly onActor?: ShowActor | undefined }) {
  const page = usePage();
  const scenario = scenarioOf(bench);
  return (
    <section className="column fill kp-story" aria-label="Lesson">
      <div className="fill scroll pad stack" tabIndex={0} role="region" aria-label="Steps of the lesson">
        <h2>{preview.title}</h2>
        <p className="quiet">{preview.words}</p>
        {scenario === undefined || bench.lesson === undefined ? (
          <div>
            <Button tone="primary" icon="play" onClick={() => beginLesson(page)}>
              Begin
            </Button>
          </div>
        ) : (
          <Steps scenario={scenario} notes={bench.lesson.notes} onActor={onActor} />
        )}
      </div>
    </section>
  );
}

/** Scrolls a newly rendered element into view. */
const intoView = (node: HTMLElement | null) => node?.scrollIntoView({ block: "nearest" });

function Steps({
  scenario,
  notes,
  onActor,
}: {
  readonly scenario: Scenario;
  readonly notes: readonly StepNote[];
  readonly onActor: ShowActor | undefined;
}) {
  const page = usePage();
  const next = nextStep(scenario, notes);
  return (
    <>
      <ol className="kp-story-steps">
        {scenario.steps.map((step, i) => (
          <Step
            key={step.id}
            step={step}
            place={i}
            next={next}
            note={notes.find(({ id }) => id === step.id)}
            onActor={onActor}
          />
        ))}
      </ol>
      {next >= 0 ? null : (
        <div ref={intoView}>
          <Note tone="added">
            Done: ownership moved, and the replicas never fell back to the default. Every step was a request, which you
            find in the log.
          </Note>
        </div>
      )}
      <div className="row wrap">
        <Button size="small" icon="refresh" onClick={() => beginLesson(page)}>
          Start over
        </Button>
        <Button size="small" tone="danger" icon="clear" onClick={() => void endLesson(page, scenario.namespace)}>
          Delete namespace {scenario.namespace}
        </Button>
      </div>
    </>
  );
}

function Step({
  step,
  place,
  next,
  note,
  onActor,
}: {
  readonly step: ScenarioStep;
  readonly place: number;
  readonly next: number;
  readonly note: StepNote | undefined;
  readonly onActor: ShowActor | undefined;
}) {
  const page = usePage();
  const [busy, setBusy] = useState(false);
  const current = place === next;
  const done = next < 0 || place < next;
  const { actor } = step;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: "nearest" });
  }, [current, note]);
  const act = async () => {
    setBusy(true);
    await doStep(page, step);
    setBusy(false);
  };
  return (
    <li ref={row} data-done={done ? "" : undefined} aria-current={current ? "step" : undefined}>
      <h3>
        {done ? <Icon name="check" size={14} /> : <span className="kp-story-number">{place + 1}</span>} {step.title}
      </h3>
      {current || done ? <p className={done ? "quiet" : undefined}>{step.words}</p> : null}
      {note === undefined ? null : <Seen note={note} />}
      {note === undefined || actor === undefined || onActor === undefined ? null : (
        <Button size="small" onClick={() => onActor(actor)}>
          See {actor}
        </Button>
      )}
      {current ? (
        <Button tone="primary" icon="send" disabled={busy} onClick={() => void act()}>
          {note === undefined ? actWords(step) : "Repeat the step"}
        </Button>
      ) : null}
    </li>
  );
}

const actWords = ({ actor, request }: ScenarioStep): string =>
  actor === undefined
    ? "Make the namespace"
    : `Apply as ${actor}${request.target.includes("force=true") ? ", with force" : ""}`;

/** The result of a step. */
function Seen({ note: { status, message, claims } }: { readonly note: StepNote }) {
  const otherwise = claims.some(({ holds }) => !holds);
  return (
    <div className="small kp-story-seen">
      <p className="mono">
        {status === 0 ? "no answer" : statusLine(status)}
        {message === "" ? "" : `: ${message}`}
      </p>
      <ul>
        {claims.map(({ words, holds }) => (
          <li key={words} data-holds={holds ? "" : undefined}>
            <Icon name={holds ? "check" : "close"} size={12} /> {holds ? "" : "not true: "}
            {words}
          </li>
        ))}
      </ul>
      {otherwise ? (
        <Note tone="warning">
          The result differs from the lesson, because something changed in between. Start over, or inspect the object.
        </Note>
      ) : null}
    </div>
  );
}
