import { isRecord } from "../../src/apimachinery/is-record.ts";
import { decodeJson } from "../../src/apimachinery/json/decode.ts";
import { encodeJson, encodeNumber } from "../../src/apimachinery/json/encode.ts";
import { Double, type JsonNumber, type JsonObject, type JsonValue } from "../../src/apimachinery/json/value.ts";

/** A recorded upstream result: the inputs by name, and the output. Numbers keep their exact notation. */
export type OracleRecord = {
  readonly id: string;
  readonly op?: string;
  readonly expect: unknown;
  readonly [input: string]: unknown;
};

/** Parses one line of a record file. */
export const parseRecord = (line: string): OracleRecord => decodeJson(line) as OracleRecord;

/** Returns an input of a record. Its type is not checked. */
export const input = <T>(record: OracleRecord, name: string): T => record[name] as T;

const repeats = /\{\{(.+?)\*(\d+)\}\}/gu;

const expandText = (text: string): string =>
  text.replace(repeats, (_, part: string, count: string) => part.repeat(Number(count)));

function expandValue(value: JsonValue): JsonValue {
  if (typeof value === "string") return expandText(value);
  if (isList(value)) return value.map(expandValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [expandText(key), expandValue(member)]));
}

/** Expands every `{{x*N}}` in a record to N times x. */
export const expandRepeats = (record: OracleRecord): OracleRecord => expandValue(record as JsonObject) as OracleRecord;

const isNumber = (value: unknown): value is JsonNumber =>
  typeof value === "number" || typeof value === "bigint" || value instanceof Double;
const isList = (value: unknown): value is readonly JsonValue[] => Array.isArray(value);
const isObject = (value: unknown): value is JsonObject => isRecord(value) && !isNumber(value);

/**
 * Returns the first difference between two JSON values in one line, or undefined if they are equal. Undefined members
 * count as absent.
 */
export function difference(expected: unknown, actual: unknown, path = "expect"): string | undefined {
  if (isList(expected) && isList(actual)) return listDifference(expected, actual, path);
  if (isObject(expected) && isObject(actual)) return memberDifference(expected, actual, path);
  if (
    expected === actual ||
    (isNumber(expected) && isNumber(actual) && encodeNumber(expected) === encodeNumber(actual))
  )
    return undefined;
  return `${path}: expected ${print(expected)}, got ${print(actual)}`;
}

const print = (value: unknown): string => (value === undefined ? "nothing" : encodeJson(value as JsonValue));

function listDifference(expected: readonly unknown[], actual: readonly unknown[], path: string): string | undefined {
  for (let i = 0; i < Math.max(expected.length, actual.length); i++) {
    const found = difference(expected[i], actual[i], `${path}[${i}]`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function memberDifference(expected: JsonObject, actual: JsonObject, path: string): string | undefined {
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const found = difference(expected[key], actual[key], `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
