import type { TableColumn } from "../../data/table.ts";
import { formatAge } from "../../data/words.ts";
import { Badge } from "../../design/feedback.tsx";
import type { Column } from "../../design/virtual-table.tsx";
import { cellText, type ObjectRow } from "./rows.ts";

/** A column of objects, and by what it sorts them. */
export interface ObjectColumn extends Column<ObjectRow> {
  readonly value: (row: ObjectRow) => unknown;
}

export interface ColumnChoice {
  /** The server's columns. */
  readonly columns: readonly TableColumn[];
  /** Objects of several namespaces are listed. */
  readonly namespaces: boolean;
  /** Beside an open object: only what tells objects apart. */
  readonly slim: boolean;
  readonly wide: boolean;
  readonly now: number;
}

/** The columns of the server behind name and namespace; without any, the age. */
export function objectColumns({ columns, namespaces, slim, wide, now }: ColumnChoice): readonly ObjectColumn[] {
  const shown = columns.flatMap((column, i) =>
    isName(column) || (column.priority > 0 && !wide) || (slim && !isAge(column)) ? [] : [serverColumn(column, i, now)],
  );
  return [
    nameColumn,
    ...(namespaces ? [namespaceColumn] : []),
    ...(columns.length === 0 ? [ageColumn(now)] : shown),
    ...(wide && !slim ? [revisionColumn] : []),
  ];
}

/** Whether there is more to show in a wide table. */
export const hasWideColumns = (columns: readonly TableColumn[]): boolean =>
  columns.some(({ priority }) => priority > 0);

const isName = ({ format, name }: TableColumn): boolean => format === "name" || name === "Name";

/**
 * The age since creation, which goes on while the table is open. A printer column may give the name to another path.
 */
const isAge = ({ name, description }: TableColumn): boolean =>
  name === "Age" && (!description.includes("JSONPath") || description.includes(".metadata.creationTimestamp"));

const nameColumn: ObjectColumn = {
  id: "name",
  label: "Name",
  width: "minmax(140px, 3fr)",
  value: ({ name }) => name,
  draw: ({ name, leaving, finalizers }) => (
    <span title={name}>
      {name}
      {leaving ? (
        <>
          {" "}
          <span title={finalizers.length === 0 ? undefined : `Waiting for ${finalizers.join(", ")}`}>
            <Badge tone="warning">being deleted</Badge>
          </span>
        </>
      ) : null}
    </span>
  ),
};

const namespaceColumn: ObjectColumn = {
  id: "namespace",
  label: "Namespace",
  width: "minmax(84px, 1.2fr)",
  value: ({ namespace }) => namespace,
  draw: ({ namespace }) => <span className="quiet">{namespace}</span>,
};

const revisionColumn: ObjectColumn = {
  id: "revision",
  label: "Revision",
  width: "64px",
  end: true,
  value: ({ revision }) => Number(revision),
  draw: ({ revision }) => <span className="quiet mono">{revision}</span>,
};

const ageColumn = (now: number): ObjectColumn => ({
  id: "age",
  label: "Age",
  width: "48px",
  end: true,
  value: ({ created }) => -created,
  draw: ({ created }) => (
    <span className="quiet" title={new Date(created).toLocaleString()}>
      {formatAge(created, now)}
    </span>
  ),
});

function serverColumn(column: TableColumn, index: number, now: number): ObjectColumn {
  if (isAge(column)) return ageColumn(now);
  const isNumber = column.type === "integer" || column.type === "number";
  return {
    id: `${index} ${column.name}`,
    label: column.name,
    hint: column.description,
    width: isNumber ? "minmax(64px, 0.8fr)" : "minmax(84px, 1.5fr)",
    end: isNumber,
    value: ({ cells }) => cells[index],
    draw: ({ cells }) => {
      const text = cellText(cells[index]);
      return (
        <span className="quiet" title={text}>
          {text}
        </span>
      );
    },
  };
}
