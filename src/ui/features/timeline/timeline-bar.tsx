import { Button, IconButton } from "../../design/button.tsx";
import { ActionMenu } from "../../design/menu.tsx";
import { useNarrow } from "../../platform/media.ts";
import { isHidden, type Lane } from "./model/authors.ts";
import { paceInWords, paces } from "./model/pace.ts";
import { timeline, type WriteKind } from "./timeline-store.ts";

const kinds: readonly (readonly [kind: WriteKind, label: string])[] = [
  ["create", "created"],
  ["update", "updated"],
  ["delete", "deleted"],
];

export interface TimelineBarProps {
  readonly lanes: readonly Lane[];
  readonly isListed: boolean;
  readonly onListed: () => void;
  readonly zoom: { readonly canIn: boolean; readonly canOut: boolean; readonly by: (direction: 1 | -1) => void };
  readonly onClose: () => void;
}

/** Plays and steps through the writes, chooses among them, and closes the line. */
export function TimelineBar({ lanes, isListed, onListed, zoom, onClose }: TimelineBarProps) {
  const narrow = useNarrow();
  return (
    <div className="kp-time-bar row" role="toolbar" aria-label="Timeline">
      <Playing />
      <KindFilters />
      {narrow ? <AuthorMenu lanes={lanes} /> : null}
      <span className="grow" />
      <IconButton size="small" icon="search" label="Zoom in" disabled={!zoom.canIn} onClick={() => zoom.by(1)} />
      {zoom.canOut ? (
        <Button size="small" tone="plain" onClick={() => zoom.by(-1)}>
          Zoom out
        </Button>
      ) : null}
      <Button size="small" tone="plain" aria-pressed={isListed} onClick={onListed}>
        List
      </Button>
      <IconButton size="small" icon="close" label="Close the timeline" onClick={onClose} />
    </div>
  );
}

function Playing() {
  const { isPlaying, pace, play, setPace, step } = timeline.use((state) => state);
  return (
    <>
      <IconButton size="small" icon="left" label="Step back" onClick={() => step(-1, "write")} />
      <IconButton
        size="small"
        icon={isPlaying ? "pause" : "play"}
        label={isPlaying ? "Pause" : "Play"}
        onClick={() => play(!isPlaying)}
      />
      <IconButton size="small" icon="right" label="Step forward" onClick={() => step(1, "write")} />
      <ActionMenu
        trigger={
          <Button size="small" tone="plain" aria-label={`Pace: ${paceInWords(pace)}`}>
            {paceInWords(pace)}
          </Button>
        }
        entries={paces.map((each) => ({
          label: each === pace ? `${paceInWords(each)} (now)` : paceInWords(each),
          onSelect: () => setPace(each),
        }))}
      />
    </>
  );
}

/** The kinds of writes with their shapes, which are also their filters. */
function KindFilters() {
  const { hiddenKinds, toggleKind } = timeline.use((state) => state);
  return (
    <div className="row kp-time-kinds" role="group" aria-label="Kinds of writes that are shown">
      {kinds.map(([kind, label]) => (
        <button
          key={kind}
          type="button"
          className="kp-time-kind"
          data-kind={kind}
          aria-pressed={!hiddenKinds.has(kind)}
          onClick={() => toggleKind(kind)}
        >
          <span className="kp-time-shape" aria-hidden="true" />
          {label}
        </button>
      ))}
    </div>
  );
}

function AuthorMenu({ lanes }: Pick<TimelineBarProps, "lanes">) {
  const { hiddenAuthors, toggleAuthors } = timeline.use((state) => state);
  return (
    <ActionMenu
      trigger={<IconButton size="small" icon="filter" label="Who wrote" />}
      entries={lanes.map((lane) => ({
        label: `${isHidden(lane.authors, hiddenAuthors) ? "Show" : "Hide"} ${lane.label} (${lane.count})`,
        onSelect: () => toggleAuthors(lane.authors),
      }))}
    />
  );
}
