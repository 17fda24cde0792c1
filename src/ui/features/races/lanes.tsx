import { useEffect, useRef, type CSSProperties } from "react";
import type { MomentEntry, Race, RaceMoment, ServerStep } from "../../../client/races.ts";
import { Button } from "../../design/button.tsx";
import { Swatch } from "../../ownership/swatch.tsx";
import type { Replay } from "./replay.ts";

/** What steps are called. */
const stepNames: Readonly<Record<ServerStep, string>> = {
  begin: "arrive",
  read: "read",
  admission: "admission",
  write: "compare and swap",
  commit: "commit",
  event: "event",
};

interface LanesProps {
  readonly race: Race;
  readonly replay: Replay;
  readonly moment: RaceMoment | undefined;
  readonly onStep: (actor: string) => void;
  readonly onRunToEnd: (actor: string) => void;
  /** Goes so many steps on, or back. */
  readonly onMove: (by: number) => void;
  readonly onAnew: () => void;
}

/** A lane for each actor, with what its requests have read and written, and the buttons that let it go on. */
export function Lanes(props: LanesProps) {
  const { race, moment } = props;
  const actors = Object.keys(race.actors);
  const columns: CSSProperties = { "--lanes": actors.length };
  return (
    <section className="column kp-race-lanes" aria-label="Steps" style={columns}>
      <div className="kp-lane-tools">
        <ReplayBar {...props} />
        <div className="kp-lane-heads">
          {actors.map((actor, i) => (
            <LaneHead key={actor} actor={actor} tone={i + 1} {...props} />
          ))}
        </div>
      </div>
      <Entries actors={actors} entries={moment?.entries ?? []} at={moment?.order.length ?? 0} />
      {moment?.findings === undefined ? null : <Ending moment={moment} />}
    </section>
  );
}

function ReplayBar({ replay: { order, at }, moment, onMove, onAnew }: LanesProps) {
  const next = order[at];
  const words =
    order.length === 0
      ? "Let an actor go on, or replay an outcome."
      : next === undefined
        ? `${at} of ${order.length} steps are done.`
        : `${at} of ${order.length} steps are done; next is ${next}.`;
  return (
    <div className="kp-toolbar row wrap">
      <span role="status" className="grow" aria-label="Position">
        {words}
      </span>
      <Button size="small" icon="refresh" disabled={at === 0 && order.length === 0} onClick={onAnew}>
        Start over
      </Button>
      <Button size="small" icon="left" disabled={at === 0} onClick={() => onMove(-1)}>
        Back
      </Button>
      <Button
        size="small"
        tone="primary"
        icon="right"
        disabled={next === undefined || moment === undefined}
        onClick={() => onMove(1)}
      >
        Next step
      </Button>
    </div>
  );
}

interface LaneHeadProps extends LanesProps {
  readonly actor: string;
  readonly tone: number;
}

function LaneHead({ actor, tone, moment, onStep, onRunToEnd }: LaneHeadProps) {
  const next = moment?.next[actor];
  const isWaiting = moment?.waiting.includes(actor) === true;
  const state = isWaiting ? "waits for events" : next === undefined ? "is done, or waits for another actor" : "";
  return (
    <div className="kp-lane-head" role="group" aria-label={actor}>
      <Swatch tone={tone} />
      <strong>{actor}</strong>
      {next === undefined ? (
        <span className="small quiet">{moment === undefined ? "" : state}</span>
      ) : (
        <>
          <Button
            size="small"
            icon="right"
            onClick={() => onStep(actor)}
            aria-label={`Step ${actor}: ${stepNames[next]}`}
          >
            {stepNames[next]}
          </Button>
          <Button size="small" tone="plain" onClick={() => onRunToEnd(actor)} aria-label={`Run ${actor} to its end`}>
            To its end
          </Button>
        </>
      )}
    </div>
  );
}

interface EntriesProps {
  readonly actors: readonly string[];
  readonly entries: readonly MomentEntry[];
  readonly at: number;
}

/** What happened, in its order; each entry stands in the lane of its actor. */
function Entries({ actors, entries, at }: EntriesProps) {
  const last = useRef<HTMLLIElement>(null);
  const seen = useRef<number | undefined>(undefined);
  useEffect(() => {
    // what is opened with steps that are done begins with its outcomes in sight
    if (seen.current !== undefined && entries.length > seen.current) last.current?.scrollIntoView({ block: "nearest" });
    if (entries.length > 0) seen.current = entries.length;
  }, [entries]);
  return (
    <ol className="kp-lane-entries" aria-label="Steps in their order">
      {entries.map(({ actor, kind, words, tone, at: number }, i) => (
        <li
          key={i}
          ref={i === entries.length - 1 ? last : undefined}
          style={{ "--lane": actors.indexOf(actor) + 1 }}
          data-tone={tone}
          data-kind={kind}
          data-current={number === at ? "" : undefined}
        >
          <span className="small quiet">
            {number === 0 ? "" : `${number} · `}
            <strong>{actor}</strong> {kind === "answer" ? "answer" : stepNames[kind]}
          </span>
          <span>{words}</span>
        </li>
      ))}
    </ol>
  );
}

function Ending({ moment: { findings = [] } }: { readonly moment: RaceMoment }) {
  return (
    <p className="kp-race-ending" role="status" aria-label="Ending">
      <strong>The end.</strong>{" "}
      {findings.length === 0
        ? "Nothing is lost, and nobody is refused."
        : findings.map(({ sentence }) => sentence).join(" ")}
    </p>
  );
}
