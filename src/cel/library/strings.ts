import { trimSpace } from "../../apimachinery/trim.ts";
import { global, member, type FunctionDecl, type Implementation } from "../env/declarations.ts";
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
import { splitText, TextFinder } from "../values/find-text.ts";
import { countRunes, hasPairs, offsetOfRune, runeAtOffset } from "../values/text-index.ts";
import { checkTextLength, type Effort } from "../values/effort.ts";
import { formatText } from "./format-text.ts";
import { ofList, ofString, ofStringInt, ofStringInts, ofStrings, ofStringsInt } from "./typed.ts";

const listOfStrings = listOf(stringType);
const outOfRange = (index: Int): EvalError => new EvalError(`index out of range: ${index}`);
const isWithin = (index: Int, length: number): index is number =>
  typeof index === "number" && index >= 0 && index <= length;

function charAt(text: string, index: Int, effort: Effort): Value {
  if (!isWithin(index, countRunes(text, effort))) return outOfRange(index);
  return text.slice(offsetOfRune(text, index, effort), offsetOfRune(text, index + 1, effort));
}

const runeOf = (text: string, at: number, effort: Effort): number => (at < 0 ? -1 : runeAtOffset(text, at, effort));

function indexOf(text: string, part: string, offset: Int, effort: Effort): Value {
  if (part === "") return offset;
  if (offset < 0) return outOfRange(offset);
  if (offset >= countRunes(text, effort)) return -1;
  return runeOf(text, new TextFinder(part).find(text, offsetOfRune(text, Number(offset), effort)), effort);
}

function lastIndexOf(text: string, part: string, offset: Int | undefined, effort: Effort): Value {
  if (part === "") return offset ?? countRunes(text, effort);
  if (offset === undefined) return runeOf(text, new TextFinder(part).findLast(text, text.length), effort);
  if (offset < 0) return outOfRange(offset);
  if (offset >= countRunes(text, effort)) return -1;
  return runeOf(text, new TextFinder(part).findLast(text, offsetOfRune(text, Number(offset), effort)), effort);
}

function substring(text: string, start: Int, end: Int | undefined, effort: Effort): Value {
  if (end !== undefined && start > end) return new EvalError(`invalid substring range. start: ${start}, end: ${end}`);
  const size = countRunes(text, effort);
  if (!isWithin(start, size)) return outOfRange(start);
  if (end !== undefined && !isWithin(end, size)) return outOfRange(end);
  const from = offsetOfRune(text, start, effort);
  return text.slice(from, end === undefined ? text.length : offsetOfRune(text, Number(end), effort));
}

const mapAscii = (text: string, pattern: RegExp, change: (char: string) => string): string =>
  text.replace(pattern, change);
const lowerAscii = (text: string): string => mapAscii(text, /[A-Z]+/g, (letters) => letters.toLowerCase());
const upperAscii = (text: string): string => mapAscii(text, /[a-z]+/g, (letters) => letters.toUpperCase());

const stringList = (texts: readonly string[]): ListValue => new ArrayList(texts);

/** Splits at a separator into at most `limit` pieces; no limit if negative. */
function split(text: string, separator: string, limit: Int, effort: Effort): Value {
  if (limit === 0) return stringList([]);
  const most = limit < 0 ? Infinity : Number(limit);
  return stringList(separator === "" ? explode(text, most, effort) : splitText(text, separator, most));
}

/** The steps of making a text of each character. */
const stepsOfPiece = 3;

/** Returns the characters of a text; the last of at most `limit` pieces holds the rest. */
function explode(text: string, limit: number, effort: Effort): readonly string[] {
  effort.spend(stepsOfPiece * Math.min(text.length, limit));
  if (limit >= text.length && !hasPairs(text)) return text.split("");
  const runes: string[] = [];
  let rest = 0;
  for (const rune of text) {
    if (runes.length + 1 >= limit) break;
    runes.push(rune);
    rest += rune.length;
  }
  return rest < text.length ? [...runes, text.slice(rest)] : runes;
}

