import { trimRight } from "../../apimachinery/trim.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { bytesOfBase64 } from "../../apimachinery/base64.ts";
import { byteLength, isPrintable } from "../../apimachinery/go-strings.ts";
import { memberOf } from "../../apimachinery/json/members.ts";
import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { formatted, printedAll, shownWith } from "./format.ts";
import {
  GoInt,
  isFloat,
  isInt,
  isMap,
  isSlice,
  isTrue,
  member,
  missing,
  numberOf,
  plain,
  type Slot,
  slotType,
  typeOf,
  unboxed,
  valueText,
} from "./values.ts";

/** What a parameter takes: anything, or a string. */
export type Parameter = "any" | "string";

/** A function of templates: its parameters, the type of further ones, and what it does. Throws an Error. */
export interface TemplateFunction {
  readonly takes: readonly Parameter[];
  readonly rest?: Parameter;
  /** `names` are the arguments as they are written. */
  readonly call: (args: readonly Slot[], names: readonly string[]) => Slot;
}

/** An error that says what a nil value cannot do, as panics of package reflect do. */
const reflectError = (method: string): Error => new Error(`reflect: call of reflect.Value.${method} on zero Value`);

type Kind = "bool" | "int" | "float" | "string" | "other";

function kindOf({ value }: Slot): Kind {
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  return isInt(value) ? "int" : isFloat(value) ? "float" : "other";
}

const badComparison = "incompatible types for comparison";
const badComparisonType = "invalid type for comparison";

/** Compares two values as `eq` does. Throws an Error for values that cannot be compared. */
function areEqual(left: Slot, right: Slot): boolean {
  const [a, b] = [unboxed(left), unboxed(right)];
  const [kindA, kindB] = [kindOf(a), kindOf(b)];
  const isThere = [a, b].map(({ value }) => value !== undefined && value !== null);
  if (kindA !== kindB) {
    if (isThere[0] && isThere[1]) throw new Error(badComparison);
    return false;
  }
  if (kindA === "string" || kindA === "bool") return a.value === b.value;
  if (kindA !== "other") return numberOf(a.value) === numberOf(b.value);
  if (!isThere[0] || !isThere[1]) return isThere[0] === isThere[1];
  const shown = ({ value }: Slot): string => shownWith("s", value);
  if (isMap(a.value) !== isMap(b.value))
    throw new Error(`non-comparable types ${shown(a)}: ${typeOf(a.value)}, ${typeOf(b.value)}: ${shown(b)}`);
  throw new Error(`non-comparable type ${shown(b)}: ${typeOf(b.value)}`);
}

function isLess(left: Slot, right: Slot): boolean {
  const [a, b] = [unboxed(left), unboxed(right)];
  const [kindA, kindB] = [kindOf(a), kindOf(b)];
  if (kindA === "other" || kindB === "other") throw new Error(badComparisonType);
  if (kindA !== kindB) throw new Error(badComparison);
  if (kindA === "bool") throw new Error(badComparisonType);
  return typeof a.value === "string" && typeof b.value === "string"
    ? compareUtf8(a.value, b.value) < 0
    : numberOf(a.value) < numberOf(b.value);
}

const isLessOrEqual = (a: Slot, b: Slot): boolean => isLess(a, b) || areEqual(a, b);

function indexOf(given: Slot, length: number): number {
  const { value } = unboxed(given);
  if (value === undefined || value === null) throw new Error("cannot index slice/array with nil");
  if (!isInt(value)) throw new Error(`cannot index slice/array with type ${typeOf(value)}`);
  const at = numberOf(value);
  if (at < 0 || at > length) throw new Error(`index out of range: ${at}`);
  return at;
}

/** The bytes of a string. */
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function index(given: Slot, keys: readonly Slot[]): Slot {
  let item = unboxed(given);
  if (item.value === undefined) throw new Error("index of untyped nil");
  for (const key of keys) {
    const { value } = item;
    if (value === null || value === undefined) throw new Error("index of nil pointer");
    if (isMap(value)) item = member(memberAt(value, unboxed(key)) ?? null);
    else if (isSlice(value) || typeof value === "string") {
      const list = typeof value === "string" ? bytesOf(value) : value;
      const at = indexOf(key, list.length);
      if (at >= list.length)
        throw new Error(`reflect: ${typeof value === "string" ? "string" : "slice"} index out of range`);
      item = typeof value === "string" ? plain(new GoInt(Number(list[at]))) : member(value[at] ?? null);
    } else throw new Error(`can't index item of type ${typeOf(value)}`);
  }
  return item;
}

function memberAt(map: JsonObject, { value }: Slot): JsonValue | undefined {
  if (value === undefined || value === null) throw new Error("value is nil; should be of type string");
  if (typeof value !== "string") throw new Error(`value has type ${typeOf(value)}; should be string`);
  return memberOf(map, value);
}

function slice(given: Slot, indexes: readonly Slot[]): Slot {
  const { value } = unboxed(given);
  if (value === undefined) throw new Error("slice of untyped nil");
  if (indexes.length > 3) throw new Error(`too many slice indexes: ${indexes.length}`);
  if (typeof value !== "string" && !isSlice(value)) throw new Error(`can't slice item of type ${typeOf(value)}`);
  if (typeof value === "string" && indexes.length === 3) throw new Error("cannot 3-index slice a string");
  const list = typeof value === "string" ? bytesOf(value) : value;
  const [from = 0, to = list.length] = indexes.map((each) => indexOf(each, list.length));
  if (from > to) throw new Error(`invalid slice index: ${from} > ${to}`);
  return plain(
    typeof value === "string" ? new TextDecoder().decode(bytesOf(value).subarray(from, to)) : value.slice(from, to),
  );
}

