import { trimRight } from "../../apimachinery/trim.ts";
import { KubectlError } from "../kubectl-error.ts";
import { arithmetic } from "./arithmetic.ts";

/** What an expansion is in a parsed word until the word is used: a mark, q or u, v, c or a, its source, a mark. */
const [open, close] = ["\uE000", "\uE001"];
const marked = /\uE000([qu])([vca])([^\uE001]*)\uE001/g;

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
  const mark = (kind: "v" | "c" | "a", source: string): string =>
    `${open}${quoted ? "q" : "u"}${kind}${source}${close}`;
  if (text.charAt(at) === "`") {
    const end = text.indexOf("`", at + 1);
    if (end < 0) throw new KubectlError("unexpected end of line while looking for matching `", 2);
    return { text: mark("c", text.slice(at + 1, end)), end: end + 1 };
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
  const [, braced, name] = /^(?:\{([^{}]*)\}|([A-Za-z_]\w*|[?!\d]))/.exec(rest) ?? [];
  if (name !== undefined) return { text: mark("v", name), end: at + 1 + name.length };
  if (braced === undefined) return undefined;
  if (!/^(?:\w+|\?)(?::?-.*|%%?.+|##?.+)?$/s.test(braced))
    throw new KubectlError(`expansion \${${braced}} is not available here`, 2);
  return { text: mark("v", braced), end: at + 3 + braced.length };
}

/** The place of the parenthesis that closes the one at a place; those in quotes do not count. */
function closingParenthesis(text: string, from: number): number {
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
  [...text.matchAll(marked)].flatMap(([, , kind, source = ""]) => (kind === "c" ? [source] : []));

/** What expansions stand for. */
export interface Expander {
  /** The value of a variable; undefined if it is not set. */
  variable(name: string): string | undefined;
  /** The output of a command line. */
  output(line: string): Promise<string>;
}

async function valueOf(kind: string, source: string, expander: Expander): Promise<string> {
  if (kind === "c") return trimRight(await expander.output(source), "\n");
  if (kind === "a") return String(arithmetic(source, (name) => expander.variable(name) ?? ""));
  const [, cutName, cut = "", pattern = ""] = /^(\w+)(%%?|##?)(.+)$/s.exec(source) ?? [];
  if (cutName !== undefined) return withoutPart(expander.variable(cutName) ?? "", cut, pattern);
  const [, name = "", colon = "", other] = /^(\w+|[?!])(?:(:?)-(.*))?$/s.exec(source) ?? [];
  const value = expander.variable(name);
  return (value === undefined || (colon !== "" && value === "")) && other !== undefined ? other : (value ?? "");
}

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
const globSource = (pattern: string): string =>
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
    const value = await valueOf(kind, source, expander);
    if (quoted === "q") {
      field = (field ?? "") + value;
      continue;
    }
    for (const [i, part] of value.split(/\s+/).entries()) {
      if (i > 0 && field !== undefined) fields.push(field);
      if (i > 0) field = undefined;
      if (part !== "") field = (field ?? "") + part;
    }
  }
  if (from < word.length) field = (field ?? "") + word.slice(from);
  return field === undefined ? fields : [...fields, field];
}
