import { isRecord } from "../apimachinery/is-record.ts";
import { humanDuration } from "../apimachinery/human-duration.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { formatLabelSelector } from "../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { TableColumn } from "../apiserver/registry/table-column.ts";
import { selectorAt, stringsOf } from "./label-selectors.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "./record.ts";

type Cell = TableColumn["cell"];

/** Returns a string column. */
export const text = (name: string, description: string, cell: Cell): TableColumn => ({
  name,
  type: "string",
  description,
  cell,
});

/** Returns an integer column. */
export const integer = (name: string, description: string, cell: Cell): TableColumn => ({
  name,
  type: "integer",
  description,
  cell,
});

/** Returns a boolean column. */
export const boolean = (name: string, description: string, cell: Cell): TableColumn => ({
  name,
  type: "boolean",
  description,
  cell,
});

/** Returns a column shown only with `-o wide` (priority 1). */
export const wide = (column: TableColumn): TableColumn => ({ ...column, priority: 1 });

export const nameColumn: TableColumn = {
  name: "Name",
  type: "string",
  format: "name",
  description: "The object's name, which is unique in its namespace.",
  cell: ({ metadata }) => metadata.name ?? "",
};

/** Formats the time elapsed since a timestamp (printers translateTimestampSince). */
export const timeSince = (time: unknown, now: number): string =>
  typeof time === "string" && time !== "" ? humanDuration(now - Date.parse(time)) : "<unknown>";

export const ageColumn: TableColumn = text("Age", "How long ago the object was created.", ({ metadata }, now) =>
  timeSince(metadata.creationTimestamp, now),
);

/** Returns the value at a path, or undefined. */
export function at(object: JsonRecord, ...path: readonly string[]): unknown {
  let value: unknown = object;
  for (const member of path) {
    if (!isRecord(value)) return undefined;
    value = value[member];
  }
  return value;
}

/** Returns the number at a path; 0 if absent. */
export const numberIn = (object: JsonRecord, ...path: readonly string[]): number => {
  const value = at(object, ...path);
  return typeof value === "number" ? value : 0;
};

/** Returns the string at a path, or `none` if it is absent or empty. */
export const stringIn = (none: string, object: JsonRecord, ...path: readonly string[]): string => {
  const value = at(object, ...path);
  return typeof value === "string" && value !== "" ? value : none;
};

/** Formats a scalar, or returns `none` if it is absent; an empty text is there, as what a pointer points to in Go. */
export const printed = (none: string, value: unknown): string =>
  value === undefined || value === null ? none : String(value);

/** Returns the number of items or members of a value. */
export const sizeOf = (value: unknown): number => {
  if (Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : 0;
};

/** Formats labels as a selector, or `<none>` (labels.FormatLabels). */
export function labelText(value: unknown): string {
  const labels = Object.entries(isRecord(value) ? stringsOf(value) : {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return labels.length === 0 ? "<none>" : labels.map(([key, label]) => `${key}=${label}`).join(",");
}

/** Formats a label selector, `<none>` if empty. */
export const selectorText = (object: JsonRecord, member: string): string =>
  formatLabelSelector(selectorAt(object, member));

/** Joins the first items of a list and appends the number of omitted items. */
export function firstOf(items: readonly string[], most: number, separator: string): string {
  const shown = items.slice(0, most).join(separator);
  return items.length > most ? `${shown} + ${items.length - most} more...` : shown;
}

/** Returns the columns for the containers of a pod template at a path. */
export function containerColumns(...path: readonly string[]): readonly TableColumn[] {
  const names = (object: KubeObject, member: "name" | "image"): JsonValue => {
    const spec = at(object, ...path, "spec");
    return isRecord(spec)
      ? recordsAt(spec, "containers")
          .map((container) => stringAt(container, member))
          .join(",")
      : "";
  };
  return [
    wide(text("Containers", "Names of each container in the template.", (object) => names(object, "name"))),
    wide(text("Images", "Images referenced by each container in the template.", (object) => names(object, "image"))),
  ];
}

/** Column for spec.selector. */
export const selectorColumn: TableColumn = wide(
  text("Selector", "Which pods belong to it.", (object) => selectorText(recordAt(object, "spec"), "selector")),
);
