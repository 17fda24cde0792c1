import { isRecord } from "../../apimachinery/is-record.ts";
import { textOf } from "../../apimachinery/text-of.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isKubeObject } from "./send.ts";

/** The Accept header for Tables, with plain JSON as fallback for resources that have none. */
export const acceptTable = "application/json;as=Table;g=meta.k8s.io;v=v1,application/json";

/** A column of a Table. Columns with a priority above 0 are shown in wide tables only. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
}

/** A row of a Table: its cells, and the metadata of the object. */
export interface TableRow {
  readonly cells: readonly unknown[];
  readonly object: KubeObject;
}

/** A meta.k8s.io Table. In a watch, only the first event carries columns. */
export interface Table {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
}

/** Parses a Table; undefined for anything else. */
export function readTable(value: unknown): Table | undefined {
  if (!isRecord(value) || value["kind"] !== "Table") return undefined;
  return {
    columns: listOf(value["columnDefinitions"]).flatMap(readColumn),
    rows: listOf(value["rows"]).flatMap(readRow),
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function readColumn(value: unknown): TableColumn[] {
  if (!isRecord(value)) return [];
  const { name, type, format, description, priority } = value;
  return [
    {
      name: textOf(name),
      type: textOf(type),
      format: textOf(format),
      description: textOf(description),
      priority: typeof priority === "number" ? priority : 0,
    },
  ];
}

const readRow = (value: unknown): TableRow[] =>
  isRecord(value) && isKubeObject(value["object"]) ? [{ cells: listOf(value["cells"]), object: value["object"] }] : [];
