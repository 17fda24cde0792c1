import type { Level } from "../../../diagnosis/diagnosis.ts";
import type { TableColumn } from "../../data/table.ts";
import { formatAge } from "../../data/words.ts";
import { Badge } from "../../design/feedback.tsx";
import { Name } from "../../design/name.tsx";
import type { Column } from "../../design/virtual-table.tsx";
import { StateMark } from "../../overview/state-mark.tsx";
import { cellText, type ObjectRow } from "./rows.ts";

/** A table column with the value it is sorted by. */
export interface ObjectColumn extends Column<ObjectRow> {
  readonly value: (row: ObjectRow) => unknown;
}

export interface ColumnChoice {
  /** The printer columns returned by the server. */
  readonly columns: readonly TableColumn[];
  /** The list spans several namespaces. */
  readonly namespaces: boolean;
  /** Show a reduced set of columns, because an object is open beside the list. */
  readonly slim: boolean;
  /** Show what a phone has room for: the age gives way to the state. */
  readonly narrow: boolean;
  readonly wide: boolean;
  readonly now: number;
  /** The rows tell the state of their objects. */
  readonly states: boolean;
  /** The group is of Kubernetes itself, whose column Status says less than the state does. */
  readonly builtin: boolean;
}

/**
 * Returns the name and namespace columns followed by the server's columns, or by the age if the server returns none.
 */
export function objectColumns(choice: ColumnChoice): readonly ObjectColumn[] {
  const { columns, namespaces, slim, narrow, wide, now, states, builtin } = choice;
  const own = columns.some(isStatus);
  const replaces = states && builtin;
  const shown = columns.flatMap((column, i) => {
    if (isName(column) || (column.priority > 0 && !wide)) return [];
    if (isStatus(column) && replaces) return [];
    if (narrow && states && isAge(column)) return [];
    if (slim && !isAge(column) && !isStatus(column) && column.name !== "Ready") return [];
    return [serverColumn(column, i, now)];
  });
  return [
    nameColumn,
    ...(namespaces && !(slim && states) ? [namespaceColumn] : []),
    ...(replaces || (states && !own) ? [statusColumn] : []),
    ...(columns.length === 0 ? [ageColumn(now)] : shown),
    ...(wide && !slim ? [revisionColumn] : []),
  ];
}

/** Reports whether any column is shown only in wide tables (priority above 0). */
export const hasWideColumns = (columns: readonly TableColumn[]): boolean =>
  columns.some(({ priority }) => priority > 0);

const isName = ({ format, name }: TableColumn): boolean => format === "name" || name === "Name";

/**
 * Reports whether a column is the age since creation, which is updated continuously. A printer column named Age may
 * refer to another path.
 */
const isAge = ({ name, description }: TableColumn): boolean =>
  name === "Age" && (!description.includes("JSONPath") || description.includes(".metadata.creationTimestamp"));

const isStatus = ({ name }: TableColumn): boolean => name === "Status";

const ranks: Readonly<Record<Level, number>> = { error: 0, warning: 1, progressing: 2, ok: 3 };

/** The state of the object in words, with the reason; sorted, the worst come first. */
export const statusColumn: ObjectColumn = {
  id: "status",
  label: "Status",
  hint: "The state of the object, and why",
  width: "minmax(148px, 4fr)",
  value: ({ summary }) => `${ranks[summary?.level ?? "ok"]} ${summary?.state ?? ""}`,
  draw: ({ summary }) =>
    summary === undefined ? null : (
      <span className="kp-list-state" title={[summary.state, summary.reason].filter((text) => text !== "").join(": ")}>
        <StateMark state={summary.state} level={summary.level} />{" "}
        <span className="quiet small clip">{summary.reason}</span>
      </span>
    ),
};

const nameColumn: ObjectColumn = {
  id: "name",
  label: "Name",
  width: "minmax(100px, 3fr)",
  value: ({ name }) => name,
  draw: ({ name, namespace, leaving, finalizers, summary }) => (
    <span title={namespace === "" ? name : `${namespace}/${name}`}>
      <Name>{name}</Name>
      {leaving && (summary?.state ?? "") === "" ? (
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
  width: "minmax(74px, 1.2fr)",
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

/** A time as the server writes it, which takes the room of three columns. */
const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

function serverColumn(column: TableColumn, index: number, now: number): ObjectColumn {
  if (isAge(column)) return ageColumn(now);
  const isNumber = column.type === "integer" || column.type === "number";
  return {
    id: `${index} ${column.name}`,
    label: column.name,
    hint: column.description,
    width: column.name === "Ready" ? "44px" : isNumber ? "minmax(64px, 0.8fr)" : "minmax(84px, 1fr)",
    end: isNumber,
    value: ({ cells }) => cells[index],
    draw: ({ cells }) => {
      const text = cellText(cells[index]);
      const time = isTime.test(text) ? Date.parse(text) : Number.NaN;
      return (
        <span className="quiet" title={Number.isNaN(time) ? text : new Date(time).toLocaleString()}>
          {Number.isNaN(time) ? text : `${formatAge(time, now)} ago`}
        </span>
      );
    },
  };
}
