import { useMemo } from "react";
import { formatClock, formatCount, plural, statusTone } from "../../../data/words.ts";
import { countByWho } from "../../../data/who.ts";
import { Button, IconButton, LinkButton } from "../../../design/button.tsx";
import { Badge, EmptyState, Note } from "../../../design/feedback.tsx";
import { TextInput } from "../../../design/field.tsx";
import { Panes } from "../../../design/panes.tsx";
import { twoLines, VirtualTable, type Column } from "../../../design/virtual-table.tsx";
import { saveFile } from "../../../platform/files.ts";
import { useNarrow } from "../../../platform/media.ts";
import { usePage } from "../../../state/page.ts";
import { consoleAddress, navigate, withParameters, type Route } from "../../../state/route.ts";
import { WhoFilter } from "../../../shared/who-filter.tsx";
import { audit, fittingEntries } from "./audit-store.ts";
import { asJsonLines, signsOf, userWords, type Entry } from "./entry.ts";
import { EventDetail } from "./event-detail.tsx";

const code = ({ head: { responseStatus } }: Entry) =>
  responseStatus?.code === undefined ? null : (
    <span className="kp-audit-code" data-tone={statusTone(responseStatus.code)}>
      {responseStatus.code}
    </span>
  );
const signs = ({ head }: Entry) => (
  <span className="row kp-audit-signs">
    {signsOf(head).map(({ tone, label }) => (
      <Badge key={label} tone={tone}>
        {label}
      </Badge>
    ))}
  </span>
);

// oxfmt-ignore
const wide: readonly Column<Entry>[] = [
  { id: "time", label: "Time", width: "64px", draw: ({ head }) => <span className="quiet mono" title={head.stageTimestamp}>{formatClock(Date.parse(head.stageTimestamp))}</span> },
  { id: "user", label: "User", width: "minmax(90px, 1fr)", draw: ({ head }) => <span title={userWords(head)}>{userWords(head)}</span> },
  { id: "verb", label: "Verb", width: "64px", draw: ({ head }) => <strong>{head.verb}</strong> },
  { id: "target", label: "Target", width: "minmax(120px, 3fr)", draw: ({ head }) => <code title={head.requestURI}>{head.requestURI}</code> },
  { id: "level", label: "Level", width: "104px", draw: ({ head }) => head.level },
  { id: "stage", label: "Stage", width: "126px", draw: ({ head }) => <span className="quiet">{head.stage}</span> },
  { id: "code", label: "Code", width: "40px", draw: code },
  { id: "signs", label: "Signs", width: "minmax(76px, 160px)", draw: signs },
];

const columnsOf = (ids: readonly string[]): readonly Column<Entry>[] => wide.filter(({ id }) => ids.includes(id));
/** The target stands in two lines there. */
const inLines = (columns: readonly Column<Entry>[]): readonly Column<Entry>[] =>
  columns.map((column) => (column.id === "target" ? { ...column, draw: targetInLines } : column));
const slim = inLines(columnsOf(["verb", "target", "code"]));
const beside = inLines(columnsOf(["time", "user", "verb", "target", "code"]));
const rowHeight = 26;

function targetInLines({ head: { requestURI } }: Entry) {
  return (
    <code className="kp-table-path" title={requestURI}>
      {requestURI}
    </code>
  );
}

/** Lists audit events, newest first. The selected one (`?event=KEY`) opens beside the list. */
export function EventsView({ route }: { readonly route: Route }) {
  const narrow = useNarrow();
  const entries = audit.use((state) => state.entries);
  const chosen = useMemo(
    () => entries.find(({ key }) => key === route.parameters["event"]),
    [entries, route.parameters],
  );
  const open = (entry: Entry | undefined) =>
    navigate(withParameters(route, { event: entry?.key }), chosen !== undefined && entry !== undefined);
  const list = (
    <EventList chosen={chosen} columns={narrow ? slim : chosen === undefined ? wide : beside} onOpen={open} />
  );
  if (chosen === undefined) return list;
  const detail = (
    <EventDetail
      key={chosen.key}
      entry={chosen}
      stages={entries.filter(({ head }) => head.auditID === chosen.head.auditID)}
      onOpen={open}
    />
  );
  return narrow ? (
    detail
  ) : (
    <Panes
      id="audit"
      panes={[
        { id: "events", size: 55, min: 320, content: list },
        { id: "event", size: 45, min: 320, content: detail },
      ]}
    />
  );
}

