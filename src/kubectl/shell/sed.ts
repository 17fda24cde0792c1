import type { RE2JS } from "re2js";
import { failed, type Finished, printed } from "../finished.ts";
import { linesOf } from "./tool-lines.ts";
import { type Input, readOptions, type ToolOptions, type ToolSyntax } from "./tool-options.ts";
import { fromBasic, patternsOf } from "./grep.ts";

/** An edit of lines: what it does to one, or undefined where it deletes it. */
type Edit = (line: string, at: number, last: boolean) => readonly string[];

const refused = (words: string): Finished => failed(`sed: ${words}`);

export const sedSyntax: ToolSyntax = {
  flags: "Erin",
  values: "e",
  long: { "regexp-extended": "E", "in-place": "i", quiet: "n", silent: "n", expression: "e" },
  trouble: 2,
};

/** An address: a line, `$` or a pattern, or two of them as the ends of a range. */
const one = String.raw`(?:\d+|\$|\/(?:[^/\\]|\\.)*\/)`;
const addressed = new RegExp(`^\\s*(${one})?(?:,(${one}))?\\s*(.*)`, "s");

/** `sed` with the commands `s`, `d`, `p`, `a`, `i` and `c`, addressed by line, `$`, pattern or range. */
export async function sed(options: ToolOptions, given: readonly string[], inputs: readonly Input[]): Promise<Finished> {
  const scripts = given.flatMap(commandsOf);
  if (scripts.length === 0) return refused("no script specified");
  const quiet = options.has("n");
  if (quiet && !scripts.every((script) => addressed.exec(script)?.[3] === "p"))
    return refused("-n is supported here with the command p only");
  const patterns = await loadPatterns(options.has("E") || options.has("r"));
  const edits: Edit[] = [];
  for (const script of scripts) {
    const edit = editOf(script, patterns);
    if (edit === undefined) return refused(`-e expression #1, char 0: command not supported here: ${script}`);
    edits.push(edit);
  }
  const lines = inputs.flatMap(({ text }) => linesOf(text));
  const edited = lines.flatMap((line, i) => {
    const last = i === lines.length - 1;
    // Each `p` says a line twice, of which the second is the one that it prints.
    if (quiet) return edits.flatMap((edit) => edit(line, i + 1, last).slice(1));
    return edits.reduce<readonly string[]>((now, edit) => now.flatMap((each) => edit(each, i + 1, last)), [line]);
  });
  return printed(edited.map((line) => `${line}\n`).join(""));
}

/** Runs a command line of sed on a text. */
export async function sedText(args: readonly string[], text: string): Promise<Finished> {
  const options = readOptions("sed", sedSyntax, args);
  return "code" in options ? options : sed(options, patternsOf(options).patterns, [{ path: "", text }]);
}

/** The commands of a script, which `;` separates outside of `s///`. */
function commandsOf(script: string): readonly string[] {
  const commands: string[] = [];
  for (let rest = script.trim(); rest !== "";) {
    const address = new RegExp(`^(?:${one}(?:,${one})?)?\\s*`).exec(rest)?.[0] ?? "";
    const after = rest.slice(address.length);
    const delimiter = after.charAt(1).replace(/[\\^\]]/, "\\$&");
    const pattern = after.startsWith("s")
      ? new RegExp(
          `^s[${delimiter}](?:[^\\\\${delimiter}]|\\\\.)*[${delimiter}](?:[^\\\\${delimiter}]|\\\\.)*[${delimiter}][a-z]*`,
          "s",
        )
      : /^[aic].*|^[^;]*/s;
    const command = address + (pattern.exec(after)?.[0] ?? after);
    commands.push(command.trim());
    rest = rest.slice(command.length).replace(/^[\s;]+/, "");
  }
  return commands;
}

