import { pushAll } from "../../apimachinery/long-lists.ts";
import { nextTask } from "../../component-base/event-loop.ts";
import { failed, type Finished, printed } from "../finished.ts";
import type { Output } from "../command-output.ts";
import { errorText, KubectlError } from "../kubectl-error.ts";
import type { Session } from "../session.ts";
import { runKubectl } from "../run-kubectl.ts";
import { echo, printf } from "./echo.ts";
import { runFileTool, writeText } from "./file-tools.ts";
import { testCondition } from "./condition.ts";
import { nodesOf, type ShellNode } from "./compound.ts";
import { expanderOf } from "./expander.ts";
import { frameOf, nested, type Shell } from "./frame.ts";
import { wait } from "./wait.ts";
import { type Expander, expandText, expandWord, globSource } from "./expansions.ts";
import { isBuiltin } from "./program-names.ts";
import type { Statement } from "./statements.ts";
import {
  appended,
  assign,
  assignedIn,
  assignedWords,
  assignment,
  exportedOf,
  over,
  setVariable,
  withVariables,
} from "./variables.ts";
import { parseLine, type Redirection, type ShellCommand, standardError } from "./words.ts";

type PipedNode = Extract<ShellNode, { readonly kind: "piped" }>;

/** Runs a command line: pipelines of kubectl and filters, loops and conditions. Ends with the exit code. */
export async function runStatement(
  session: Session,
  { line, bodies }: Statement,
  output: Output,
  signal: AbortSignal,
  frame = frameOf("bash", [], false),
): Promise<number> {
  try {
    await session.clock.refresh();
    if (session.containers?.isInside === true) {
      const code = await (await session.containers.load()).runInside(line, bodies, output, signal);
      if (code !== undefined) return code;
    }
    const shell = { session, output, signal, code: 0, frame, run: runStatement };
    return await nested(session, frame.name, () => runNodes(shell, nodesOf(parseLine(line, bodies))));
  } catch (error) {
    output.err(errorText(error));
    return error instanceof KubectlError ? error.code : 1;
  }
}

async function runNodes(shell: Shell, nodes: readonly ShellNode[]): Promise<number> {
  for (const node of nodes) {
    if (shell.frame.left !== undefined) return shell.frame.left.code;
    if (shell.signal.aborted) return 130;
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
        if (!goesOnAfter(shell)) break;
        await nextTask();
      }
      return shell.code;
    }
    case "while": {
      let code = 0;
      const goesOn = shell.session.loop?.() ?? (() => true);
      while (!shell.signal.aborted && goesOn() && ((await runNodes(shell, node.condition)) === 0) !== node.ends) {
        code = await runNodes(shell, node.body);
        if (!goesOnAfter(shell)) break;
        await nextTask();
      }
      return shell.signal.aborted ? 130 : code;
    }
    case "piped":
      return runPiped(shell, node);
    case "group":
      return node.isApart ? runApart(shell, node.body) : runNodes(shell, node.body);
    case "function":
      shell.session.functions.set(node.name, node.body);
      return 0;
    case "case":
      return runCase(shell, node);
    case "if": {
      const holds = (await runNodes(shell, node.condition)) === 0;
      shell.code = 0;
      return runNodes(shell, holds ? node.body : node.otherwise);
    }
  }
}

/** Whether a loop has another round: `break` and `continue` end with the loop that they are in. */
function goesOnAfter({ frame }: Shell): boolean {
  const { left } = frame;
  if (left?.by === "break" || left?.by === "continue") frame.left = undefined;
  return left === undefined || left.by === "continue";
}

/** Runs commands in a shell of their own: its variables and its folder are not seen behind it. */
async function runApart(shell: Shell, nodes: readonly ShellNode[]): Promise<number> {
  const { place } = shell.session;
  const { folder, before } = place;
  const frame = { ...shell.frame, isScript: true };
  try {
    return await runNodes({ ...apart(shell), frame }, nodes);
  } finally {
    Object.assign(place, { folder, before });
  }
}

async function runCase(shell: Shell, { word, arms }: Extract<ShellNode, { readonly kind: "case" }>): Promise<number> {
  const text = await expandText(word, expanderOf(shell));
  shell.code = 0;
  for (const { patterns, body } of arms)
    for (const pattern of patterns)
      if (new RegExp(`^${globSource(await expandText(pattern, expanderOf(shell)))}$`, "s").test(text))
        return runNodes(shell, body);
  return 0;
}

async function runPiped(outer: Shell, { from, node, to, errors, isApart }: PipedNode): Promise<number> {
  const shell = isApart ? apart(outer) : outer;
  let [read, written, failures] = ["", "", ""];
  const err = shell.output.err.bind(shell.output);
  await runPipeline(
    { ...shell, output: { ...shell.output, out: (text) => void (read = appended(read, text)), err } },
    from,
  );
  const out = (text: string): void =>
    void (to.length === 0 ? shell.output.out(text) : (written = appended(written, text)));
  const keep = (text: string): void => void (failures = appended(failures, text));
  const output = { ...shell.output, out, err: takesErrors(errors, { out, err, keep }) };
  const code = await runNode({ ...shell, output, input: { rest: read } }, node);
  if (typeof errors === "object") await redirected(shell, await expandedTarget(errors, expanderOf(shell)), failures);
  return to.length === 0 ? code : runPipeline(shell, to, written);
}

/** The shell with variables of its own: what is set in a pipeline is not seen behind it. */
const apart = (shell: Shell): Shell => ({
  ...shell,
  session: over(shell.session, { variables: new Map(shell.session.variables) }),
});

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

