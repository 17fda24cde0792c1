import { global, member, type FunctionDecl } from "../env/declarations.ts";
import { boolType, bytesType, intType, listOf, mapOf, stringType, typeParam, typeOf } from "../types/type.ts";
import { containsCosts, matchesCosts, prefixCosts } from "../cost/string-costs.ts";
import { countRunes } from "../values/text-index.ts";
import type { Effort } from "../values/effort.ts";
import { unsupported } from "../values/arithmetic.ts";
import { listContains } from "../values/equality.ts";
import { EvalError, errorOr, noSuchOverload } from "../values/eval-error.ts";
import { ListValue, MapValue, type Value } from "../values/value.ts";
import { typeOfValue } from "../values/type-of.ts";
import { matchesPattern } from "./regex-engine.ts";

const listOfA = listOf(typeParam("A"));
const mapOfAB = mapOf(typeParam("A"), typeParam("B"));

/** Evaluates `x in container`. */
export function isIn(value: Value, container: Value, _: Value, __: Value, effort: Effort): Value {
  if (container instanceof ListValue) return listContains(container, value, effort);
  if (!(container instanceof MapValue)) return errorOr(container, noSuchOverload);
  const found = container.find(value);
  return found instanceof EvalError ? found : found !== undefined;
}

/** Evaluates `size(x)`. */
function sizeOf(value: Value, _: Value, __: Value, ___: Value, effort: Effort): Value {
  if (typeof value === "string") return countRunes(value, effort);
  if (value instanceof ListValue || value instanceof MapValue) return value.size;
  return value instanceof Uint8Array ? value.length : unsupported("size", value);
}

type TextTest = (text: string, part: string) => boolean;

const textTest =
  (test: TextTest) =>
  (a: Value, b: Value): Value => {
    if (typeof a !== "string") return errorOr(a, noSuchOverload);
    return typeof b === "string" ? test(a, b) : errorOr(b, noSuchOverload);
  };

function matches(text: Value, pattern: Value, _: Value, __: Value, effort: Effort): Value {
  if (typeof text !== "string") return unsupported("matches", text);
  return typeof pattern === "string" ? matchesPattern(text, pattern, effort) : errorOr(pattern, noSuchOverload);
}

// oxfmt-ignore
export const containerFunctions: readonly FunctionDecl[] = [
  {
    name: "size",
    overloads: [
      global("size_bytes", [bytesType], intType),
      member("bytes_size", [bytesType], intType),
      global("size_list", [listOfA], intType),
      member("list_size", [listOfA], intType),
      global("size_map", [mapOfAB], intType),
      member("map_size", [mapOfAB], intType),
      global("size_string", [stringType], intType),
      member("string_size", [stringType], intType),
    ],
    singleton: sizeOf,
  },
  { name: "type", overloads: [global("type", [typeParam("A")], typeOf(typeParam("A")))], singleton: typeOfValue },
  {
    name: "contains",
    overloads: [member("contains_string", [stringType, stringType], boolType, textTest((text, part) => text.includes(part)), { costs: containsCosts })],
    checksArguments: true,
  },
  {
    name: "endsWith",
    overloads: [member("ends_with_string", [stringType, stringType], boolType, textTest((text, part) => text.endsWith(part)), { costs: prefixCosts })],
    checksArguments: true,
  },
  {
    name: "startsWith",
    overloads: [member("starts_with_string", [stringType, stringType], boolType, textTest((text, part) => text.startsWith(part)), { costs: prefixCosts })],
    checksArguments: true,
  },
  {
    name: "matches",
    overloads: [global("matches", [stringType, stringType], boolType), member("matches_string", [stringType, stringType], boolType, undefined, { costs: matchesCosts })],
    singleton: matches,
  },
];
