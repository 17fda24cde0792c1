import type { Clock } from "../../apimachinery/clock.ts";
import { followSignal } from "../../client/follow-signal.ts";
import type { Output } from "../command-output.ts";
import { failed, type Finished, printed } from "../finished.ts";

/** The most that run in the background at a time. */
const mostJobs = 16;
/** How long a line waits for the first output of what it starts, in milliseconds. */
const firstOutputMs = 1000;

interface Job {
  readonly id: number;
  readonly end: () => void;
  readonly ended: Promise<unknown>;
}

/** What runs in the background of a shell, numbered from 1. */
export class Jobs {
  readonly #running = new Map<number, Job>();
  readonly #clock: Clock;
  readonly #lifetime: AbortSignal | undefined;
  #count = 0;

  constructor(clock: Clock, lifetime: AbortSignal | undefined) {
    this.#clock = clock;
    this.#lifetime = lifetime;
  }

  /** The number of the last one, as `$!` has it; "" if there was none. */
  get last(): string {
    return this.#count === 0 ? "" : String(this.#count);
  }

  /**
   * Starts a job, and resolves when it has ended or printed something, or some time later. Only what it prints until
   * then is shown.
   */
  async start(output: Output, run: (output: Output, signal: AbortSignal) => Promise<number>): Promise<void> {
    if (this.#running.size >= mostJobs || this.#lifetime?.aborted === true)
      return output.err(`at most ${mostJobs} jobs run in the background\n`);
    const id = ++this.#count;
    const own = followSignal(this.#lifetime ?? new AbortController().signal);
    let attached = true;
    let settle: () => void = () => undefined;
    const settled = new Promise<void>((resolve) => (settle = resolve));
    const told = (say: (text: string) => void) => (text: string) => {
      if (attached) say(text);
      settle();
    };
    const ended = run({ out: told((text) => output.out(text)), err: told((text) => output.err(text)) }, own.signal)
      .catch(() => 1)
      .finally(() => {
        this.#running.delete(id);
        own.abort();
        settle();
      });
    this.#running.set(id, { id, end: () => own.abort(), ended });
    const cancel = this.#clock.after(firstOutputMs, settle);
    await settled;
    cancel();
    attached = false;
  }

  /** Runs `kill`, `wait` or `jobs`; the signal ends the waiting. */
  async run(name: "kill" | "wait" | "jobs", args: readonly string[], signal: AbortSignal): Promise<Finished> {
    if (name === "jobs") return printed([...this.#running.keys()].map((id) => `[${id}]  Running\n`).join(""));
    const named = args.filter((arg) => !arg.startsWith("-")).map((arg) => Number(arg.replace(/^%/, "")));
    const jobs =
      args.length === 0 && name === "wait" ? [...this.#running.values()] : named.map((id) => this.#running.get(id));
    if (name === "kill") for (const job of jobs) job?.end();
    const waiting = followSignal(signal);
    const interrupted = new Promise((resolve) => waiting.signal.addEventListener("abort", resolve, { once: true }));
    await Promise.race([Promise.all(jobs.map((job) => job?.ended)), interrupted]);
    waiting.abort();
    const missing = named.find((_id, i) => jobs[i] === undefined);
    if (name === "kill" && missing !== undefined) return failed(`kill: (${missing}) - No such process`);
    return printed();
  }
}
