import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { isList, itemsAt, kindOf, namespaceOf, nameOf, objectAt, textAt } from "../json-access.ts";

/** What a table shows beside the server's columns. */
export interface TableOptions {
  readonly wide: boolean;
  readonly noHeaders: boolean;
  readonly withNamespace: boolean;
  /** Printed before names, `pod`; "" for none. */
  readonly kind: string;
  readonly showLabels: boolean;
  readonly columnLabels: readonly string[];
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

/** Prints tables of the server, each kind's header once (printers.HumanReadablePrinter). */
export class TablePrinter {
  readonly #options: TableOptions;
  #lastColumns = "";
  #columns: readonly Column[] = [];
  #printedHeaders = false;

  constructor(options: TableOptions) {
    this.#options = options;
  }

  /** The lines of a table, cells separated by tabs. `event` is the type of a watch event. */
  print(object: JsonObject, event?: string): string {
    const { noHeaders } = this.#options;
    if (kindOf(object) !== "Table") return this.#plain(object);
    const definitions = itemsAt(object, "columnDefinitions");
    const rows = itemsAt(object, "rows").map((row) => ({
      cells: itemsAt(row, "cells"),
      object: objectAt(row, "object"),
    }));
    const text = encodeJson(definitions);
    let headless = this.#printedHeaders && (definitions.length === 0 || text === this.#lastColumns);
    if (definitions.length > 0 && text !== this.#lastColumns) {
      this.#lastColumns = text;
      this.#columns = definitions.map(columnOf);
      headless = false;
    }
    if (rows.length > 0) this.#printedHeaders = true;
    return this.#lines(rows, headless || noHeaders, event);
  }

  /** Objects that the server does not give as a table: name and nothing else is known of them. */
  #plain(object: JsonObject): string {
    this.#columns = [
      { name: "Name", priority: 0, isName: true },
      { name: "Age", priority: 0, isName: false },
    ];
    const headless = this.#printedHeaders || this.#options.noHeaders;
    this.#printedHeaders = true;
    return this.#lines([{ cells: [nameOf(object), "<unknown>"], object }], headless, undefined);
  }

  #lines(rows: readonly Row[], headless: boolean, event: string | undefined): string {
    const { wide } = this.#options;
    if (!headless && rows.length === 0) return "";
    const columns = [...(event === undefined ? [] : [plainColumn("Event")]), ...this.#decoratedColumns()];
    const shown = columns.map(({ priority }, i) => (wide || priority === 0 ? i : -1)).filter((i) => i >= 0);
    const header = shown.map((i) => (columns[i]?.name ?? "").toUpperCase()).join("\t");
    const lines = rows.map((row) => {
      const cells = [...(event === undefined ? [] : [event.padEnd(10)]), ...this.#decoratedCells(row)];
      return shown.map((i) => cellText(cells[i])).join("\t");
    });
    return [...(headless ? [] : [header]), ...lines].map((line) => `${line}\n`).join("");
  }

  #decoratedColumns(): readonly Column[] {
    const { withNamespace, columnLabels, showLabels } = this.#options;
    return [
      ...(withNamespace ? [plainColumn("Namespace")] : []),
      ...this.#columns,
      ...columnLabels.map((label) => plainColumn(label.split("/").at(-1) ?? label)),
      ...(showLabels ? [plainColumn("Labels")] : []),
    ];
  }

  #decoratedCells({ cells, object }: Row): readonly (JsonValue | undefined)[] {
    const { withNamespace, columnLabels, showLabels, kind } = this.#options;
    const labels = columnLabels.length > 0 || showLabels ? objectAt(object, "metadata", "labels") : {};
    const nameColumn = kind === "" ? -1 : this.#columns.findIndex(({ isName }) => isName);
    return [
      ...(withNamespace ? [namespaceOf(object)] : []),
      ...this.#columns.map((_, i) => (i === nameColumn && i in cells ? `${kind}/${cellText(cells[i])}` : cells[i])),
      ...columnLabels.map((label) => textAt(labels, label)),
      ...(showLabels ? [labelsText(labels)] : []),
    ];
  }
}

const plainColumn = (name: string): Column => ({ name, priority: 0, isName: false });

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
  if (typeof cell !== "string") return goText(cell);
  const end = cell.search(/[\f\n\r]/);
  return (end < 0 ? cell : `${cell.slice(0, end)}...`).replaceAll("\u001b", "^[");
}

/** A value as Go's fmt.Sprint prints it. */
export function goText(value: JsonValue): string {
  if (value === null) return "<nil>";
  if (isList(value)) return `[${value.map(goText).join(" ")}]`;
  if (isObject(value))
    return `map[${Object.keys(value)
      .sort(compareUtf8)
      .map((key) => `${key}:${goText(value[key] ?? null)}`)
      .join(" ")}]`;
  return typeof value === "string" ? value : encodeJson(value);
}
