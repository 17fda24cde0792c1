import type { CelMacroName } from "../../component-base/cel-macros.ts";
import type { Draw } from "./draw.ts";
import { mutate } from "./mutate.ts";

/** The maximum length of an expression. */
const longest = 4096;

const atoms = [
  "1",
  "0",
  "-1",
  "9223372036854775807",
  "-9223372036854775808",
  "18446744073709551615u",
  "2u",
  "1.5",
  "1e308",
  "-0.0",
  "true",
  "false",
  "null",
  "''",
  "'text'",
  "'日本😀'",
  "b'\\xff'",
  "[]",
  "{}",
  "[1, 2, 3]",
  "{'a': 1, 'b': 2}",
  "self",
  "self.items",
  "self.name",
  "self.map",
  "x",
  "int",
  "string",
  "timestamp('2024-02-29T12:30:45Z')",
  "duration('1h')",
  "optional.none()",
  "optional.of(1)",
  "quantity('1Ki')",
  "ip('::1')",
  "cidr('10.0.0.0/8')",
  "url('https://a/b?c=d')",
  "semver('1.2.3')",
  "format.dns1123Label()",
  "google.protobuf.Timestamp{}",
];
const operands = [
  "self.many",
  "self.items",
  "x",
  "self.map.a",
  "self.map.b",
  "self.map.nope",
  "self.map.a.b",
  "self.nested.value",
  "self.nested.list",
  "self.name",
  "self.ratio",
  "self",
  "dyn([1, 2, 3, 4, 5, 6, 7, 8])",
];
const binary = ["+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "in"];
const functions = [
  "size",
  "int",
  "uint",
  "double",
  "string",
  "bytes",
  "bool",
  "type",
  "dyn",
  "timestamp",
  "duration",
  "isIP",
  "lists.range",
  "optional.of",
  "sets.contains",
  "has",
];
const methods = [
  "size",
  "contains",
  "startsWith",
  "matches",
  "find",
  "findAll",
  "split",
  "join",
  "replace",
  "substring",
  "charAt",
  "indexOf",
  "lowerAscii",
  "trim",
  "format",
  "getHours",
  "value",
  "hasValue",
  "orValue",
  "or",
  "sum",
  "min",
  "max",
  "isSorted",
  "flatten",
  "distinct",
  "sort",
  "slice",
  "reverse",
  "first",
  "containsIP",
  "getQuery",
  "major",
  "add",
  "validate",
  "nope",
];
const macros: readonly CelMacroName[] = [
  "all",
  "exists",
  "exists_one",
  "map",
  "filter",
  "sortBy",
  "optMap",
  "transformList",
  "transformMap",
];
const tested = ["self.map", "self.map.a", "self.nope.a", "self.items.a", "self.name.a", "x.a"];

const pick = <T>(draw: Draw, from: readonly [T, ...T[]] | readonly T[]): T => from[draw(from.length)] as T;

function call(draw: Draw, depth: number): string {
  const args = Array.from({ length: draw(3) }, () => expression(draw, depth - 1)).join(", ");
  return draw(2) === 0
    ? `${pick(draw, functions)}(${args})`
    : `${expression(draw, depth - 1)}.${pick(draw, methods)}(${args})`;
}

function macro(draw: Draw, depth: number): string {
  const name = pick(draw, macros);
  const variables = name.startsWith("transform") || draw(6) === 0 ? "x, y" : "x";
  const range = draw(4) === 0 ? "self.many" : expression(draw, depth - 1);
  const filter = name === "map" && draw(3) === 0 ? `${expression(draw, depth - 1)}, ` : "";
  return `${range}.${name}(${variables}, ${filter}${expression(draw, depth - 1)})`;
}

function leaf(draw: Draw): string {
  if (draw(3) === 0) return pick(draw, atoms);
  return draw(2) === 0 ? `dyn(${pick(draw, atoms)})` : pick(draw, operands);
}

function expression(draw: Draw, depth: number): string {
  if (depth <= 0) return leaf(draw);
  const inner = (): string => expression(draw, depth - 1);
  switch (draw(12)) {
    case 0:
    case 1:
    case 2:
      return `${inner()} ${pick(draw, binary)} ${inner()}`;
    case 3:
      return `(${inner()} ? ${inner()} : ${inner()})`;
    case 4:
      return `[${inner()}, ${inner()}][${inner()}]`;
    case 5:
      return `{${inner()}: ${inner()}}.?a`;
    case 6:
    case 7:
      return macro(draw, depth);
    case 8:
      return `${pick(draw, ["!", "-", ""])}(${inner()})`;
    case 9:
      return `has(${pick(draw, tested)})`;
    default:
      return call(draw, depth);
  }
}

/** Repeats text, which yields deep nesting or long chains. */
function repeated(draw: Draw): string {
  const times = 1 + draw(900);
  const [open, close] = pick(draw, [
    ["(", ")"],
    ["[", "]"],
    ["-", ""],
    ["!", ""],
    ["x.", ""],
    ["1+", ""],
    ["x||", ""],
    ["x?1:", ""],
    ["{1:", "}"],
    ["f(", ")"],
    ["[1].map(x,", ")"],
    ["x[", "]"],
    ["x.?a", ""],
  ] as const);
  return open.repeat(times) + pick(draw, atoms) + close.repeat(draw(2) === 0 ? times : draw(times));
}

/** Nests comprehensions, which exceeds the cost limit. */
function nested(draw: Draw): string {
  const names = ["map", "filter", "all", "exists", "exists_one"];
  let text = expression(draw, 1);
  for (let i = 2 + draw(4); i > 0; i--) text = `self.many.${draw(2) === 0 ? "map" : pick(draw, names)}(v${i}, ${text})`;
  return text;
}

/** Joins several expressions into a long one. */
function chained(draw: Draw): string {
  const parts = Array.from({ length: 2 + draw(60) }, () => expression(draw, 1 + draw(2)));
  return parts.join(pick(draw, [" && ", " || ", " == ", " + ", ", ", "; "]));
}

/** Returns an expression, or text similar to one, of at most 4 KB. */
export function randomExpr(draw: Draw): string {
  const kind = draw(40);
  if (kind < 2) return repeated(draw).slice(0, longest);
  if (kind === 2) return chained(draw).slice(0, longest);
  if (kind === 3) return nested(draw);
  const text = expression(draw, 1 + draw(4));
  return (kind < 12 ? mutate(draw, text) : text).slice(0, longest);
}