function lengthOf({ value, boxed }: Slot): number {
  if (value === null && boxed) throw new Error("len of nil pointer");
  if (value === undefined || value === null) throw reflectError("Type");
  if (typeof value === "string") return byteLength(value);
  if (isSlice(value)) return value.length;
  if (isMap(value)) return Object.keys(value).length;
  throw new Error(`len of type ${typeOf(value)}`);
}

function decoded(text: string): string {
  const clean = text.replace(/[\r\n]/g, "");
  const bad = /[^A-Za-z\d+/]/.exec(clean.replace(/={1,2}$/, ""));
  const whole = trimRight(clean, "=").length;
  if (bad !== null || clean.length % 4 !== 0)
    throw new Error(
      `base64 decode failed: illegal base64 data at input byte ${bad?.index ?? Math.min(clean.length - (clean.length % 4), whole)}`,
    );
  return new TextDecoder().decode(bytesOfBase64(clean));
}

/** Reports whether `index` leads to a value (printers.exists). */
function exists(given: Slot, keys: readonly Slot[]): boolean {
  try {
    const { value } = unboxed(index(given, keys));
    return value !== undefined && value !== null;
  } catch {
    return false;
  }
}

const htmlNames: Readonly<Record<string, string>> = {
  '"': "&#34;",
  "'": "&#39;",
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\0": "\uFFFD",
};
const jsNames: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "'": "\\'",
  '"': '\\"',
  "<": "\\u003C",
  ">": "\\u003E",
  "&": "\\u0026",
  "=": "\\u003D",
};

function jsEscaped(rune: string): string {
  const code = rune.codePointAt(0) ?? 0;
  return jsNames[rune] ?? (isPrintable(rune) ? rune : `\\u${code.toString(16).toUpperCase().padStart(4, "0")}`);
}

const queryEscapes = /[!'()*]|%20/g;
const queryEscaped = (found: string): string =>
  found === "%20" ? "+" : `%${found.charCodeAt(0).toString(16).toUpperCase()}`;

const texts = (args: readonly Slot[]): string => printedAll(args.map(({ value }) => value));
const first = (args: readonly Slot[]): Slot => args[0] ?? missing;
const second = (args: readonly Slot[]): Slot => args[1] ?? missing;
const textOf = ({ value }: Slot): string => (typeof value === "string" ? value : valueText(value));
const two = ["any", "any"] as const;
const variadic = { takes: [], rest: "any" } as const;

/** The functions of templates: Go's own, and those that kubectl adds. */
const functions: Readonly<Record<string, TemplateFunction>> = {
  and: { takes: ["any"], rest: "any", call: (args) => args.at(-1) ?? missing },
  or: { takes: ["any"], rest: "any", call: (args) => args.at(-1) ?? missing },
  not: { takes: ["any"], call: (args) => plain(!isTrue(first(args))) },
  eq: {
    takes: ["any"],
    rest: "any",
    call: ([left = missing, ...others]) => {
      if (others.length === 0) throw new Error("missing argument for comparison");
      return plain(others.some((other) => areEqual(left, other)));
    },
  },
  ne: { takes: two, call: (args) => plain(!areEqual(first(args), second(args))) },
  lt: { takes: two, call: (args) => plain(isLess(first(args), second(args))) },
  le: { takes: two, call: (args) => plain(isLessOrEqual(first(args), second(args))) },
  gt: { takes: two, call: (args) => plain(!isLessOrEqual(first(args), second(args))) },
  ge: { takes: two, call: (args) => plain(!isLess(first(args), second(args))) },
  len: { takes: ["any"], call: (args) => plain(new GoInt(lengthOf(first(args)))) },
  index: { takes: ["any"], rest: "any", call: ([item = missing, ...keys]) => index(item, keys) },
  slice: { takes: ["any"], rest: "any", call: ([item = missing, ...indexes]) => slice(item, indexes) },
  call: {
    takes: ["any"],
    rest: "any",
    call: ([given = missing], names) => {
      const { value } = unboxed(given);
      throw new Error(
        value === undefined ? "call of nil" : `non-function ${names[0] ?? ""} of type ${slotType(unboxed(given))}`,
      );
    },
  },
  print: { ...variadic, call: (args) => plain(texts(args)) },
  println: { ...variadic, call: (args) => plain(`${args.map(({ value }) => valueText(value)).join(" ")}\n`) },
  printf: {
    takes: ["string"],
    rest: "any",
    call: ([format = missing, ...args]) =>
      plain(
        formatted(
          textOf(format),
          args.map(({ value }) => value),
        ),
      ),
  },
  html: { ...variadic, call: (args) => plain(texts(args).replace(/["'&<>\0]/g, (char) => htmlNames[char] ?? char)) },
  js: { ...variadic, call: (args) => plain([...texts(args)].map(jsEscaped).join("")) },
  urlquery: {
    ...variadic,
    call: (args) => plain(encodeURIComponent(texts(args)).replace(queryEscapes, queryEscaped)),
  },
  base64decode: { takes: ["string"], call: (args) => plain(decoded(textOf(first(args)))) },
  exists: { takes: ["any"], rest: "any", call: ([item = missing, ...keys]) => plain(exists(item, keys)) },
};

export const functionNames: ReadonlySet<string> = new Set(Object.keys(functions));

/** The function of a name that `functionNames` has. */
export const functionOf = (name: string): TemplateFunction | undefined =>
  Object.hasOwn(functions, name) ? functions[name] : undefined;
