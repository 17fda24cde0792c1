import { errorText, KubectlError } from "../kubectl-error.ts";
import type { Files, Session } from "../session.ts";
import { runKubectl } from "../run-kubectl.ts";
import { runFilter } from "./filters.ts";
import { joined } from "./tool-lines.ts";
import type { Finished } from "./tool-options.ts";
import { parseLine, type Redirection, type ShellCommand, type Statement } from "./words.ts";

/** Called with output as it comes. */
export interface ShellOutput {
  out(text: string): void;
  err(text: string): void;
}

/** Runs a command line: pipelines of kubectl and filters, joined by `;`, `&&` and `||`. Ends with the exit code. */
export async function runStatement(
  session: Session,
  { line, bodies }: Statement,
  output: ShellOutput,
  signal: AbortSignal,
): Promise<number> {
  let code = 0;
  try {
    for (const { joint, commands } of parseLine(line, bodies)) {
      if ((joint === "&&" && code !== 0) || (joint === "||" && code === 0)) continue;
      code = await runPipeline(session, commands, output, signal);
    }
    return code;
  } catch (error) {
    output.err(errorText(error));
    return error instanceof KubectlError ? error.code : 1;
  }
}

async function runPipeline(
  session: Session,
  commands: readonly ShellCommand[],
  output: ShellOutput,
  signal: AbortSignal,
): Promise<number> {
  let input = "";
  let code = 0;
  for (const [i, command] of commands.entries()) {
    const last = i === commands.length - 1;
    let stdout = "";
    const redirect = command.output;
    const direct = last && redirect === undefined;
    let stderr = "";
    const out = (text: string): void => void (direct ? output.out(text) : (stdout += text));
    const { errors } = command;
    const err =
      errors === undefined
        ? (text: string) => output.err(text)
        : errors === "out"
          ? out
          : (text: string) => void (stderr += text);
    code = await runCommand(session, command, command.stdin ?? input, { out, err }, signal);
    if (redirect !== undefined) await redirected(session.files, redirect, stdout);
    if (typeof errors === "object") await redirected(session.files, errors, stderr);
    input = redirect === undefined ? stdout : "";
  }
  return code;
}

async function redirected(files: Files, { path, append }: Redirection, text: string): Promise<void> {
  if (path === "/dev/null") return;
  await files.write(path, append ? ((await files.read(path)) ?? "") + text : text);
}

async function runCommand(
  session: Session,
  { words }: ShellCommand,
  given: string,
  output: ShellOutput,
  signal: AbortSignal,
): Promise<number> {
  const from = words.indexOf("\0<");
  const input = from < 0 ? given : ((await session.files.read(words[from + 1] ?? "")) ?? "");
  const all = from < 0 ? words : [...words.slice(0, from), ...words.slice(from + 2)];
  const assigned = all.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  if (assigned < 0) return 0;
  const [name = "", ...args] = all.slice(assigned);
  if (name === "kubectl" || name === "k")
    return runKubectl(withVariables(session, all.slice(0, assigned)), args, input, output, signal);
  const finished = await runTool(session.files, name, args, input);
  output.out(finished.stdout);
  output.err(finished.stderr);
  return finished.code;
}

/** The session with variables that stand before a command, `NAME=VALUE`; what commands change of it stays. */
function withVariables(session: Session, words: readonly string[]): Session {
  if (words.length === 0) return session;
  const given = words.map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]);
  const environment: Readonly<Record<string, string>> = { ...session.environment, ...Object.fromEntries(given) };
  const kubeconfigVariable = given.find(([name]) => name === "KUBECONFIG")?.[1];
  return new Proxy(session, {
    get: (target, name) => {
      if (name === "kubeconfigVariable") return kubeconfigVariable;
      return name === "environment" ? environment : Reflect.get(target, name);
    },
  });
}

const ok = (stdout: string): Finished => ({ stdout, stderr: "", code: 0 });

async function runTool(files: Files, name: string, args: readonly string[], input: string): Promise<Finished> {
  if (name === "echo") return ok(args[0] === "-n" ? args.slice(1).join(" ") : `${args.join(" ")}\n`);
  if (name === "cat") return cat(files, args, input);
  if (name === "ls") return ls(files, args);
  // Folders are there with the files in them.
  if (name === "true" || name === "clear" || name === "mkdir") return ok("");
  if (name === "false") return { stdout: "", stderr: "", code: 1 };
  const finished = await runFilter(files, name, args, input);
  return finished ?? { stdout: "", stderr: `${name}: command not found\n`, code: 127 };
}

/** Names what is in folders, a line each. */
async function ls(files: Files, args: readonly string[]): Promise<Finished> {
  let [stdout, stderr] = ["", ""];
  for (const path of args.length === 0 ? ["."] : args) {
    const isFile = (await files.read(path)) !== undefined;
    const names = isFile ? [path] : await files.list(path);
    if (names !== undefined)
      stdout += joined(isFile ? names : [...new Set(names.map((name) => name.split("/", 1)[0] ?? ""))]);
    else if (args.length > 0) stderr += `ls: cannot access '${path}': No such file or directory\n`;
  }
  return { stdout, stderr, code: stderr === "" ? 0 : 2 };
}

async function cat(files: Files, args: readonly string[], input: string): Promise<Finished> {
  const paths = args.filter((arg) => arg === "-" || !arg.startsWith("-"));
  if (paths.length === 0) return ok(input);
  let [stdout, stderr] = ["", ""];
  for (const path of paths) {
    const text = path === "-" ? input : await files.read(path);
    if (text === undefined) stderr += `cat: ${path}: No such file or directory\n`;
    else stdout += text;
  }
  return { stdout, stderr, code: stderr === "" ? 0 : 1 };
}
