import { useEffect, useRef, type ReactNode } from "react";
import { useStore } from "zustand";
import type { Goal, WantedObject } from "../../../lessons/lesson.ts";
import { textIn } from "../../../lessons/parse-wanted.ts";
import { plural } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import { isOpen, type GoalState } from "./goal-state.ts";
import type { LessonSession } from "./lesson-session.ts";
import { Prose, type Definitions } from "./prose.tsx";

/** What is to hold of the world: which parts do and which do not yet, hints one by one, and at last a way. */
export function GoalBlock({
  session,
  goal,
  definitions,
  children,
}: {
  readonly session: LessonSession;
  readonly goal: Goal;
  readonly definitions: Definitions;
  /** The way. */
  readonly children: ReactNode;
}) {
  const state = useStore(session.state, ({ goals }) => goals[goal.index]);
  const isCounted = useStore(session.state, ({ steps }) => isOpen(session.lesson, goal, steps));
  if (state === undefined) return null;
  const reports = isCounted ? state.reports : undefined;
  return (
    <section
      className="kp-goal"
      id={`kp-goal-${goal.index + 1}`}
      data-reached={state.isReached ? "" : undefined}
      aria-label={session.lesson.goals.length === 1 ? "Goal" : `Goal ${goal.index + 1}`}
    >
      <header className="row wrap">
        <Icon name={state.isReached ? "check" : "flag"} size={14} />
        <strong>Goal</strong>
        <span role="status" className="small">
          {statusWords(goal, state, isCounted)}
        </span>
      </header>
      <ul className="kp-goal-parts">
        {goal.parts.map((part, i) => (
          <PartLine key={i} part={part} holds={reports?.[i]?.holds} />
        ))}
      </ul>
      <Help session={session} goal={goal} state={state} definitions={definitions}>
        {children}
      </Help>
    </section>
  );
}

function statusWords({ parts }: Goal, { reports, isReached }: GoalState, isCounted: boolean): string {
  const holding = reports?.filter(({ holds }) => holds).length ?? 0;
  if (isReached) return reports === undefined || holding === parts.length ? "reached" : "reached, but no longer so";
  if (!isCounted) return "counts once the steps above have run";
  if (reports === undefined) return "checked as soon as the lesson’s server runs";
  return parts.length === 1 ? "not yet reached" : `${holding} of ${plural(parts.length, "part")} hold`;
}

function PartLine({ part, holds }: { readonly part: WantedObject; readonly holds: boolean | undefined }) {
  return (
    <li data-holds={holds === true ? "" : undefined}>
      <span className="kp-goal-mark" aria-hidden="true">
        {holds === true ? <Icon name="check" size={12} /> : null}
      </span>
      <span>{partWords(part)}</span>
      <span className="kp-goal-word small">{holds === undefined ? "" : holds ? "holds" : "not yet"}</span>
    </li>
  );
}

/** The author’s words; without them, what the part is about, but not how it is to be. */
function partWords({ words, kind, gone, count, expected }: WantedObject): string {
  if (words !== "") return words;
  const type = textIn(expected, "kind");
  if (kind === "review") return `The ${type} is answered as it should be.`;
  if (kind === "any" && gone) return `No ${type} is like that any more.`;
  if (kind === "any") return `As many objects of the kind ${type} as there should be: ${count ?? "one or more"}.`;
  const metadata = expected.members.find(([name]) => name === "metadata")?.[1];
  const name = metadata === undefined ? "" : textIn(metadata, "name");
  return `${type} ${name} is ${gone ? "gone" : "as it should be"}.`;
}

/** Hints that unfold one by one, and the way as the last. */
function Help({
  session,
  goal,
  state: { hints, isWayShown },
  definitions,
  children,
}: {
  readonly session: LessonSession;
  readonly goal: Goal;
  readonly state: GoalState;
  readonly definitions: Definitions;
  readonly children: ReactNode;
}) {
  const way = useRef<HTMLDivElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (isWayShown && asked.current) way.current?.focus({ preventScroll: true });
  }, [isWayShown]);
  const total = goal.hints.length;
  return (
    <>
      <div aria-live="polite" className="kp-goal-hints">
        {goal.hints.slice(0, hints).map((hint, i) => (
          <div key={i} role="group" aria-label={`Hint ${i + 1}`}>
            <span className="small quiet">
              Hint {i + 1} of {total}
            </span>
            <Prose node={hint} definitions={definitions} />
          </div>
        ))}
      </div>
      {isWayShown ? (
        <div ref={way} className="kp-goal-way" role="group" aria-label="A way to the goal" tabIndex={-1}>
          {children}
        </div>
      ) : (
        <Button
          size="small"
          icon={hints < total ? "help" : "book"}
          onClick={() => {
            asked.current = true;
            session.help(goal);
          }}
        >
          {hints < total ? `Show ${hints === 0 ? "a" : "another"} hint` : "Show a way"}
        </Button>
      )}
    </>
  );
}
