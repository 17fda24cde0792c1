import { useMemo } from "react";
import type { Trace } from "../../../component-base/trace.ts";
import { formatBytes, formatClock, formatCount, formatMs, plural } from "../../data/words.ts";
import { countByWho, whoOf } from "../../data/who.ts";
import { Button, IconButton } from "../../design/button.tsx";
import { deferred } from "../../design/deferred.tsx";
import { EmptyState, Skeleton } from "../../design/feedback.tsx";
import { Icon } from "../../design/icon.tsx";
import { TextInput } from "../../design/field.tsx";
import { Panes } from "../../design/panes.tsx";
import { twoLines, VirtualTable, type Column } from "../../design/virtual-table.tsx";
import { saveText } from "../../platform/files.ts";
import { useMedium, useNarrow } from "../../platform/media.ts";
import { logChoice } from "../../state/log-choice.ts";
import { navigate } from "../../state/route.ts";
import { usePage, type Page } from "../../state/page.ts";
import { keyOfTrace, serverTraces } from "../../state/traces.ts";
import { WhoFilter } from "../../shared/who-filter.tsx";
import { faultOf } from "./fault-of.ts";
import { fittingTraces, log, senderOf } from "./store.ts";
import { waterfallOf, type BarPlace } from "./waterfall.ts";
import "./log.css";

const verb = (trace: Trace) => (
  <span className="kp-verb mono" data-method={trace.method}>
    {trace.streaming ? "WATCH" : trace.method}
  </span>
);
const statusCell = (trace: Trace) => (
  <span className="kp-log-status" data-tone={trace.status < 400 ? "good" : trace.status < 500 ? "warning" : "error"}>
    {trace.status}
  </span>
);
const warned = (trace: Trace) =>
  trace.warnings.length === 0 ? null : (
    <span className="kp-log-warning" title={trace.warnings.join("\n")}>
      <Icon name="warning" size={12} /> {trace.warnings.length}
    </span>
  );

/** Marks a request that a rule of faults has taken. */
function injected(trace: Trace) {
  const fault = faultOf(trace);
  return fault === undefined ? null : (
    <span className="kp-log-fault" title={`A rule of faults has taken this request: ${fault}`}>
      injected{" "}
    </span>
  );
}

// oxfmt-ignore
const wide: readonly Column<Trace>[] = [
  { id: "time", label: "Time", width: "64px", draw: (trace) => <span className="quiet mono">{formatClock(trace.at)}</span> },
  { id: "method", label: "Method", width: "56px", draw: verb },
  { id: "path", label: "Path", width: "minmax(160px, 1fr)", draw: (trace) => <span className="mono" title={trace.target}>{injected(trace)}{trace.target}</span> },
  { id: "status", label: "Status", width: "44px", draw: statusCell },
  { id: "took", label: "Took", width: "64px", end: true, draw: (trace) => <span className="quiet">{trace.streaming ? "open" : formatMs(trace.durationUs / 1000)}</span> },
  { id: "size", label: "Size", width: "60px", end: true, draw: (trace) => <span className="quiet">{formatBytes(trace.bytes)}</span> },
  { id: "who", label: "Who", width: "minmax(56px, 120px)", draw: (trace) => whoOf(trace.source) },
  { id: "warnings", label: "Warnings", width: "60px", draw: warned },
];

/** The status with its warnings, where they have no column of their own. */
const statusAndWarnings = (trace: Trace) => (
  <>
    {statusCell(trace)} {warned(trace)}
  </>
);

function pathInLines(trace: Trace) {
  return (
    <span className="mono kp-table-path" title={trace.target}>
      {injected(trace)}
      {trace.target}
    </span>
  );
}

/** The columns that there is room for: without sizes in a narrower window, and only what was asked on a phone. */
const fewer = (ids: readonly string[]): readonly Column<Trace>[] =>
  wide.flatMap((column) => {
    if (!ids.includes(column.id)) return [];
    return column.id === "status" ? { ...column, width: "68px", draw: statusAndWarnings } : column;
  });
const compact = fewer(["time", "method", "path", "status", "took", "who"]);
/** The path stands in two lines there, and has the room. */
const slim = fewer(["method", "path", "status"]).map((column) =>
  column.id === "path"
    ? { ...column, draw: pathInLines }
    : column.id === "status"
      ? { ...column, width: "48px" }
      : column,
);
const rowHeight = 24;

function columnsFor(narrow: boolean, medium: boolean, hasDetail: boolean): readonly Column<Trace>[] {
  if (narrow || (medium && hasDetail)) return slim;
  return medium || hasDetail ? compact : wide;
}

/** When requests came, as bars on the time axis of those around them, where there is room for it. */
function withWaterfall(columns: readonly Column<Trace>[], rows: readonly Trace[]): readonly Column<Trace>[] {
  if (columns !== wide) return columns;
  const places = waterfallOf(rows);
  const draw = (trace: Trace) => <Bar place={places.get(trace.requestId)} />;
  return [...wide, { id: "waterfall", label: "Waterfall", width: "minmax(80px, 160px)", draw }];
}

function Bar({ place }: { readonly place: BarPlace | undefined }) {
  if (place === undefined) return null;
  const { left, width, words } = place;
  return (
    <span className="kp-log-track" role="img" aria-label={words} title={words}>
      <span style={{ marginInlineStart: `min(${left * 100}%, calc(100% - 3px))`, width: `${width * 100}%` }} />
    </span>
  );
}

