import { decodeJson, decodeJsonReporting } from "../apimachinery/json/decode.ts";
import { PiecewiseParser } from "../apimachinery/json/piecewise-parser.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { keptObject, keptValue, paceRunning, phase, runningWork } from "./work.ts";

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
