import { decodeJson, decodeJsonReporting } from "../apimachinery/json/decode.ts";
import { PiecewiseParser } from "../apimachinery/json/piecewise-parser.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { LongText } from "../apimachinery/long-text.ts";
import { forEachKept, keptObject, keptValue, paceRunning, phase, runningWork } from "./work.ts";

/** Decodes JSON as `decodeJson` does; in a large computation with pauses. Throws JsonSyntaxError. */
export const decodeLongJson = (text: string): JsonValue =>
  runningWork() === undefined
    ? decodeJson(text)
    : keptValue(() => decodeJsonReporting(text, { phase, step: paceRunning }).value);

/** Decodes JSON as `JSON.parse` does; in a large computation with pauses. */
export function parseLongJson(text: string): JsonValue {
  if (runningWork() === undefined) return JSON.parse(text) as JsonValue;
  return keptValue(() => keptObject(() => new PiecewiseParser(text)).parse(paceRunning) ?? JSON.parse(text));
}

/**
 * Encodes a value that any code has made, as `JSON.stringify` does; in a large computation with pauses. Throws what
 * that throws: for circles, for a bigint.
 */
export const stringifyLong = (value: unknown): string | undefined =>
  runningWork() === undefined ? JSON.stringify(value) : stringifyParts(value, 0);

/** From this number of items or members on, there are pauses between them. */
const manyParts = 100;
/** The depth beyond which values are encoded at once: they may be circles. */
const deepest = 50;

function stringifyParts(value: unknown, depth: number): string | undefined {
  if (typeof value !== "object" || value === null || "toJSON" in value || depth > deepest) return JSON.stringify(value);
  const items: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined;
  if (items === undefined && !isPlain(value)) return JSON.stringify(value);
  const names = items === undefined ? keptObject(() => Object.keys(value)) : undefined;
  const members = value as Readonly<Record<string, unknown>>;
  const add = (made: LongText, i: number): void => {
    const name = names?.[i] ?? "";
    const text = stringifyParts(names === undefined ? items?.[i] : members[name], depth + 1);
    if (text === undefined && names !== undefined) return;
    made.add(`${made.isEmpty ? "" : ","}${names === undefined ? "" : `${JSON.stringify(name)}:`}${text ?? "null"}`);
  };
  const count = names?.length ?? items?.length ?? 0;
  const text = count < manyParts ? addAll(count, add) : forEachKept(count, () => new LongText(), add).toString();
  return names === undefined ? `[${text}]` : `{${text}}`;
}

function addAll(count: number, add: (made: LongText, i: number) => void): string {
  const made = new LongText();
  for (let i = 0; i < count; i++) add(made, i);
  return made.toString();
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
