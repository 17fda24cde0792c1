import { Double, type JsonValue } from "../../../apimachinery/json/value.ts";
import { call, type Walk } from "../../../apimachinery/walk.ts";
import { walkRunning } from "../../../component-base/work.ts";
import type { Schema } from "../../schema/schema.ts";
import { setMember } from "../../../apimachinery/json/members.ts";

/** An object with duplicate members, in document order. Used by decoders only. */
export class RepeatedMembers {
  readonly entries: readonly (readonly [name: string, value: Document])[];
  constructor(entries: readonly (readonly [name: string, value: Document])[]) {
    this.entries = entries;
  }
}

/** A parsed document that retains duplicate members. */
export type Document = JsonValue | RepeatedMembers | readonly Document[] | { readonly [name: string]: Document };

const token = /[ \t\n\r]*("(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s,:{}[\]"]+)/y;

/** Splits valid JSON into tokens, one at a time. */
class Tokens {
  readonly #text: string;
  #next: string;

  constructor(text: string) {
    this.#text = text;
    token.lastIndex = 0;
    this.#next = token.exec(text)?.[1] ?? "";
  }

  peek(): string {
    return this.#next;
  }

  take(): string {
    const taken = this.#next;
    const at = token.lastIndex;
    this.#next = token.exec(this.#text)?.[1] ?? "";
    if (this.#next === "") token.lastIndex = at;
    return taken;
  }
}

/** Parses a valid document, keeping duplicate members. Used only for the rare documents that have any. */
export function parseRepeatedMembers(text: string): Document {
  return walkRunning(() => parseValue(new Tokens(text)));
}

function* parseValue(tokens: Tokens): Walk<Document> {
  const first = tokens.take();
  if (first === "{") return yield* parseObject(tokens);
  if (first === "[") return yield* parseArray(tokens);
  return parseScalar(first);
}

function* parseArray(tokens: Tokens): Walk<readonly Document[]> {
  const items: Document[] = [];
  while (tokens.peek() !== "]") {
    items.push(yield* call(parseValue(tokens)));
    if (tokens.peek() === ",") tokens.take();
  }
  tokens.take();
  return items;
}

function* parseObject(tokens: Tokens): Walk<Document> {
  const entries: [string, Document][] = [];
  while (tokens.peek() !== "}") {
    const name = String(parseScalar(tokens.take()));
    tokens.take();
    entries.push([name, yield* call(parseValue(tokens))]);
    if (tokens.peek() === ",") tokens.take();
  }
  tokens.take();
  if (new Set(entries.map(([name]) => name)).size < entries.length) return new RepeatedMembers(entries);
  return objectOf(entries);
}

function objectOf(entries: Iterable<readonly [string, Document]>): { readonly [name: string]: Document } {
  const object: Record<string, Document> = {};
  for (const [name, value] of entries) setMember(object, name, value);
  return object;
}

function parseScalar(literal: string): JsonValue {
  if (literal.startsWith('"')) return String(JSON.parse(literal)).toWellFormed();
  if (literal === "null") return null;
  if (literal === "true" || literal === "false") return literal === "true";
  return parseNumber(literal);
}

const maxInt64 = 2n ** 63n - 1n;

function parseNumber(literal: string): JsonValue {
  const value = Number(literal);
  if (!/^-?\d+$/.test(literal)) return Number.isInteger(value) ? new Double(value) : value;
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  const integer = BigInt(literal);
  return integer > maxInt64 || integer < -maxInt64 - 1n ? new Double(value) : integer;
}

/** Resolves duplicate members as Go's interface{} does: the last one counts. */
export const lastOfRepeated = (document: Document): JsonValue => walkRunning(() => withLast(document));

function* withLast(document: Document): Walk<JsonValue> {
  if (document instanceof RepeatedMembers) return yield* withLast(objectOf(document.entries));
  if (isItems(document)) {
    const items: JsonValue[] = [];
    for (const item of document) items.push(yield* call(withLast(item)));
    return items;
  }
  if (typeof document !== "object" || document === null || document instanceof Double) return document as JsonValue;
  const object: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(document)) setMember(object, name, yield* call(withLast(value)));
  return object;
}

const isItems = (document: Document): document is readonly Document[] => Array.isArray(document);

/**
 * Returns the result of decoding `second` into a value that was decoded from `first`: structs and lists of structs keep
 * members that `second` does not set, maps keep other entries, and null changes nothing in types that cannot be nil.
 * `{"a":1},{"b":2}` is `{"a":1,"b":2}`.
 */
export function decodeOver(schema: Schema, pointer: boolean, first: Document, second: Document): Document {
  if (second === null) return pointer || schema.kind !== "object" ? keepScalar(schema, pointer, first) : first;
  if (schema.kind === "object" && isMembers(first) && isMembers(second))
    return mergeFields(schema, entriesOf(first), entriesOf(second));
  if (schema.kind === "map" && isMembers(first) && isMembers(second))
    return objectOf([...entriesOf(first), ...entriesOf(second)]);
  if (schema.kind === "list" && Array.isArray(first) && Array.isArray(second)) {
    return second.map((item: Document, i) =>
      i < first.length ? decodeOver(schema.items.schema, false, first[i] ?? null, item) : item,
    );
  }
  return second;
}

const keepScalar = (schema: Schema, pointer: boolean, first: Document): Document =>
  !pointer && schema.kind === "scalar" && ["string", "bool", "int32", "int64", "float64"].includes(schema.type)
    ? first
    : null;

function mergeFields(
  schema: Schema & { kind: "object" },
  first: readonly (readonly [string, Document])[],
  second: readonly (readonly [string, Document])[],
): Document {
  const merged = new Map<string, Document>();
  for (const [name, value] of [...first, ...second]) {
    const field = schema.field(name);
    const before = merged.get(name);
    merged.set(name, before === undefined || !field ? value : decodeOver(field.schema, field.pointer, before, value));
  }
  return objectOf(merged);
}

const isMembers = (document: Document): document is RepeatedMembers | { readonly [name: string]: Document } =>
  typeof document === "object" && document !== null && !Array.isArray(document) && !(document instanceof Double);

const entriesOf = (
  document: RepeatedMembers | { readonly [name: string]: Document },
): readonly (readonly [string, Document])[] =>
  document instanceof RepeatedMembers ? document.entries : Object.entries(document);
