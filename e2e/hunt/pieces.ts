import { Session, type Profiler } from "node:inspector/promises";
import { createThreadTime } from "./thread-time.ts";

/** A piece of work: what the thread did between two turns of its event loop. */
export interface Piece {
  /** Its processor time, and when it began and ended, in milliseconds. */
  readonly busyMs: number;
  readonly begin: number;
  readonly end: number;
}

const nothing: Piece = { busyMs: 0, begin: 0, end: 0 };
const nanosecondsPerMs = 1e6;
const now = (): number => Number(process.hrtime.bigint()) / nanosecondsPerMs;

/** Watches the turns of the event loop and remembers the longest piece of work between two of them. */
export class PieceWatch {
  readonly #threadTime = createThreadTime();
  readonly #timer = setInterval(() => this.#turn(), 1);
  #before = { busy: this.#threadTime(), at: now() };
  #longest = nothing;
  #taken = this.#threadTime();

  #turn(): void {
    const busy = this.#threadTime();
    const at = now();
    const busyMs = busy - this.#before.busy;
    if (busyMs > this.#longest.busyMs) this.#longest = { busyMs, begin: this.#before.at, end: at };
    this.#before = { busy, at };
  }

  /** Returns the longest piece since the last call, and the processor time since then. */
  take(): Piece & { readonly allMs: number } {
    const longest = this.#longest;
    const before = this.#taken;
    this.#longest = nothing;
    this.#taken = this.#threadTime();
    return { ...longest, allMs: this.#taken - before };
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

const microsecondsPerMs = 1000;
const namedFunctions = 25;

/** Profiles the thread, and tells which functions a piece of work spent its time in. */
export class PieceProfile {
  readonly #session = new Session();

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post("Profiler.enable");
    await this.#session.post("Profiler.setSamplingInterval", { interval: 500 });
    await this.#session.post("Profiler.start");
  }

  /**
   * Ends the profile; returns a line for each function that was on the stack, by its time, callees included: of the
   * piece, and of all that was done.
   */
  async stop(piece: Piece): Promise<readonly string[]> {
    const { profile } = await this.#session.post("Profiler.stop");
    this.#session.disconnect();
    const all = { begin: -Infinity, end: Infinity };
    return ["the longest piece:", ...functionsOf(profile, piece), "in all:", ...functionsOf(profile, all)];
  }
}

function functionsOf(
  { nodes, startTime, samples = [], timeDeltas = [] }: Profiler.Profile,
  { begin, end }: Pick<Piece, "begin" | "end">,
): readonly string[] {
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const names = new Map(
    nodes.map(({ id, callFrame }) => [id, `${callFrame.functionName}:${callFrame.lineNumber + 1}`]),
  );
  const spent = new Map<string, number>();
  let at = startTime / microsecondsPerMs;
  samples.forEach((sample, i) => {
    const ms = (timeDeltas[i] ?? 0) / microsecondsPerMs;
    at += ms;
    if (at < begin || at > end) return;
    const stack = new Set<string>();
    for (let node: number | undefined = sample; node !== undefined; node = callers.get(node))
      stack.add(names.get(node) ?? "");
    for (const name of stack) if (!name.startsWith(":")) spent.set(name, (spent.get(name) ?? 0) + ms);
  });
  return [...spent]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, namedFunctions)
    .map(([name, ms]) => `${ms.toFixed(0).padStart(7)} ms  ${name}`);
}
