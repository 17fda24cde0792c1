import { encodeScalar, sortedKeys } from "../../apimachinery/json/encode.ts";
import { isPrintable } from "../../apimachinery/go-strings.ts";
import { isList, isObject, type JsonValue } from "../../apimachinery/json/value.ts";

/**
 * A value as a document of KYAML, a strict subset of YAML (KEP-5295, sigs.k8s.io/yaml/kyaml). Members are sorted, or in
 * the order that they have.
 */
export const kyamlOf = (value: JsonValue, ordered = false): string => `---\n${rendered(value, 0, ordered)}\n`;

const indented = (depth: number): string => "  ".repeat(depth);

function rendered(value: JsonValue, depth: number, ordered: boolean): string {
  if (isList(value)) return list(value, depth, ordered);
  if (isObject(value)) {
    const keys = (ordered ? Object.keys(value) : sortedKeys(value)).filter((key) => value[key] !== undefined);
    if (keys.length === 0) return "{}";
    const members = keys.map(
      (key) => `${indented(depth + 1)}${keyText(key)}: ${rendered(value[key] ?? null, depth + 1, ordered)},\n`,
    );
    return `{\n${members.join("")}${indented(depth)}}`;
  }
  return typeof value === "string" ? quoted(value, depth + 1) : (encodeScalar(value) ?? "null");
}

/** A list: objects and lists stand beside each other, other items on lines of their own. */
function list(items: readonly JsonValue[], depth: number, ordered: boolean): string {
  if (items.length === 0) return "[]";
  if (items.every((item) => isList(item) || isObject(item)))
    return `[${items.map((item) => rendered(item, depth, ordered)).join(", ")}]`;
  const lines = items.map((item) => `${indented(depth + 1)}${rendered(item, depth + 1, ordered)},\n`);
  return `[\n${lines.join("")}${indented(depth)}]`;
}

const keyText = (key: string): string =>
  isPlain(key) && !isAmbiguous(key) ? key : `"${[...key].map((rune) => escaped(rune, "\\n", "\\t")).join("")}"`;

/** Letters, digits and `_`, and `-`, `.` and `/` between them. */
const isPlain = (text: string): boolean => /^[\p{L}\p{N}_](?:[\p{L}\p{N}_./-]*[\p{L}\p{N}_])?$/u.test(text);

const words = /^(?:null|~|true|t|y|yes|on|false|f|n|no|off|0|1|[-+]?\.inf|\.nan)$/i;
const numbers =
  /^[+-]?(?:0b[01]+|0o?[0-7]+|0x[\da-f]+|(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|0x[\da-f]+(?:\.[\da-f]*)?p[+-]?\d+)$|^nan$/i;
const sexagesimal = /^[+-]?[1-9][\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/;
const time = /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt ]\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** Reports whether YAML could take a text without quotes for something else (kyaml.isTypeAmbiguous). */
const isAmbiguous = (text: string): boolean =>
  words.test(text) || numbers.test(text.replaceAll("_", "")) || sexagesimal.test(text) || time.test(text);

/** A text in quotes; each of several lines stands on a line of its own, folded with a backslash. */
function quoted(text: string, depth: number): string {
  if (!text.includes("\n")) return `"${[...text].map((rune) => escaped(rune, "\\n", "\t")).join("")}"`;
  const lines = text.split("\n");
  const ended = text.endsWith("\n");
  const shown = (ended ? lines.slice(0, -1) : lines).map((line, i, all) => {
    const start = /^\s/.test(line) ? "\\" : " ";
    const body = [...line].map((rune) => escaped(rune, "\\n", "\t")).join("");
    const fold = i < all.length - 1 || ended ? "\\n\\\n" : "\\\n";
    return `${indented(depth)}${start}${body}${fold}`;
  });
  return `"\\\n${shown.join("")}${indented(depth)}"`;
}

const named: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\r": "\\r",
  "\v": "\\v",
  "\0": "\\0",
  "\x1b": "\\e",
  "\x85": "\\N",
  "\xa0": "\\_",
  "\u2028": "\\L",
  "\u2029": "\\P",
};

function escaped(rune: string, newline: string, tab: string): string {
  if (rune === "\n") return newline;
  if (rune === "\t") return tab;
  if (rune === '"' || rune === "\\") return `\\${rune}`;
  if (isPrintable(rune)) return rune;
  const short = named[rune];
  if (short !== undefined) return short;
  const code = rune.codePointAt(0) ?? 0;
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
}
