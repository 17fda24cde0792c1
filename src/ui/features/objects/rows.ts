import type { KubeObject } from "../../../apimachinery/meta.ts";
import { isKubeObject } from "../../data/send.ts";
import { readTable, type Table, type TableRow } from "../../data/table.ts";

/** What the list shows of an object; the object itself is not kept. */
export interface ObjectRow {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly created: number;
  readonly revision: string;
  /** The server's cells, in the order of its columns. */
  readonly cells: readonly unknown[];
  readonly labels: Readonly<Record<string, string>>;
  /** Changed while one looked. */
  readonly fresh: boolean;
  readonly leaving: boolean;
  /** The finalizers that a deletion waits for. */
  readonly finalizers: readonly string[];
}

/** The list's line for an object. */
export function rowOf({ cells, object: { metadata } }: TableRow, fresh: boolean): ObjectRow {
  const namespace = metadata.namespace ?? "";
  const name = metadata.name ?? "";
  return {
    key: `${namespace}/${name}`,
    namespace,
    name,
    fresh,
    cells,
    created: metadata.creationTimestamp === undefined ? 0 : Date.parse(metadata.creationTimestamp),
    revision: metadata.resourceVersion ?? "",
    labels: metadata.labels ?? {},
    leaving: metadata.deletionTimestamp !== undefined,
    finalizers: metadata.finalizers ?? [],
  };
}

/** The rows of an answer: of a Table, or of what the server sends for kinds that have none. */
export const tableOf = (answer: unknown, items: readonly KubeObject[]): Table =>
  readTable(answer) ?? { columns: [], rows: items.filter(isKubeObject).map((object) => ({ cells: [], object })) };

/** What a filter means: words in the name, and `key=value`, `key!=value` or `!key` on labels. */
export function rowFilter(text: string): (row: ObjectRow) => boolean {
  const tests = text
    .trim()
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== "")
    .map(testOf);
  return (row) => tests.every((test) => test(row));
}

function testOf(word: string): (row: ObjectRow) => boolean {
  const match = /^([^=!]+)(!=|==?)(.*)$/.exec(word);
  if (match !== null) {
    const [, key = "", operator, value = ""] = match;
    return (row) => (labelOf(row, key) === value) !== (operator === "!=");
  }
  if (word.startsWith("!")) return (row) => labelOf(row, word.slice(1)) === undefined;
  return (row) => row.key.toLowerCase().includes(word);
}

const labelOf = (row: ObjectRow, key: string): string | undefined => row.labels[key]?.toLowerCase();

/** By namespace, then name: as the server orders them. */
export const byKey = (a: ObjectRow, b: ObjectRow): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/** By what rows are sorted, and which way. */
export interface RowOrder {
  readonly value: (row: ObjectRow) => unknown;
  readonly descending: boolean;
}

const collator = new Intl.Collator("en", { numeric: true });

/** Rows in another order: numbers by size, everything else as text in which numbers count. */
export function sortedRows(rows: readonly ObjectRow[], { value, descending }: RowOrder): readonly ObjectRow[] {
  const sign = descending ? -1 : 1;
  return rows.toSorted((a, b) => sign * compare(value(a), value(b)));
}

const compare = (a: unknown, b: unknown): number =>
  typeof a === "number" && typeof b === "number" ? a - b : collator.compare(cellText(a), cellText(b));

/** A cell as it is shown. */
export const cellText = (cell: unknown): string =>
  cell === null || cell === undefined ? "" : typeof cell === "object" ? JSON.stringify(cell) : String(cell);