function editOf(script: string, patterns: Patterns): Edit | undefined {
  const [, address = "", end = "", command = ""] = addressed.exec(script) ?? [];
  const applies = end === "" ? matcherOf(address, patterns) : rangeOf(address, end, patterns);
  const replace = replacementOf(command, patterns);
  const text = /^[aic]\\?\s*(.*)/s.exec(command)?.[1]?.replace(/^\\/, "") ?? "";
  const edit: Edit | undefined =
    replace !== undefined
      ? (line) => [replace(line)]
      : command === "d"
        ? () => []
        : command === "p"
          ? (line) => [line, line]
          : command.startsWith("a")
            ? (line) => [line, text]
            : command.startsWith("i")
              ? (line) => [text, line]
              : command.startsWith("c")
                ? () => [text]
                : undefined;
  return edit && ((line, at, last) => (applies(line, at, last) ? edit(line, at, last) : [line]));
}

type Applies = (line: string, at: number, last: boolean) => boolean;

/** Reports whether a line is in a range; an end is looked for from the line after the one that begins it. */
function rangeOf(begin: string, end: string, compile: Patterns): Applies {
  const [begins, ends] = [matcherOf(begin, compile), matcherOf(end, compile)];
  let inside = false;
  return (line, at, last) => {
    const before = inside;
    if (!before && !begins(line, at, last)) return false;
    const isOver = /^\d+$/.test(end) ? at >= Number(end) : (before || end === "$") && ends(line, at, last);
    inside = !isOver;
    return true;
  };
}

function matcherOf(address: string, compile: Patterns): (line: string, at: number, last: boolean) => boolean {
  if (address === "") return () => true;
  if (address === "$") return (_, __, last) => last;
  if (!address.startsWith("/")) return (_, at) => at === Number(address);
  const pattern = compile(address.slice(1, -1), false);
  return (line) => pattern?.matcher(line).find() ?? false;
}

/** `s/PATTERN/TEXT/FLAGS` with any delimiter. */
function replacementOf(command: string, compile: Patterns): ((line: string) => string) | undefined {
  if (!command.startsWith("s")) return undefined;
  const parts = splitAt(command.slice(2), command.charAt(1));
  const [pattern = "", text = "", flags = ""] = parts;
  if (parts.length !== 3 || !/^[gi]*$/i.test(flags)) return undefined;
  const compiled = compile(pattern, /i/i.test(flags));
  return compiled && ((line) => replaced(compiled, line, text, flags.includes("g")));
}

function replaced(pattern: Pattern, line: string, text: string, everywhere: boolean): string {
  const matcher = pattern.matcher(line);
  let [result, at] = ["", 0];
  while (matcher.find()) {
    const written = text.replace(/\\(.)|&/gs, (all, escaped: string | undefined) => {
      if (escaped === undefined) return matcher.group() ?? "";
      if (/\d/.test(escaped))
        return Number(escaped) <= matcher.groupCount() ? (matcher.group(Number(escaped)) ?? "") : all;
      return escaped === "n" ? "\n" : escaped;
    });
    result += line.slice(at, matcher.start()) + written;
    at = matcher.end();
    if (!everywhere) break;
  }
  return result + line.slice(at);
}

function splitAt(text: string, delimiter: string): readonly string[] {
  const parts = [""];
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === "\\" && text.charAt(i + 1) === delimiter) parts.push(`${parts.pop() ?? ""}${text.charAt(++i)}`);
    else if (char === "\\") parts.push(`${parts.pop() ?? ""}${char}${text.charAt(++i)}`);
    else if (char === delimiter) parts.push("");
    else parts.push(`${parts.pop() ?? ""}${char}`);
  }
  return parts;
}

type Pattern = RE2JS;
/** Compiles a pattern, whose search takes linear time; undefined if it is none. */
type Patterns = (source: string, ignoreCase: boolean) => Pattern | undefined;

/** Loads the engine of patterns, which are basic regular expressions unless they are extended ones. */
async function loadPatterns(extended: boolean): Promise<Patterns> {
  const { RE2JS: Engine } = await import("re2js");
  return (source, ignoreCase) => {
    try {
      return Engine.compile(extended ? source : fromBasic(source), ignoreCase ? Engine.CASE_INSENSITIVE : 0);
    } catch {
      return undefined;
    }
  };
}
