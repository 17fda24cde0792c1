import type { Finished } from "../finished.ts";
import { conditionHolds } from "./bracket-condition.ts";
import { arithmetic } from "./arithmetic.ts";
import { nodesOf } from "./compound.ts";
import { readLine } from "./read-line.ts";
import { runScript } from "./scripts.ts";
import type { Shell } from "./frame.ts";
import { expanderOf } from "./expander.ts";
import { assign, assignment, setVariable } from "./variables.ts";
import { isProgram } from "./program-names.ts";
import { parseLine } from "./words.ts";
import { commandsOf } from "./xargs.ts";

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
    const own = by === "break" || by === "continue" ? 0 : code === undefined ? shell.code : Number(code) & 255;
    shell.frame.left = { by, code: own };
    return own;
  };

const declare: Builtin = (args, { shell }) => {
  const words = args.filter((arg) => !/^[-+]/.test(arg));
  const exported = args.some((arg) => /^-\w*x/.test(arg));
  return assign(
    shell.session,
    words.filter((word) => exported || assignment.test(word)),
    exported,
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

const lookUp: Builtin = ([name = "", ...more], { shell: { session, output } }) => {
  const names = name.startsWith("-") ? more : [name, ...more];
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
  set(args, { shell }) {
    const at = args.indexOf("--");
    if (at < 0 && !shell.frame.isScript) shell.session.onIdle?.("the shell goes on after errors");
    if (at >= 0) shell.frame.args = args.slice(at + 1);
    return 0;
  },
  shopt: () => 0,
  trap(_args, { shell: { session } }) {
    session.onIdle?.("traps are not run here");
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
  "((": ([expression = ""], { shell }) => Number(arithmetic(expression, expanderOf(shell)) === 0),
  let: (args, { shell }) => Number(args.map((each) => arithmetic(each, expanderOf(shell))).at(-1) === 0),
  async "[["(args, { shell }) {
    const words = args.slice(0, -1);
    return Number(!(await conditionHolds(shell.session, words)));
  },
  read(args, { shell, input, isPiped, separators }) {
    const from = isPiped ? { rest: input } : (shell.input ?? { rest: "" });
    const { code, values, problem } = readLine(from, args, separators);
    if (problem !== undefined) shell.output.err(`read: ${problem}\n`);
    for (const [variable, value] of values) setVariable(shell.session, variable, value);
    return code;
  },
  async xargs(args, { shell, input, run }) {
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
