import { pushAll } from "../../apimachinery/long-lists.ts";
import type { Finished } from "../finished.ts";
import { conditionHolds } from "./bracket-condition.ts";
import { nodesOf } from "./compound.ts";
import { readLine } from "./read-line.ts";
import { runScript } from "./scripts.ts";
import type { Frame, Shell } from "./frame.ts";
import type { Output } from "../command-output.ts";
import type { Session } from "../session.ts";
import { expandWord, sumOf } from "./expand.ts";
import { expanderOf } from "./expander.ts";
import { assign, assignedWords, assignment, setVariable } from "./variables.ts";
import { isBuiltinOfBash, isProgram } from "./program-names.ts";
import { parseLine } from "./words.ts";

/** What a command of the shell itself is run with. */
export interface BuiltinCall {
  readonly shell: Shell;
  readonly input: string;
  /** Whether something was piped into it, or a file is read. */
  readonly isPiped: boolean;
  readonly separators: string | undefined;
  /** Runs a command that is no function. */
  run(words: readonly string[]): Promise<number>;
}

type Builtin = (args: readonly string[], call: BuiltinCall) => number | Promise<number>;

/** Ends the function, the loop or the script that a command is in. */
const leave =
  (by: "exit" | "return" | "break" | "continue"): Builtin =>
  ([code], { shell }) => {
    const isLoop = by === "break" || by === "continue";
    const own = isLoop ? 0 : code === undefined ? shell.code : Number(code) & 255;
    shell.frame.left = { by, code: own, loops: isLoop ? Number(code ?? 1) : 1 };
    return own;
  };

