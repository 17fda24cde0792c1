import { isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { isList } from "../../apiserver/schema/structural/json-tree.ts";
import { deepEqual } from "../../apiserver/schema/validation/deep-equal.ts";
import { toFloat } from "../../apiserver/schema/validation/json-type.ts";

/** Parses the path of an operand. */
type ParsePath = (path: string) => (item: JsonValue) => Iterable<JsonValue>;

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

/** Compares two values; NaN if their types differ. */
function order(a: JsonValue, b: JsonValue): number {
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : a > b ? 1 : 0;
  return (toFloat(a) ?? NaN) - (toFloat(b) ?? NaN);
}

/** Compiles a filter: `@.a == "b"` compares, a path alone tests for existence. */
function compileFilter(text: string, parse: ParsePath): (item: JsonValue) => boolean {
  const [, left = "", name = "", right = ""] = operator.exec(text) ?? [];
  const holds = compare[name];
  if (holds === undefined) {
    const find = compileOperand(text, parse);
    return (item) => {
      const [first] = find(item);
      return first !== undefined;
    };
  }
  const [findLeft, findRight] = [compileOperand(left, parse), compileOperand(right, parse)];
  return (item) => {
    const [a] = findLeft(item);
    const [b] = findRight(item);
    return a !== undefined && b !== undefined && holds(a, b);
  };
}

const literal = /^(?:"([^"]*)"|'([^']*)'|(-?\d+(?:\.\d+)?)|(true|false))$/;

function compileOperand(text: string, parse: ParsePath): (item: JsonValue) => Iterable<JsonValue> {
  const trimmed = text.trim();
  const [match, double, single, number, bool] = literal.exec(trimmed) ?? [];
  if (match === undefined) {
    return parse(trimmed.startsWith("@") ? trimmed.slice(1) : trimmed);
  }
  const value: JsonValue =
    number !== undefined ? Number(number) : bool !== undefined ? bool === "true" : (double ?? single ?? "");
  return () => [value];
}

/**
 * One step of a path: yields its matches in a value, in order and lazily. `seen` holds the containers that the step has
 * visited, if these are tracked.
 */
interface PathStep {
  find(value: JsonValue, seen: Set<JsonValue> | undefined): Iterable<JsonValue>;
  /** Whether the step may yield the same value more than once, or values nested in others it yields. */
  readonly repeats?: boolean;
}

/** Thrown when a path cannot be parsed. */
export class JsonPathError extends Error {
  override readonly name = "JsonPathError";
}

/**
 * Compiles a path to a function that yields its matches in a value, in order; missing members are not errors (client-go
 * jsonpath with AllowMissingKeys). Throws JsonPathError.
 */
export function compileJsonPath(text: string): (value: JsonValue) => Iterable<JsonValue> {
  const end = text.indexOf("}"); // upstream parses the path between braces
  const steps = parseSteps(end < 0 ? text : text.slice(0, end));
  return (value) => walkSteps(steps, value);
}

/** Maximum number of values that a walk visits; it yields nothing beyond them. */
const maxLooks = 1_000_000;

/**
 * Walks the steps depth first, so that the first match is found without the others. After a repeating step, each step
 * visits a container only once: otherwise `..a..a..a` would take every route through nested values, in exponential time
 * and without finding new matches.
 */
function* walkSteps(steps: readonly PathStep[], root: JsonValue): Generator<JsonValue> {
  const repeating = steps.findIndex((step) => step.repeats === true);
  const seen = repeating < 0 ? [] : steps.slice(repeating).map(() => new Set<JsonValue>());
  const open: Iterator<JsonValue>[] = [[root].values()];
  for (let looks = 0; looks < maxLooks; looks++) {
    const found = open.at(-1)?.next();
    if (found === undefined) return;
    if (found.done === true) {
      open.pop();
      continue;
    }
    const depth = open.length - 1;
    const step = steps[depth];
    if (step === undefined) yield found.value;
    else if (isNew(seen[depth - repeating], found.value))
      open.push(step.find(found.value, seen[depth - repeating])[Symbol.iterator]());
  }
}

/** Reports whether a step has not visited a container before, and marks it as visited; always true for scalars. */
function isNew(seen: Set<JsonValue> | undefined, value: JsonValue): boolean {
  if (seen === undefined || typeof value !== "object" || value === null) return true;
  if (seen.has(value)) return false;
  seen.add(value);
  return true;
}

/** Parses the steps of a path. */
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
  if (text[start] === " ") return { step: [nowhere], end: text.length }; // after a space, the path matches nothing
  if (text[start] !== ".") throw new JsonPathError(`unrecognized character in action: ${text[start]}`);
  if (text[start + 1] === ".") return { step: [descent], end: text[start + 2] === "[" ? start + 2 : start + 1 };
  let name = "";
  let at = start + 1;
  for (; at < text.length && !terminators.includes(text[at] ?? ""); at++) {
    if (text[at] === "\\") at++;
    name += text[at] ?? "";
  }
  if (name === "") return { step: [], end: at };
  return { step: [name === "*" ? children : { find: (value) => member(value, name) }], end: at };
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

const nowhere: PathStep = { find: () => [] };
const children: PathStep = { find: childrenOf };

/** Yields a value and its descendants, each container before its content; skips containers seen before. */
function* descend(root: JsonValue, seen: Set<JsonValue> | undefined): Generator<JsonValue> {
  const pending: JsonValue[] = [root];
  while (pending.length > 0) {
    const value = pending.pop() ?? null;
    yield value;
    for (const child of childrenOf(value).toReversed()) if (isNew(seen, child)) pending.push(child);
  }
}

const descent: PathStep = { find: descend, repeats: true };

function parseBracket(text: string, start: number): Parsed {
  const end = closingBracket(text, start);
  return { step: compileBracket(text.slice(start + 1, end)), end: end + 1 };
}

/** Returns the position of the closing bracket; ignores brackets within quotes. */
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
    const holds = compileFilter(condition, (path) => {
      const steps = parseSteps(path);
      return (item) => walkSteps(steps, item);
    });
    return [{ find: (value) => itemsOf(value, holds) }];
  }
  const ranges = (inner === "*" ? ":" : inner).split(",").map(parseRange);
  const find = (value: JsonValue): readonly JsonValue[] =>
    isList(value) ? ranges.flatMap((range) => range(value)) : [];
  return [{ find, repeats: ranges.length > 1 }];
}

function* itemsOf(value: JsonValue, holds: (item: JsonValue) => boolean): Generator<JsonValue> {
  if (isList(value)) for (const item of value) if (holds(item)) yield item;
}

const rangeForm = /^(-?\d*)(?:(:)(-?\d*)(?::(-?\d*))?)?$/;

/** Parses `n`, `from:to` or `from:to:step`; negative numbers count from the end. */
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
