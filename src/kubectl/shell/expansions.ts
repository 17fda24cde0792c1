import { KubectlError } from "../kubectl-error.ts";

/** What an expansion is in a parsed word until the word is used: a mark, q or u, v, c, a or p, its source, a mark. */
const [open, close] = ["\uE000", "\uE001"];
export const marked = /\uE000([qu])([vcap])([^\uE001]*)\uE001/g;

/** Stands before a character that is quoted, and would stand for others if it was not. */
export const literalMark = "\uE005";

/** A quoted text, as a part of a word: what would stand for files or for several words is marked. */
export const literalText = (text: string): string => text.replace(/[*?[\]{},]/g, `${literalMark}$&`);

/** A word without the marks of what is quoted. */
export const withoutMarks = (word: string): string => word.replaceAll(literalMark, "");

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
    const [all, source = ""] = /^`((?:[^`\\]|\\[^])*)`/.exec(text.slice(at)) ?? [];
    if (all === undefined) throw new KubectlError("unexpected end of line while looking for matching `", 2);
    return { text: mark("c", source.replace(/\\([\\$`])/g, "$1")), end: at + all.length };
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
  if (rest.startsWith("{")) {
    const end = closingBrace(text, at + 1, quoted);
    const source = text.slice(at + 2, end);
    if (!parameter.test(source)) throw new KubectlError(`expansion \${${source}} is not available here`, 2);
    return { text: mark("v", source), end: end + 1 };
  }
  const name = /^(?:[A-Za-z_]\w*|[?!#@*$\d-])/.exec(rest)?.[0];
  return name === undefined ? undefined : { text: mark("v", name), end: at + 1 + name.length };
}

/**
 * A parameter between braces: the names with a beginning; its length; or its name, which `!` reads from a variable or
 * makes the indices of an array, with an index and what is done with its value: a value in its place, a part that is
 * cut off, a part that is replaced, a part by its place, or other letters.
 */
export const parameter =
  /^(?:!([A-Za-z_]\w*)[*@]|#(\w+|[@*])(?:\[([^\]]*)\])?|(!?)(\w+|[?!@*#$-])(?:\[([^\]]*)\])?((?::?[-+?=]|%%?|##?|\/[/#%]?|:|\^\^?|,,?).*)?)$/s;

/** The place of the brace that closes the one at a place; those in quotes and in expansions do not count. */
function closingBrace(text: string, from: number, isQuoted: boolean): number {
  let [depth, quote] = [0, ""];
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "\\" && quote !== "'") at++;
    else if (text.startsWith("$(", at) && quote !== "'") at = closingParenthesis(text, at + 1);
    else if (quote !== "" && char === quote) quote = "";
    else if (quote === "" && (char === '"' || (char === "'" && !isQuoted))) quote = char;
    else if (char === "{" && quote !== "'" && text.charAt(at - 1) === "$") depth++;
    else if (char === "}" && quote === "" && --depth === 0) return at;
  }
  throw new KubectlError("unexpected end of line while looking for matching }", 2);
}

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

/** The command lines that run before a word or a heredoc is used, those within other expansions as well. */
export const commandsIn = (text: string): readonly string[] =>
  [...text.matchAll(marked)].flatMap(([, , kind, source = ""]) =>
    kind === "c" || kind === "p" ? [source] : /[`$]/.test(source) ? commandsIn(readHeredoc(source)) : [],
  );
