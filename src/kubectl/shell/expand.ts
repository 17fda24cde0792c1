import { pushAll } from "../../apimachinery/long-lists.ts";
import { trimRight } from "../../apimachinery/trim.ts";
import { KubectlError } from "../kubectl-error.ts";
import { arithmetic } from "./arithmetic.ts";
import { braced } from "./braces.ts";
import { literalText, marked, parameter, readHeredoc, withoutMarks } from "./expansions.ts";
import { globSource, isPattern, pathsOf } from "./glob.ts";
import { readWhole } from "./words.ts";

/** What expansions stand for. */
export interface Expander {
  /** The value of a variable; undefined if it is not set. Throws a KubectlError where `set -u` asks for one. */
  variable(name: string, isAsked?: boolean): string | undefined;
  /** The items of an array, or the arguments under the name `@`. */
  list(name: string): readonly string[];
  /** The indices of an array. */
  keys(name: string): readonly string[];
  /** The item of an array with words as indices; undefined for another array. */
  entry(name: string, key: string): string | undefined;
  /** The names of variables with a beginning. */
  names(prefix: string): readonly string[];
  assign(name: string, value: string): void;
  /** What separates words: IFS. */
  separators(): string;
  /** The path of a file that has the output of a command line: `<(COMMAND)`. */
  file(line: string): Promise<string>;
  /** The output of a command line. */
  output(line: string): Promise<string>;
  /** The paths of the files below a folder, from there. */
  files(folder: string): Promise<readonly string[] | undefined>;
}

/** The value of a text of arithmetic, whose expansions are put in first. */
export const sumOf = async (source: string, expander: Expander): Promise<number> =>
  arithmetic(await expandText(readHeredoc(source), expander), expander);

/** The values of a parameter: of a list several, and of any other one. */
async function valuesOf(kind: string, source: string, quoted: boolean, expander: Expander): Promise<readonly string[]> {
  if (kind === "c") return [trimRight(await expander.output(source), "\n")];
  if (kind === "p") return [await expander.file(source)];
  if (kind === "a") return [String(await sumOf(source, expander))];
  const [, prefix, counted, countedIndex, bang, own = counted ?? "", index = countedIndex, change = ""] =
    parameter.exec(source) ?? [];
  if (prefix !== undefined) return expander.names(prefix);
  const isAll = /^[@*]$/.test(index ?? own);
  if (bang === "!" && isAll && index !== undefined) return expander.keys(own);
  const name = bang === "!" ? (expander.variable(own) ?? "") : own;
  if (counted !== undefined)
    return [
      String(isAll ? expander.list(name).length : [...((await valueAt(name, index, expander, true)) ?? "")].length),
    ];
  if (!isAll) {
    const isAsked = !/^:?[-+?=]/.test(change);
    return [(await changed(await valueAt(name, index, expander, isAsked), change, { name, quoted, expander })) ?? ""];
  }
  const items = expander.list(name);
  if (/^:(?![-+?=])/.test(change)) return slice(items, change, name === "@" || name === "*" ? 1 : 0, expander);
  if (items.length === 0)
    return /^:?[-=+?]/.test(change) ? [(await changed(undefined, change, { name, quoted, expander })) ?? ""] : [];
  if (change === "") return items;
  const values: string[] = [];
  for (const item of items) values.push((await changed(item, change, { name, quoted, expander })) ?? "");
  return values;
}

async function valueAt(
  name: string,
  index: string | undefined,
  expander: Expander,
  isAsked: boolean,
): Promise<string | undefined> {
  if (index === undefined) return expander.variable(name, isAsked);
  const key = await expandText(readWhole(index), expander);
  return expander.entry(name, key) ?? expander.list(name).at(await sumOf(index, expander));
}

/** The items from a place on, and so many of them; a list of arguments begins at 1. */
async function slice<T>(items: readonly T[], change: string, first: number, expander: Expander): Promise<readonly T[]> {
  const [from = "", count] = change.slice(1).split(/:(.*)/s);
  const start = await sumOf(from, expander);
  const at = start < 0 ? items.length + start : Math.max(0, start - first);
  if (at < 0) return [];
  const length = count === undefined ? Infinity : await sumOf(count, expander);
  return items.slice(at, length < 0 ? length : at + length);
}

