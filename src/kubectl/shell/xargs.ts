import { failed, type Finished } from "../finished.ts";
import { readOptions, type ToolSyntax } from "./tool-options.ts";

const syntax: ToolSyntax = {
  flags: "0rt",
  values: "nILd",
  long: { null: "0", "no-run-if-empty": "r", "max-args": "n", "max-lines": "L", delimiter: "d", replace: "I" },
  trouble: 1,
};

/** The options before the command: what follows its name is the command's. */
function ownLength(args: readonly string[]): number {
  let at = 0;
  while (args[at]?.startsWith("-") === true && args[at] !== "--") at += /^-[nILd]$/.test(args[at] ?? "") ? 2 : 1;
  return at;
}

/**
 * Returns the commands that xargs runs for a text, each as its words, or the refusal of an option. Without `-n`, `-L`
 * and `-I`, all words go to one command.
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
    return lines.map((line) => command.map((word) => word.replaceAll(placeholder, () => line.trim())));
  const delimiter = options.has("0") ? "\0" : unescaped(options.value("d"));
  const words = (part: string): readonly string[] =>
    delimiter === undefined ? wordsOf(part) : part.split(delimiter).filter((word) => word !== "");
  const perCommand = Number(options.value("n") ?? options.value("L") ?? Infinity);
  if (!(perCommand >= 1)) return failed(`xargs: invalid number "${options.value("n") ?? ""}" for -n option`, 1);
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

/** Words apart from white space; quotes and backslashes keep it within a word. */
const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(/(?:[^\s"'\\]|\\[^]|"[^"\n]*"|'[^'\n]*')+/g)].map(([word]) =>
    word.replace(
      /\\([^])|"([^"\n]*)"|'([^'\n]*)'/g,
      (_all, escaped = "", double = "", single = "") => `${escaped}${double}${single}`,
    ),
  );
