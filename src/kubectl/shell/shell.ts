import { pushAll } from "../../apimachinery/long-lists.ts";
import { nextTask } from "../../component-base/event-loop.ts";
import { sleep } from "../../component-base/sleep.ts";
import { sleepMs } from "../../component-helpers/pod-simulation/sleep-time.ts";
import { failed, type Finished, printed } from "../finished.ts";
import type { Output } from "../command-output.ts";
import { errorText, KubectlError } from "../kubectl-error.ts";
import type { Session } from "../session.ts";
import { runKubectl } from "../run-kubectl.ts";
import { runFilter } from "./filters.ts";
import { echo, printf } from "./echo.ts";
import { runFileTool, writeText } from "./file-tools.ts";
import { testCondition } from "./condition.ts";
import { nodesOf, type ShellNode } from "./compound.ts";
import { type Expander, expandText, expandWord } from "./expansions.ts";
import { parseLine, type Redirection, type ShellCommand, standardError, type Statement } from "./words.ts";

type PipedNode = Extract<ShellNode, { readonly kind: "piped" }>;

/** What the commands of a line share. */
interface Shell {
  readonly session: Session;
  readonly signal: AbortSignal;
  readonly output: Output;
  /** The exit code of the last command. */
  code: number;
  /** What is left of what `read` reads in a loop: of what was piped into it. */
  readonly input?: { rest: string };
}

/** Runs a command line: pipelines of kubectl and filters, loops and conditions. Ends with the exit code. */
export async function runStatement(
  session: Session,
  { line, bodies }: Statement,
  output: Output,
  signal: AbortSignal,
): Promise<number> {
  try {
    await session.clock.refresh();
    if (session.containers?.isInside === true) {
      const code = await (await session.containers.load()).runInside(line, bodies, output, signal);
      if (code !== undefined) return code;
    }
    return await runNodes({ session, output, signal, code: 0 }, nodesOf(parseLine(line, bodies)));
  } catch (error) {
    output.err(errorText(error));
    return error instanceof KubectlError ? error.code : 1;
  }
}

async function runNodes(shell: Shell, nodes: readonly ShellNode[]): Promise<number> {
  for (const node of nodes) {
    if ((node.joint === "&&" && shell.code !== 0) || (node.joint === "||" && shell.code === 0)) continue;
    shell.code = await runNode(shell, node);
  }
  return shell.code;
}

async function runNode(shell: Shell, node: ShellNode): Promise<number> {
  switch (node.kind) {
    case "pipeline":
      return node.background === true ? runInBackground(shell, node.commands) : runPipeline(shell, node.commands);
    case "for": {
      const words = await expandWords(shell, node.words);
      shell.code = 0;
      for (const value of words) {
        if (shell.signal.aborted) break;
        setVariable(shell.session, node.name, value);
        await runNodes(shell, node.body);
      }
      return shell.code;
    }
    case "while": {
      let code = 0;
      const goesOn = shell.session.loop?.() ?? (() => true);
      while (!shell.signal.aborted && goesOn() && ((await runNodes(shell, node.condition)) === 0) !== node.ends) {
        code = await runNodes(shell, node.body);
        await nextTask();
      }
      return shell.signal.aborted ? 130 : code;
    }
    case "piped":
      return runPiped(shell, node);
    case "if": {
      const holds = (await runNodes(shell, node.condition)) === 0;
      shell.code = 0;
      return runNodes(shell, holds ? node.body : node.otherwise);
    }
  }
}

async function runPiped(outer: Shell, { from, node, to, errors, isApart }: PipedNode): Promise<number> {
  const shell = isApart ? apart(outer) : outer;
  let [read, written, failures] = ["", "", ""];
  const err = shell.output.err.bind(shell.output);
  await runPipeline({ ...shell, output: { ...shell.output, out: (text) => void (read += text), err } }, from);
  const out = (text: string): void => void (to.length === 0 ? shell.output.out(text) : (written += text));
  const keep = (text: string): void => void (failures += text);
  const output = { ...shell.output, out, err: takesErrors(errors, { out, err, keep }) };
  const code = await runNode({ ...shell, output, input: { rest: read } }, node);
  if (typeof errors === "object") await redirected(shell, await expandedTarget(errors, expanderOf(shell)), failures);
  return to.length === 0 ? code : runPipeline(shell, to, written);
}

/** The shell with variables of its own: what is set in a pipeline is not seen behind it. */
function apart(shell: Shell): Shell {
  const variables = new Map(shell.session.variables);
  const session = new Proxy(shell.session, {
    get: (target, name) => (name === "variables" ? variables : Reflect.get(target, name)),
  });
  return { ...shell, session };
}

type Print = (text: string) => void;

/** What takes the errors of a command: what takes its output, or what keeps them for a file. */
const takesErrors = (
  errors: ShellCommand["errors"],
  { out, err, keep }: Record<"out" | "err" | "keep", Print>,
): Print => (errors === undefined ? err : errors === "out" ? out : keep);

