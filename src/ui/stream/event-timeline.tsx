import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { ChangeList } from "../code/change-list.tsx";
import { bookkeeping, changesBetween, summarize } from "../data/changes.ts";
import { formatClock } from "../data/words.ts";
import { printJson } from "../data/yaml.ts";
import { CodeView } from "../code/code-view.tsx";
import { Badge, type Tone } from "../design/feedback.tsx";
import { nameOf } from "../kube/resource.ts";
import { useViewBand, type Band } from "../design/use-view-band.ts";
import type { TimelineEntries, TimelineEntry, TimelineView } from "./timeline.ts";

const tones: Readonly<Record<TimelineEntry["event"]["type"], Tone>> = {
  ADDED: "added",
  MODIFIED: "modified",
  DELETED: "deleted",
  BOOKMARK: "bookmark",
  ERROR: "error",
};

const rowHeight = 28;

export interface EventTimelineProps {
  /** Replaced whenever something changes. */
  readonly view: TimelineView;
  readonly label: string;
  readonly empty: ReactNode;
}

/**
 * Shows the events of a watch, newest first. Each can be expanded to show its changes. Only visible rows are rendered.
 */
export function EventTimeline({ view: { entries, total }, label, empty }: EventTimelineProps) {
  const viewport = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<number | undefined>(undefined);
  const [detailHeight, setDetailHeight] = useState(0);
  const band = useViewBand(viewport, rowHeight);
  const newestSeq = entries.newest(0)?.seq ?? total;
  const openAt = open === undefined || newestSeq - open >= entries.length ? Infinity : newestSeq - open;
  const added = openAt === Infinity ? 0 : detailHeight;
  const rows = rowsInBand(entries, band, openAt, added);
  const toggle = useCallback((seq: number) => setOpen((now) => (now === seq ? undefined : seq)), []);
  return (
    <div className="kp-timeline fill scroll" ref={viewport} tabIndex={0} role="region" aria-label={label}>
      {entries.length === 0 ? empty : null}
      <ol style={{ height: entries.length * rowHeight + added, position: "relative" }}>
        {rows.map(({ entry, index }) => (
          <li
            key={entry.seq}
            className="kp-event-place"
            style={{ transform: `translateY(${index * rowHeight + (index > openAt ? added : 0)}px)` }}
          >
            <EventRow entry={entry} open={open === entry.seq} onToggle={toggle} />
            {open === entry.seq ? <EventDetail entry={entry} onHeight={setDetailHeight} /> : null}
          </li>
        ))}
      </ol>
    </div>
  );
}

/**
 * Returns the rows visible in a range of the list. The rows after `openAt` are shifted by the height of the expanded
 * detail.
 */
function rowsInBand(
  entries: TimelineEntries,
  { top, bottom }: Band,
  openAt: number,
  added: number,
): readonly { readonly entry: TimelineEntry; readonly index: number }[] {
  const indexAt = (y: number): number =>
    y < (openAt + 1) * rowHeight ? Math.floor(y / rowHeight) : Math.max(openAt, Math.floor((y - added) / rowHeight));
  const rows = [];
  for (let index = indexAt(top); index * rowHeight < bottom && index <= indexAt(bottom); index += 1) {
    const entry = entries.newest(index);
    if (entry === undefined) break;
    rows.push({ entry, index });
  }
  return rows;
}

interface EventRowProps {
  readonly entry: TimelineEntry;
  readonly open: boolean;
  readonly onToggle: (seq: number) => void;
}

const EventRow = memo(function EventRow({ entry, open, onToggle }: EventRowProps) {
  const { event, at } = entry;
  const summary = useMemo(() => inOneLine(entry), [entry]);
  return (
    <button type="button" className="kp-fold kp-event" aria-expanded={open} onClick={() => onToggle(entry.seq)}>
      <span className="quiet mono">{formatClock(at)}</span>
      <Badge tone={tones[event.type]}>{event.type}</Badge>
      <span className="clip">
        {event.type === "ERROR"
          ? event.status.reason
          : event.type === "BOOKMARK"
            ? event.object.kind
            : nameOf(event.object)}
      </span>
      <span className="quiet mono kp-event-revision">
        {event.type === "ERROR" ? "" : event.object.metadata.resourceVersion}
      </span>
      <span className="quiet mono clip">{summary}</span>
    </button>
  );
});

function inOneLine({ event, before }: TimelineEntry): string {
  switch (event.type) {
    case "ERROR":
      return event.status.message ?? "";
    case "BOOKMARK":
      return "everything up to this revision was sent";
    case "DELETED":
      return "the last state";
    case "ADDED":
      return before === undefined ? "" : summarize(changesBetween(before, event.object, bookkeeping));
    case "MODIFIED":
      return before === undefined
        ? "changed; its earlier state was before this watch"
        : summarize(changesBetween(before, event.object, bookkeeping));
  }
}

interface EventDetailProps {
  readonly entry: TimelineEntry;
  /** Called with the height of the detail, and again when it changes. */
  readonly onHeight: (height: number) => void;
}

function EventDetail({ entry, onHeight }: EventDetailProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => onHeight(element.offsetHeight);
    measure();
    const size = new ResizeObserver(measure);
    size.observe(element);
    return () => size.disconnect();
  }, [onHeight]);
  return (
    <div ref={box}>
      <EventContent entry={entry} />
    </div>
  );
}

function EventContent({ entry: { event, before } }: { readonly entry: TimelineEntry }) {
  if (event.type === "MODIFIED" && before !== undefined) {
    return (
      <div className="kp-event-detail">
        <ChangeList
          label="changes since the event before"
          changes={changesBetween(before, event.object, bookkeeping)}
        />
      </div>
    );
  }
  return (
    <div className="kp-event-detail kp-event-object">
      <CodeView
        label="the event's object"
        language="json"
        text={printJson(event.type === "ERROR" ? event.status : event.object)}
      />
    </div>
  );
}
