import { humanDuration } from "../../apimachinery/human-duration.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import { Double, type JsonValue } from "../../apimachinery/json/value.ts";
import { asJson, type KubeObject } from "../../apimachinery/meta.ts";
import { TimeParseError } from "../../apimachinery/time-parse.ts";
import { parseTime } from "../../apimachinery/time.ts";
import type { TableColumn, TableLayout } from "../../apiserver/registry/table-column.ts";
import { toFloat } from "../../apiserver/schema/validation/json-type.ts";
import type { Version } from "../../apis/apiextensions/definition.ts";
import { compileJsonPath, JsonPathError } from "./json-path.ts";
import { printGoValue } from "./print-go-value.ts";

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
 * Returns the columns of a version, after the name; undefined if it has none or if one cannot be parsed
 * (tableconvertor.New).
 */
export function tableLayoutOf({ additionalPrinterColumns }: Version): TableLayout | undefined {
  if (additionalPrinterColumns === undefined || additionalPrinterColumns.length === 0) return undefined;
  try {
    return { columns: [nameColumn, ...additionalPrinterColumns.map(columnOf)] };
  } catch (err) {
    if (err instanceof JsonPathError) return undefined;
    throw err;
  }
}

function columnOf({ name, type, format, description, priority, jsonPath }: ColumnSpec): TableColumn {
  const find = compileJsonPath(jsonPath);
  const columnType = columnTypes.find((known) => known === type) ?? "string";
  return {
    name,
    type: columnType,
    ...(format && { format }),
    description: description || `Custom resource definition column (in JSONPath format): ${jsonPath}`,
    ...(priority && { priority }),
    cell(object: KubeObject, now) {
      const [value] = find(asJson(object)); // custom resources are plain JSON
      return value === undefined ? null : cellOf(columnType, value, now);
    },
  };
}

/** Returns the cell for a value in a column of this type (tableconvertor cellForJSONValue). */
function cellOf(type: TableColumn["type"], value: JsonValue, now: number): JsonValue {
  switch (type) {
    case "string":
      return printText(value);
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

function printText(value: JsonValue): string {
  if (value === null) return "<no value>";
  if (typeof value === "string") return value;
  return typeof value === "object" && !(value instanceof Double) ? encodeJson(value) : printGoValue(value);
}

function printAge(text: string, now: number): string {
  if (text === "") return "<unknown>";
  try {
    return humanDuration(now - parseTime(text));
  } catch (err) {
    if (err instanceof TimeParseError) return "<invalid>";
    throw err;
  }
}
