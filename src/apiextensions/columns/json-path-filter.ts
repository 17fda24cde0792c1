import type { JsonValue } from "../../apimachinery/json/value.ts";
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
export function compileFilter(text: string, parse: (path: string) => Steps): (item: JsonValue) => boolean {
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
