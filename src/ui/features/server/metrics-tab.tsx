import { useMemo, useState } from "react";
import { useAnswer } from "../../data/use-answer.ts";
import { plural } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import { TextInput } from "../../design/field.tsx";
import { Skeleton } from "../../design/feedback.tsx";
import { VirtualTable, type Column } from "../../design/virtual-table.tsx";
import { StatusNote } from "../../shared/status-note.tsx";
import { useNarrow } from "../../platform/media.ts";
import { usePage } from "../../state/page.ts";
import { askText } from "./ask-text.ts";
import { printLabels, readMetrics, shortNumber, type Sample } from "./metrics-text.ts";

const columns: readonly Column<Sample>[] = [
  {
    id: "name",
    label: "Metric",
    width: "minmax(120px, 3fr)",
    draw: ({ name, help }) => <code title={help}>{name}</code>,
  },
  {
    id: "labels",
    label: "Labels",
    width: "minmax(60px, 4fr)",
    draw: ({ labels }) => (
      <code className="quiet" title={printLabels(labels)}>
        {printLabels(labels)}
      </code>
    ),
  },
  {
    id: "value",
    label: "Value",
    width: "minmax(60px, 110px)",
    end: true,
    draw: ({ value }) => <span title={value}>{shortNumber(value)}</span>,
  },
];

/** On a phone, the labels of a metric are below its name. */
const slim: readonly Column<Sample>[] = [
  {
    id: "name",
    label: "Metric and labels",
    width: "minmax(120px, 1fr)",
    draw: ({ name, labels }) => (
      <span className="kp-metric">
        <code>{name}</code>
        <code className="quiet">{printLabels(labels)}</code>
      </span>
    ),
  },
  ...columns.filter(({ id }) => id === "value").map((column) => ({ ...column, width: "64px" })),
];

const keyOf = ({ name, labels }: Sample): string => `${name} ${printLabels(labels)}`;

/** Lists the server's metrics, with a filter. */
export function MetricsTab() {
  const page = usePage();
  const narrow = useNarrow();
  const [asked, setAsked] = useState(0);
  const [filter, setFilter] = useState("");
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const { value, refused } = useAnswer(`metrics ${asked}`, async (signal) =>
    readMetrics(await askText(page, "/metrics", signal)),
  );
  const rows = useMemo(() => fitting(value ?? [], filter), [value, filter]);
  const about = rows.find((row) => keyOf(row) === chosen);
  if (refused !== undefined)
    return (
      <div className="pad">
        <StatusNote status={refused} />
      </div>
    );
  if (value === undefined) return <Skeleton lines={10} />;
  return (
    <section className="column fill" aria-label="Metrics">
      <div className="kp-toolbar">
        <TextInput
          className="kp-server-filter"
          aria-label="Filter metrics"
          placeholder="Filter: name or label"
          value={filter}
          onValue={setFilter}
        />
        <span className="quiet small grow clip" title={about?.help}>
          {about === undefined ? plural(rows.length, "value") : about.help}
        </span>
        <Button size="small" icon="refresh" onClick={() => setAsked(asked + 1)}>
          Refresh
        </Button>
      </div>
      <VirtualTable
        label="Metrics"
        rows={rows}
        columns={narrow ? slim : columns}
        rowHeight={narrow ? 44 : 28}
        rowKey={keyOf}
        selected={chosen}
        onSelect={(row) => setChosen(keyOf(row))}
        empty={<p className="pad quiet">No matching metrics.</p>}
      />
    </section>
  );
}

function fitting(samples: readonly Sample[], filter: string): readonly Sample[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return words.length === 0
    ? samples
    : samples.filter((sample) => words.every((word) => keyOf(sample).toLowerCase().includes(word)));
}
