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
  structOf,
  timestampType,
  typeType,
  uintType,
  type Type,
} from "../../../src/cel/types/type.ts";
import { ipType, cidrType } from "../../../src/cel/library/network.ts";

const named: Readonly<Record<string, Type>> = {
  bool: boolType,
  bytes: bytesType,
  double: doubleType,
  duration: durationType,
  dyn: dynType,
  int: intType,
  null: nullType,
  null_type: nullType,
  string: stringType,
  timestamp: timestampType,
  type: typeType,
  uint: uintType,
  "net.IP": ipType,
  "net.CIDR": cidrType,
};

/** Parses a type in the notation of the records: `map(string, list(int))`. */
export function parseType(text: string): Type {
  const open = text.indexOf("(");
  if (open < 0) return named[text.trim()] ?? structOf(text.trim());
  const params = splitParams(text.slice(open + 1, text.lastIndexOf(")"))).map(parseType);
  const [first = dynType, second = dynType] = params;
  const name = text.slice(0, open).trim();
  if (name === "list") return listOf(first);
  return name === "map" ? mapOf(first, second) : optionalOf(first);
}

function splitParams(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const [i, char] of Array.from(text).entries()) {
    if (char === "(") depth++;
    if (char === ")") depth--;
    if (char === "," && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, text.slice(start)];
}
