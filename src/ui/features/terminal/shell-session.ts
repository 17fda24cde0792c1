import type { Clock } from "../../../apimachinery/clock.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import type { Handle } from "../../../component-base/exchange.ts";
import type { WorldTime } from "../../../component-base/world-clock.ts";
import { LazyContainers } from "../../../kubectl/containers/lazy-containers.ts";
import { textAt } from "../../../kubectl/json-access.ts";
import { natureOf, type LineNature } from "../../../kubectl/only-reads.ts";
import { contextOf, createSession, type Files, type ScriptedPrograms, type Session } from "../../../kubectl/session.ts";
import type { Output } from "../../../kubectl/command-output.ts";
import { runStatement } from "../../../kubectl/shell/shell.ts";
import { statementsOf, type WrittenStatement } from "../../../kubectl/shell/statements.ts";

/** What the terminal's shell is given by the page. */
export interface ShellSessionOptions {
  readonly handle: Handle;
  /** Sends what hints ask, as the page. */
  readonly hints: Handle;
  readonly clock: Clock;
  readonly worldTime: () => Promise<WorldTime>;
  readonly random: () => number;
  readonly files: Files;
  /** What is printed by command lines in containers, where somebody has written it. */
  readonly programs?: ScriptedPrograms;
  /** Lets the user change a text, until the command is stopped. */
  readonly edit: (text: string, signal: AbortSignal) => Promise<string>;
}

/** One run of a statement. */
export interface ShellRun {
  readonly statement: WrittenStatement;
  /** The way to the server for this run alone. */
  readonly handle: Handle;
  readonly output: Output;
  readonly signal: AbortSignal;
}

/** The address of the server for programs of its own cluster. */
const server = "https://kubernetes.default.svc";

/** The kubeconfig that a terminal begins with: one context for the page's own server and user. */
const firstConfig: JsonObject = {
  apiVersion: "v1",
  clusters: [{ cluster: { server }, name: "kubepad" }],
  contexts: [{ context: { cluster: "kubepad", user: "page" }, name: "kubepad" }],
  "current-context": "kubepad",
  kind: "Config",
  users: [{ name: "page", user: {} }],
};

/** The shell behind the terminal, with the kubeconfig and the discovery that its commands share. */
export class ShellSession {
  readonly #session: Session;
  readonly #edit: ShellSessionOptions["edit"];

  constructor({ edit, ...options }: ShellSessionOptions) {
    this.#session = createSession({ ...options, server, containers: new LazyContainers() });
    this.#edit = edit;
    this.#session.config = firstConfig;
  }

  /** The namespace of the current context. */
  get namespace(): string {
    const { config } = this.#session;
    return textAt(contextOf(config, textAt(config, "current-context")), "namespace") || "default";
  }

  /** Forgets what discovery told, because the user or the server is another one. */
  forget(): void {
    this.#session.mapper = undefined;
    this.#session.documents.clear();
  }

  statements(text: string): readonly WrittenStatement[] {
    return statementsOf(text);
  }

  natureOf(statement: WrittenStatement): LineNature {
    return natureOf(statement);
  }

  /** Runs a statement; ends with its exit code. */
  run({ statement, handle, output, signal }: ShellRun): Promise<number> {
    return runStatement(this.#over(handle, signal), statement, output, signal);
  }

  /** The words that may stand at the cursor. */
  async complete(line: string, cursor: number, handle: Handle): Promise<readonly string[]> {
    const { completeWords } = await import("../../../kubectl/complete.ts");
    return completeWords(this.#over(handle, new AbortController().signal), line, cursor);
  }

  /** The session with another way to the server. Commands change the shared kubeconfig and discovery through it. */
  #over(handle: Handle, signal: AbortSignal): Session {
    const session = this.#session;
    return {
      ...session,
      handle,
      edit: (text) => this.#edit(text, signal),
      get config() {
        return session.config;
      },
      set config(config) {
        session.config = config;
      },
      get mapper() {
        return session.mapper;
      },
      set mapper(mapper) {
        session.mapper = mapper;
      },
    };
  }
}
