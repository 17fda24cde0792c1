import { pushAll } from "../../apimachinery/long-lists.ts";
import { trimRight } from "../../apimachinery/trim.ts";
import { KubectlError } from "../kubectl-error.ts";
import { arithmetic } from "./arithmetic.ts";

/** What an expansion is in a parsed word until the word is used: a mark, q or u, v, c, a or p, its source, a mark. */
const [open, close] = ["\uE000", "\uE001"];
const marked = /\uE000([qu])([vcap])([^\uE001]*)\uE001/g;

/** An expansion that was read: as it stands in a word, and where the text goes on. */
interface Expansion {
  readonly text: string;
  readonly end: number;
}

/**
 * Reads the expansion that begins at a place: `$NAME`, `${NAME}`, `${NAME:-TEXT}`, `${NAME%PATTERN}`, `$?`, `$((SUM))`,
 * `$(COMMAND)` or a command in backticks. Undefined if there is none. Throws a KubectlError for those that this shell
 * does not have.
 */
export function readExpansion(text: string, at: number, quoted: boolean): Expansion | undefined {
  const mark = (kind: "v" | "c" | "a" | "p", source: string): string =>
    `${open}${quoted ? "q" : "u"}${kind}${source}${close}`;
  if (text.charAt(at) === "`") {
    const end = text.indexOf("`", at + 1);
    if (end < 0) throw new KubectlError("unexpected end of line while looking for matching `", 2);
    return { text: mark("c", text.slice(at + 1, end)), end: end + 1 };
  }
  if (!quoted && text.startsWith("<(", at)) {
    const end = closingParenthesis(text, at + 1);
    return { text: mark("p", text.slice(at + 2, end)), end: end + 1 };
  }
  if (text.charAt(at) !== "$") return undefined;
  const rest = text.slice(at + 1);
  if (rest.startsWith("((")) {
    const end = closingParenthesis(text, at + 1);
    return { text: mark("a", text.slice(at + 3, end - 1)), end: end + 1 };
  }
  if (rest.startsWith("(")) {
    const end = closingParenthesis(text, at + 1);
    return { text: mark("c", text.slice(at + 2, end)), end: end + 1 };
  }
  const [, braced, name] = /^(?:\{([^{}]*)\}|([A-Za-z_]\w*|[?!#@*$\d]))/.exec(rest) ?? [];
  if (name !== undefined) return { text: mark("v", name), end: at + 1 + name.length };
  if (braced === undefined) return undefined;
  if (!parameter.test(braced)) throw new KubectlError(`expansion \${${braced}} is not available here`, 2);
  return { text: mark("v", braced), end: at + 3 + braced.length };
}

/**
 * A parameter between braces: its length, or its name with an index and what is done with its value: a value in its
 * place, a part that is cut off, a part that is replaced, a part by its place, or other letters.
 */
const parameter =
  /^(?:#(\w+|[@*])(?:\[([@*]|-?\w+)\])?|(\w+|[?!@*#$])(?:\[([@*]|-?\w+|\$\w+)\])?((?::?[-+?=]|%%?|##?|\/\/?|:|\^\^?|,,?).*)?)$/s;

/** The place of the parenthesis that closes the one at a place; those in quotes do not count. */
export function closingParenthesis(text: string, from: number): number {
  let [depth, quote] = [0, ""];
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "\\" && quote !== "'") at++;
    else if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === "'" || char === '"') quote = char;
    else if (char === "(") depth++;
    else if (char === ")" && --depth === 0) return at;
  }
  throw new KubectlError("unexpected end of line while looking for matching )", 2);
}

/** The text of a heredoc whose delimiter is not quoted, with its expansions read. Throws a KubectlError. */
export function readHeredoc(body: string): string {
  let text = "";
  for (let at = 0; at < body.length;) {
    const char = body.charAt(at);
    const next = body.charAt(at + 1);
    const expansion = char === "\\" ? undefined : readExpansion(body, at, true);
    if (expansion !== undefined) {
      text += expansion.text;
      at = expansion.end;
    } else if (char === "\\" && "$`\\\n".includes(next) && next !== "") {
      text += next === "\n" ? "" : next;
      at += 2;
    } else {
      text += char;
      at++;
    }
  }
  return text;
}

/** Reports whether a word or a heredoc runs commands before it is used. */
export const runsCommands = (text: string): boolean => commandsIn(text).length > 0;

/** The command lines that run before a word or a heredoc is used. */
export const commandsIn = (text: string): readonly string[] =>
  [...text.matchAll(marked)].flatMap(([, , kind, source = ""]) => (kind === "c" || kind === "p" ? [source] : []));

/** What expansions stand for. */
export interface Expander {
  /** The value of a variable; undefined if it is not set. */
  variable(name: string): string | undefined;
  /** The items of an array, or the arguments under the name `@`. */
  list(name: string): readonly string[];
  assign(name: string, value: string): void;
  /** The path of a file that has the output of a command line: `<(COMMAND)`. */
  file(line: string): Promise<string>;
  /** The output of a command line. */
  output(line: string): Promise<string>;
}

/** The values of a parameter: of a list several, and of any other one. */
async function valuesOf(kind: string, source: string, expander: Expander): Promise<readonly string[]> {
  if (kind === "c") return [trimRight(await expander.output(source), "\n")];
  if (kind === "p") return [await expander.file(source)];
  if (kind === "a") return [String(arithmetic(source, expander))];
  const [, counted, countedIndex, name = counted ?? "", index = countedIndex, change = ""] =
    parameter.exec(source) ?? [];
  const isAll = /^[@*]$/.test(index ?? name);
  const items = isAll || index !== undefined ? expander.list(name) : undefined;
  if (counted !== undefined) return [String(isAll ? items?.length : (valueAt(name, index, expander) ?? "").length)];
  if (isAll && items !== undefined) {
    const all = change.startsWith(":") && /^:\s*\d/.test(change) ? slice(items, change, name === "@" ? 1 : 0) : items;
    return change === "" || all !== items ? all : all.map((item) => changed(item, change, name, expander) ?? "");
  }
  return [changed(valueAt(name, index, expander), change, name, expander) ?? ""];
}

function valueAt(name: string, index: string | undefined, expander: Expander): string | undefined {
  if (index === undefined) return expander.variable(name);
  return expander.list(name).at(arithmetic(index, expander));
}

/** The items from a place on, and so many of them; a list of arguments begins at 1. */
function slice<T>(items: readonly T[], change: string, first: number): readonly T[] {
  const [from = 0, count = Infinity] = change.slice(1).split(":").map(Number);
  return items.slice(Math.max(0, from - first), Math.max(0, from - first) + count);
}

/** What becomes of a value by what stands behind its name; undefined for one that has none. */
function changed(value: string | undefined, change: string, name: string, expander: Expander): string | undefined {
  if (change === "") return value;
  const [, colon = "", mark = "", other = ""] = /^(:?)([-+?=])(.*)$/s.exec(change) ?? [];
  const isSet = value !== undefined && !(colon !== "" && value === "");
  if (mark === "-") return isSet ? value : other;
  if (mark === "+") return isSet ? other : "";
  if (mark === "?" && !isSet) throw new KubectlError(`${name}: ${other || "parameter null or not set"}`);
  if (mark === "=" && !isSet) expander.assign(name, other);
  if (mark !== "") return isSet ? value : other;
  const [, cut, pattern = ""] = /^(%%?|##?)(.+)$/s.exec(change) ?? [];
  if (cut !== undefined) return withoutPart(value ?? "", cut, pattern);
  const [, all, from = "", to = ""] = /^\/(\/?)((?:[^/\\]|\\.)*)(?:\/(.*))?$/s.exec(change) ?? [];
  if (all !== undefined)
    return (value ?? "").replace(new RegExp(globSource(from.replace(/\\(.)/g, "$1")), all === "" ? "" : "g"), () => to);
  if (change.startsWith(":")) return slice([...(value ?? "")], change, 0).join("");
  const letters = change.startsWith("^") ? (text: string) => text.toUpperCase() : (text: string) => text.toLowerCase();
  return change.length === 2 ? letters(value ?? "") : letters((value ?? "").slice(0, 1)) + (value ?? "").slice(1);
}

const valueOf = async (kind: string, source: string, expander: Expander): Promise<string> =>
  (await valuesOf(kind, source, expander)).join(" ");

/** A value without what a pattern matches at its end (`%`) or beginning (`#`): the shortest, or doubled the longest. */
function withoutPart(value: string, cut: string, pattern: string): string {
  const matches = new RegExp(`^${globSource(pattern)}$`, "s");
  const lengths = Array.from({ length: value.length + 1 }, (_, i) => (cut.length === 1 ? i : value.length - i));
  const part = (length: number): string =>
    cut.startsWith("%") ? value.slice(value.length - length) : value.slice(0, length);
  const length = lengths.find((each) => matches.test(part(each))) ?? 0;
  return cut.startsWith("%") ? value.slice(0, value.length - length) : value.slice(length);
}

/** The regular expression of a pattern of the shell with `*` and `?`. */
export const globSource = (pattern: string): string =>
  pattern
    .replace(/[\\^$.+()[\]{}|]/g, "\\$&")
    .replace(/\*+/g, ".*")
    .replace(/\?/g, ".");

/** The text with its expansions in place, as in double quotes. */
export async function expandText(text: string, expander: Expander): Promise<string> {
  let [expanded, from] = ["", 0];
  for (const match of text.matchAll(marked)) {
    const [all, , kind = "", source = ""] = match;
    expanded += text.slice(from, match.index) + (await valueOf(kind, source, expander));
    from = match.index + all.length;
  }
  return expanded + text.slice(from);
}

/** The words that a word becomes: what is not quoted is split at spaces, and leaves no word where it is empty. */
export async function expandWord(word: string, expander: Expander): Promise<readonly string[]> {
  if (!word.includes(open)) return [word];
  const fields: string[] = [];
  let field: string | undefined;
  let from = 0;
  for (const match of word.matchAll(marked)) {
    const [all, quoted = "", kind = "", source = ""] = match;
    if (match.index > from) field = (field ?? "") + word.slice(from, match.index);
    from = match.index + all.length;
    if (quoted === "q") {
      const values = await valuesOf(kind, source, expander);
      const [first, ...more] = /^(?:\w*\[\*\]|\*)/.test(source) ? [values.join(" ")] : values;
      if (first !== undefined) field = (field ?? "") + first;
      if (more.length === 0) continue;
      pushAll(fields, [field ?? "", ...more.slice(0, -1)]);
      field = more.at(-1);
      continue;
    }
    const value = await valueOf(kind, source, expander);
    for (const [i, part] of value.split(/\s+/).entries()) {
      if (i > 0 && field !== undefined) fields.push(field);
      if (i > 0) field = undefined;
      if (part !== "") field = (field ?? "") + part;
    }
  }
  if (from < word.length) field = (field ?? "") + word.slice(from);
  return field === undefined ? fields : [...fields, field];
}