/** Replaces at most `limit` occurrences; all if negative. The empty string occurs before and after each character. */
function replace(text: string, old: string, replacement: string, limit: Int, effort: Effort): string {
  const most = limit < 0 ? Infinity : Number(limit);
  if (old === "") return insertEverywhere(text, replacement, most, effort);
  const pieces = splitText(text, old, most + 1);
  checkTextLength(text.length + (pieces.length - 1) * (replacement.length - old.length));
  return pieces.join(replacement);
}

function insertEverywhere(text: string, inserted: string, limit: number, effort: Effort): string {
  const pieces = explode(text, limit, effort);
  checkTextLength(text.length + (pieces.length + 1) * inserted.length);
  if (limit === 0 || text === "") return limit === 0 ? text : inserted;
  const filled = inserted + pieces.join(inserted);
  return pieces.length < limit ? filled + inserted : filled;
}

function join(list: ListValue, separator: string): Value {
  let text = "";
  for (let i = 0; i < list.size; i++) {
    const element = list.at(i);
    if (typeof element !== "string") return new EvalError(`join: invalid input: ${printValue(element)}`);
    checkTextLength(text.length + separator.length + element.length);
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

const replaceAtMost: Implementation = (a, b, c, d, effort) =>
  typeof a === "string" && typeof b === "string" && typeof c === "string" && isInt(d)
    ? replace(a, b, c, d, effort)
    : noSuchOverload;

// oxfmt-ignore
const functions: readonly FunctionDecl[] = [
  { name: "charAt", overloads: [member("string_char_at_int", [stringType, intType], stringType, ofStringInt(charAt))] },
  {
    name: "indexOf",
    overloads: [
      member("string_index_of_string", [stringType, stringType], intType, ofStrings((text, part, effort) => indexOf(text, part, 0, effort))),
      member("string_index_of_string_int", [stringType, stringType, intType], intType, ofStringsInt(indexOf)),
    ],
    costs: listScanCosts,
  },
  {
    name: "lastIndexOf",
    overloads: [
      member("string_last_index_of_string", [stringType, stringType], intType, ofStrings((text, part, effort) => lastIndexOf(text, part, undefined, effort))),
      member("string_last_index_of_string_int", [stringType, stringType, intType], intType, ofStringsInt(lastIndexOf)),
    ],
    costs: listScanCosts,
  },
  { name: "lowerAscii", overloads: [member("string_lower_ascii", [stringType], stringType, ofString(lowerAscii))], costs: traversalCosts(1, true) },
  {
    name: "replace",
    overloads: [
      member("string_replace_string_string", [stringType, stringType, stringType], stringType, (a, b, c, _, effort) => replaceAtMost(a, b, c, -1, effort)),
      member("string_replace_string_string_int", [stringType, stringType, stringType, intType], stringType, replaceAtMost),
    ],
    costs: replaceCosts,
  },
  {
    name: "split",
    overloads: [
      member("string_split_string", [stringType, stringType], listOfStrings, ofStrings((text, separator, effort) => split(text, separator, -1, effort))),
      member("string_split_string_int", [stringType, stringType, intType], listOfStrings, ofStringsInt(split)),
    ],
    costs: splitCosts,
  },
  {
    name: "substring",
    overloads: [
      member("string_substring_int", [stringType, intType], stringType, ofStringInt((text, start, effort) => substring(text, start, undefined, effort))),
      member("string_substring_int_int", [stringType, intType, intType], stringType, ofStringInts(substring)),
    ],
    costs: traversalCosts(1, true),
  },
  { name: "trim", overloads: [member("string_trim", [stringType], stringType, ofString(trimSpace))], costs: traversalCosts(1, true) },
  { name: "upperAscii", overloads: [member("string_upper_ascii", [stringType], stringType, ofString(upperAscii))], costs: traversalCosts(1, true) },
  {
    name: "format",
    overloads: [
      member("string_format", [stringType, listOf(dynType)], stringType, (text, args, _, __, effort) => (typeof text === "string" && args instanceof ListValue ? formatText(text, args, effort) : noSuchOverload), {
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
