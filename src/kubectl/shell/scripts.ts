import type { Output } from "../command-output.ts";
import { failed, type Finished } from "../finished.ts";
import type { Session } from "../session.ts";
import { isExecutable } from "./executables.ts";
import { type Frame, frameOf, type RunStatement, type Shell } from "./frame.ts";
import { type Statement, statementsOf } from "./statements.ts";
import { appended, over } from "./variables.ts";

/** Runs the command lines of a script in the shell, up to what ends it. */
export async function runScript(
  runStatement: RunStatement,
  session: Session,
  text: string,
  output: Output,
  signal: AbortSignal,
  frame: Frame,
): Promise<number> {
  let code = 0;
  for (const statement of statementsOf(text)) {
    if (signal.aborted || frame.left !== undefined) break;
    code = await runStatement(session, statement, output, signal, frame);
  }
  return frame.left?.code ?? code;
}

/** Runs what the shell was asked to run at its end, and returns its exit code. */
export async function atEnd(shell: Shell, code: number): Promise<number> {
  const { session, output, signal, run } = shell;
  const line = session.traps.get("EXIT");
  if (line === undefined || line === "") return code;
  session.traps.delete("EXIT");
  const frame = { ...shell.frame, left: undefined };
  await run(session, { line: `(exit ${code}); ${line}`, bodies: [] }, output, signal, frame);
  return frame.left === undefined ? code : ((frame as Frame).left?.code ?? code);
}

/** Runs command lines in a shell of their own, for their output. */
export async function runSubstitution(shell: Shell, statements: readonly Statement[], output: Output): Promise<number> {
  const { place } = shell.session;
  const { folder, before } = place;
  const options = new Set([...shell.session.options].filter((option) => option !== "e"));
  const session = over(shell.session, { variables: new Map(shell.session.variables), options, traps: new Map() });
  const frame = { ...shell.frame, isScript: true, left: undefined };
  let { code } = shell;
  if (statements.length === 0) code = 0;
  try {
    for (const statement of statements) {
      if (shell.signal.aborted || (frame as Frame).left !== undefined) break;
      code = await shell.run(session, statement, output, shell.signal, frame);
    }
    return await atEnd({ ...shell, session, output, frame }, (frame as Frame).left?.code ?? code);
  } finally {
    Object.assign(place, { folder, before });
  }
}

const shells = /^#!\s*(?:\/\S*\/)?(?:env\s+)?(?:ba|da|a|z|k)?sh\b/;

/** Where programs of a machine are. */
const systemFolders = /^\/(?:usr\/(?:local\/)?)?s?bin\//;

/**
 * Runs a file as a program: a script of the shell, with what is exported. Undefined for a program of the machine that
 * is no file here.
 */
export async function runScriptFile(
  run: RunStatement,
  session: Session,
  path: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<Finished | undefined> {
  const text = await session.files.read(path);
  if (text === undefined && systemFolders.test(path)) return undefined;
  if (text === undefined) return failed(`bash: ${path}: No such file or directory`, 127);
  if (!isExecutable(session, path)) return failed(`bash: ${path}: Permission denied`, 126);
  if (text.startsWith("#!") && !shells.test(text)) {
    const [, program = ""] = /^#!\s*(\S+)/.exec(text) ?? [];
    return failed(`bash: ${path}: ${program}: bad interpreter: No such file or directory`, 126);
  }
  return scriptEnded(run, session, text, path, args, signal);
}

/** Runs the text of a script with arguments, and what is exported. */
export async function scriptEnded(
  run: RunStatement,
  session: Session,
  text: string,
  name: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<Finished> {
  const exported = [...session.variables].filter(([, variable]) => variable.exported);
  const own = over(session, {
    variables: new Map(exported),
    functions: new Map(),
    options: new Set(),
    traps: new Map(),
  });
  let [stdout, stderr] = ["", ""];
  const output = {
    out: (part: string) => void (stdout = appended(stdout, part)),
    err: (part: string) => void (stderr = appended(stderr, part)),
  };
  const frame = frameOf(name, args, true);
  const ended = await runScript(run, own, text, output, signal, frame);
  const code = await atEnd({ session: own, output, signal, code: ended, frame, run }, ended);
  return { stdout, stderr, code };
}
