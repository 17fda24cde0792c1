import { Double, isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { isList } from "../../apiserver/schema/structural/json-tree.ts";

/** Parses the path of an operand. */
type ParsePath = (path: string) => (item: JsonValue) => Iterable<JsonValue>;

const operator = /^((?:[^"'<>=!]|"[^"]*"|'[^']*')*?)(==|!=|<=|>=|<|>)(.*)$/;

/** Thrown where a path cannot be evaluated; then it matches nothing in the whole object, whatever it matched before. */
class EvaluationError extends Error {
  override readonly name = "EvaluationError";
}

type Comparable = string | number | bigint | boolean;

const compare: Readonly<Record<string, (a: Comparable, b: Comparable) => boolean>> = {
  "==": (a, b) => same(a, b),
  "!=": (a, b) => !same(a, b),
  "<": (a, b) => isLess(a, b),
  "<=": (a, b) => isLess(a, b) || same(a, b),
  ">": (a, b) => !isLess(a, b) && !same(a, b),
  ">=": (a, b) => !isLess(a, b),
};

const same = (a: Comparable, b: Comparable): boolean => a === b || (isNumber(a) && isNumber(b) && !(a < b) && !(a > b));

const isNumber = (value: Comparable): value is number | bigint =>
  typeof value === "number" || typeof value === "bigint";

function isLess(a: Comparable, b: Comparable): boolean {
  if (typeof a === "boolean") throw new EvaluationError("invalid type for comparison");
  return a < b;
}

/** The Go kind of a value by which values are compared; integers and floats are different ones. */
function kindOf(value: JsonValue): string {
  if (typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value))) return "int";
  if (value instanceof Double || typeof value === "number") return "float";
  if (typeof value === "string" || typeof value === "boolean") return typeof value;
  throw new EvaluationError("invalid type for comparison");
}

/**
 * Compares two values; throws EvaluationError unless they are scalars of the same kind (template.Equal, template.Less).
 */
function holdsFor(name: string, a: JsonValue, b: JsonValue): boolean {
  if (kindOf(a) !== kindOf(b)) throw new EvaluationError("incompatible types for comparison");
  const [left, right] = [a, b].map((value) => (value instanceof Double ? value.value : value)) as Comparable[];
  return left !== undefined && right !== undefined && (compare[name]?.(left, right) ?? false);
}

/** Returns the only match of an operand, or undefined for none; more cannot be compared. */
function onlyOf(found: Iterable<JsonValue>): JsonValue | undefined {
  const [first, second] = found;
  if (second !== undefined) throw new EvaluationError("can only compare one element at a time");
  return first;
}

/** Compiles a filter: `@.a == "b"` compares, a path alone tests for existence. */
function compileFilter(text: string, parse: ParsePath): (item: JsonValue) => boolean {
  const [, left = "", name = "", right = ""] = operator.exec(text) ?? [];
  if (compare[name] === undefined) {
    const find = compileOperand(text, parse);
    return (item) => {
      const [first] = find(item);
      return first !== undefined;
    };
  }
  const [findLeft, findRight] = [compileOperand(left, parse), compileOperand(right, parse)];
  return (item) => {
    const a = onlyOf(findLeft(item));
    const b = a === undefined ? undefined : onlyOf(findRight(item));
    return a !== undefined && b !== undefined && holdsFor(name, a, b);
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
    number !== undefined ? numberOf(number) : bool !== undefined ? bool === "true" : (double ?? single ?? "");
  return () => [value];
}

const numberOf = (text: string): JsonValue => (text.includes(".") ? new Double(Number(text)) : Number(text));

/**
 * One step of a path: yields its matches in a value, in order and lazily. `seen` holds the containers that the step has
 * visited, if these are tracked.
 */
interface PathStep {
  find(value: JsonValue, seen: Set<JsonValue> | undefined): Iterable<JsonValue>;
  /** Whether the step may yield the same value more than once, or values nested in others it yields. */
  readonly repeats?: boolean;
  /** Whether the step may throw EvaluationError. */
  readonly fails?: boolean;
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
  if (!steps.some(({ fails }) => fails)) return (value) => walkSteps(steps, value);
  return (value) => allOrNone(steps, value);
}

/** Returns all matches, or none if one of the steps fails anywhere. */
function allOrNone(steps: readonly PathStep[], value: JsonValue): readonly JsonValue[] {
  try {
    return [...walkSteps(steps, value)];
  } catch (err) {
    if (err instanceof EvaluationError) return [];
    throw err;
  }
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

/** Returns the position of the closing bracket; ignores brackets within quotes, and those within a filter. */
function closingBracket(text: string, start: number): number {
  const isFilter = text.startsWith("[?(", start);
  let quote = "";
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at] ?? "";
    if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === "]" && (!isFilter || text[at - 1] === ")")) return at;
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
    return [{ find: (value) => itemsOf(value).filter(holds), fails: true }];
  }
  const parts = inner.split(",");
  if (parts.length > 1) return [unionOf(parts.map((part) => compileBracket(part.trim())))];
  const range = parseRange(inner === "*" ? ":" : inner);
  return [{ find: (value) => (value === null ? [] : range(itemsOf(value))), fails: true }];
}

/** Matches what any of several brackets matches, in their order. */
const unionOf = (alternatives: readonly (readonly PathStep[])[]): PathStep => ({
  find: (value) => alternatives.flatMap((steps) => [...walkSteps(steps, value)]),
  repeats: true,
  fails: true,
});

function itemsOf(value: JsonValue): readonly JsonValue[] {
  if (isList(value)) return value;
  throw new EvaluationError("not array or slice");
}

const rangeForm = /^(-?\d*)(?:(:)(-?\d*)(?::(-?\d*))?)?$/;

/** Parses `n`, `from:to` or `from:to:step`; negative numbers count from the end. */
function parseRange(text: string): (items: readonly JsonValue[]) => readonly JsonValue[] {
  const [, first, colon, last = "", step = ""] = rangeForm.exec(text.trim()) ?? [];
  if (first === undefined || (first === "" && colon === undefined))
    throw new JsonPathError(`invalid array index ${text}`);
  const start = Number(first || 0);
  const end = colon === undefined ? start + 1 : last === "" ? undefined : Number(last);
  const endsAtEnd = colon === undefined && end === 0; // `[-1]` is the last item
  return (items) => {
    const from = start < 0 ? start + items.length : start;
    const to = end === undefined ? items.length : end < 0 || endsAtEnd ? end + items.length : end;
    return takeRange(items, from, to, step === "" ? 1 : Number(step));
  };
}

/** Returns the items of a range, which must lie within the list unless it is empty (jsonpath evalArray). */
function takeRange(items: readonly JsonValue[], from: number, to: number, step: number): readonly JsonValue[] {
  if (from === to) return [];
  if (from < 0 || from >= items.length || to < 0 || to > items.length)
    throw new EvaluationError("array index out of bounds");
  if (from > to) throw new EvaluationError("starting index is greater than ending index");
  if (step <= 0) throw new EvaluationError("step must be > 0");
  return items.slice(from, to).filter((_, i) => i % step === 0);
}
