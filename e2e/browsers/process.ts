import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endWithThisProcess } from "../running-children.ts";

/** A program that a browser needs, in a temporary home of its own. */
export interface Program {
  /** What the announcement's pattern matched in the program's output. */
  readonly announced: readonly string[];
  /** Ends the program with all processes that it started, and removes its home. */
  stop(): Promise<void>;
}

export interface ProgramOptions {
  readonly command: string;
  readonly args: (home: string) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What the program prints once it is ready; a program that prints nothing is taken for ready at once. */
  readonly announcement?: RegExp;
  readonly prepare?: (home: string) => void;
}

/** How long a browser may take to start on a busy machine, in milliseconds. */
const startMs = 60_000;

/** Starts a program and resolves once it has announced that it is ready. */
export async function startProgram({ command, args, env, announcement, prepare }: ProgramOptions): Promise<Program> {
  const home = mkdtempSync(join(tmpdir(), "kubepad-browser-"));
  prepare?.(home);
  const child = spawn(command, args(home), {
    detached: true, // a group of its own, which is ended as a whole
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, HOME: home, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, ...env },
  });
  endWithThisProcess(child, () => killGroup(child));
  const stop = async (): Promise<void> => {
    await endGroup(child);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const announced = announcement === undefined ? [] : await waitFor(child, command, announcement);
    return { announced, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function waitFor(child: ChildProcess, command: string, announcement: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let said = "";
    const fail = (what: string): void => reject(new Error(`${command} ${what}\n${said.slice(-2000)}`));
    const timer = setTimeout(() => fail(`did not say ${announcement}`), startMs);
    const hear = (part: Uint8Array): void => {
      if (said.length < 100_000) said += part.toString();
      const announced = announcement.exec(said);
      if (announced !== null) resolve((clearTimeout(timer), announced));
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("error", (error) => fail(error.message));
    child.once("exit", (status) => fail(`ended with ${status}`));
  });
}

/** Kills a process and those that it started; resolves once it has ended. */
async function endGroup(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const isOver = child.exitCode !== null || child.signalCode !== null;
  if (killGroup(child) && !isOver) await ended;
}

/** Kills a process and those that it started; returns false if all of them have ended. */
function killGroup({ pid }: ChildProcess): boolean {
  try {
    return pid !== undefined && process.kill(-pid, "SIGKILL");
  } catch {
    return false;
  }
}
