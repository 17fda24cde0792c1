import { BoundedMap } from "../../../apimachinery/bounded-map.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { summarize, type Summary } from "../../../diagnosis/summarize.ts";
import { actionsOn } from "../../actions/action-table.ts";
import type { SubjectKind } from "../../actions/action.ts";
import { isKubeObject } from "../../data/send.ts";
import { readTable, type Table, type TableRow } from "../../data/table.ts";

/** The data of a list row. The object itself is not kept. */
export interface ObjectRow {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly created: number;
  readonly revision: string;
  /** The cells returned by the server, in column order. */
  readonly cells: readonly unknown[];
  readonly labels: Readonly<Record<string, string>>;
  /** The object changed while the list was open. */
  readonly fresh: boolean;
  readonly leaving: boolean;
  /** The finalizers that block the deletion. */
  readonly finalizers: readonly string[];
  /** The state of the object; undefined for kinds whose objects have none. */
  readonly summary: Summary | undefined;
  /** The ids of the actions that are of use to the object; undefined if its state is not known. */
  readonly offers: readonly string[] | undefined;
}

/** Converts a table row of the server to a list row. It has the whole object where the kind has a state. */
export function rowOf({ cells, object }: TableRow, fresh: boolean, kind?: SubjectKind): ObjectRow {
  const { metadata } = object;
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
    summary: kind === undefined ? undefined : summarize(object),
    offers: kind === undefined ? undefined : sharedOffers(actionsOn({ kind, object }).map(({ id }) => id)),
  };
}

const knownOffers = new BoundedMap<string, readonly string[]>(256);

/** Thousands of rows offer the same few combinations of actions. */
function sharedOffers(ids: readonly string[]): readonly string[] {
  const key = ids.join(" ");
  const known = knownOffers.get(key) ?? ids;
  knownOffers.set(key, known);
  return known;
}

/** Returns the rows of a response, which is a Table or, for kinds without one, a plain list. */
export const tableOf = (answer: unknown, items: readonly KubeObject[]): Table =>
  readTable(answer) ?? { columns: [], rows: items.filter(isKubeObject).map((object) => ({ cells: [], object })) };

/** Compiles a filter: words match the namespace and name; `key=value`, `key!=value` and `!key` match labels. */
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

/** Compares by namespace, then by name, as the server does. */
export const byKey = (a: ObjectRow, b: ObjectRow): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/** The sort key and direction of rows. */
export interface RowOrder {
  readonly value: (row: ObjectRow) => unknown;
  readonly descending: boolean;
}

const collator = new Intl.Collator("en", { numeric: true });

/** Sorts rows: numbers numerically, other values as text with natural number order. */
export function sortedRows(rows: readonly ObjectRow[], { value, descending }: RowOrder): readonly ObjectRow[] {
  const sign = descending ? -1 : 1;
  return rows.toSorted((a, b) => sign * compare(value(a), value(b)));
}

const compare = (a: unknown, b: unknown): number =>
  typeof a === "number" && typeof b === "number" ? a - b : collator.compare(cellText(a), cellText(b));

/** Formats a cell. */
export const cellText = (cell: unknown): string =>
  cell === null || cell === undefined ? "" : typeof cell === "object" ? JSON.stringify(cell) : String(cell);
