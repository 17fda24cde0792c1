import { pushAll } from "../../apimachinery/long-lists.ts";
import { nextTask } from "../../component-base/event-loop.ts";
import type { Output } from "../command-output.ts";
import { errorText, KubectlError } from "../kubectl-error.ts";
import type { Session, ShellVariable } from "../session.ts";
import { runKubectl } from "../run-kubectl.ts";
import { arrayAssignment } from "./arrays.ts";
import { nodesOf, type ShellNode } from "./compound.ts";
import { expanderOf } from "./expander.ts";
import { endIn, frameOf, nested, type Shell } from "./frame.ts";
import { runTool, tell, withExported } from "./run-tool.ts";
import { wait } from "./wait.ts";
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
    const shell = { session, output, signal, code: session.status.code, frame, run: runStatement };
    const nodes = nodesOf(parseLine(line, bodies));
    session.status.code = await nested(session, frame.name, () => runNodes(shell, nodes));
  } catch (error) {
    output.err(errorText(error));
    session.status.code = error instanceof KubectlError ? error.code : 1;
    if (session.options.has("u")) endIn(frame, session.status.code);
  }
  return session.status.code;
}

async function runNodes(shell: Shell, nodes: readonly ShellNode[]): Promise<number> {
  for (const [i, node] of nodes.entries()) {
    if (shell.frame.left !== undefined) return shell.frame.left.code;
    if (shell.signal.aborted) return 130;
    if ((node.joint === "&&" && shell.code !== 0) || (node.joint === "||" && shell.code === 0)) continue;
    const next = nodes[i + 1]?.joint;
    const isTested = shell.isTested === true || next === "&&" || next === "||";
    shell.code = await runNode(isTested ? { ...shell, isTested } : shell, node);
    if (shell.code !== 0 && !isTested && fails(node) && shell.frame.left === undefined) await afterError(shell);
  }
  return shell.frame.left?.code ?? shell.code;
}

/** Whether a node that does not end well is an error: not one that holds others, nor a negated one. */
const fails = (node: ShellNode): boolean =>
  node.kind === "pipeline"
    ? node.commands[0]?.words[0] !== "!"
    : node.kind === "piped" || (node.kind === "group" && node.isApart);

/** What the shell was asked to do at an error. */
async function afterError({ session, output, signal, frame, code }: Shell): Promise<void> {
  const line = session.traps.get("ERR");
  if (line !== undefined && line !== "") {
    session.traps.delete("ERR");
    await runStatement(session, { line, bodies: [] }, output, signal, frame);
    session.traps.set("ERR", line);
  }
  if (session.options.has("e")) endIn(frame, code);
}

/** Runs the commands of a condition. */
async function runTested(shell: Shell, nodes: readonly ShellNode[]): Promise<number> {
  shell.code = await runNodes({ ...shell, isTested: true }, nodes);
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
    case "while":
      return runLoop(shell, async () => ((await runTested(shell, node.condition)) === 0) !== node.ends, node.body);
    case "steps": {
      const [first = "", condition = "", next = ""] = node.sums;
      const { sumOf } = await loadExpand();
      const sum = (text: string): Promise<number> => sumOf(text, expanderOf(shell));
      let isFirst = true;
      const goesOn = async (): Promise<boolean> => {
        await sum(isFirst ? first : next);
        isFirst = false;
        return condition.trim() === "" || (await sum(condition)) !== 0;
      };
      return runLoop(shell, goesOn, node.body);
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
      const body = (await runTested(shell, node.condition)) === 0 ? node.body : node.otherwise;
      return body.length === 0 ? 0 : runNodes(shell, body);
    }
  }
}

async function runLoop(shell: Shell, holds: () => Promise<boolean>, body: readonly ShellNode[]): Promise<number> {
  let code = 0;
  const goesOn = shell.session.loop?.() ?? (() => true);
  while (!shell.signal.aborted && goesOn() && (await holds())) {
    code = await runNodes(shell, body);
    if (!goesOnAfter(shell)) break;
    await nextTask();
  }
  return shell.signal.aborted ? 130 : code;
}

