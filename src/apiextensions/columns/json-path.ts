import { isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { isList } from "../../apiserver/schema/structural/json-tree.ts";
import { deepEqual } from "../../apiserver/schema/validation/deep-equal.ts";
import { toFloat } from "../../apiserver/schema/validation/json-type.ts";

type Steps = readonly ((values: readonly JsonValue[]) => readonly JsonValue[])[];

const operator = /^((?:[^"'<>=!]|"[^"]*"|'[^']*')*?)(==|!=|<=|>=|<|>)(.*)$/;

const compare: Readonly<Record<string, (a: JsonValue, b: JsonValue) => boolean>> = {
  "==": (a, b) => same(a, b),
  "!=": (a, b) => !same(a, b),
  "<": (a, b) => order(a, b) < 0,
  "<=": (a, b) => order(a, b) <= 0,
  ">": (a, b) => order(a, b) > 0,
  ">=": (a, b) => order(a, b) >= 0,
};

const same = (a: JsonValue, b: JsonValue): boolean =>
  deepEqual(a, b) || (toFloat(a) !== undefined && toFloat(a) === toFloat(b));

/** Values of different types have no order. */
function order(a: JsonValue, b: JsonValue): number {
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : a > b ? 1 : 0;
  return (toFloat(a) ?? NaN) - (toFloat(b) ?? NaN);
}

/** Whether a list's item passes `@.a == "b"`, or has what a path alone leads to. */
function compileFilter(text: string, parse: (path: string) => Steps): (item: JsonValue) => boolean {
  const [, left = "", name = "", right = ""] = operator.exec(text) ?? [];
  const holds = compare[name];
  if (holds === undefined) {
    const find = compileOperand(text, parse);
    return (item) => find(item).length > 0;
  }
  const [findLeft, findRight] = [compileOperand(left, parse), compileOperand(right, parse)];
  return (item) => {
    const [a] = findLeft(item);
    const [b] = findRight(item);
    return a !== undefined && b !== undefined && holds(a, b);
  };
}

const literal = /^(?:"([^"]*)"|'([^']*)'|(-?\d+(?:\.\d+)?)|(true|false))$/;

function compileOperand(text: string, parse: (path: string) => Steps): (item: JsonValue) => readonly JsonValue[] {
  const trimmed = text.trim();
  const [match, double, single, number, bool] = literal.exec(trimmed) ?? [];
  if (match === undefined) {
    const steps = parse(trimmed.startsWith("@") ? trimmed.slice(1) : trimmed);
    return (item) => steps.reduce((values, step) => step(values), [item] as readonly JsonValue[]);
  }
  const value: JsonValue =
    number !== undefined ? Number(number) : bool !== undefined ? bool === "true" : (double ?? single ?? "");
  return () => [value];
}

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