const keyOfEntry = ({ key }: Entry): string => key;

function EventList({
  chosen,
  columns,
  onOpen,
}: {
  readonly chosen: Entry | undefined;
  readonly columns: readonly Column<Entry>[];
  readonly onOpen: (entry: Entry) => void;
}) {
  const entries = audit.use((state) => state.held ?? state.entries);
  const shown = audit.use((state) => state.shown);
  const filter = audit.use((state) => state.filter);
  const trouble = audit.use((state) => state.trouble);
  const rows = useMemo(() => fittingEntries(entries, shown, filter), [entries, shown, filter]);
  return (
    <section className="column fill" aria-label="Audit events">
      <EventBar rows={rows} all={entries.length} />
      {trouble === "" ? null : <Note tone="error">{trouble}</Note>}
      <VirtualTable
        label="Audit events"
        rows={rows}
        columns={columns}
        key={columns === wide ? "wide" : "lines"}
        rowHeight={columns === wide ? rowHeight : twoLines}
        rowKey={keyOfEntry}
        selected={chosen?.key}
        onSelect={onOpen}
        empty={<NoEvents hidden={entries.length} />}
      />
    </section>
  );
}

function EventBar({ rows, all }: { readonly rows: readonly Entry[]; readonly all: number }) {
  const page = usePage();
  const { entries, shown, filter, held, setFilter, toggle, hold, clear } = audit.use((state) => state);
  const counts = useMemo(() => countByWho(held ?? entries, ({ who }) => who), [held, entries]);
  const save = () => {
    saveFile(
      `kubepad-audit-${new Date(page.clock.now()).toISOString().slice(0, 19).replaceAll(":", "")}.jsonl`,
      new TextEncoder().encode(asJsonLines(rows.toReversed())),
    );
    page.toasts.add({ description: `${plural(rows.length, "event")} in the file, one in each line.` });
  };
  return (
    <div className="kp-toolbar kp-audit-bar">
      <TextInput
        className="kp-audit-filter"
        placeholder="Filter: user, verb, path, code, annotation"
        aria-label="Filter events"
        value={filter}
        onValue={setFilter}
      />
      <span className="quiet small kp-audit-count">
        {rows.length === all ? plural(all, "event") : `${formatCount(rows.length)} of ${formatCount(all)}`}
      </span>
      <WhoFilter label="Show events of" shown={shown} counts={counts} onToggle={toggle} />
      <span className="kp-audit-gap" />
      <IconButton
        size="small"
        icon={held === undefined ? "pause" : "play"}
        label={held === undefined ? "Pause the list" : "Resume"}
        aria-pressed={held !== undefined}
        onClick={() => hold(held === undefined)}
      />
      <IconButton
        size="small"
        icon="download"
        label="Save these events as JSON lines"
        disabled={rows.length === 0}
        onClick={save}
      />
      <IconButton size="small" icon="clear" label="Clear the list" onClick={clear} />
    </div>
  );
}

function NoEvents({ hidden }: { readonly hidden: number }) {
  const page = usePage();
  const hasPolicy = audit.use((state) => state.policy !== undefined);
  const filtered = audit.use((state) => state.filter !== "");
  if (filtered)
    return (
      <EmptyState icon="filter" title="No matching events">
        The filter matches none of {plural(hidden, "event")}. It searches users, verbs, paths, levels, stages, codes and
        annotations.
      </EmptyState>
    );
  const choose = (
    <Button icon="edit" onClick={() => navigate(withParameters(page.route.getState(), { view: "policy" }), true)}>
      Choose a policy
    </Button>
  );
  return (
    <EmptyState
      icon="server"
      title={hidden === 0 ? "No events yet" : "No events of these senders yet"}
      actions={
        <>
          <LinkButton
            tone="primary"
            icon="send"
            href={consoleAddress({ method: "GET", target: "/api/v1/namespaces", send: true })}
          >
            Send a request
          </LinkButton>
          {choose}
        </>
      }
    >
      An audit event records who requested what, and the result.{" "}
      {hasPolicy
        ? "The server logs what your policy selects."
        : "Without a policy the server logs the metadata of every request while this page is open, and for 30 seconds after."}
      {hidden === 0 ? null : ` ${plural(hidden, "event")} of others are hidden. Use the buttons above to show them.`}
    </EmptyState>
  );
}