/** Whether a loop has another round: `break` and `continue` end with the loop that they are in. */
function goesOnAfter({ frame }: Shell): boolean {
  const { left } = frame;
  if (left === undefined) return true;
  if (left.by !== "break" && left.by !== "continue") return false;
  frame.left = left.loops > 1 ? { ...left, loops: left.loops - 1 } : undefined;
  return left.by === "continue" && left.loops <= 1;
}

/** Runs commands in a shell of their own: its variables and its folder are not seen behind it. */
async function runApart(shell: Shell, nodes: readonly ShellNode[]): Promise<number> {
  const { place } = shell.session;
  const { folder, before } = place;
  const own = { ...apart(shell), frame: { ...shell.frame, isScript: true } };
  try {
    const code = await runNodes(own, nodes);
    if (!own.session.traps.has("EXIT")) return code;
    const { atEnd } = await import("./scripts.ts");
    return await atEnd(own, code);
  } finally {
    Object.assign(place, { folder, before });
  }
}

async function runCase(shell: Shell, { word, arms }: Extract<ShellNode, { readonly kind: "case" }>): Promise<number> {
  const [{ expandPattern }, { globSource }] = await Promise.all([loadExpand(), import("./glob.ts")]);
  const text = await textOf(shell, word);
  shell.code = 0;
  for (const { patterns, body } of arms)
    for (const pattern of patterns)
      if (new RegExp(`^(?:${globSource(await expandPattern(pattern, expanderOf(shell)))})$`, "s").test(text))
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
  const output = { ...shell.output, out, err: takesErrors(errors, { out, err, keep, before: shell.output.out }) };
  const code = await runNode({ ...shell, output, input: { rest: read } }, node);
  if (typeof errors === "object") await redirected(shell, await expandedTarget(shell, errors), failures);
  return to.length === 0 ? code : runPipeline(shell, to, written);
}

/** The shell with variables of its own: what is set in a pipeline is not seen behind it. */
const apart = (shell: Shell): Shell => ({
  ...shell,
  session: over(shell.session, {
    variables: new Map(shell.session.variables),
    options: new Set(shell.session.options),
    traps: new Map(),
  }),
});

type Print = (text: string) => void;

/** What takes the errors of a command: what takes its output, or what keeps them for a file. */
const takesErrors = (
  errors: ShellCommand["errors"],
  { out, err, keep, before }: Record<"out" | "err" | "keep" | "before", Print>,
): Print => (errors === undefined ? err : errors === "out" ? out : errors === "before" ? before : keep);

/** Starts a pipeline that goes on beside the lines after it, and waits for what it prints first. */
async function runInBackground(shell: Shell, commands: readonly ShellCommand[]): Promise<number> {
  const { session, output } = shell;
  await session.jobs.start(output, (own, signal) => runPipeline({ ...shell, output: own, signal }, commands));
  return 0;
}

const loadExpand = async () => import("./expand.ts");

/** Commands whose words that assign are not split, as those before a command. */
const declaring: ReadonlySet<string> = new Set(["export", "declare", "typeset", "local", "readonly"]);

