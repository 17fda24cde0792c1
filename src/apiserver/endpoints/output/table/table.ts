import { encodeJson } from "../../../../apimachinery/json/encode.ts";
import { newBadRequest } from "../../../../apimachinery/errors.ts";
import { quoteGo } from "../../../../apimachinery/go-strings.ts";
import type { KubeObject } from "../../../../apimachinery/meta.ts";
import { escapeHtml } from "../../../codec/json/quote.ts";
import type { TableColumn, TableLayout } from "../../../registry/table-column.ts";
import type { Stored } from "../../../storage/interface.ts";
import type { RequestContext } from "../../request-context.ts";
import { fromStored, textHead, type ResourceScope } from "../../resource-scope.ts";
import type { Output } from "../output.ts";
import { representationOf, type Representation } from "../representation.ts";
import { customLayout, customScaleLayout, nativeLayout, scaleLayout } from "./standard-layouts.ts";

/** Encodes objects as rows of meta/v1 Tables. */
export interface TablePrinter {
  /** A complete table; `metadata` is its ListMeta in JSON, and `headings` includes the column definitions. */
  table(rows: readonly string[], metadata: string, headings: boolean): string;
  /** The start of a table, up to its rows. */
  opening(metadata: string, headings: boolean): string;
  rows(items: readonly Stored<KubeObject>[]): readonly string[];
  storedRow(stored: Stored<KubeObject>): string;
  /** The rank of an object among the rows; undefined if they remain in the order of their names. */
  readonly rank: ((stored: Stored<KubeObject>) => number) | undefined;
  /** The row of an object that is not stored, given with its JSON after the head of the kind. */
  row(object: KubeObject, tail: string): string;
  /** The row of a bookmark's object, which is always included. */
  bareRow(object: KubeObject, tail: string): string;
}

/** Whether objects are converted to table rows. */
export const isTable = ({ convert }: Output): boolean => convert?.kind === "Table";

/** The part of the object that each row includes: none, its metadata or all of it. */
type IncludeObject = "None" | "Metadata" | "Object";

/** Returns the `includeObject` of a request for a Table; throws a 400 error for an invalid one. */
export function includeObject({ query }: RequestContext): IncludeObject {
  const asked = query.get("includeObject")?.[0] ?? "";
  if (asked === "") return "Metadata";
  if (asked === "None" || asked === "Metadata" || asked === "Object") return asked;
  throw newBadRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${quoteGo(asked)}: must be 'Metadata', 'Object', 'None', or empty`,
  );
}

/** Creates the table printer of a request; throws a 400 error for an invalid `includeObject`. */
export function createTablePrinter(ctx: RequestContext, scope: ResourceScope, output: Output): TablePrinter {
  const version = output.convert?.version ?? "v1";
  const layout = layoutOf(scope);
  const head = textHead({ group: "meta.k8s.io", version, kind: "Table" });
  const included = includeObject(ctx);
  const rowOf = rowPrinter(layout, ctx, objectsOf(included, scope, version));
  const opening = (metadata: string, headings: boolean): string =>
    `${head}"metadata":${metadata},"columnDefinitions":${headings ? columnTexts(layout) : "null"},"rows":`;
  const storedRow = (stored: Stored<KubeObject>): string =>
    rowOf(fromStored(scope, stored.object), (as) => as.tail(stored));
  const { rank: rankOf } = layout;
  const rank = rankOf && ((stored: Stored<KubeObject>) => rankOf(fromStored(scope, stored.object)));
  return {
    table: (rows, metadata, headings) => `${opening(metadata, headings)}${rowsText(rows, layout)}}`,
    opening,
    rows: (items) =>
      (rank === undefined ? items : inOrder(items.map((stored) => [rank(stored), stored]))).map(storedRow),
    storedRow,
    rank,
    row: (object, tail) => rowOf(object, (as) => as.shorten(tail)),
    bareRow: (object, tail) =>
      rowPrinter(
        layout,
        ctx,
        objectsOf(included === "None" ? "Metadata" : included, scope, version),
      )(object, (as) => as.shorten(tail)),
  };
}

/** The JSON of the rows. As upstream, empty tables of kinds without their own columns have `null` instead of a list. */
const rowsText = (rows: readonly string[], layout: TableLayout): string =>
  rows.length === 0 && layout === nativeLayout ? "null" : `[${rows.join(",")}]`;

/** Returns the table layout of a path; the kind's own layout applies only to objects of the kind. */
function layoutOf({ definition, kind }: ResourceScope): TableLayout {
  if (kind.group === "autoscaling" && kind.kind === "Scale")
    return definition.custom === true ? customScaleLayout : scaleLayout;
  if (kind.kind === definition.kind && definition.table !== undefined) return definition.table;
  return definition.custom === true ? customLayout : nativeLayout;
}

/** Encodes the objects included in rows; undefined if they are omitted. */
interface RowObjects extends Pick<Representation, "head" | "tail"> {
  /** Reduces the JSON of the whole object to the included part. */
  shorten(tail: string): string;
}

function objectsOf(include: IncludeObject, scope: ResourceScope, version: string): RowObjects | undefined {
  if (include === "None") return undefined;
  const plain: Output = { mediaType: "application/json", pretty: false };
  const as = representationOf(
    include === "Object"
      ? plain
      : { ...plain, convert: { group: "meta.k8s.io", version, kind: "PartialObjectMetadata" } },
    scope,
  );
  return { head: as.head, tail: (stored) => as.tail(stored), shorten: (tail) => as.shorten(tail) };
}

function rowPrinter({ columns, conditions }: TableLayout, { world }: RequestContext, objects: RowObjects | undefined) {
  const now = world.now();
  return (object: KubeObject, tail: (as: RowObjects) => string): string => {
    const cells = encodeJson(columns.map((column) => column.cell(object, now)));
    const remarks = conditions?.(object) ?? [];
    const remarked = remarks.length === 0 ? "" : `,"conditions":${escapeHtml(JSON.stringify(remarks))}`;
    return `{"cells":${cells}${remarked},"object":${objects === undefined ? "null" : objects.head + tail(objects)}}`;
  };
}

/** Sorts objects by their ranks. */
export const inOrder = (
  ranked: (readonly [rank: number, stored: Stored<KubeObject>])[],
): readonly Stored<KubeObject>[] => ranked.sort(([a], [b]) => a - b).map(([, stored]) => stored);

const texts = new WeakMap<TableLayout, string>();

/** The JSON of the column definitions, with members in the order of the Go type. */
function columnTexts(layout: TableLayout): string {
  const known = texts.get(layout);
  if (known !== undefined) return known;
  const text = escapeHtml(JSON.stringify(layout.columns.filter(isDefined).map(definitionOf)));
  texts.set(layout, text);
  return text;
}

const isDefined = ({ undefinedInTable }: TableColumn): boolean => undefinedInTable !== true;

const definitionOf = ({ name, type, format = "", description = "", priority = 0 }: TableColumn) => ({
  name,
  type,
  format,
  description,
  priority,
});