/** Starts a pipeline that goes on beside the lines after it, and waits for what it prints first. */
async function runInBackground(shell: Shell, commands: readonly ShellCommand[]): Promise<number> {
  const { session, output } = shell;
  await session.jobs.start(output, (own, signal) => runPipeline({ ...shell, output: own, signal }, commands));
  return 0;
}

const expanderOf = ({ session, output, signal, code }: Shell): Expander => ({
  variable(name) {
    if (name === "?") return String(code);
    if (name === "!") return session.jobs.last;
    const value = session.variables.get(name)?.value ?? session.environment[name];
    if (value === undefined || value === "") session.onUnset?.(name, value);
    return value;
  },
  async output(line) {
    let text = "";
    const captured = { ...output, out: (part: string) => void (text += part), err: output.err.bind(output) };
    await runStatement(session, { line, bodies: [] }, captured, signal);
    return text;
  },
});

const expandWords = async (shell: Shell, words: readonly string[]): Promise<readonly string[]> => {
  const expanded: string[] = [];
  for (const word of words) pushAll(expanded, await expandWord(word, expanderOf(shell)));
  return expanded;
};

function setVariable({ variables, environment }: Session, name: string, value: string, exported = false): void {
  const isSeen = exported || variables.get(name)?.exported === true || environment[name] !== undefined;
  variables.set(name, { value, exported: isSeen });
}

async function runPipeline(outer: Shell, commands: readonly ShellCommand[], piped = ""): Promise<number> {
  const shell = commands.length > 1 ? apart(outer) : outer;
  const { output } = shell;
  let input = piped;
  let code = 0;
  let negated = false;
  for (const [i, given] of commands.entries()) {
    const command = await expanded(shell, given);
    negated ||= i === 0 && given.words[0] === "!";
    const last = i === commands.length - 1;
    let stdout = "";
    const redirect = command.output;
    const direct = last && redirect === undefined;
    let stderr = "";
    const out = (text: string): void => void (direct ? output.out(text) : (stdout += text));
    const { errors } = command;
    const keep = (text: string): void => void (stderr += text);
    const err = takesErrors(errors, { out, err: (text) => output.err(text), keep });
    code = await runCommand(shell, command, command.stdin ?? input, { out, err });
    if (redirect !== undefined) await redirected(shell, redirect, stdout);
    if (typeof errors === "object") await redirected(shell, errors, stderr);
    input = redirect === undefined ? stdout : "";
  }
  return negated ? Number(code === 0) : code;
}

const expandedTarget = async (to: Redirection, expander: Expander): Promise<Redirection> => ({
  ...to,
  path: await expandText(to.path, expander),
});

const assignment = /^([A-Za-z_]\w*)=(.*)$/s;

/** A command with its expansions in place. What is assigned before it is no list of words. */
async function expanded(shell: Shell, { words, stdin, output, errors }: ShellCommand): Promise<ShellCommand> {
  const expander = expanderOf(shell);
  const given = words[0] === "!" ? words.slice(1) : words;
  const first = given.findIndex((word) => !assignment.test(word));
  const assigned = given.slice(0, first < 0 ? given.length : first);
  const values: string[] = [];
  for (const word of assigned) values.push(await expandText(word, expander));
  return {
    words: [...values, ...(await expandWords(shell, given.slice(assigned.length)))],
    stdin: stdin === undefined ? undefined : await expandText(stdin, expander),
    output: output && (await expandedTarget(output, expander)),
    errors: typeof errors === "object" ? await expandedTarget(errors, expander) : errors,
  };
}

/** Writes what was printed where a redirection says; `>&2` is among the errors. */
async function redirected({ session, output }: Shell, { path, append }: Redirection, text: string): Promise<void> {
  if (path === standardError) output.err(text);
  else await writeText(session.files, path, text, append);
}

