import { useMemo, useState } from "react";
import type { FieldManager } from "../../client/managed-fields.ts";
import { formatMoment } from "../data/words.ts";
import { VirtualTable, type Column } from "../design/virtual-table.tsx";
import { isNobodys, type FieldMark } from "../kube/field-marks.ts";
import { useNarrow } from "../platform/media.ts";
import { useShownNow } from "../state/past.ts";
import { nobody } from "./legend.tsx";
import { belongsTo } from "./line-rows.ts";
import { Swatch } from "./swatch.tsx";

/** A field and one of its managers. A field with several owners has a row for each. */
interface FieldRow {
  readonly key: string;
  readonly path: string;
  readonly line: number | undefined;
  readonly manager: FieldManager | undefined;
  readonly note: string;
}

function rowsOf(
  marks: readonly FieldMark[],
  managers: readonly FieldManager[],
  isolated: string | undefined,
): readonly FieldRow[] {
  const standing = marks.filter(
    (mark) => (mark.owners.length > 0 || isNobodys(mark)) && (isolated === undefined || belongsTo(mark, isolated)),
  );
  const rows = standing.flatMap((mark): readonly FieldRow[] => {
    if (mark.owners.length === 0)
      return [{ key: `${mark.path} `, path: mark.path, line: mark.node.line, manager: undefined, note: "" }];
    return mark.owners
      .filter((owner) => isolated === undefined || owner.id === isolated)
      .map((manager) => ({
        key: `${mark.path} ${manager.id}`,
        path: mark.path,
        line: mark.node.line,
        manager,
        note: noteOf(mark),
      }));
  });
  return [...rows, ...absent(marks, managers, isolated)];
}

function noteOf({ tag, owners, container, whole, within }: FieldMark): string {
  const kind = within !== undefined ? "as a part" : tag !== "" ? tag : whole ? "whole" : container ? "." : "";
  return [kind, owners.length > 1 ? "shared" : ""].filter((note) => note !== "").join(" ");
}

/** Returns fields that are owned but absent from the object. */
function absent(
  marks: readonly FieldMark[],
  managers: readonly FieldManager[],
  isolated: string | undefined,
): readonly FieldRow[] {
  const present = new Set(marks.map((mark) => mark.path));
  return managers
    .filter((manager) => isolated === undefined || manager.id === isolated)
    .flatMap((manager) =>
      [...manager.owned.keys()]
        .filter((path) => !present.has(path))
        .map((path) => ({ key: `${path} ${manager.id}`, path, line: undefined, manager, note: "not in the object" })),
    );
}

/** What a phone has room for. */
const onPhones = ["field", "manager"];

function columnsFor(tones: ReadonlyMap<string, number>, now: number): readonly Column<FieldRow>[] {
  return [
    {
      id: "field",
      label: "Field",
      width: "minmax(140px, 2.6fr)",
      draw: ({ path, note }) => (
        <span title={path}>
          <code>{path}</code>
          {note === "" ? null : <span className="quiet small"> {note}</span>}
        </span>
      ),
    },
    {
      id: "manager",
      label: "Manager",
      width: "minmax(132px, 1.6fr)",
      draw: ({ manager }) => (
        <span className="kp-own-cell">
          <Swatch tone={manager === undefined ? undefined : tones.get(manager.id)} />
          <span className="clip">{manager?.name ?? nobody}</span>
        </span>
      ),
    },
    { id: "operation", label: "Operation", width: "64px", draw: ({ manager }) => manager?.operation ?? "" },
    { id: "subresource", label: "Subresource", width: "76px", draw: ({ manager }) => manager?.subresource ?? "" },
    {
      id: "time",
      label: "Time",
      width: "minmax(60px, 0.8fr)",
      draw: ({ manager }) =>
        manager === undefined || manager.time === "" ? (
          ""
        ) : (
          <time dateTime={manager.time} title={manager.time}>
            {formatMoment(Date.parse(manager.time), now)}
          </time>
        ),
    },
  ];
}

const keyOfRow = ({ key }: FieldRow): string => key;

/** A table of fields and managers for keyboard and screen reader users, equivalent to the line view. */
export function FieldTable({
  marks,
  managers,
  tones,
  isolated,
  selected,
  onSelect,
}: {
  readonly marks: readonly FieldMark[];
  readonly managers: readonly FieldManager[];
  readonly tones: ReadonlyMap<string, number>;
  readonly isolated: string | undefined;
  readonly selected: number | undefined;
  readonly onSelect: (line: number) => void;
}) {
  const now = useShownNow(30_000);
  const rows = useMemo(() => rowsOf(marks, managers, isolated), [marks, managers, isolated]);
  const narrow = useNarrow();
  const all = useMemo(() => columnsFor(tones, now), [tones, now]);
  const columns = useMemo(() => (narrow ? all.filter(({ id }) => onPhones.includes(id)) : all), [all, narrow]);
  const [key, setKey] = useState("");
  // Several rows may belong to one line: select the one chosen last, or else the first.
  const chosen =
    rows.find((row) => row.key === key && (row.line === undefined || row.line === selected)) ??
    rows.find((row) => row.line !== undefined && row.line === selected);
  const select = (row: FieldRow) => {
    setKey(row.key);
    if (row.line !== undefined) onSelect(row.line);
  };
  return (
    <VirtualTable
      label="Fields and managers"
      rows={rows}
      columns={columns}
      rowKey={keyOfRow}
      selected={chosen?.key}
      onSelect={select}
      empty={<p className="pad quiet">No field is owned by anybody.</p>}
    />
  );
}
