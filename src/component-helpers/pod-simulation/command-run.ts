import { clientExitCode, type Reach } from "./client-programs.ts";
import { isReadOnlyPath, refusedStart, type WritingContainer } from "./read-only-paths.ts";
import { sleepMs } from "./sleep-time.ts";

/** How long a command runs, how it ends, and what it prints, as far as that is written in it. */
export interface CommandRun {
  /** Undefined if the command goes on for ever, or nothing is known about it. */
  readonly runSeconds?: number;
  readonly exitCode: number;
  /** What `echo` prints before anything that is not known, line by line. */
  readonly output: string;
  /** What `echo` writes to files, by their paths; undefined if it writes none. */
  readonly files?: ReadonlyMap<string, string>;
  /** The seconds after which it asks again, if it waits for what a client does not get yet. */
  readonly retrySeconds?: number;
  /** The first path that it is refused to write, since its file system is read-only. */
  readonly refusedPath?: string;
}

/** The members of a container that say what it runs. */
export interface RunContainer extends WritingContainer {
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

/** The seconds that `sleep` takes; undefined if it does not end. */
function sleptSeconds(args: readonly string[]): number | undefined {
  const ms = sleepMs(args);
  return ms === undefined || ms === Infinity ? undefined : ms / 1000;
}

const baseName = (program: string): string => program.slice(program.lastIndexOf("/") + 1);

/** Seconds that a client takes: for an answer, and to give up. */
const [answered, givenUp] = [1, 5];

/** The exit code of a client; undefined for other programs. */
const clientOf = ([program = "", ...words]: readonly string[], reach: Reach): number | undefined =>
  clientExitCode(baseName(program), words, reach);

/** Follows the words of one command. */
function runWords(words: readonly string[], reach: Reach): CommandRun {
  const [program = "", first, ...rest] = words;
  const name = baseName(program);
  const clientCode = clientOf(words, reach);
  if (clientCode !== undefined)
    return { runSeconds: clientCode === 0 ? answered : givenUp, exitCode: clientCode, output: "" };
  if (name === "exit")
    return { runSeconds: 0, exitCode: Number(/^\d+$/.exec(first ?? "0")?.[0] ?? 0) & 255, output: "" };
  if (name === "false") return { runSeconds: 0, exitCode: 1, output: "" };
  if (name === "echo") return { runSeconds: 0, exitCode: 0, output: echoed([first ?? "", ...rest]) };
  const seconds = name === "sleep" ? sleptSeconds(words.slice(1)) : ending[name];
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
  return commands.map((command) => (isToLog(command.rest) ? { ...command, isRedirected: false, rest: [] } : command));
}

/** Reports whether a redirection leads to the log as well: `>&2`. */
const isToLog = ([first, second, stream, ...others]: readonly string[]): boolean =>
  first === ">" && second === "&" && /^[12]$/.test(stream ?? "") && others.length === 0;

/** A loop that waits for a client: `until nslookup db; do …; done`, `while ! nc -z db 5432; do …; done`. */
interface WaitingLoop {
  readonly client: readonly string[];
  /** The commands between `do` and `done`. */
  readonly body: readonly ScriptCommand[];
  /** How many commands the loop is made of. */
  readonly length: number;
}

/** Returns the loop that a script has at a place; undefined if there is none that waits for a client. */
function waitingLoopAt(commands: readonly ScriptCommand[], at: number): WaitingLoop | undefined {
  const [keyword, ...condition] = commands[at]?.words ?? [];
  const isNegated = condition[0] === "!";
  if (!(keyword === "until" && !isNegated) && !(keyword === "while" && isNegated)) return undefined;
  const client = isNegated ? condition.slice(1) : condition;
  const end = commands.findIndex(({ words }, i) => i > at && words[0] === "done");
  const [first, ...others] = commands.slice(at + 1, end);
  if (end < 0 || first?.words[0] !== "do" || clientOf(client, () => true) === undefined) return undefined;
  const body = [{ ...first, words: first.words.slice(1) }, ...others].filter(({ words }) => words.length > 0);
  return { client, body, length: end - at + 1 };
}

/** Follows one turn of a loop whose client does not get what it asks for. */
function runTurn({ body }: WaitingLoop, reach: Reach): CommandRun {
  const runs = body.map(({ words, isRedirected }) => ({ ...runWords(words, reach), isRedirected }));
  const seconds = runs.reduce((sum, { runSeconds = 0 }) => sum + runSeconds, answered);
  const output = runs.map((run) => (run.isRedirected ? "" : run.output)).join("");
  return { retrySeconds: seconds, exitCode: 0, output };
}

/** What tells a container its own namespace, in the name of a Service: the name alone means the same. */
const ownNamespace =
  /\.\$\(cat \/var\/run\/secrets\/kubernetes\.io\/serviceaccount\/namespace\)(?:\.svc(?:\.cluster\.local)?)?/g;

/**
 * Follows a script as far as its commands are known: into loops that wait for a client, and not into other loops and
 * conditions, which go on for ever.
 */
function runScript(script: string, container: RunContainer, reach: Reach): CommandRun {
  let [seconds, exitCode, output] = [0, 0, ""];
  let refusedPath: string | undefined;
  const files = new Map<string, string>();
  const written = () => ({ ...(files.size > 0 && { files }), ...(refusedPath !== undefined && { refusedPath }) });
  const commands = commandsOf(script.replaceAll(ownNamespace, ""));
  for (let at = 0; at < commands.length; at++) {
    const { separator, words, isRedirected, rest } = commands[at] as ScriptCommand;
    if (words.length === 0 || (separator === "&&" && exitCode !== 0) || (separator === "||" && exitCode === 0))
      continue;
    const loop = waitingLoopAt(commands, at);
    if (loop !== undefined) {
      if (clientOf(loop.client, reach) !== 0) {
        const turn = runTurn(loop, reach);
        return { ...turn, output: output + turn.output, ...written() };
      }
      at += loop.length - 1;
      [seconds, exitCode] = [seconds + answered, 0];
      continue;
    }
    const refused = refusedWrite(container, words, rest);
    if (refused !== undefined) {
      refusedPath ??= refused.path;
      output += refused.words;
      exitCode = 1;
      continue;
    }
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

/** The file that a redirection by `>` or `>>` names; undefined for one to a stream, `>&2`. */
const redirectedTo = ([first, second, third]: readonly string[]): string | undefined =>
  first === ">" && second !== "&" ? (second === ">" ? third : second) : undefined;

/** The path that a command is refused to write, and what the shell or the program says of it. */
function refusedWrite(container: RunContainer, [program = "", ...args]: readonly string[], rest: readonly string[]) {
  const target = redirectedTo(rest);
  if (target !== undefined && isReadOnlyPath(container, target))
    return { path: target, words: `sh: can't create ${target}: Read-only file system\n` };
  const doing = { touch: "", mkdir: "can't create directory " }[baseName(program)];
  const path = args.find((arg) => arg.startsWith("/") && isReadOnlyPath(container, arg));
  if (doing === undefined || path === undefined) return undefined;
  return { path, words: `${baseName(program)}: ${doing === "" ? path : `${doing}'${path}'`}: Read-only file system\n` };
}

/** Writes what a command prints into the file that it is redirected to by `>` or `>>`. */
function writeFile(files: Map<string, string>, rest: readonly string[], text: string): void {
  const path = redirectedTo(rest);
  if (path !== undefined) files.set(path, (rest[1] === ">" ? (files.get(path) ?? "") : "") + text);
}

/**
 * Guesses from the command of a container how it runs: `["false"]`, `sleep 10; exit 3`, `while true; do …`. `reach`
 * says whether clients get what they ask for; they do by default.
 */
export function runOf(container: RunContainer, reach: Reach = () => true): CommandRun {
  const { command = [], args = [] } = container;
  const words = [...command, ...args];
  const [program = "", flag = "", script] = words;
  if (words.length === 0) {
    const refused = refusedStart(container);
    if (refused === undefined) return { exitCode: 0, output: "" };
    return { runSeconds: 1, exitCode: 1, output: `${refused.words}\n`, refusedPath: refused.path };
  }
  if (shells.has(program) && /^-\w*c$/.test(flag) && script !== undefined) return runScript(script, container, reach);
  return runWords(words, reach);
}
