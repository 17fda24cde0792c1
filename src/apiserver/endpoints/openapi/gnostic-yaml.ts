import { encodeNumber } from "../../../apimachinery/json/encode.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { styleOf } from "../../codec/yaml/scalar-style.ts";

/** Columns of one level; items of a sequence stand two behind their dash. */
const step = 4;

/** Texts that only YAML 1.1 takes for booleans: go-yaml v3 leaves them as they are. */
const oldBooleans = new Set([
  "y",
  "Y",
  "yes",
  "Yes",
  "YES",
  "n",
  "N",
  "no",
  "No",
  "NO",
  "on",
  "On",
  "ON",
  "off",
  "Off",
  "OFF",
]);

/** The next column that levels are aligned to. */
const nextLevel = (column: number): number => step * Math.floor((column + step) / step);

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

/** A value in block YAML, as gnostic keeps values it does not know (compiler.Marshal, by go-yaml v3). */
export const gnosticYaml = (value: JsonValue): string => block(value, 0) ?? `${scalar(value, 0)}\n`;

/**
 * Lines of a list or mapping, the first of which stands where the caller has begun it; undefined for one that is empty
 * and for scalars.
 */
function block(value: JsonValue, column: number): string | undefined {
  if (isList(value) && value.length > 0) return sequence(value, column);
  return isObject(value) && Object.keys(value).length > 0 ? mapping(value, column) : undefined;
}

function mapping(object: JsonObject, column: number): string {
  const margin = " ".repeat(column);
  return Object.entries(object)
    .map(([key, value]) => `${scalar(key, column)}:${member(value ?? null, column)}`)
    .join(margin);
}

function member(value: JsonValue, column: number): string {
  const inner = nextLevel(column);
  const lines = block(value, inner);
  return lines === undefined ? ` ${scalar(value, inner)}\n` : `\n${" ".repeat(inner)}${lines}`;
}

function sequence(items: readonly JsonValue[], column: number): string {
  return items.map((item) => `- ${sequenceItem(item, column + 2)}`).join(" ".repeat(column));
}

const sequenceItem = (item: JsonValue, column: number): string =>
  block(item, column) ?? `${scalar(item, nextLevel(column - 2))}\n`;

/** A scalar, or an empty list or mapping; lines of a text stand at `column`. */
function scalar(value: JsonValue, column: number): string {
  if (isList(value)) return "[]";
  if (isObject(value)) return "{}";
  if (typeof value === "string") return text(value, column);
  return value === null ? "null" : typeof value === "boolean" ? String(value) : encodeNumber(value);
}

function text(value: string, column: number): string {
  if (oldBooleans.has(value)) return value;
  switch (styleOf(value, false)) {
    case "plain":
      return value;
    case "single":
      return `'${value.replaceAll("'", "''")}'`;
    case "double":
      return JSON.stringify(value);
    case "literal":
      return literal(value, column);
  }
}

/** `|` with how many breaks the text ends with, and a hint where it begins with a space. */
function literal(value: string, column: number): string {
  const hint = value.startsWith(" ") || value.startsWith("\n") ? String(step) : "";
  const chomping = !value.endsWith("\n") ? "-" : value === "\n" || value.endsWith("\n\n") ? "+" : "";
  const body = value.endsWith("\n") ? value.slice(0, -1) : value;
  return `|${hint}${chomping}\n${body
    .split("\n")
    .map((line) => (line === "" ? "" : " ".repeat(column) + line))
    .join("\n")}`;
}
