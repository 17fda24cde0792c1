import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { ChangeList } from "../code/change-list.tsx";
import { bookkeeping, changesBetween, summarize } from "../data/changes.ts";
import { formatClock } from "../data/words.ts";
import { printJson } from "../data/yaml.ts";
import { CodeView } from "../code/code-view.tsx";
import { Badge, type Tone } from "../design/feedback.tsx";
import { nameOf } from "../kube/resource.ts";
import type { TimelineEntry } from "./timeline.ts";

const tones: Readonly<Record<TimelineEntry["event"]["type"], Tone>> = {
  ADDED: "added",
  MODIFIED: "modified",
  DELETED: "deleted",
  BOOKMARK: "bookmark",
  ERROR: "error",
};

/** Events of a watch, the newest first; each opens to what it changed. */
export function EventTimeline({
  entries,
  label,
  empty,
}: {
  readonly entries: readonly TimelineEntry[];
  readonly label: string;
  readonly empty: ReactNode;
}) {
  const viewport = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<number | undefined>(undefined);
  const at = (index: number) => entries[entries.length - 1 - index];
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => 28,
    overscan: 12,
    getItemKey: (index) => at(index)?.seq ?? index,
  });
  return (
    <div className="kp-timeline fill scroll" ref={viewport} tabIndex={0} role="region" aria-label={label}>
      {entries.length === 0 ? empty : null}
      <ol style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {virtual.getVirtualItems().map((item) => {
          const entry = at(item.index);
          if (entry === undefined) return null;
          const toggle = () => setOpen(open === entry.seq ? undefined : entry.seq);
          return (
            <li
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              style={{ position: "absolute", top: 0, left: 0, right: 0, transform: `translateY(${item.start}px)` }}
            >
              <EventRow entry={entry} open={open === entry.seq} onToggle={toggle} />
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function EventRow({
  entry,
  open,
  onToggle,
}: {
  readonly entry: TimelineEntry;
  readonly open: boolean;
  readonly onToggle: () => void;
}) {
  const { event, at } = entry;
  const summary = useMemo(() => inOneLine(entry), [entry]);
  return (
    <>
      <button type="button" className="kp-event" aria-expanded={open} onClick={onToggle}>
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
      {open ? <EventDetail entry={entry} /> : null}
    </>
  );
}

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

function EventDetail({ entry: { event, before } }: { readonly entry: TimelineEntry }) {
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
