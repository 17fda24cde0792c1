import { humanDuration } from "../../apimachinery/human-duration.ts";
import { type Found, GoInteger, printFound } from "../../apimachinery/jsonpath/found.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import { asJson, type KubeObject } from "../../apimachinery/meta.ts";
import { TimeParseError } from "../../apimachinery/time-parse.ts";
import { parseTime } from "../../apimachinery/time.ts";
import type { TableColumn, TableLayout } from "../../apiserver/registry/table-column.ts";
import { toFloat } from "../../apiserver/schema/validation/json-type.ts";
import type { Version } from "../../apis/apiextensions/definition.ts";
import { compilePath } from "./compile-path.ts";

type ColumnSpec = NonNullable<Version["additionalPrinterColumns"]>[number];

const columnTypes: readonly TableColumn["type"][] = ["string", "integer", "number", "boolean", "date"];

const nameColumn: TableColumn = {
  name: "Name",
  type: "string",
  format: "name",
  description: "The object's name, which is unique in its namespace.",
  cell: ({ metadata }) => metadata.name ?? "",
};

/**
 * Returns the columns of a version, after the name; undefined if it has none. The first one that cannot be parsed ends
 * them (tableconvertor.New).
 */
export function tableLayoutOf({ additionalPrinterColumns = [] }: Version): TableLayout | undefined {
  if (additionalPrinterColumns.length === 0) return undefined;
  const columns = [nameColumn];
  for (const spec of additionalPrinterColumns) {
    const find = compilePath(spec.jsonPath);
    if (find === undefined) break;
    columns.push(columnOf(spec, find));
  }
  return { columns };
}

function columnOf(
  { name, type, format, description, priority, jsonPath }: ColumnSpec,
  find: (object: JsonValue) => Found,
): TableColumn {
  const columnType = columnTypes.find((known) => known === type) ?? "string";
  return {
    name,
    type: columnType,
    ...(format && { format }),
    description: description || `Custom resource definition column (in JSONPath format): ${jsonPath}`,
    ...(priority && { priority }),
    cell: (object: KubeObject, now) => cellOf(columnType, find(asJson(object)), now), // custom resources are plain JSON
  };
}

/** Returns the cell for a found value in a column of this type (tableconvertor.ConvertToTable). */
function cellOf(type: TableColumn["type"], found: Found, now: number): JsonValue {
  if (found === undefined) return null;
  if (type === "string") return found === null ? "<no value>" : printFound(found);
  return found instanceof GoInteger ? null : typedCell(type, found, now);
}

/** Returns the cell of a column that does not print texts (tableconvertor cellForJSONValue). */
function typedCell(type: Exclude<TableColumn["type"], "string">, value: JsonValue, now: number): JsonValue {
  switch (type) {
    case "integer":
      return typeof value === "bigint" ? value : truncated(value);
    case "number":
      return toFloat(value) ?? null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "date":
      return typeof value === "string" ? printAge(value, now) : null;
  }
}

/** Converts a number as Go converts floats to int64: those out of range become the smallest one, as on amd64. */
const truncated = (value: JsonValue): number | bigint | null => {
  const number = toFloat(value);
  if (number === undefined) return null;
  return Math.abs(number) < 2 ** 63 ? Math.trunc(number) : -(2n ** 63n);
};

function printAge(text: string, now: number): string {
  if (text === "" || text === "null") return "<unknown>"; // metav1.Time.UnmarshalQueryParameter
  try {
    return humanDuration(now - parseTime(text));
  } catch (err) {
    if (err instanceof TimeParseError) return "<invalid>";
    throw err;
  }
}
