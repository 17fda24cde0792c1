import { Double, type JsonObject, type JsonValue } from "./value.ts";

/** Defines how the parts of a value are printed. */
export interface JsonPrinter {
  /** Returns the text of a scalar; undefined for arrays and objects. */
  scalar(value: JsonValue): string | undefined;
  keys(object: JsonObject): readonly string[];
  quote(text: string): string;
}

/** Encodes a value of any depth, with an explicit stack of pending texts and values. */
export function encodeDeep(root: JsonValue, printer: JsonPrinter): string {
  const parts: string[] = [];
  const pending: { readonly text: string; readonly value?: JsonValue }[] = [{ text: "", value: root }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    parts.push(next.text);
    if (next.value !== undefined) for (const part of printParts(next.value, printer).toReversed()) pending.push(part);
  }
  return parts.join("");
}

function printParts(value: JsonValue, printer: JsonPrinter): { readonly text: string; readonly value?: JsonValue }[] {
  const scalar = printer.scalar(value);
  if (scalar !== undefined || typeof value !== "object" || value === null || value instanceof Double)
    return [{ text: scalar ?? "" }];
  if (isArray(value))
    return [
      ...value.map((item, i) => ({ text: i === 0 ? "[" : ",", value: item })),
      { text: value.length === 0 ? "[]" : "]" },
    ];
  const members = printer
    .keys(value)
    .map((key, i) => ({ text: `${i === 0 ? "{" : ","}${printer.quote(key)}:`, value: value[key] ?? null }));
  return [...members, { text: members.length === 0 ? "{}" : "}" }];
}

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
