import type { Finished } from "./filters.ts";

/** An edit of lines: what it does to one, or undefined where it deletes it. */
type Edit = (line: string, at: number, last: boolean) => readonly string[];

const done = (stdout: string): Finished => ({ stdout, stderr: "", code: 0 });
const failed = (stderr: string): Finished => ({ stdout: "", stderr: `sed: ${stderr}\n`, code: 1 });

/** `sed` with the commands `s`, `d`, `a`, `i` and `c`, addressed by line, `$` or pattern. */
export function sed(options: readonly string[], input: string): Finished {
  const { scripts: given, quiet } = scriptsOf(options);
  const scripts = given.flatMap(commandsOf);
  if (scripts.length === 0) return failed("no script specified");
  const edits: Edit[] = [];
  for (const script of scripts) {
    const edit = editOf(script);
    if (edit === undefined) return failed(`-e expression #1, char 0: command not supported here: ${script}`);
    edits.push(edit);
  }
  if (quiet) return failed("-n is not supported here");
  const lines = input === "" ? [] : input.replace(/\n$/, "").split("\n");
  const edited = lines.flatMap((line, i) =>
    edits.reduce<readonly string[]>(
      (now, edit) => now.flatMap((each) => edit(each, i + 1, i === lines.length - 1)),
      [line],
    ),
  );
  return done(edited.map((line) => `${line}\n`).join(""));
}

/** The scripts of a command line of sed, without its files. */
function scriptsOf(options: readonly string[]): { readonly scripts: readonly string[]; readonly quiet: boolean } {
  const given = options.flatMap((option, i) => (option === "-e" ? [options[i + 1] ?? ""] : []));
  const plain = options.filter((option) => !option.startsWith("-"));
  return { scripts: given.length > 0 ? given : plain.slice(0, 1), quiet: options.includes("-n") };
}

/** The commands of a script, which `;` separates outside of `s///`. */
function commandsOf(script: string): readonly string[] {
  const commands: string[] = [];
  for (let rest = script.trim(); rest !== "";) {
    const address = /^(?:\d+|\$|\/(?:[^/\\]|\\.)*\/)?\s*/.exec(rest)?.[0] ?? "";
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

function editOf(script: string): Edit | undefined {
  const [, address = "", command = ""] = /^\s*(\d+|\$|\/(?:[^/\\]|\\.)*\/)?\s*(.*)$/s.exec(script) ?? [];
  const applies = matcherOf(address);
  const replace = replacementOf(command);
  const text = /^[aic]\\?\s*(.*)$/s.exec(command)?.[1]?.replace(/^\\/, "") ?? "";
  const edit: Edit | undefined =
    replace !== undefined
      ? (line) => [replace(line)]
      : command === "d"
        ? () => []
        : command.startsWith("a")
          ? (line) => [line, text]
          : command.startsWith("i")
            ? (line) => [text, line]
            : command.startsWith("c")
              ? () => [text]
              : undefined;
  return edit && ((line, at, last) => (applies(line, at, last) ? edit(line, at, last) : [line]));
}

function matcherOf(address: string): (line: string, at: number, last: boolean) => boolean {
  if (address === "") return () => true;
  if (address === "$") return (_, __, last) => last;
  if (!address.startsWith("/")) return (_, at) => at === Number(address);
  const pattern = compile(address.slice(1, -1), "");
  return (line) => pattern?.test(line) ?? false;
}

/** `s/PATTERN/TEXT/FLAGS` with any delimiter. */
function replacementOf(command: string): ((line: string) => string) | undefined {
  if (!command.startsWith("s")) return undefined;
  const parts = splitAt(command.slice(2), command.charAt(1));
  const [pattern = "", text = "", flags = ""] = parts;
  if (parts.length !== 3 || !/^[gi]*$/i.test(flags)) return undefined;
  const compiled = compile(pattern, flags.toLowerCase());
  const to = text.replaceAll("$", "$$$$").replace(/\\(\d)|\\n|(\\&)|&/g, (all, group: string | undefined, and) => {
    if (group !== undefined) return `$${group}`;
    return and !== undefined ? "&" : all === "&" ? "$&" : "\n";
  });
  return compiled && ((line) => line.replace(compiled, to.replace(/\\(.)/g, "$1")));
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

/** A basic regular expression as one of JavaScript's; undefined if it is none. */
function compile(pattern: string, flags: string): RegExp | undefined {
  const source = pattern.replace(/\\([|+?(){}])|([|+?(){}])/g, (_, escaped?: string, plain?: string) =>
    escaped === undefined ? `\\${plain ?? ""}` : escaped,
  );
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
