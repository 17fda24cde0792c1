import { clientExitCode, type Reach } from "./client-programs.ts";

/** How long a command runs, how it ends, and what it prints, as far as that is written in it. */
export interface CommandRun {
  /** Undefined if the command goes on for ever, or nothing is known about it. */
  readonly runSeconds?: number;
  readonly exitCode: number;
  /** What `echo` prints before anything that is not known, line by line. */
  readonly output: string;
  /** What `echo` writes to files, by their paths; undefined if it writes none. */
  readonly files?: ReadonlyMap<string, string>;
}

/** The members of a container that say what it runs. */
export interface RunContainer {
  readonly command?: readonly string[];
  readonly args?: readonly string[];
}

const shells = new Set(["sh", "bash", "ash", "dash", "/bin/sh", "/bin/bash", "/bin/ash"]);
/** Programs that end by themselves, with the seconds that they take. */
const ending: Readonly<Record<string, number>> = {
  true: 0,
  false: 0,
  ":": 0,
  echo: 0,
  printf: 0,
  date: 0,
  env: 0,
  printenv: 0,
  hostname: 0,
  ls: 0,
  cat: 0,
  expr: 0,
  test: 0,
  perl: 3,
};

const unit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

function secondsOf(text = ""): number | undefined {
  const [, amount, suffix = "s"] = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) * (unit[suffix === "" ? "s" : suffix] ?? 1);
}

const baseName = (program: string): string => program.slice(program.lastIndexOf("/") + 1);

/** Seconds that a client takes: for an answer, and to give up. */
const [answered, givenUp] = [1, 5];

/** Follows the words of one command. */
function runWords([program = "", first, ...rest]: readonly string[], reach: Reach): CommandRun {
  const name = baseName(program);
  const clientCode = clientExitCode(name, first === undefined ? [] : [first, ...rest], reach);
  if (clientCode !== undefined)
    return { runSeconds: clientCode === 0 ? answered : givenUp, exitCode: clientCode, output: "" };
  if (name === "exit")
    return { runSeconds: 0, exitCode: Number(/^\d+$/.exec(first ?? "0")?.[0] ?? 0) & 255, output: "" };
  if (name === "false") return { runSeconds: 0, exitCode: 1, output: "" };
  if (name === "echo") return { runSeconds: 0, exitCode: 0, output: echoed([first ?? "", ...rest]) };
  const seconds = name === "sleep" ? secondsOf(first) : ending[name];
  return { ...(seconds !== undefined && { runSeconds: seconds }), exitCode: 0, output: "" };
}

/** What `echo` prints; nothing where its words depend on what only a process knows. */
function echoed(words: readonly string[]): string {
  const isBare = words[0] === "-n" || words[0] === "-e";
  const text = (isBare ? words.slice(1) : words).join(" ");
  if (/[$`]/.test(text)) return "";
  return words[0] === "-n" ? text : `${text}\n`;
}

/** A command of a script, and the operator before it. */
interface ScriptCommand {
  readonly separator: string;
  readonly words: string[];
  /** Whether its output goes elsewhere: into a file or another command. */
  isRedirected: boolean;
  /** The operators and words from the first redirection on. */
  readonly rest: string[];
}

const scriptPart = /((?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s;&|<>"'\\])+)|(&&|\|\||[;\n]|[|&<>])/gs;

const unquoted = (word: string): string =>
  word.replaceAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs, (_, double?: string, single?: string, escaped?: string) =>
    double === undefined ? (single ?? escaped ?? "") : double.replaceAll(/\\(["\\$`])/g, "$1"),
  );

/** Splits a script into commands at `;`, newlines, `&&` and `||`. */
function commandsOf(script: string): readonly ScriptCommand[] {
  let last: ScriptCommand = { separator: "", words: [], isRedirected: false, rest: [] };
  const commands = [last];
  for (const [, word, operator = ""] of script.matchAll(scriptPart))
    if (word !== undefined) {
      (last.isRedirected ? last.rest : last.words).push(unquoted(word));
    } else if (["|", "&", "<", ">"].includes(operator)) {
      last.isRedirected = true;
      last.rest.push(operator);
    } else commands.push((last = { separator: operator, words: [], isRedirected: false, rest: [] }));
  return commands;
}

/** Follows a script as far as its commands are known: not into loops and conditions, which go on for ever. */
function runScript(script: string, reach: Reach): CommandRun {
  let [seconds, exitCode, output] = [0, 0, ""];
  const files = new Map<string, string>();
  const written = () => (files.size === 0 ? {} : { files });
  for (const { separator, words, isRedirected, rest } of commandsOf(script)) {
    if (words.length === 0 || (separator === "&&" && exitCode !== 0) || (separator === "||" && exitCode === 0))
      continue;
    const run = runWords(words, reach);
    if (!isRedirected) output += run.output;
    else writeFile(files, rest, run.output);
    if (run.runSeconds === undefined) return { exitCode: 0, output, ...written() };
    seconds += run.runSeconds;
    exitCode = run.exitCode;
    if (words[0] === "exit") break;
  }
  return { runSeconds: seconds, exitCode, output, ...written() };
}

/** Writes what a command prints into the file that it is redirected to by `>` or `>>`. */
function writeFile(files: Map<string, string>, [first, second, ...more]: readonly string[], text: string): void {
  if (first !== ">") return;
  const [path, before] = second === ">" ? [more[0], files.get(more[0] ?? "") ?? ""] : [second, ""];
  if (path !== undefined) files.set(path, before + text);
}

/**
 * Guesses from the command of a container how it runs: `["false"]`, `sleep 10; exit 3`, `while true; do …`. `reach`
 * says whether clients get what they ask for; they do by default.
 */
export function runOf({ command = [], args = [] }: RunContainer, reach: Reach = () => true): CommandRun {
  const words = [...command, ...args];
  const [program = "", flag = "", script] = words;
  if (words.length === 0) return { exitCode: 0, output: "" };
  if (shells.has(program) && /^-\w*c$/.test(flag) && script !== undefined) return runScript(script, reach);
  return runWords(words, reach);
}
