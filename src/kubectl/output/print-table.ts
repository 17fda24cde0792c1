import { pushAll } from "../../apimachinery/long-lists.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import { printGoValue } from "../../apimachinery/go-values.ts";
import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { itemsAt, kindOf, namespaceOf, nameOf, objectAt, textAt } from "../json-access.ts";
import { type Cells, cellsOf } from "./tab-writer.ts";

/** What a table shows beside the server's columns. */
export interface TableOptions {
  readonly wide: boolean;
  readonly noHeaders: boolean;
  readonly withNamespace: boolean;
  /** Printed before names, `pod`; "" for none. */
  readonly kind: string;
  readonly showLabels: boolean;
  readonly columnLabels: readonly string[];
  /** The age of an object that the server does not give as a table. */
  readonly ageOf: (object: JsonObject) => string;
}

interface Column {
  readonly name: string;
  readonly priority: number;
  readonly isName: boolean;
}

interface Row {
  readonly cells: readonly (JsonValue | undefined)[];
  readonly object: JsonValue | undefined;
}

/** A column that is printed: its title, and its cell of a row. */
interface ShownColumn {
  readonly title: string;
  readonly cell: (row: Row) => string;
}

/** Prints tables of the server, each kind's header once (printers.HumanReadablePrinter). */
export class TablePrinter {
  readonly #options: TableOptions;
  #lastColumns = "";
  #columns: readonly Column[] = [];
  #printedHeaders = false;

  constructor(options: TableOptions) {
    this.#options = options;
  }

  /** The lines of a table as their cells. `event` is the type of a watch event. */
  lines(object: JsonObject, event?: string): readonly Cells[] {
    const { noHeaders } = this.#options;
    if (kindOf(object) !== "Table") return this.#plain(object);
    const definitions = itemsAt(object, "columnDefinitions");
    const rows = itemsAt(object, "rows");
    const text = encodeJson(definitions);
    let headless = this.#printedHeaders && (definitions.length === 0 || text === this.#lastColumns);
    if (definitions.length > 0 && text !== this.#lastColumns) {
      this.#lastColumns = text;
      this.#columns = definitions.map(columnOf);
      headless = false;
    }
    if (rows.length > 0) this.#printedHeaders = true;
    return this.#lines(rows.map(rowOf), headless || noHeaders, event);
  }

  /** Objects that the server does not give as a table: name and nothing else is known of them. */
  #plain(object: JsonObject): readonly Cells[] {
    this.#columns = [
      { name: "Name", priority: 0, isName: true },
      { name: "Age", priority: 0, isName: false },
    ];
    const headless = this.#printedHeaders || this.#options.noHeaders;
    this.#printedHeaders = true;
    return this.#lines([{ cells: [nameOf(object), this.#options.ageOf(object)], object }], headless, undefined);
  }

  #lines(rows: readonly Row[], headless: boolean, event: string | undefined): readonly Cells[] {
    if (!headless && rows.length === 0) return [];
    const shown = [...(event === undefined ? [] : [eventColumn(event)]), ...this.#shownColumns()];
    const lines: Cells[] = headless ? [] : [...linesOf(shown.map(({ title }) => title))];
    for (const row of rows) pushAll(lines, linesOf(shown.map(({ cell }) => cell(row))));
    return lines;
  }

  #shownColumns(): readonly ShownColumn[] {
    const { wide, withNamespace, columnLabels, showLabels, kind } = this.#options;
    const nameColumn = kind === "" ? -1 : this.#columns.findIndex(({ isName }) => isName);
    const own = this.#columns.map(({ name, priority }, i) => ({
      title: name.toUpperCase(),
      isShown: wide || priority === 0,
      cell: ({ cells }: Row) => (i === nameColumn && i in cells ? `${kind}/${cellText(cells[i])}` : cellText(cells[i])),
    }));
    const labels = ({ object }: Row): JsonObject => objectAt(object, "metadata", "labels");
    return [
      ...(withNamespace ? [{ title: "NAMESPACE", cell: ({ object }: Row) => cellText(namespaceOf(object)) }] : []),
      ...own.filter(({ isShown }) => isShown),
      ...columnLabels.map((label) => ({
        title: (label.split("/").at(-1) ?? label).toUpperCase(),
        cell: (row: Row) => cellText(textAt(labels(row), label)),
      })),
      ...(showLabels ? [{ title: "LABELS", cell: (row: Row) => cellText(labelsText(labels(row))) }] : []),
    ];
  }
}

const eventColumn = (event: string): ShownColumn => ({ title: "EVENT", cell: () => event.padEnd(8) });

const rowOf = (row: JsonValue): Row => ({ cells: itemsAt(row, "cells"), object: objectAt(row, "object") });

/** The lines that cells make: tabs and line ends within them end cells and lines, too. */
const linesOf = (cells: Cells): readonly Cells[] =>
  cells.some((cell) => /[\t\n]/.test(cell)) ? cellsOf(cells.join("\t")) : [cells];

const columnOf = (definition: JsonValue): Column => ({
  name: textAt(definition, "name"),
  priority: Number(textAt(definition, "priority") || 0),
  isName: textAt(definition, "format") === "name" && textAt(definition, "type") === "string",
});

/** Labels as one text, `<none>` for none. */
export function labelsText(labels: JsonObject): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${String(value)}`);
  return pairs.length === 0 ? "<none>" : pairs.sort(compareUtf8).join(",");
}

function cellText(cell: JsonValue | undefined): string {
  if (cell === undefined || cell === null) return "";
  if (typeof cell !== "string") return printGoValue(cell);
  const end = cell.search(/[\f\n\r]/);
  if (end < 0 && !cell.includes("\u001b")) return cell;
  return (end < 0 ? cell : `${cell.slice(0, end)}...`).replaceAll("\u001b", "^[");
}
