import { cidrType, ipType } from "../../cel/library/network.ts";
import { quantityType } from "../../cel/library/quantity.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  nullType,
  optionalOf,
  stringType,
  timestampType,
  uintType,
  type Type,
} from "../../cel/types/type.ts";

const named: ReadonlyMap<string, Type> = new Map([
  ["bool", boolType],
  ["bytes", bytesType],
  ["double", doubleType],
  ["duration", durationType],
  ["dyn", dynType],
  ["int", intType],
  ["null", nullType],
  ["string", stringType],
  ["timestamp", timestampType],
  ["uint", uintType],
  ["google.protobuf.Duration", durationType],
  ["google.protobuf.Timestamp", timestampType],
  ["quantity", quantityType],
  ["net.IP", ipType],
  ["net.CIDR", cidrType],
]);

/** Splits at commas outside of parentheses. */
function splitParams(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === "(") depth++;
    else if (char === ")") depth--;
    else if (char === "," && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** The type of a name such as `map(string, list(int))`; undefined for what names none. */
export function parseTypeText(text: string): Type | undefined {
  const known = named.get(text.trim());
  if (known !== undefined) return known;
  const match = /^\s*(list|map|optional)\s*\((.*)\)\s*$/s.exec(text);
  if (match === null)
    return text.trim() === "list" ? listOf(dynType) : text.trim() === "map" ? mapOf(stringType, dynType) : undefined;
  const params = splitParams(match[2] ?? "").map(parseTypeText);
  const [first, second] = params;
  if (first === undefined) return undefined;
  if (match[1] !== "map")
    return params.length === 1 ? (match[1] === "list" ? listOf(first) : optionalOf(first)) : undefined;
  return second !== undefined && params.length === 2 ? mapOf(first, second) : undefined;
}
