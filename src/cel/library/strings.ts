import { global, member, type FunctionDecl } from "../env/declarations.ts";
import type { Library } from "../env/library.ts";
import { formatCosts, quoteCosts, traversalCosts } from "../cost/string-costs.ts";
import { joinCosts, listScanCosts, replaceCosts, splitCosts } from "../cost/collection-costs.ts";
import { formatValidator } from "../checker/format-validator.ts";
import { dynType, intType, listOf, stringType } from "../types/type.ts";
import { EvalError, noSuchOverload } from "../values/eval-error.ts";
import type { Int } from "../values/int.ts";
import { ArrayList, ListValue, type Value } from "../values/value.ts";
import { isInt } from "../values/numeric.ts";
import { printValue } from "../values/print.ts";
import { indexOfRunes, lastIndexOfRunes, runesOf } from "../values/runes.ts";
import { formatText } from "./format-text.ts";
import { ofList, ofString, ofStringInt, ofStringInts, ofStrings, ofStringsInt } from "./typed.ts";

const listOfStrings = listOf(stringType);
const outOfRange = (index: Int): EvalError => new EvalError(`index out of range: ${index}`);
const isWithin = (index: Int, length: number): index is number =>
  typeof index === "number" && index >= 0 && index <= length;

function charAt(text: string, index: Int): Value {
  const runes = runesOf(text);
  return isWithin(index, runes.length) ? (runes[index] ?? "") : outOfRange(index);
}

function indexOf(text: string, part: string, offset: Int): Value {
  if (part === "") return offset;
  const runes = runesOf(text);
  if (offset < 0) return outOfRange(offset);
  return offset >= runes.length ? -1 : indexOfRunes(runes, runesOf(part), Number(offset));
}

function lastIndexOf(text: string, part: string, offset?: Int): Value {
  const runes = runesOf(text);
  if (part === "") return offset ?? runes.length;
  if (offset === undefined) return lastIndexOfRunes(runes, runesOf(part), runes.length - 1);
  if (offset < 0) return outOfRange(offset);
  return offset >= runes.length ? -1 : lastIndexOfRunes(runes, runesOf(part), Number(offset));
}

function substring(text: string, start: Int, end?: Int): Value {
  const runes = runesOf(text);
  if (end !== undefined && start > end) return new EvalError(`invalid substring range. start: ${start}, end: ${end}`);
  if (!isWithin(start, runes.length)) return outOfRange(start);
  if (end !== undefined && !isWithin(end, runes.length)) return outOfRange(end);
  return runes.slice(start, end === undefined ? runes.length : Number(end)).join("");
}

const mapAscii = (text: string, pattern: RegExp, change: (char: string) => string): string =>
  text.replace(pattern, change);
const lowerAscii = (text: string): string => mapAscii(text, /[A-Z]+/g, (letters) => letters.toLowerCase());
const upperAscii = (text: string): string => mapAscii(text, /[a-z]+/g, (letters) => letters.toUpperCase());

