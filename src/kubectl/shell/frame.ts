import type { Output } from "../command-output.ts";
import { nextTask } from "../../component-base/event-loop.ts";
import { KubectlError } from "../kubectl-error.ts";
import type { Session, ShellVariable } from "../session.ts";
import type { Statement } from "./statements.ts";

/** What the commands of a line share. */
export interface Shell {
  readonly session: Session;
  readonly signal: AbortSignal;
  readonly output: Output;
  /** The exit code of the last command. */
  code: number;
  /** The exit code of the last command that ran for its output, within the words of a command. */
  substituted?: number;
  /** Whether a condition is looked at: an error ends nothing there. */
  readonly isTested?: boolean;
  /** What is left of what `read` reads in a loop: of what was piped into it. */
  readonly input?: { rest: string };
  readonly frame: Frame;
  readonly run: RunStatement;
}

/** Runs a command line; ends with its exit code. */
export type RunStatement = (
  session: Session,
  statement: Statement,
  output: Output,
  signal: AbortSignal,
  frame?: Frame,
) => Promise<number>;

/** What a function or a script runs with. */
export interface Frame {
  readonly name: string;
  args: readonly string[];
  /** Whether `exit` ends it, as it ends a script. */
  readonly isScript: boolean;
  /** What ends it, or the loop that it is in, and with which code. */
  left: Left | undefined;
  /** The name of the function that runs. */
  readonly function?: string;
  /** The variables that are local to it, as they were before. */
  readonly hidden?: Map<string, ShellVariable | undefined>;
}

/** What ends a script, a function or loops: so many of them. */
interface Left {
  readonly by: "exit" | "return" | "break" | "continue";
  readonly code: number;
  readonly loops: number;
}

export const frameOf = (name: string, args: readonly string[], isScript: boolean): Frame => ({
  name,
  args,
  isScript,
  left: undefined,
});

/** The most functions and lines within each other, as FUNCNEST of bash limits functions. */
const deepest = 200;

/** Runs a function or a line within those that run. Throws a KubectlError where they call themselves without end. */
export async function nested({ nesting }: Session, name: string, run: () => Promise<number>): Promise<number> {
  if (nesting.depth >= deepest)
    throw new KubectlError(`${name}: maximum function nesting level exceeded (${deepest})`, 1);
  nesting.depth++;
  try {
    // what calls itself must let a line be interrupted
    if (nesting.depth > 1) await nextTask();
    return await run();
  } finally {
    nesting.depth--;
  }
}

/** Ends the script that a frame is of. */
export const endIn = (frame: Frame, code: number): void => {
  if (frame.isScript) frame.left ??= { by: "exit", code, loops: 1 };
};
