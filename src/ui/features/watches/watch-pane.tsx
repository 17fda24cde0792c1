import { useStore } from "zustand";
import { plural, statusLine } from "../../data/words.ts";
import { Button, IconButton, LinkButton } from "../../design/button.tsx";
import { Badge, EmptyState, type Tone } from "../../design/feedback.tsx";
import { addressOf, readTarget } from "../../kube/resource.ts";
import { StatusNote } from "../../shared/status-note.tsx";
import { usePage } from "../../state/page.ts";
import { navigate } from "../../state/route.ts";
import { EventTimeline } from "../../stream/event-timeline.tsx";
import { watches, type WatchPane } from "./store.ts";

/** What a watch is doing. The server's refusal stands while the watch is tried again. */
function phaseInWords({ phase, refused }: WatchPane, paused: boolean): readonly [words: string, tone: Tone] {
  if (paused) return ["paused", "warning"];
  return refused?.code === undefined ? phases[phase] : [statusLine(refused.code), "error"];
}

const phases: Readonly<Record<WatchPane["phase"], readonly [words: string, tone: Tone]>> = {
  connecting: ["opening", "info"],
  live: ["live", "added"],
  waiting: ["opening again", "warning"],
  expired: ["410 Gone", "error"],
};

/** The timeline of a watch. One that is kept belongs to the view around it, and cannot be ended in it. */
export function WatchPaneView({ pane, isKept = false }: { readonly pane: WatchPane; readonly isKept?: boolean }) {
  const { close, setPaused, clear, resume } = watches.use((state) => state);
  const { target } = pane;
  const { embed } = usePage();
  const timeline = useStore(pane.timeline);
  const [words, tone] = phaseInWords(pane, timeline.paused);
  const isRetried = pane.refused !== undefined && pane.phase !== "expired";
  const end = () => {
    close(pane.id);
    navigate("#/watches", true);
  };
  return (
    <section className="kp-watch column" aria-label={`Watch on ${target}`}>
      <div className="kp-toolbar">
        <Badge tone={tone}>{words}</Badge>
        <div className="grow column">
          <span className="mono clip" title={target}>
            {title(target)}
          </span>
          <span className="quiet small">
            {plural(timeline.total, "event")}
            {timeline.held > 0 ? `, ${timeline.held} waiting` : ""}
            {isRetried ? ", trying again" : ""}
          </span>
        </div>
        <IconButton
          size="small"
          icon={timeline.paused ? "play" : "pause"}
          label={timeline.paused ? "Resume" : "Pause"}
          onClick={() => setPaused(pane.id, !timeline.paused)}
        />
        <IconButton size="small" icon="clear" label="Clear the events" onClick={() => clear(pane.id)} />
        {embed === undefined && !isKept ? (
          <IconButton size="small" icon="close" label="End the watch" onClick={end} />
        ) : null}
      </div>
      {pane.refused === undefined ? null : (
        <div className="pad kp-watch-refused">
          <StatusNote status={pane.refused} />
          {pane.phase === "expired" ? (
            <Button size="small" icon="refresh" onClick={() => resume(pane.id)}>
              List again and resume
            </Button>
          ) : null}
        </div>
      )}
      <EventTimeline
        label={`Events of ${target}`}
        view={timeline}
        empty={pane.refused === undefined ? <Quiet target={target} /> : null}
      />
    </section>
  );
}

/** Returns the title of a watch: `configmaps in demo, app=web`. */
function title(target: string): string {
  const parts = readTarget(target);
  if (parts === undefined) return target;
  const query = new URLSearchParams(parts.query);
  const selectors = [query.get("labelSelector"), query.get("fieldSelector")].filter((text) => text !== null);
  const kind = parts.group === "" ? parts.resource : `${parts.resource}.${parts.group}`;
  return [`${kind}${parts.namespace === undefined ? "" : ` in ${parts.namespace}`}`, ...selectors].join(", ");
}

function Quiet({ target }: { readonly target: string }) {
  const parts = readTarget(target);
  const { embed } = usePage();
  return (
    <EmptyState
      icon="watches"
      title="Nothing happened yet"
      actions={
        parts === undefined || embed !== undefined ? undefined : (
          <LinkButton href={`${addressOf({ ...parts, name: undefined })}?create=1`} icon="plus">
            Create one
          </LinkButton>
        )
      }
    >
      Creates, updates and deletes appear here immediately.
    </EmptyState>
  );
}