/** `declare`, `local` and their like: variables of a function are as they were before when it has ended. */
const declare: Builtin = async (args, { shell }) => {
  const { session, frame } = shell;
  const has = (letter: string): boolean => args.some((arg) => arg.startsWith("-") && arg.includes(letter));
  const words = args.filter((arg) => !/^[-+]/.test(arg));
  for (const word of words) {
    const name = word.replace(/[[+=].*/s, "");
    const before = session.variables.get(name);
    if (frame.hidden !== undefined && !has("g") && !frame.hidden.has(name)) {
      frame.hidden.set(name, before);
      if (name === word) session.variables.delete(name);
    }
    if (has("A")) session.variables.set(name, { value: "", exported: false, items: [], keys: [] });
  }
  const rest: string[] = [];
  const expand = async (items: readonly string[]): Promise<readonly string[]> => {
    const expanded: string[] = [];
    for (const item of items) pushAll(expanded, await expandWord(item, expanderOf(shell)));
    return expanded;
  };
  for (const word of words) pushAll(rest, (await assignedWords(session, word, expand)) ?? [word]);
  return assign(
    session,
    rest.filter((word) => has("x") || assignment.test(word)),
    has("x"),
  );
};

/** `alias NAME=VALUE`: a function that has what follows the name as its arguments. */
const alias: Builtin = (args, { shell: { session } }) => {
  for (const arg of args) {
    const [, name = "", value = ""] = /^([^=]+)=(.*)$/s.exec(arg) ?? [];
    // an alias of its own name is the program
    const line = value.split(/\s/, 1)[0] === name ? `command ${value}` : value;
    if (name !== "") session.functions.set(name, nodesOf(parseLine(`${line} "$@"`, [])));
  }
  return 0;
};

const keywords = /^(?:if|then|elif|else|fi|for|while|until|do|done|case|esac|function|\[\[|[{}!])$/;

/** `type -t`: what kind of a command each name is. */
function kindsOf(names: readonly string[], { functions }: Session, output: Output): number {
  const kinds = names.map((name) => {
    if (functions.has(name)) return "function";
    if (keywords.test(name)) return "keyword";
    if (isBuiltinOfBash(name)) return "builtin";
    return isProgram(name) ? "file" : "";
  });
  output.out(kinds.map((kind) => (kind === "" ? "" : `${kind}\n`)).join(""));
  return Number(kinds.includes(""));
}

const lookUp: Builtin = ([name = "", ...more], { shell: { session, output } }) => {
  const names = name.startsWith("-") ? more : [name, ...more];
  if (name === "-t") return kindsOf(names, session, output);
  const found = names.filter((each) => session.functions.has(each) || isProgram(each));
  output.out(found.map((each) => `${session.functions.has(each) ? each : `/usr/bin/${each}`}\n`).join(""));
  return found.length === names.length ? 0 : 1;
};

const source: Builtin = async ([path = "", ...args], { shell }) => {
  const { session, output, signal, frame } = shell;
  const text = await session.files.read(path);
  if (text === undefined) {
    output.err(`bash: ${path}: No such file or directory\n`);
    return 1;
  }
  if (/^# bash completion|^#compdef /m.test(text)) {
    session.onIdle?.("the terminal completes without it");
    return 0;
  }
  return runScript(shell.run, session, text, output, signal, { ...frame, ...(args.length > 0 && { args }) });
};

const tell = (finished: Finished, { output }: Shell): number => {
  output.out(finished.stdout);
  output.err(finished.stderr);
  return finished.code;
};

/** `mapfile NAME`: the lines of what it reads are the items of an array. */
const mapped: Builtin = (args, { shell, input }) => {
  const name = args.findLast((arg, i) => !arg.startsWith("-") && args[i - 1] !== "-d") ?? "MAPFILE";
  const end = args.some((arg) => /^-\w*t/.test(arg)) ? "" : "\n";
  const text = input || (shell.input?.rest ?? "");
  const items =
    text === ""
      ? []
      : text
          .replace(/\n$/, "")
          .split("\n")
          .map((line) => line + end);
  shell.session.variables.set(name, { value: items[0] ?? "", exported: false, items });
  return 0;
};

/**
 * `getopts LETTERS NAME`: the next option of the arguments. OPTIND is the number of its word, and has its place there,
 * which is the first one again once OPTIND is assigned.
 */
const nextOption: Builtin = ([letters = "", name = "", ...given], { shell: { session, frame, output } }) => {
  const args = given.length > 0 ? given : frame.args;
  const { value: number = 1, exported = false, optionPlace: place = 1 } = session.variables.get("OPTIND") ?? {};
  const index = Number(number);
  const word = args[index - 1] ?? "";
  const letter = word.charAt(place);
  const set = (own: string, value: string, next = index, at = 1): void => {
    setVariable(session, name, own);
    setVariable(session, "OPTARG", value);
    session.variables.set("OPTIND", { value: String(next), exported, optionPlace: at });
  };
  if (!word.startsWith("-") || word === "-" || word === "--") {
    set("?", "", word === "--" ? index + 1 : index);
    return 1;
  }
  const at = letters.replace(/^:/, "").indexOf(letter);
  const takes = at >= 0 && letters.replace(/^:/, "").charAt(at + 1) === ":";
  const rest = word.slice(place + 1);
  const value = takes ? (rest === "" ? args[index] : rest) : "";
  const wrong = at < 0 || letter === ":" ? "illegal option" : value === undefined ? "option requires an argument" : "";
  const isWordOver = takes || rest === "";
  const next = isWordOver ? index + (takes && rest === "" ? 2 : 1) : index;
  const own = wrong === "" ? letter : value === undefined && letters.startsWith(":") ? ":" : "?";
  set(own, wrong === "" ? (value ?? "") : letters.startsWith(":") ? letter : "", next, isWordOver ? 1 : place + 1);
  if (wrong !== "" && !letters.startsWith(":")) output.err(`${frame.name}: ${wrong} -- ${letter}\n`);
  return 0;
};

/** The options of a word of `set`; the name behind `-o` is the word after it. */
const optionsOf = (word: string, args: readonly string[]): readonly string[] =>
  word
    .slice(1)
    .split("")
    .map((letter) => (letter === "o" ? (args[args.indexOf(word) + 1] ?? "") : letter));

/** Turns an option on or off. In a terminal, an error ends nothing. */
function setOption(session: Session, frame: Frame, word: string, name: string): void {
  const option = { errexit: "e", nounset: "u" }[name] ?? name;
  if (option === "e" && !frame.isScript) session.onIdle?.("the shell goes on after errors");
  else if (word.startsWith("-")) session.options.add(option);
  else session.options.delete(option);
}

const builtins: Readonly<Record<string, Builtin>> = {
  exit: leave("exit"),
  return: leave("return"),
  break: leave("break"),
  continue: leave("continue"),
  declare,
  typeset: declare,
  local: declare,
  readonly: declare,
  alias,
  unalias(args, { shell }) {
    for (const name of args) shell.session.functions.delete(name);
    return 0;
  },
  which: lookUp,
  type: lookUp,
  source,
  ".": source,
  set(args, { shell: { session, frame } }) {
    const at = args.findIndex((arg) => arg === "--" || !/^[-+]./.test(arg));
    const own = at < 0 ? args : args.slice(0, at);
    for (const arg of own) for (const option of optionsOf(arg, args)) setOption(session, frame, arg, option);
    const rest = at < 0 ? [] : args.slice(args[at] === "--" ? at + 1 : at);
    if (args.includes("--") || (rest.length > 0 && own.at(-1)?.endsWith("o") !== true)) frame.args = rest;
    else if (rest.length > 1) frame.args = rest.slice(1);
    return 0;
  },
  shopt: () => 0,
  trap(args, { shell: { session, frame } }) {
    const [action = "", ...signals] = args.filter((arg) => arg !== "--");
    if (!frame.isScript) session.onIdle?.("traps are not run here");
    for (const signal of signals) {
      const name = signal === "0" ? "EXIT" : signal.replace(/^SIG/, "").toUpperCase();
      if (action === "-") session.traps.delete(name);
      else session.traps.set(name, action);
    }
    return 0;
  },
  shift([count = "1"], { shell }) {
    shell.frame.args = shell.frame.args.slice(Number(count));
    return 0;
  },
  async eval(args, { shell }) {
    return runScript(shell.run, shell.session, args.join(" "), shell.output, shell.signal, shell.frame);
  },
  command: (args, call) => (/^-[vV]$/.test(args[0] ?? "") ? lookUp(args, call) : call.run(args)),
  "((": async ([expression = ""], { shell }) => Number((await sumOf(expression, expanderOf(shell))) === 0),
  async let(args, { shell }) {
    let value = 0;
    for (const each of args) value = await sumOf(each, expanderOf(shell));
    return Number(value === 0);
  },
  builtin: (args, call) => call.run(args),
  async "[["(args, { shell }) {
    const words = args.slice(0, -1);
    return Number(!(await conditionHolds(shell.session, words)));
  },
  read(args, { shell, input, isPiped, separators }) {
    const from = isPiped ? { rest: input } : (shell.input ?? { rest: "" });
    const { code, values, problem } = readLine(from, args, separators);
    if (problem !== undefined) shell.output.err(`read: ${problem}\n`);
    for (const [variable, value] of values)
      if (typeof value === "string") setVariable(shell.session, variable, value);
      else shell.session.variables.set(variable, { value: value[0] ?? "", exported: false, items: value });
    return code;
  },
  mapfile: mapped,
  readarray: mapped,
  getopts: nextOption,
  async xargs(args, { shell, input, run }) {
    const { commandsOf } = await import("./xargs.ts");
    const commands = commandsOf(args, input);
    if ("stdout" in commands) return tell(commands, shell);
    let code = 0;
    for (const each of commands) if (!shell.signal.aborted && (await run(each)) !== 0) code = 123;
    return code;
  },
};

/** Runs a command of the shell itself. */
export async function runBuiltin(name: string, args: readonly string[], call: BuiltinCall): Promise<number> {
  return (await builtins[name]?.(args, call)) ?? 127;
}