/** A separate chunk, because it includes the object diff. */
const traceDetail = deferred(async () => (await import("./trace-detail.tsx")).TraceDetail, <Skeleton lines={6} />);

/** Lists all requests that the server received. The chosen one is shown beside the list, or instead of it. */
export function LogView({
  chosen: id,
  hrefOf,
  isSlim = false,
  isCompact = false,
  onClose,
}: {
  /** The request that is shown, by its Audit-ID. */
  readonly chosen?: string | undefined;
  /** The address that shows a request, or none. */
  readonly hrefOf: (id: string | undefined) => string;
  /** Whether it has the width of a narrow screen. */
  readonly isSlim?: boolean;
  /** Whether it has half of the width of the window. */
  readonly isCompact?: boolean;
  readonly onClose?: () => void;
}) {
  const narrow = useNarrow() || isSlim;
  const medium = useMedium() || isCompact;
  const traces = serverTraces.use((state) => state.traces);
  const chosen = useMemo(() => traces.find((trace) => trace.requestId === id), [traces, id]);
  const close = () => navigate(hrefOf(undefined));
  const list = (
    <LogList
      chosen={id}
      hrefOf={hrefOf}
      columns={columnsFor(narrow, medium, chosen !== undefined)}
      {...(onClose === undefined ? {} : { onClose })}
    />
  );
  if (chosen === undefined) return list;
  const detail = <traceDetail.View key={chosen.requestId} trace={chosen} hrefOf={hrefOf} onClose={close} />;
  return narrow ? (
    detail
  ) : (
    <Panes
      id="log"
      panes={[
        { id: "requests", size: 55, min: 320, content: list },
        { id: "exchange", size: 45, min: 320, content: detail },
      ]}
    />
  );
}

function LogList({
  chosen,
  hrefOf,
  columns,
  onClose,
}: {
  readonly chosen: string | undefined;
  readonly hrefOf: (id: string) => string;
  readonly columns: readonly Column<Trace>[];
  readonly onClose?: () => void;
}) {
  const traces = serverTraces.use((state) => state.traces);
  const shown = log.use((state) => state.shown);
  const filter = log.use((state) => state.filter);
  const chosenOnes = logChoice.use((state) => state.chosen?.ids);
  const rows = useMemo(
    () => fittingTraces({ traces, shown, filter, only: chosenOnes }),
    [traces, shown, filter, chosenOnes],
  );
  const drawn = useMemo(() => withWaterfall(columns, rows), [columns, rows]);
  return (
    <section className="column fill" aria-label="Request log">
      <LogBar
        rows={rows}
        count={
          rows.length === traces.length
            ? formatCount(rows.length)
            : `${formatCount(rows.length)} of ${formatCount(traces.length)}`
        }
        {...(onClose === undefined ? {} : { onClose })}
      />
      <VirtualTable
        label="Request log"
        rows={rows}
        columns={drawn}
        key={columns === slim ? "slim" : "wide"}
        rowHeight={columns === slim ? twoLines : rowHeight}
        rowKey={keyOfTrace}
        selected={chosen}
        onSelect={(trace) => navigate(hrefOf(trace.requestId), chosen !== undefined)}
        empty={
          <EmptyState icon="requests" title={traces.length === 0 ? "No requests yet" : "No matching requests"}>
            Every request to the server is listed here. Reads of the page and requests of controllers are hidden until
            you turn them on above.
          </EmptyState>
        }
      />
    </section>
  );
}

function LogBar({
  rows,
  count,
  onClose,
}: {
  readonly rows: readonly Trace[];
  readonly count: string;
  readonly onClose?: () => void;
}) {
  const page = usePage();
  const { traces, clear } = serverTraces.use((state) => state);
  const { shown, filter, setFilter, toggle } = log.use((state) => state);
  const { chosen: only, choose } = logChoice.use((state) => state);
  const counts = useMemo(() => countByWho(traces, senderOf), [traces]);
  return (
    <div className="kp-toolbar kp-log-bar">
      <div className="row wrap grow">
        <strong className="kp-log-title">Request log</strong>
        <span className="quiet small">{count}</span>
        <TextInput
          style={{ flex: "1 1 100px", maxWidth: 220 }}
          placeholder="Filter: path, method, status"
          aria-label="Filter the log"
          value={filter}
          onValue={setFilter}
        />
        {only === undefined ? (
          <WhoFilter label="Show requests from" shown={shown} counts={counts} onToggle={toggle} />
        ) : (
          <Button size="small" icon="close" title="Show all requests again" onClick={() => choose(undefined)}>
            <span className="clip kp-log-only">Only those of {only.words}</span>
          </Button>
        )}
      </div>
      <IconButton
        size="small"
        icon="download"
        label={`Save the ${plural(rows.length, "request")} shown as HAR`}
        onClick={() => void saveHar(page, rows)}
      />
      <IconButton size="small" icon="clear" label="Clear the log" onClick={clear} />
      {onClose === undefined ? null : (
        <IconButton size="small" icon="down" label="Hide the request log" onClick={onClose} />
      )}
    </div>
  );
}

/** Saves requests as an HTTP archive; its code is loaded when it is first asked for. */
async function saveHar(page: Page, traces: readonly Trace[]): Promise<void> {
  const { harOf } = await import("./har.ts");
  saveText("requests.har", JSON.stringify(await harOf(page, traces), undefined, 2));
}