interface Change {
  readonly name: string;
  readonly quoted: boolean;
  readonly expander: Expander;
}

/** A text within an expansion with its own expansions in place. */
const within = (text: string, { quoted, expander }: Change): Promise<string> =>
  expandText(
    quoted ? readHeredoc(text.replace(/\\?"/g, (all) => (all === '"' ? "" : all))) : readWhole(text),
    expander,
  );

/** What becomes of a value by what stands behind its name; undefined for one that has none. */
async function changed(value: string | undefined, change: string, how: Change): Promise<string | undefined> {
  if (change === "") return value;
  const { name, expander } = how;
  const [, colon = "", mark = "", other = ""] = /^(:?)([-+?=])(.*)$/s.exec(change) ?? [];
  if (mark !== "") {
    const isSet = value !== undefined && !(colon !== "" && value === "");
    if (isSet !== (mark === "+")) return isSet ? value : "";
    const text = await within(other, how);
    if (mark === "?") throw new KubectlError(`${name}: ${text || "parameter null or not set"}`);
    if (mark === "=") expander.assign(name, text);
    return text;
  }
  const [, cut, part = ""] = /^(%%?|##?)(.*)$/s.exec(change) ?? [];
  if (cut !== undefined) return withoutPart(value ?? "", cut, await expandPattern(readWhole(part), expander));
  if (change.startsWith("/")) return replaced(value ?? "", change.slice(1), how);
  if (change.startsWith(":")) return (await slice([...(value ?? "")], change, 0, expander)).join("");
  const [, signs = "", only = "?"] = /^(\^\^?|,,?)(.+)?$/s.exec(change) ?? [];
  const letters = new RegExp(
    globSource(await expandPattern(readWhole(only), expander)),
    signs.length === 2 ? "gs" : "sy",
  );
  return (value ?? "").replace(letters, (text) => (signs.startsWith("^") ? text.toUpperCase() : text.toLowerCase()));
}

/** A value with a text for what a pattern matches: `PATTERN/TEXT`; `/` before it means each, `#` and `%` an end. */
async function replaced(value: string, change: string, how: Change): Promise<string> {
  const [, kind = "", from = "", to = ""] = /^([/#%]?)((?:[^/\\]|\\.)*)(?:\/(.*))?$/s.exec(change) ?? [];
  const pattern = globSource(await expandPattern(readWhole(from), how.expander));
  if (pattern === "") return value;
  const source = kind === "#" ? `^(?:${pattern})` : kind === "%" ? `(?:${pattern})$` : pattern;
  const text = await within(to, how);
  return value.replace(new RegExp(source, kind === "/" ? "gs" : "s"), () => text);
}

/** A value without what a pattern matches at its end (`%`) or beginning (`#`): the shortest, or doubled the longest. */
function withoutPart(value: string, cut: string, pattern: string): string {
  const isLongest = cut.length === 2;
  if (cut.startsWith("%")) return value.slice(0, isLongest ? firstEnding(value, pattern) : lastEnding(value, pattern));
  const found = new RegExp(`^(?:${globSource(pattern, isLongest ? ".*" : ".*?")})`, "s").exec(value);
  return value.slice(found?.[0].length ?? 0);
}

/** Where the longest end of a value begins that a pattern matches; the length of the value if none is matched. */
function firstEnding(value: string, pattern: string): number {
  const start = pattern.startsWith("*") ? "^" : ""; // what begins with anything begins at the first character
  return new RegExp(`${start}(?:${globSource(pattern)})$`, "s").exec(value)?.index ?? value.length;
}

/** Where the shortest end of a value begins that a pattern matches; the length of the value if none is matched. */
function lastEnding(value: string, pattern: string): number {
  const matches = new RegExp(`(?:${globSource(pattern.replace(/^\*+/, ""))})$`, "sy");
  for (let at = value.length; at >= 0; at--) {
    matches.lastIndex = at;
    if (matches.test(value)) return at;
  }
  return value.length;
}

/** What joins the values of a list that is one word. */
const joint = (source: string, expander: Expander): string =>
  isJoined(source) ? expander.separators().slice(0, 1) : " ";

/** A pattern with its expansions in place; what is quoted stays marked. */
export async function expandPattern(text: string, expander: Expander): Promise<string> {
  let [expanded, from] = ["", 0];
  for (const match of text.matchAll(marked)) {
    const [all, quoted, kind = "", source = ""] = match;
    const value = (await valuesOf(kind, source, quoted === "q", expander)).join(joint(source, expander));
    expanded += text.slice(from, match.index) + (quoted === "q" ? literalText(value) : value);
    from = match.index + all.length;
  }
  return expanded + text.slice(from);
}

/** The text with its expansions in place, as in double quotes. */
export const expandText = async (text: string, expander: Expander): Promise<string> =>
  withoutMarks(await expandPattern(text, expander));

/** A word that is nothing but an expansion in quotes. */
const wholeQuoted = /^\uE000q([vcap])([^\uE001]*)\uE001$/;

/** Whether a list is one word where it is quoted. */
const isJoined = (source: string): boolean => /^(?:!?\w*\[\*\]|\*)/.test(source);

/** The words that a word becomes: by its braces, its expansions, what separates words, and the names of files. */
export async function expandWord(word: string, expander: Expander): Promise<readonly string[]> {
  const [, kind, source] = wholeQuoted.exec(word) ?? [];
  if (kind !== undefined && source !== undefined) {
    const values = await valuesOf(kind, source, true, expander);
    return isJoined(source) ? [values.join(joint(source, expander))] : values;
  }
  const words: string[] = [];
  for (const each of braced(word))
    for (const field of await fieldsOf(each, expander))
      pushAll(words, isPattern(field) ? await pathsOf(field, expander.files.bind(expander)) : [withoutMarks(field)]);
  return words;
}

/** The words of one without braces: what is not quoted is split, and leaves no word where it is empty. */
async function fieldsOf(word: string, expander: Expander): Promise<readonly string[]> {
  const fields: string[] = [];
  let field: string | undefined;
  const end = (isKept: boolean): void => {
    if (isKept || field !== undefined) fields.push(field ?? "");
    field = undefined;
  };
  const separator = separatorOf(expander.separators());
  const split = (value: string): void => {
    let at = 0;
    for (const { 0: text, index } of separator === undefined ? [] : value.matchAll(separator)) {
      if (index > at) field = (field ?? "") + value.slice(at, index);
      end(/[^ \t\n]/.test(text));
      at = index + text.length;
    }
    if (at < value.length) field = (field ?? "") + value.slice(at);
  };
  let from = 0;
  for (const match of word.matchAll(marked)) {
    const [all, quoted, kind = "", source = ""] = match;
    if (match.index > from) field = (field ?? "") + word.slice(from, match.index);
    from = match.index + all.length;
    const isOne = quoted === "q" || /^[^:]*:?[-=+]\s*"[^"]*"$/.test(source);
    const values = await valuesOf(kind, source, quoted === "q", expander);
    const parts = isOne && isJoined(source) ? [values.join(joint(source, expander))] : values;
    for (const [i, value] of parts.entries()) {
      if (i > 0) end(isOne);
      if (isOne) field = (field ?? "") + literalText(value);
      else split(value);
    }
  }
  if (from < word.length) field = (field ?? "") + word.slice(from);
  end(false);
  return word === "" ? [""] : fields;
}

/** The regular expression of what separates words; undefined where nothing does. */
function separatorOf(separators: string): RegExp | undefined {
  const escaped = (text: string): string => text.replace(/[\\\]^-]/g, "\\$&");
  const spaces = escaped(separators.replace(/[^ \t\n]/g, ""));
  const others = escaped(separators.replace(/[ \t\n]/g, ""));
  if (others === "") return spaces === "" ? undefined : new RegExp(`[${spaces}]+`, "g");
  return new RegExp(spaces === "" ? `[${others}]` : `[${spaces}]*[${others}][${spaces}]*|[${spaces}]+`, "g");
}
