import { failed, type Finished, printed } from "../finished.ts";
import type { Output } from "../command-output.ts";
import type { Session } from "../session.ts";
import { echo } from "./echo.ts";
import type { RunStatement } from "./frame.ts";
import { isPathTool } from "./program-names.ts";
import { assign, over } from "./variables.ts";

/** The session with variables that stand before a command, which sees them. */
export function withExported(session: Session, words: readonly string[]): Session {
  if (words.length === 0) return session;
  const own = over(session, { variables: new Map(session.variables) });
  assign(own, words, true);
  return own;
}

/** Prints what a program has printed, and returns its exit code. */
export function tell(session: Session, { stdout, stderr, code, idle }: Finished, output: Output): number {
  output.out(stdout);
  output.err(stderr);
  if (idle !== undefined) session.onIdle?.(idle);
  return code;
}

/** Runs a program of the shell or of the machine. */
export async function runTool(
  runStatement: RunStatement,
  session: Session,
  [name = "", ...args]: readonly string[],
  input: string,
  signal: AbortSignal,
): Promise<Finished> {
  if (name === "echo") return printed(echo(args));
  if (name === "printf") return (await import("./printf.ts")).runPrintf(session, args);
  if (name === "true" || name === ":" || name === "clear" || name === "exit") return printed();
  if (name === "false") return printed("", 1);
  if (name === "test" || name === "[") return (await import("./condition.ts")).testCondition(session, name, args);
  if (name === "unset") return unset(session, args);
  if (name === "kill" || name === "wait" || name === "jobs") return session.jobs.run(name, args, signal);
  if (name.includes("/")) {
    const { runScriptFile } = await import("./scripts.ts");
    const ended = await runScriptFile(runStatement, session, name, args, signal);
    if (ended !== undefined) return ended;
  }
  if (isPathTool(name)) {
    const { basename, dirname, find, mktemp } = await import("./programs/paths.ts");
    if (name === "basename") return basename(args);
    if (name === "dirname") return dirname(args);
    if (name === "mktemp") return mktemp(args, session);
    return find(args, session, (words) => runTool(runStatement, session, words, "", signal));
  }
  const { runFileTool } = await import("./file-tools.ts");
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

function unset({ variables, functions }: Session, names: readonly string[]): Finished {
  for (const name of names) if (names[0] === "-f" || !variables.delete(name)) functions.delete(name);
  return printed();
}
