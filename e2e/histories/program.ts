import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { endWithThisProcess } from "../running-children.ts";

/** How long a process that has ended by itself is down. */
const downMs = 500;

/** A process that is killed, paused and started again, also when it ends by itself, always by the same command. */
export class Program {
  readonly #command: string;
  readonly #args: readonly string[];
  #child: ChildProcess | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  /** The last lines of its standard error output. */
  readonly said: string[] = [];
  #isWanted = false;
  /** How often it was started; its memory is another one each time. */
  starts = 0;
  /** How often it has ended by itself, as when it starts while what it needs is not there. */
  endedByItself = 0;

  constructor(command: string, args: readonly string[]) {
    this.#command = command;
    this.#args = args;
  }

  start(): void {
    this.#isWanted = true;
    this.starts++;
    const child = spawn(this.#command, this.#args, { stdio: ["ignore", "ignore", "pipe"] });
    endWithThisProcess(child, () => child.kill("SIGKILL"));
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once("exit", resolve)).then(() => {
      if (this.#child === child) this.#child = undefined;
      if (this.#isWanted) this.#startAgain();
    });
    createInterface(child.stderr).on("line", (line) => {
      this.said.push(line);
      if (this.said.length > 50) this.said.shift();
    });
  }

  /** Sends a signal and resolves once the process has ended. */
  async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    this.#isWanted = false;
    this.#child?.kill(signal);
    await this.#ended;
  }

  #startAgain(): void {
    this.endedByItself++;
    setTimeout(() => {
      if (this.#isWanted && this.#child === undefined) this.start();
    }, downMs);
  }

  pause(): void {
    this.#child?.kill("SIGSTOP");
  }

  goOn(): void {
    this.#child?.kill("SIGCONT");
  }
}