const expandWords = async (shell: Shell, words: readonly string[], declares = false): Promise<readonly string[]> => {
  const expanded: string[] = [];
  for (const word of words)
    if (declares && assignment.test(word)) expanded.push(arrayAssignment(word) ? word : await textOf(shell, word));
    else if (/[\uE000\uE005*?[{]/.test(word))
      pushAll(expanded, await (await loadExpand()).expandWord(word, expanderOf(shell)));
    else expanded.push(word);
  return expanded;
};

/** A text with its expansions in place, as in double quotes. */
const textOf = async (shell: Shell, text: string): Promise<string> =>
  /[\uE000\uE005]/.test(text) ? (await loadExpand()).expandText(text, expanderOf(shell)) : text;

async function runPipeline(outer: Shell, commands: readonly ShellCommand[], piped = ""): Promise<number> {
  const shell = commands.length > 1 ? apart(outer) : outer;
  const { output } = shell;
  let input = piped;
  let code = 0;
  let failure = 0;
  let negated = false;
  for (const [i, given] of commands.entries()) {
    shell.substituted = 0;
    const command = await expanded(shell, given);
    negated ||= i === 0 && given.words[0] === "!";
    const last = i === commands.length - 1;
    let stdout = "";
    const redirect = command.output;
    const direct = last && redirect === undefined;
    let stderr = "";
    let passed = "";
    const out = (text: string): void => void (direct ? output.out(text) : (stdout = appended(stdout, text)));
    const before = (text: string): void => void (last ? output.out(text) : (passed = appended(passed, text)));
    const { errors } = command;
    const keep = (text: string): void => void (stderr = appended(stderr, text));
    const err = takesErrors(errors, { out, err: (text) => output.err(text), keep, before });
    code = await runCommand(shell, command, command.stdin ?? input, { out, err });
    if (redirect !== undefined) await redirected(shell, redirect, stdout);
    if (typeof errors === "object") await redirected(shell, errors, stderr);
    input = redirect === undefined ? stdout : passed;
    if (code !== 0) failure = code;
  }
  if (shell.session.options.has("pipefail")) code = failure;
  return negated ? Number(code === 0) : code;
}

const expandedTarget = async (shell: Shell, to: Redirection): Promise<Redirection> => ({
  ...to,
  path: await textOf(shell, to.path),
});

/** Words that are not split, and are patterns where they are not quoted. */
async function eachPattern(shell: Shell, words: readonly string[]): Promise<readonly string[]> {
  const { expandPattern } = await loadExpand();
  const expanded: string[] = [];
  for (const word of words) expanded.push(await expandPattern(word, expanderOf(shell)));
  return expanded;
}

/** A command with its expansions in place. What is assigned before it is no list of words. */
async function expanded(shell: Shell, { words, stdin, output, errors }: ShellCommand): Promise<ShellCommand> {
  const given = words[0] === "!" ? words.slice(1) : words;
  const first = given.findIndex((word) => !assignment.test(word));
  const assigned = given.slice(0, first < 0 ? given.length : first);
  const values: string[] = [];
  for (const word of assigned)
    values.push(
      ...((await assignedWords(shell.session, word, (words) => expandWords(shell, words))) ?? [
        await textOf(shell, word),
      ]),
    );
  const name = given[assigned.length] ?? "";
  return {
    words: [
      ...values,
      ...(name === "[["
        ? await eachPattern(shell, given)
        : await expandWords(shell, given.slice(assigned.length), declaring.has(name))),
    ],
    stdin: stdin === undefined ? undefined : await textOf(shell, stdin),
    output: output && (await expandedTarget(shell, output)),
    errors: typeof errors === "object" ? await expandedTarget(shell, errors) : errors,
  };
}

/** Writes what was printed where a redirection says; `>&2` is among the errors. */
async function redirected({ session, output }: Shell, { path, append }: Redirection, text: string): Promise<void> {
  if (path === standardError) output.err(text);
  else await session.files.write(path, append ? ((await session.files.read(path)) ?? "") + text : text);
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
  const input = from < 0 ? given : await session.files.read(words[from + 1] ?? "");
  if (input === undefined) {
    output.err(`bash: ${words[from + 1] ?? ""}: No such file or directory\n`);
    return 1;
  }
  const all = from < 0 ? words : [...words.slice(0, from), ...words.slice(from + 2)];
  const first = all.findIndex((word) => !assignment.test(word));
  if (first < 0) {
    assign(session, all, false);
    return shell.substituted ?? 0;
  }
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
  return tell(
    session,
    await runTool(runStatement, withExported(session, all.slice(0, first)), [name, ...args], input, signal),
    output,
  );
}

/** Runs a function with arguments of its own. */
async function runFunction(
  shell: Shell,
  [name = "", ...args]: readonly string[],
  body: readonly ShellNode[],
  { input, output }: { readonly input: string; readonly output: Output },
): Promise<number> {
  const { variables } = shell.session;
  const hidden = new Map<string, ShellVariable | undefined>();
  const frame = { ...frameOf(shell.frame.name, args, shell.frame.isScript), function: name, hidden };
  const own = { ...shell, output, frame, ...(input !== "" && { input: { rest: input } }) };
  const code = await nested(shell.session, name, () => runNodes(own, body));
  for (const [local, before] of hidden)
    if (before === undefined) variables.delete(local);
    else variables.set(local, before);
  if (frame.left?.by === "exit") shell.frame.left = frame.left;
  return frame.left?.code ?? code;
}