async function runCommand(
  shell: Shell,
  { words }: Pick<ShellCommand, "words">,
  given: string,
  output: Output,
): Promise<number> {
  const { session, signal } = shell;
  const from = words.indexOf("\0<");
  const input = from < 0 ? given : ((await session.files.read(words[from + 1] ?? "")) ?? "");
  const all = from < 0 ? words : [...words.slice(0, from), ...words.slice(from + 2)];
  const first = all.findIndex((word) => !assignment.test(word));
  if (first < 0) return assign(session, all, false);
  const [name = "", ...args] = all.slice(first);
  if (name === "export") return assign(session, args, true);
  if (name === "read") {
    const { readLine } = await import("./read-line.ts");
    const source = from < 0 && given === "" ? (shell.input ?? { rest: "" }) : { rest: input };
    const separators = assignedIn(all.slice(0, first), "IFS") ?? session.variables.get("IFS")?.value;
    const { code, values, problem } = readLine(source, args, separators);
    if (problem !== undefined) output.err(`read: ${problem}\n`);
    for (const [variable, value] of values) setVariable(session, variable, value);
    return code;
  }
  if (name === "xargs") {
    const { commandsOf } = await import("./xargs.ts");
    const commands = commandsOf(args, input);
    if ("stdout" in commands) return tell(session, commands, output);
    let code = 0;
    for (const each of commands)
      if (!signal.aborted && (await runCommand(shell, { words: each }, "", output)) !== 0) code = 123;
    return code;
  }
  const own = await session.machinePrograms?.(name, args, input, signal);
  if (own !== undefined) return tell(session, own, output);
  if (name === "kubectl" || name === "k") {
    const seen = withVariables(session, [...exportedOf(session), ...all.slice(0, first)]);
    if (args[0] === "__complete" || args[0] === "__completeNoDesc") {
      const { answerShell } = await import("../completion/answer-shell.ts");
      return answerShell(seen, args.slice(1), output);
    }
    return runKubectl(seen, args, input, output, signal);
  }
  if (name === "kubepad") {
    const { runKubepad } = await import("../why/why.ts");
    const seen = withVariables(session, [...exportedOf(session), ...all.slice(0, first)]);
    return runKubepad(seen, args, output, signal);
  }
  if (name === "sleep") return wait(session, args, output, signal);
  return tell(session, await runTool(session, [name, ...args], input, signal), output);
}

/** Prints what a program has printed, and returns its exit code. */
function tell(session: Session, { stdout, stderr, code, idle }: Finished, output: Output): number {
  output.out(stdout);
  output.err(stderr);
  if (idle !== undefined) session.onIdle?.(idle);
  return code;
}

/** The longest time that a timer can be set to. */
const longestMs = 2 ** 31 - 1;

/** Waits for the times that `sleep` is given, or until the line is interrupted. */
async function wait({ clock }: Session, args: readonly string[], output: Output, signal: AbortSignal): Promise<number> {
  const ms = sleepMs(args);
  if (ms === undefined) {
    const wrong = args.find((each) => sleepMs([each]) === undefined);
    output.err(wrong === undefined ? "sleep: missing operand\n" : `sleep: invalid time interval '${wrong}'\n`);
    return 1;
  }
  if (ms > 0) await sleep(clock, Math.min(ms, longestMs), signal);
  return signal.aborted ? 130 : 0;
}

/** The value of a variable before a command; undefined if it has none there. */
const assignedIn = (words: readonly string[], name: string): string | undefined =>
  words.findLast((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);

function assign(session: Session, words: readonly string[], exported: boolean): number {
  for (const word of words) {
    const [, name = word, value = session.variables.get(word)?.value ?? ""] = assignment.exec(word) ?? [];
    setVariable(session, name, value, exported);
  }
  return 0;
}

/** The exported variables as words before a command. */
const exportedOf = ({ variables }: Session): readonly string[] =>
  [...variables].flatMap(([name, { value, exported }]) => (exported ? [`${name}=${value}`] : []));

/** The session with variables that stand before a command, `NAME=VALUE`; what commands change of it stays. */
function withVariables(session: Session, words: readonly string[]): Session {
  if (words.length === 0) return session;
  const given = words.map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]);
  const environment: Readonly<Record<string, string>> = { ...session.environment, ...Object.fromEntries(given) };
  const kubeconfigVariable = given.findLast(([name]) => name === "KUBECONFIG")?.[1];
  return new Proxy(session, {
    get: (target, name) => {
      if (name === "kubeconfigVariable" && kubeconfigVariable !== undefined) return kubeconfigVariable;
      return name === "environment" ? environment : Reflect.get(target, name);
    },
  });
}

async function runTool(
  session: Session,
  [name = "", ...args]: readonly string[],
  input: string,
  signal: AbortSignal,
): Promise<Finished> {
  if (name === "echo") return printed(echo(args));
  if (name === "printf") return printed(printf(args));
  if (name === "true" || name === "clear" || name === "exit") return printed();
  if (name === "false") return printed("", 1);
  if (name === "test" || name === "[") return testCondition(session.files, name, args);
  if (name === "unset") return unset(session, args);
  if (name === "kill" || name === "wait" || name === "jobs") return session.jobs.run(name, args, signal);
  const finished =
    (await runFileTool(session, name, args, input)) ?? (await runFilter(session.files, name, args, input));
  if (finished === undefined && session.containers !== undefined) {
    const ended = await (await session.containers.load()).runOnMachine(session, [name, ...args], input, signal);
    if (ended !== undefined) return ended;
  }
  return finished ?? failed(`${name}: command not found`, 127);
}

function unset({ variables }: Session, names: readonly string[]): Finished {
  for (const name of names) variables.delete(name);
  return printed();
}
