import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { endWithThisProcess } from "../running-children.ts";

/** A process that is killed, paused and started again, always by the same command. */
export class Program {
  readonly #command: string;
  readonly #args: readonly string[];
  #child: ChildProcess | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  /** The last lines of its standard error output. */
  readonly said: string[] = [];

  constructor(command: string, args: readonly string[]) {
    this.#command = command;
    this.#args = args;
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  start(): void {
    const child = spawn(this.#command, this.#args, { stdio: ["ignore", "ignore", "pipe"] });
    endWithThisProcess(child, () => child.kill("SIGKILL"));
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once("exit", resolve)).then(() => {
      if (this.#child === child) this.#child = undefined;
    });
    createInterface(child.stderr).on("line", (line) => {
      this.said.push(line);
      if (this.said.length > 50) this.said.shift();
    });
  }

  /** Sends a signal and resolves once the process has ended. */
  async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    this.#child?.kill(signal);
    await this.#ended;
  }

  pause(): void {
    this.#child?.kill("SIGSTOP");
  }

  goOn(): void {
    this.#child?.kill("SIGCONT");
  }
}
