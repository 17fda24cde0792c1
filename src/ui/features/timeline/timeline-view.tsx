import { useEffect, useMemo, useRef, useState } from "react";
import { formatCount, plural } from "../../data/words.ts";
import { useNarrow } from "../../platform/media.ts";
import { usePage } from "../../state/page.ts";
import { settings } from "../../state/settings.ts";
import { AsOfBand } from "./as-of-band.tsx";
import { isHidden, lanesOf, type Lane } from "./model/authors.ts";
import { lastUpTo } from "./model/entries.ts";
import { entryInWords } from "./model/revision-words.ts";
import { spanAround, type Span } from "./model/tick-layout.ts";
import { RevisionSlider } from "./revision-slider.tsx";
import { TimelineBar } from "./timeline-bar.tsx";
import { timeline } from "./timeline-store.ts";
import { WriteList } from "./write-list.tsx";
import "./timeline.css";

const laneHeight = 15;
const mostLanes = 6;
/** The line shows this many revisions at least. */
const leastSpan = 20;
const zoomFactor = 4;

/** The line of revisions below the page, and the band that says which revision is shown. */
export function TimelineView() {
  const page = usePage();
  const slider = useRef<HTMLElement>(null);
  useEffect(() => timeline.of(page).getState().attend(), [page]);
  const { go } = timeline.of(page).getState();
  const back = (): void => {
    go(undefined);
    slider.current?.querySelector<HTMLElement>("[role=slider]")?.focus();
  };
  return (
    <>
      <AsOfBand onNow={back} />
      <section className="kp-time" aria-label="Timeline" ref={slider}>
        <Line />
      </section>
    </>
  );
}

function Line() {
  const [isListed, setListed] = useState(false);
  const [hovered, setHovered] = useState<number | undefined>(undefined);
  const change = settings.use((state) => state.change);
  const authors = timeline.use((state) => state.authors);
  const trouble = timeline.use((state) => state.trouble);
  const shown = timeline.use((state) => state.shown);
  const lanes = useMemo(() => lanesOf(authors, mostLanes), [authors]);
  const { span, zoom } = useZoom();
  const words = useWords();
  const hoveredEntry = hovered === undefined ? undefined : lastUpTo(shown, hovered);
  return (
    <>
      <TimelineBar
        lanes={lanes}
        isListed={isListed}
        onListed={() => setListed(!isListed)}
        zoom={zoom}
        onClose={() => change({ timeline: false })}
      />
      {isListed ? <WriteList /> : null}
      <div className="kp-time-rows">
        <Lanes lanes={lanes} />
        <RevisionSlider
          lanes={lanes}
          laneHeight={laneHeight}
          span={span}
          words={words}
          onHover={setHovered}
          onZoom={zoom.by}
        />
      </div>
      <p className="kp-time-words small clip">
        {trouble !== "" ? trouble : hoveredEntry === undefined ? words : entryInWords(hoveredEntry)}
      </p>
    </>
  );
}

/** The names of the rows, which are also their filters. */
function Lanes({ lanes }: { readonly lanes: readonly Lane[] }) {
  const narrow = useNarrow();
  const { hiddenAuthors, toggleAuthors } = timeline.use((state) => state);
  if (narrow) return null;
  return (
    <div className="kp-time-lanes" role="group" aria-label="Authors whose writes are shown">
      {lanes.map((lane) => (
        <button
          key={lane.label}
          type="button"
          className="clip"
          style={{ height: laneHeight }}
          aria-pressed={!isHidden(lane.authors, hiddenAuthors)}
          title={`${lane.label}: ${plural(lane.count, "write")}`}
          onClick={() => toggleAuthors(lane.authors)}
        >
          {lane.label}
        </button>
      ))}
    </div>
  );
}

/** What is shown, in words: the last write up to the revision. */
function useWords(): string {
  const { at, entries, revision, isRead } = timeline.use((state) => state);
  if (!isRead) return "Reading the history";
  const last = lastUpTo(entries, at ?? revision);
  if (at === undefined)
    return last === undefined ? `Now, revision ${formatCount(revision)}` : `Now. ${entryInWords(last)}`;
  if (last === undefined) return `Revision ${formatCount(at)}, the oldest that is kept`;
  return last.revision === at ? entryInWords(last) : `Revision ${formatCount(at)}. Before it, ${entryInWords(last)}`;
}

/** The revisions that the line shows: all of them, or some around the one that is shown. */
function useZoom() {
  const compacted = timeline.use((state) => state.compacted);
  const revision = timeline.use((state) => state.revision);
  const at = timeline.use((state) => state.at);
  const [size, setSize] = useState<number | undefined>(undefined);
  const [anchor, setAnchor] = useState(0);
  const all: Span = useMemo(() => ({ from: compacted, to: revision }), [compacted, revision]);
  const shown = at ?? revision;
  const span = useMemo(() => (size === undefined ? all : spanAround(anchor, size, all)), [size, anchor, all]);
  if ((shown < span.from || shown > span.to) && anchor !== shown) setAnchor(shown);
  const length = all.to - all.from;
  const by = (direction: 1 | -1): void => {
    const to = direction === 1 ? (size ?? length) / zoomFactor : (size ?? length) * zoomFactor;
    setAnchor(shown);
    setSize(to >= length ? undefined : Math.max(leastSpan, Math.round(to)));
  };
  return { span, zoom: { canIn: (size ?? length) > leastSpan, canOut: size !== undefined, by } };
}
