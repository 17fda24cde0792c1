import { useMemo } from "react";
import { formatCount, plural } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import { EmptyState } from "../../design/feedback.tsx";
import { Check, Select, TextInput } from "../../design/field.tsx";
import { Panes } from "../../design/panes.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { useNarrow } from "../../platform/media.ts";
import { isReadOnly, usePage } from "../../state/page.ts";
import { navigate, withParameters, type Route } from "../../state/route.ts";
import type { Compared } from "./compare-store.ts";
import { DifferenceDetails } from "./difference-details.tsx";
import { DifferenceTable } from "./difference-table.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import type { Names } from "./model/names.ts";
import { choicesOf, countsOf, filtered, rowsOf, type Row, type RowKind } from "./model/rows.ts";

interface DifferencesProps {
  readonly route: Route;
  /** The name of the world that is shown. */
  readonly name: string;
  readonly compared: Compared;
  readonly onAgain: () => void;
}

type Shown = RowKind | "all";

const isShown = (text: string): text is Shown => ["here", "there", "changed", "event", "all"].includes(text);

/** The objects in which two worlds differ, with filters, and the one that is chosen beside them. */
export function Differences({ route, name, compared, onAgain }: DifferencesProps) {
  const { parameters } = route;
  const set = (changes: Readonly<Record<string, string | undefined>>) => navigate(withParameters(route, changes), true);
  const all = parameters["all"] === "1";
  const rows = useMemo(() => rowsOf(compared.difference, all), [compared, all]);
  const { kind = "", ns: namespace = "", q: text = "", show = "all" } = parameters;
  const matching = useMemo(() => filtered(rows, { kind, namespace, text }), [rows, kind, namespace, text]);
  const shown: Shown = isShown(show) ? show : "all";
  const listed = useMemo(
    () =>
      shown === "all" ? matching.filter((row) => row.kind !== "event") : matching.filter((row) => row.kind === shown),
    [matching, shown],
  );
  const page = usePage();
  const narrow = useNarrow();
  const chosen = listed.find(({ key }) => key === parameters["o"]);
  const names = useMemo(() => ({ here: name, there: compared.other.name }), [name, compared]);
  if (rows.length === 0) return <Same names={names} all={all} onAll={() => set({ all: "1" })} onAgain={onAgain} />;
  return (
    <>
      {narrow && chosen !== undefined ? null : (
        <Bar route={route} rows={rows} matching={matching} shown={shown} names={names} set={set} onAgain={onAgain} />
      )}
      <List listed={listed} chosen={chosen} names={names} onChoose={(o) => set({ o })} />
      {parameters["merge"] === "1" && !isReadOnly(page) ? (
        <MergeDialog compared={compared} names={names} onClose={() => set({ merge: undefined })} onMerged={onAgain} />
      ) : null}
    </>
  );
}

function Same({
  names,
  all,
  onAll,
  onAgain,
}: {
  readonly names: Names;
  readonly all: boolean;
  readonly onAll: () => void;
  readonly onAgain: () => void;
}) {
  const actions = (
    <>
      <Button onClick={onAgain}>Compare again</Button>
      {all ? null : <Button onClick={onAll}>Include Leases, heartbeats and creation times</Button>}
    </>
  );
  return (
    <EmptyState icon="check" title="Both worlds have the same objects" actions={actions}>
      No object is in only one of {names.here} and {names.there}, and no field has another value, apart from revisions
      and managed fields{all ? "" : ", and from Leases, heartbeats and creation times"}.
    </EmptyState>
  );
}

interface BarProps {
  readonly route: Route;
  readonly rows: readonly Row[];
  readonly matching: readonly Row[];
  readonly shown: Shown;
  readonly names: Names;
  readonly set: (changes: Readonly<Record<string, string | undefined>>) => void;
  readonly onAgain: () => void;
}

function Bar({ route: { parameters }, rows, matching, shown, names, set, onAgain }: BarProps) {
  const page = usePage();
  const counts = useMemo(() => countsOf(matching), [matching]);
  const { kinds, namespaces } = useMemo(() => choicesOf(rows), [rows]);
  const items = [
    { id: "all", label: "All objects", count: counts.here + counts.there + counts.changed },
    { id: "here", label: `Only in ${names.here}`, count: counts.here },
    { id: "there", label: `Only in ${names.there}`, count: counts.there },
    { id: "changed", label: "Different", count: counts.changed },
    { id: "event", label: "Events", count: counts.event },
  ] as const;
  const options = (first: string, values: readonly string[]) => [
    ["", first] as const,
    ...values.map((value) => [value, value] as const),
  ];
  const or = (value: string): string | undefined => (value === "" ? undefined : value);
  return (
    <>
      <div className="kp-toolbar kp-comparison-bar">
        <TextInput
          aria-label="Find by name or field"
          placeholder="Name or field"
          value={parameters["q"] ?? ""}
          onValue={(q) => set({ q: or(q) })}
        />
        <Select
          aria-label="Kind"
          value={parameters["kind"] ?? ""}
          options={options("all kinds", kinds)}
          onValue={(kind) => set({ kind: or(kind) })}
        />
        <Select
          aria-label="Namespace"
          value={parameters["ns"] ?? ""}
          options={options("all namespaces", namespaces)}
          onValue={(ns) => set({ ns: or(ns) })}
        />
        <Check
          label="Include Leases, heartbeats and creation times"
          checked={parameters["all"] === "1"}
          onChecked={(all) => set({ all: all ? "1" : undefined })}
        />
        <span className="grow" />
        <Button size="small" onClick={onAgain}>
          Compare again
        </Button>
        {isReadOnly(page) ? null : (
          <Button size="small" tone="primary" onClick={() => set({ merge: "1" })}>
            Merge into this world…
          </Button>
        )}
      </div>
      <p className="kp-compare-counts" role="status">
        {countsInWords(counts, names)}
      </p>
      <Tabs
        label="Differences"
        items={items}
        value={shown}
        onValue={(id) => set({ show: id === "all" ? undefined : id })}
      />
    </>
  );
}

/** `3 objects differ, 1 is only in A, none is only in B; 12 events are in one of them.` */
function countsInWords({ here, there, changed, event }: ReturnType<typeof countsOf>, names: Names): string {
  const are = (count: number): string => (count === 0 ? "none is" : count === 1 ? "1 is" : `${formatCount(count)} are`);
  const events = event === 0 ? "" : `; ${plural(event, "event")} ${event === 1 ? "is" : "are"} in one of them`;
  return (
    `${plural(changed, "object")} ${changed === 1 ? "differs" : "differ"}, ` +
    `${are(here)} only in ${names.here}, ${are(there)} only in ${names.there}${events}.`
  );
}

function List({
  listed,
  chosen,
  names,
  onChoose,
}: {
  readonly listed: readonly Row[];
  readonly chosen: Row | undefined;
  readonly names: Names;
  readonly onChoose: (key: string | undefined) => void;
}) {
  const narrow = useNarrow();
  const table = (
    <div className="column fill" role="tabpanel" aria-label="Objects that differ">
      <DifferenceTable rows={listed} selected={chosen?.key} names={names} onSelect={({ key }) => onChoose(key)} />
    </div>
  );
  if (chosen === undefined) return table;
  const details = <DifferenceDetails row={chosen} names={names} onClose={() => onChoose(undefined)} />;
  if (narrow) return details;
  return (
    <Panes
      id="compare"
      panes={[
        { id: "objects", size: 50, min: 320, content: table },
        { id: "difference", size: 50, min: 320, content: details },
      ]}
    />
  );
}
