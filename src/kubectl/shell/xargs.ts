import { failed, type Finished } from "../finished.ts";
import { readOptions, type ToolSyntax } from "./tool-options.ts";

const syntax: ToolSyntax = {
  flags: "0r",
  values: "nILd",
  long: { null: "0", "no-run-if-empty": "r", "max-args": "n", "max-lines": "L", delimiter: "d", replace: "I" },
  trouble: 1,
};

/** How many words the options before the command have: what follows its name is the command's. */
function ownLength(args: readonly string[]): number {
  let at = 0;
  for (let arg = args[0]; arg?.startsWith("-") === true && arg !== "--" && arg !== "-"; arg = args[at]) {
    const valued = arg.startsWith("--") ? syntax.long[arg.slice(2)] : /^-[0r]*([nILd])$/.exec(arg)?.[1];
    at += valued !== undefined && syntax.values.includes(valued) ? 2 : 1;
  }
  return at;
}

/**
 * Returns the commands that xargs runs for a text, each as its words, or the refusal of an option or of what is read.
 * Without `-n`, `-L` and `-I`, all words go to one command.
 */
export function commandsOf(args: readonly string[], text: string): readonly (readonly string[])[] | Finished {
  const length = ownLength(args);
  const options = readOptions("xargs", syntax, args.slice(0, length));
  if (!("has" in options)) return options;
  const given = args.slice(args[length] === "--" ? length + 1 : length);
  const command = given.length === 0 ? ["echo"] : given;
  const placeholder = options.value("I");
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (placeholder !== undefined)
    return lines.map((line) => command.map((word) => word.replaceAll(placeholder, () => line.trimStart())));
  const delimiter = options.has("0") ? "\0" : unescaped(options.value("d"));
  const quote = delimiter === undefined ? openQuote(text) : undefined;
  if (quote !== undefined)
    return failed(
      `xargs: unmatched ${quote} quote; by default quotes are special to xargs unless you use the -0 option`,
      1,
    );
  const words = (part: string): readonly string[] =>
    delimiter === undefined ? wordsOf(part) : part.split(delimiter).filter((word) => word !== "");
  const option = options.value("n") === undefined ? "L" : "n";
  const written = options.value(option) ?? "";
  if (written !== "" && !/^\d+$/.test(written))
    return failed(`xargs: invalid number "${written}" for -${option} option`, 1);
  const perCommand = written === "" ? Infinity : Number(written);
  if (perCommand === 0) return failed(`xargs: value 0 for -${option} option should be >= 1`, 1);
  const units = options.value("L") === undefined ? words(text).map((word) => [word]) : lines.map(words);
  if (units.length === 0) return options.has("r") ? [] : [command];
  const commands: string[][] = [];
  for (let i = 0; i < units.length; i += perCommand) {
    commands.push([...command, ...units.slice(i, i + perCommand).flat()]);
    if (perCommand === Infinity) break;
  }
  return commands;
}

const unescaped = (delimiter: string | undefined): string | undefined =>
  delimiter?.replace(/^\\n$/, "\n").replace(/^\\t$/, "\t").replace(/^\\0$/, "\0");

/** A quoted or escaped part of a word. */
const quoted = /\\([^])|"([^"\n]*)"|'([^'\n]*)'/g;

/** The kind of a quote that is not closed in its line; undefined where all are. */
function openQuote(text: string): "single" | "double" | undefined {
  const open = /["']/.exec(text.replace(quoted, ""))?.[0];
  return open === undefined ? undefined : open === "'" ? "single" : "double";
}

/** Words apart from white space; quotes and backslashes keep it within a word. */
const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(/(?:[^\s"'\\]|\\[^]|"[^"\n]*"|'[^'\n]*')+/g)].map(([word]) =>
    word.replace(quoted, (_all, escaped = "", double = "", single = "") => `${escaped}${double}${single}`),
  );