const expandWords = async (shell: Shell, words: readonly string[]): Promise<readonly string[]> => {
  const expanded: string[] = [];
  for (const word of words) pushAll(expanded, await expandWord(word, expanderOf(shell)));
  return expanded;
};

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
    const out = (text: string): void => void (direct ? output.out(text) : (stdout = appended(stdout, text)));
    const { errors } = command;
    const keep = (text: string): void => void (stderr = appended(stderr, text));
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

/** Words that are not split. */
async function eachText(words: readonly string[], expander: Expander): Promise<readonly string[]> {
  const expanded: string[] = [];
  for (const word of words) expanded.push(await expandText(word, expander));
  return expanded;
}

/** A command with its expansions in place. What is assigned before it is no list of words. */
async function expanded(shell: Shell, { words, stdin, output, errors }: ShellCommand): Promise<ShellCommand> {
  const expander = expanderOf(shell);
  const given = words[0] === "!" ? words.slice(1) : words;
  const first = given.findIndex((word) => !assignment.test(word));
  const assigned = given.slice(0, first < 0 ? given.length : first);
  const values: string[] = [];
  for (const word of assigned)
    values.push(
      ...((await assignedWords(shell.session, word, (words) => expandWords(shell, words))) ?? [
        await expandText(word, expander),
      ]),
    );
  const isCondition = given[assigned.length] === "[[";
  return {
    words: [
      ...values,
      ...(isCondition ? await eachText(given, expander) : await expandWords(shell, given.slice(assigned.length))),
    ],
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
  bare = false,
): Promise<number> {
  const { session, signal } = shell;
  const from = words.indexOf("\0<");
  const input = from < 0 ? given : ((await session.files.read(words[from + 1] ?? "")) ?? "");
  const all = from < 0 ? words : [...words.slice(0, from), ...words.slice(from + 2)];
  const first = all.findIndex((word) => !assignment.test(word));
  if (first < 0) return assign(session, all, false);
  const [name = "", ...args] = all.slice(first);
  if (name === "export") return assign(session, args, true);
  const body = bare ? undefined : session.functions.get(name);
  if (body !== undefined) return runFunction(shell, [name, ...args], body, { input, output });
  if (isBuiltin(name, args) && (name !== "exit" || shell.frame.isScript)) {
    const { runBuiltin } = await import("./builtins.ts");
    const isPiped = from >= 0 || given !== "";
    const separators = assignedIn(all.slice(0, first), "IFS") ?? session.variables.get("IFS")?.value;
    const run = (words: readonly string[]): Promise<number> => runCommand(shell, { words }, "", output, true);
    return runBuiltin(name, args, { shell: { ...shell, output }, input, isPiped, separators, run });
  }
  const own = await session.machinePrograms?.(name, args, input, signal);
  if (own !== undefined) return tell(session, own, output);
  if (name === "kubectl" || name === "k") {
    const seen = withVariables(session, [...exportedOf(session), ...all.slice(0, first)]);
    if (args[0] === "__complete" || args[0] === "__completeNoDesc") {
      const { answerShell } = await import("../completion/answer-shell.ts");
      return answerShell(seen, args.slice(1), output);
    }
    return runKubectl(seen, args, input, output, signal, async (own, words, to) => {
      const [{ runPlugin }, { runScriptFile }] = await Promise.all([
        import("../commands/settings/plugin.ts"),
        import("./scripts.ts"),
      ]);
      return runPlugin(own, words, to, (path, given) => runScriptFile(runStatement, own, path, given, signal));
    });
  }
  if (name === "kubepad") {
    const { runKubepad } = await import("../why/why.ts");
    const seen = withVariables(session, [...exportedOf(session), ...all.slice(0, first)]);
    return runKubepad(seen, args, output, signal);
  }
  if (name === "sleep") return wait(session, args, output, signal);
  return tell(session, await runTool(session, [name, ...args], input, signal), output);
}

/** Runs a function with arguments of its own. */
async function runFunction(
  shell: Shell,
  [name = "", ...args]: readonly string[],
  body: readonly ShellNode[],
  { input, output }: { readonly input: string; readonly output: Output },
): Promise<number> {
  const frame = frameOf(shell.frame.name, args, shell.frame.isScript);
  const own = { ...shell, output, frame, ...(input !== "" && { input: { rest: input } }) };
  const code = await nested(shell.session, name, () => runNodes(own, body));
  if (frame.left?.by === "exit") shell.frame.left = frame.left;
  return frame.left?.code ?? code;
}

/** Prints what a program has printed, and returns its exit code. */
function tell(session: Session, { stdout, stderr, code, idle }: Finished, output: Output): number {
  output.out(stdout);
  output.err(stderr);
  if (idle !== undefined) session.onIdle?.(idle);
  return code;
}

async function runTool(
  session: Session,
  [name = "", ...args]: readonly string[],
  input: string,
  signal: AbortSignal,
): Promise<Finished> {
  if (name === "echo") return printed(echo(args));
  if (name === "printf") return printed(printf(args));
  if (name === "true" || name === ":" || name === "clear" || name === "exit") return printed();
  if (name === "false") return printed("", 1);
  if (name === "test" || name === "[") return testCondition(session.files, name, args);
  if (name === "unset") return unset(session, args);
  if (name === "kill" || name === "wait" || name === "jobs") return session.jobs.run(name, args, signal);
  if (name.includes("/")) {
    const { runScriptFile } = await import("./scripts.ts");
    const ended = await runScriptFile(runStatement, session, name, args, signal);
    if (ended !== undefined) return ended;
  }
  const ofFiles = await runFileTool(session, name, args, input);
  if (ofFiles !== undefined) return ofFiles;
  const { runFilter } = await import("./filters.ts");
  const finished = await runFilter(session.files, name, args, input);
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
