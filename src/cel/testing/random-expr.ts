/** Draws numbers from 0 up to a bound. */
export type Draw = (below: number) => number;

/** The same sequence for the same seed (mulberry32). */
export function seededDraw(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}

const atoms = [
  "1", "0", "-1", "9223372036854775807", "-9223372036854775808", "18446744073709551615u", "2u", "1.5", "1e308", "-0.0", "true", "false", "null", "''", "'text'", "'日本😀'", "b'\\xff'", "[]", "{}", "[1, 2, 3]",
  "{'a': 1, 'b': 2}", "self", "self.items", "self.name", "self.map", "x", "int", "string", "timestamp('2024-02-29T12:30:45Z')", "duration('1h')", "optional.none()", "optional.of(1)", "quantity('1Ki')",
  "ip('::1')", "cidr('10.0.0.0/8')", "url('https://a/b?c=d')", "semver('1.2.3')", "format.dns1123Label()", "google.protobuf.Timestamp{}",
];
const binary = ["+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "in"];
const functions = ["size", "int", "uint", "double", "string", "bytes", "bool", "type", "dyn", "timestamp", "duration", "isIP", "lists.range", "optional.of", "sets.contains", "has"];
const methods = [
  "size", "contains", "startsWith", "matches", "find", "findAll", "split", "join", "replace", "substring", "charAt", "indexOf", "lowerAscii", "trim", "format", "getHours", "value", "hasValue", "orValue", "or",
  "sum", "min", "max", "isSorted", "flatten", "distinct", "sort", "slice", "reverse", "first", "containsIP", "getQuery", "major", "add", "validate", "nope",
];
const macros = ["all", "exists", "exists_one", "map", "filter", "sortBy", "optMap", "transformList", "transformMap"];
const noise = ["(", ")", "[", "]", "{", "}", ".", ",", "?", ":", "!", "-", "'", '"', "\\", "`", "\n", "\t", "@", "é", "😀", "in", "//", "0x", "1e", "u"];

const pick = <T>(draw: Draw, from: readonly [T, ...T[]] | readonly T[]): T => from[draw(from.length)] as T;

function call(draw: Draw, depth: number): string {
  const args = Array.from({ length: draw(3) }, () => expression(draw, depth - 1)).join(", ");
  return draw(2) === 0 ? `${pick(draw, functions)}(${args})` : `${expression(draw, depth - 1)}.${pick(draw, methods)}(${args})`;
}

function macro(draw: Draw, depth: number): string {
  const name = pick(draw, macros);
  const variables = name.startsWith("transform") || draw(6) === 0 ? "x, y" : "x";
  return `${expression(draw, depth - 1)}.${name}(${variables}, ${expression(draw, depth - 1)})`;
}

function expression(draw: Draw, depth: number): string {
  if (depth <= 0) return draw(3) === 0 ? pick(draw, atoms) : draw(2) === 0 ? `dyn(${pick(draw, atoms)})` : pick(draw, ["self.items", "x", "self.map.a", "self", "dyn([1, 2, 3, 4, 5, 6, 7, 8])"]);
  const inner = (): string => expression(draw, depth - 1);
  switch (draw(10)) {
    case 0:
    case 1:
      return `${inner()} ${pick(draw, binary)} ${inner()}`;
    case 2:
      return `(${inner()} ? ${inner()} : ${inner()})`;
    case 3:
      return `[${inner()}, ${inner()}][${inner()}]`;
    case 4:
      return `{${inner()}: ${inner()}}.?a`;
    case 5:
    case 6:
      return macro(draw, depth);
    case 7:
      return `${pick(draw, ["!", "-", ""])}(${inner()})`;
    default:
      return call(draw, depth);
  }
}

/** Puts noise somewhere into a text. */
function disturb(draw: Draw, text: string): string {
  const at = draw(text.length + 1);
  return text.slice(0, at) + pick(draw, noise) + text.slice(at + draw(4));
}

/** Text repeated until it is long: deep nesting, long chains. */
function repeated(draw: Draw): string {
  const times = 1 + draw(900);
  const [open, close] = pick(draw, [["(", ")"], ["[", "]"], ["-", ""], ["!", ""], ["x.", ""], ["1+", ""], ["x||", ""], ["x?1:", ""], ["{1:", "}"], ["f(", ")"], ["[1].map(x,", ")"]] as const);
  return (open.repeat(times) + pick(draw, atoms) + close.repeat(draw(2) === 0 ? times : draw(times))).slice(0, 4096);
}

/** An expression, or something close to one, of at most 4 KB. */
export function randomExpr(draw: Draw): string {
  const kind = draw(20);
  if (kind === 0) return repeated(draw);
  const text = expression(draw, 1 + draw(4)).slice(0, 4096);
  return kind < 6 ? disturb(draw, text) : text;
}
