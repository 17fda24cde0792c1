import { useMemo } from "react";
import { plural } from "../../data/words.ts";
import { Badge, type Tone } from "../../design/feedback.tsx";
import { twoLines, VirtualTable, type Column } from "../../design/virtual-table.tsx";
import { useNarrow } from "../../platform/media.ts";
import type { Names } from "./model/names.ts";
import { objectOf, type Row } from "./model/rows.ts";

/** The objects in which two worlds differ, one a row. */
export function DifferenceTable({
  rows,
  selected,
  names,
  onSelect,
}: {
  readonly rows: readonly Row[];
  readonly selected: string | undefined;
  readonly names: Names;
  readonly onSelect: (row: Row) => void;
}) {
  const narrow = useNarrow();
  const columns = useMemo(() => columnsOf(names, narrow), [names, narrow]);
  return (
    <VirtualTable
      label="Objects that differ"
      rows={rows}
      columns={columns}
      rowKey={keyOf}
      rowHeight={twoLines}
      selected={selected}
      onSelect={onSelect}
      empty={<p className="pad quiet">No differences match the filters.</p>}
    />
  );
}

const keyOf = ({ key }: Row): string => key;

function columnsOf(names: Names, narrow: boolean): readonly Column<Row>[] {
  const object: Column<Row> = {
    id: "object",
    label: "Object",
    width: "minmax(150px, 2fr)",
    draw: (row) => <ObjectName row={row} />,
  };
  const where: Column<Row> = {
    id: "where",
    label: "Difference",
    width: narrow ? "minmax(130px, 1fr)" : "minmax(150px, 2fr)",
    draw: (row) => <Where row={row} names={names} />,
  };
  return [object, where];
}

function ObjectName({ row }: { readonly row: Row }) {
  const { kind = "", metadata } = objectOf(row);
  return (
    <div className="kp-compare-cell">
      <span className="clip">{metadata.name}</span>
      <span className="clip quiet small">
        {kind}
        {metadata.namespace === undefined ? "" : ` in ${metadata.namespace}`}
      </span>
    </div>
  );
}

function Where({ row, names }: { readonly row: Row; readonly names: Names }) {
  const [tone, words, more] = whereInWords(row, names);
  return (
    <div className="kp-compare-cell">
      <span className="clip">
        <Badge tone={tone}>{words}</Badge>
      </span>
      {more === "" ? null : (
        <span className="clip quiet small" title={more}>
          {more}
        </span>
      )}
    </div>
  );
}

function whereInWords(row: Row, names: Names): readonly [tone: Tone, words: string, more: string] {
  if (row.here === undefined) return ["added", `only in ${names.there}`, ""];
  if (row.there === undefined) return ["deleted", `only in ${names.here}`, ""];
  const [first] = row.fields;
  if (first === undefined) return ["info", "recreated", "the same content, and another uid"];
  const count = row.fields.length;
  const more = count === 1 ? first.path : `${first.path} and ${count - 1} more`;
  return ["modified", plural(count, "field"), more];
}
