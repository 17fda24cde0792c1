import type { Clock } from "../apimachinery/clock.ts";
import type { JsonObject } from "../apimachinery/json/value.ts";
import { createSeededRandom } from "../apimachinery/seeded-random.ts";
import type { Handle } from "../component-base/exchange.ts";
import type { WorldTime } from "../component-base/world-clock.ts";
import type { Files } from "../kubectl/session.ts";
import type { ScriptedProgram } from "./lesson.ts";
import { scriptedBy } from "./programs.ts";

/**
 * Runs a command line as a user would in a terminal: `kubectl` and filters, with the bodies of its heredocs on the
 * lines after it. Resolves with everything that it has printed, errors as well, and its exit code; when the signal
 * aborts, with what was printed until then. `onOutput` is called with everything that was printed so far.
 */
export type RunCommandLine = (
  line: string,
  signal: AbortSignal,
  onOutput?: (output: string) => void,
) => Promise<CommandResult>;

/** What a command line has printed, and how it ended. */
export interface CommandResult {
  readonly output: string;
  readonly exitCode: number;
  /** Why nothing of what a program of the line is for was done, although it has ended well. */
  readonly idle?: string;
  /** A variable that the line uses, and which has no value. */
  readonly unset?: string;
  /** One whose value is empty. */
  readonly empty?: string;
  /** Whether the lines after it go to a shell in a container. */
  readonly inside?: boolean;
}

/** What the kubectl of a lesson talks to. */
export interface CommandLineParts {
  readonly handle: Handle;
  readonly clock: Clock;
  /** Reads the time of the world that ages count in; without it, the clock has it. */
  readonly worldTime?: (() => Promise<WorldTime>) | undefined;
  readonly files: Files;
  /** What the author says that command lines in containers print. */
  readonly programs?: readonly ScriptedProgram[] | undefined;
  /** Ends what runs in the background. */
  readonly lifetime?: AbortSignal | undefined;
}

/** Creates the kubectl of a lesson, whose modules are loaded with the first line. Its lines share a kubeconfig. */
export function createCommandLine(parts: CommandLineParts): RunCommandLine {
  const { handle, clock, worldTime, files, programs = [], lifetime } = parts;
  const load = async () => {
    const [{ createSession }, { runStatement }, { statementsOf }, { LazyContainers }] = await Promise.all([
      import("../kubectl/session.ts"),
      import("../kubectl/shell/shell.ts"),
      import("../kubectl/shell/statements.ts"),
      import("../kubectl/containers/lazy-containers.ts"),
    ]);
    const random = createSeededRandom(1);
    const idle: string[] = [];
    const unset: string[] = [];
    const empty: string[] = [];
    const session = createSession({
      handle,
      clock,
      worldTime,
      random: () => random.int(2 ** 32) / 2 ** 32,
      files,
      server,
      containers: new LazyContainers(),
      programs: scriptedBy(programs),
      onUnset: (name, value) => void (value === undefined ? unset : empty).push(name),
      onIdle: (reason) => void idle.push(reason),
      ...(lifetime !== undefined && { lifetime }),
      // Who changes the text is the reader; the line alone changes nothing.
      edit: async (text) => text,
    });
    session.config = kubeconfig;
    return { session, runStatement, statementsOf, idle, unset, empty };
  };
  let loading: ReturnType<typeof load> | undefined;
  return async (line, signal, onOutput) => {
    const { session, runStatement, statementsOf, idle, unset, empty } = await (loading ??= load());
    for (const told of [idle, unset, empty]) told.length = 0;
    let printed = "";
    const print = (text: string): void => {
      if (signal.aborted) return;
      printed += text;
      onOutput?.(printed);
    };
    let exitCode = 0;
    for (const statement of statementsOf(line)) {
      if (signal.aborted) break;
      exitCode = await runStatement(session, statement, { out: print, err: print }, signal);
    }
    const [[reason], [name], [emptyName]] = [idle, unset, empty];
    return {
      output: printed,
      exitCode,
      inside: session.containers?.isInside === true,
      ...(emptyName !== undefined && { empty: emptyName }),
      ...(reason !== undefined && { idle: reason }),
      ...(name !== undefined && { unset: name }),
    };
  };
}

/** The address of the server as kubectl's errors and logs show it. */
const server = "https://127.0.0.1:6443";

/** The kubeconfig that a lesson begins with: one context, of its own server and administrator. */
const kubeconfig: JsonObject = {
  apiVersion: "v1",
  clusters: [{ cluster: { server }, name: "kubepad" }],
  contexts: [{ context: { cluster: "kubepad", user: "kubernetes-admin" }, name: "kubepad" }],
  "current-context": "kubepad",
  kind: "Config",
  users: [{ name: "kubernetes-admin", user: {} }],
};
