import { isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { isList } from "../../apiserver/schema/structural/json-tree.ts";
import { compileFilter } from "./json-path-filter.ts";

/** Goes from values to what a step finds in them. */
export type PathStep = (values: readonly JsonValue[]) => readonly JsonValue[];

/** A path that nobody can read. */
export class JsonPathError extends Error {
  override readonly name = "JsonPathError";
}

/**
 * Everything that a path finds in a value; members that are not there are no error (client-go jsonpath with
 * AllowMissingKeys). Throws JsonPathError.
 */
export function compileJsonPath(text: string): (value: JsonValue) => readonly JsonValue[] {
  const end = text.indexOf("}"); // upstream reads the path between braces
  const steps = parseSteps(end < 0 ? text : text.slice(0, end));
  return (value) => steps.reduce((values, step) => step(values), [value] as readonly JsonValue[]);
}

const each =
  (find: (value: JsonValue) => readonly JsonValue[]): PathStep =>
  (values) =>
    values.flatMap(find);

/** The steps of a path, from its start on. */
function parseSteps(text: string): readonly PathStep[] {
  const steps: PathStep[] = [];
  for (let at = 0; at < text.length;) {
    const { step, end } = text[at] === "[" ? parseBracket(text, at) : parseField(text, at);
    steps.push(...step);
    at = end;
  }
  return steps;
}

interface Parsed {
  readonly step: readonly PathStep[];
  readonly end: number;
}

const terminators = ".[]{}$@, ";

function parseField(text: string, start: number): Parsed {
  if (text[start] === " ") return { step: [() => []], end: text.length }; // what stands behind a space leads nowhere
  if (text[start] !== ".") throw new JsonPathError(`unrecognized character in action: ${text[start]}`);
  if (text[start + 1] === ".") return { step: [each(descend)], end: text[start + 2] === "[" ? start + 2 : start + 1 };
  let name = "";
  let at = start + 1;
  for (; at < text.length && !terminators.includes(text[at] ?? ""); at++) {
    if (text[at] === "\\") at++;
    name += text[at] ?? "";
  }
  if (name === "") return { step: [], end: at };
  return { step: [name === "*" ? each(childrenOf) : each((value) => member(value, name))], end: at };
}

const member = (value: JsonValue, name: string): readonly JsonValue[] =>
  isObject(value) && Object.hasOwn(value, name) ? [value[name] ?? null] : [];

function childrenOf(value: JsonValue): readonly JsonValue[] {
  if (isList(value)) return value;
  return isObject(value)
    ? Object.keys(value)
        .sort(compareUtf8)
        .map((name) => value[name] ?? null)
    : [];
}

const descend = (value: JsonValue): readonly JsonValue[] => [value, ...childrenOf(value).flatMap(descend)];

function parseBracket(text: string, start: number): Parsed {
  const end = closingBracket(text, start);
  return { step: compileBracket(text.slice(start + 1, end)), end: end + 1 };
}

/** Brackets within quotes do not count. */
function closingBracket(text: string, start: number): number {
  let quote = "";
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at] ?? "";
    if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === "]") return at;
  }
  throw new JsonPathError("unterminated array");
}

const quoted = /^'([^']*)'$/;
const filter = /^\?\((.*)\)$/;

function compileBracket(inner: string): readonly PathStep[] {
  const name = quoted.exec(inner)?.[1];
  if (name !== undefined) return parseSteps(`.${name}`);
  const condition = filter.exec(inner)?.[1];
  if (condition !== undefined) {
    const holds = compileFilter(condition, parseSteps);
    return [each((value) => (isList(value) ? value.filter(holds) : []))];
  }
  const ranges = (inner === "*" ? ":" : inner).split(",").map(parseRange);
  return [each((value) => (isList(value) ? ranges.flatMap((range) => range(value)) : []))];
}

const rangeForm = /^(-?\d*)(?:(:)(-?\d*)(?::(-?\d*))?)?$/;

/** `n`, `from:to` or `from:to:step`; numbers below 0 count from the end. */
function parseRange(text: string): (items: readonly JsonValue[]) => readonly JsonValue[] {
  const [, first, colon, last = "", step = ""] = rangeForm.exec(text.trim()) ?? [];
  if (first === undefined || (first === "" && colon === undefined))
    throw new JsonPathError(`invalid array index ${text}`);
  const from = (items: readonly JsonValue[]): number => fromEnd(Number(first || 0), items);
  if (colon === undefined) return (items) => items.slice(from(items), from(items) + 1);
  const to = (items: readonly JsonValue[]): number => (last === "" ? items.length : fromEnd(Number(last), items));
  return (items) => items.slice(from(items), to(items)).filter((_, i) => i % Math.max(1, Number(step || 1)) === 0);
}

const fromEnd = (index: number, items: readonly JsonValue[]): number =>
  index < 0 ? Math.max(0, index + items.length) : index;