/** The white space that Go's strings.TrimSpace removes; it includes U+0085 but not the byte order mark. */
const spaces =
  /^[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+|[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+$/g;

const stringList = (texts: readonly string[]): ListValue => new ArrayList(texts);

/** Splits at a separator into at most `limit` pieces; no limit if negative. */
function split(text: string, separator: string, limit: Int): Value {
  if (limit === 0) return stringList([]);
  const pieces = separator === "" ? runesOf(text) : text.split(separator);
  const most = Number(limit);
  if (most < 0 || pieces.length <= most) return stringList(pieces);
  return stringList([...pieces.slice(0, most - 1), pieces.slice(most - 1).join(separator)]);
}

/** Replaces at most `limit` occurrences; all if negative. The empty string occurs before and after each character. */
function replace(text: string, old: string, replacement: string, limit: Int): string {
  if (limit < 0)
    return old === "" ? insertEverywhere(text, replacement, Infinity) : text.replaceAll(old, () => replacement);
  if (old === "") return insertEverywhere(text, replacement, Number(limit));
  const pieces = text.split(old);
  const most = Math.min(Number(limit), pieces.length - 1);
  return (
    pieces.slice(0, most + 1).join(replacement) +
    pieces
      .slice(most + 1)
      .map((piece) => old + piece)
      .join("")
  );
}

function insertEverywhere(text: string, inserted: string, limit: number): string {
  const runes = runesOf(text);
  const filled = runes.map((rune, i) => (i < limit ? inserted + rune : rune)).join("");
  return runes.length < limit ? filled + inserted : filled;
}

function join(list: ListValue, separator: string): Value {
  let text = "";
  for (let i = 0; i < list.size; i++) {
    const element = list.at(i);
    if (typeof element !== "string") return new EvalError(`join: invalid input: ${printValue(element)}`);
    text += i === 0 ? element : separator + element;
  }
  return text;
}

const quoteEscapes: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\\": "\\\\",
  '"': '\\"',
};
// eslint-disable-next-line no-control-regex
const quoted = /[\x07\b\f\n\r\t\v\\"]/g;
const quote = (text: string): string => `"${text.replace(quoted, (char) => quoteEscapes[char] ?? char)}"`;

const replaceAtMost = (a: Value, b: Value, c: Value, d: Value): Value =>
  typeof a === "string" && typeof b === "string" && typeof c === "string" && isInt(d)
    ? replace(a, b, c, d)
    : noSuchOverload;

// oxfmt-ignore
const functions: readonly FunctionDecl[] = [
  { name: "charAt", overloads: [member("string_char_at_int", [stringType, intType], stringType, ofStringInt(charAt))] },
  {
    name: "indexOf",
    overloads: [
      member("string_index_of_string", [stringType, stringType], intType, ofStrings((text, part) => indexOf(text, part, 0))),
      member("string_index_of_string_int", [stringType, stringType, intType], intType, ofStringsInt(indexOf)),
    ],
    costs: listScanCosts,
  },
  {
    name: "lastIndexOf",
    overloads: [
      member("string_last_index_of_string", [stringType, stringType], intType, ofStrings((text, part) => lastIndexOf(text, part))),
      member("string_last_index_of_string_int", [stringType, stringType, intType], intType, ofStringsInt(lastIndexOf)),
    ],
    costs: listScanCosts,
  },
  { name: "lowerAscii", overloads: [member("string_lower_ascii", [stringType], stringType, ofString(lowerAscii))], costs: traversalCosts(1, true) },
  {
    name: "replace",
    overloads: [
      member("string_replace_string_string", [stringType, stringType, stringType], stringType, (a, b, c) => replaceAtMost(a, b, c, -1)),
      member("string_replace_string_string_int", [stringType, stringType, stringType, intType], stringType, replaceAtMost),
    ],
    costs: replaceCosts,
  },
  {
    name: "split",
    overloads: [
      member("string_split_string", [stringType, stringType], listOfStrings, ofStrings((text, separator) => split(text, separator, -1))),
      member("string_split_string_int", [stringType, stringType, intType], listOfStrings, ofStringsInt(split)),
    ],
    costs: splitCosts,
  },
  {
    name: "substring",
    overloads: [
      member("string_substring_int", [stringType, intType], stringType, ofStringInt((text, start) => substring(text, start))),
      member("string_substring_int_int", [stringType, intType, intType], stringType, ofStringInts(substring)),
    ],
    costs: traversalCosts(1, true),
  },
  { name: "trim", overloads: [member("string_trim", [stringType], stringType, ofString((text) => text.replace(spaces, "")))], costs: traversalCosts(1, true) },
  { name: "upperAscii", overloads: [member("string_upper_ascii", [stringType], stringType, ofString(upperAscii))], costs: traversalCosts(1, true) },
  {
    name: "format",
    overloads: [
      member("string_format", [stringType, listOf(dynType)], stringType, (text, args) => (typeof text === "string" && args instanceof ListValue ? formatText(text, args) : noSuchOverload), {
        costs: formatCosts,
      }),
    ],
  },
  { name: "strings.quote", overloads: [global("strings_quote", [stringType], stringType, ofString(quote), { costs: quoteCosts })] },
  {
    name: "join",
    overloads: [
      member("list_join", [listOfStrings], stringType, ofList((list) => join(list, ""))),
      member("list_join_string", [listOfStrings, stringType], stringType, (list, separator) =>
        list instanceof ListValue && typeof separator === "string" ? join(list, separator) : noSuchOverload,
      ),
    ],
    costs: joinCosts,
  },
];

/** The strings library in version 2 (ext.Strings). */
export const stringsLibrary: Library = { name: "strings", functions, validators: [formatValidator] };
