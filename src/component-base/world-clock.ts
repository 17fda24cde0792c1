import type { Clock } from "../apimachinery/clock.ts";
import { type Timer, TimerHeap } from "./timer-heap.ts";

/** The time of a world as it is shown: see WorldClock. */
export interface WorldTime {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly paused: boolean;
  /** How much faster than the machine's time the world's passes while it is not paused. */
  readonly speed: number;
  /** How many reconciliations wait for their turn, and how many are under way. */
  readonly waiting: number;
  readonly running: number;
  /** When the next timer is due; absent if there is none. */
  readonly next?: number;
}

/** What is changed about the time of a world. */
export interface WorldTimeChange {
  readonly paused?: boolean;
  readonly speed?: number;
}

/** The time of a world that somebody changed, as it outlives the server. */
export interface KeptWorldTime {
  /** The world's time in milliseconds since the epoch, when the machine's was `host`. */
  readonly now: number;
  readonly host: number;
  readonly paused: boolean;
  readonly speed: number;
}

export interface WorldClockOptions {
  /** The clock of the machine. */
  readonly host: Clock;
  /** When the world begins; the machine's time by default. */
  readonly start?: number;
  readonly paused?: boolean;
  readonly speed?: number;
  /**
   * Whether reconciliations take turns, each of which sees everything that the one before has written: equal requests
   * then lead to equal worlds. Otherwise they run beside each other while the world is not paused.
   */
  readonly inTurns?: boolean;
  /** Resolves when what was written has reached every watch in this process; by default after turns of the host. */
  readonly settle?: () => Promise<void>;
}

export const slowestSpeed = 0.01;
export const fastestSpeed = 1000;

const longestNapMs = 2 ** 30;
const settlingTurns = 3;
const rankDigits = 6;
/** How often a world without work settles before it counts as at rest. */
const restingRounds = 5;

async function afterTurns(host: Clock, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise<void>((resolve) => void host.after(0, resolve));
}
const mostPerStep = 1000;

/**
 * The clock of a world: of the objects' timestamps, the controllers, the scheduler and the simulated nodes. It can be
 * paused, stepped and sped up. Its reconciliations are ordered by arrival, and its timers by time and then by their
 * keys, since those of a server that was started again arrive in another order.
 *
 * Requests are answered while the world is paused: deadlines, commits and watches use the clock of the machine
 * (docs/decisions/two-clocks.md).
 */
export class WorldClock implements Clock {
  readonly host: Clock;
  readonly #inTurns: boolean;
  readonly #settle: () => Promise<void>;
  readonly #timers = new TimerHeap();
  readonly #turns = new TimerHeap();
  readonly #listeners = new Set<() => void>();
  #start: number;
  /** Whether the time may be another one than the machine's. */
  #isOwn: boolean;
  /** The world's time when the host's was `#hostAt`. */
  #at: number;
  #hostAt: number;
  #paused: boolean;
  #speed: number;
  #lastId = 0;
  #lastRank = 0;
  #waiting = 0;
  #running = 0;
  #cancelWake: (() => void) | undefined;
  /** The work that is run one after the other: steps, and turns if the clock has them. */
  #line: Promise<unknown> = Promise.resolve();
  #pumping = false;
  #progress: () => unknown = () => this.#lastId;
  /** What is left to do for the turn or timer under way; undefined between them. */
  #rest: (() => Promise<void>)[] | undefined;

  constructor({ host, start, paused = false, speed = 1, inTurns = false, settle }: WorldClockOptions) {
    this.host = host;
    this.#start = start ?? host.now();
    this.#at = this.#start;
    this.#isOwn = start !== undefined || paused || speed !== 1;
    this.#hostAt = host.monotonic();
    this.#paused = paused;
    this.#speed = speed;
    this.#inTurns = inTurns;
    this.#settle = settle ?? (() => afterTurns(host, settlingTurns));
  }

  now(): number {
    return Math.floor(this.#time());
  }

  monotonic(): number {
    return this.#time() - this.#start;
  }

  after(ms: number, callback: () => void, key = ""): () => void {
    const timer = this.#add(this.#timers, this.#time() + Math.max(ms, 0), callback, key);
    this.#arm();
    return () => {
      timer.cancelled = true;
    };
  }

  rank(): string {
    return String(++this.#lastRank).padStart(rankDigits, "0");
  }

  turn(work: () => Promise<void>): void {
    if (!this.#paused && !this.#inTurns) {
      void this.#run(work);
      return;
    }
    this.#waiting++;
    this.#add(this.#turns, this.#time(), () => {
      this.#waiting--;
      return this.#run(work);
    });
    this.#arm();
  }

  afterTurn(work: () => Promise<void>): void {
    if (this.#rest === undefined) void this.#run(work);
    else this.#rest.push(work);
  }

  /** Returns the state of the time. */
  view(): WorldTime {
    const next = this.#timers.peek()?.at;
    return {
      now: this.now(),
      paused: this.#paused,
      speed: this.#speed,
      waiting: this.#waiting,
      running: this.#running,
      ...(next !== undefined && { next: Math.ceil(next) }),
    };
  }

  /** Pauses the world, lets it go on, or changes its speed. Throws a RangeError for a speed that it cannot have. */
  change({ paused = this.#paused, speed = this.#speed }: WorldTimeChange): void {
    if (!(speed >= slowestSpeed && speed <= fastestSpeed))
      throw new RangeError(`the speed must be from ${slowestSpeed} to ${fastestSpeed}`);
    this.#anchor();
    this.#paused = paused;
    this.#speed = speed;
    this.#arm();
    this.#changed();
  }

  /** Returns the time to go on from in another run of the server; undefined while it is the machine's. */
  kept(): KeptWorldTime | undefined {
    if (!this.#isOwn) return undefined;
    return { now: this.now(), host: this.host.now(), paused: this.#paused, speed: this.#speed };
  }

  /**
   * Goes on from the time of an earlier run. A world that ran as fast as the machine has lived on meanwhile; one that
   * was paused, or had a speed of its own, has not.
   */
  resume({ now, host, paused, speed }: KeptWorldTime): void {
    const passed = paused || speed !== 1 ? 0 : Math.max(0, this.host.now() - host);
    this.#start += now + passed - this.#time();
    this.#at = now + passed;
    this.#hostAt = this.host.monotonic();
    this.#paused = paused;
    this.#speed = speed;
    this.#isOwn = true;
    this.#arm();
  }

  /** Calls the listener when somebody has changed, stepped or advanced the time. The returned function ends this. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Names what a step changes: a step goes on until the value is another one. The server names its revision. */
  stepsUntil(progress: () => unknown): void {
    this.#progress = progress;
  }

  /**
   * Pauses the world and does its next work: reconciliations that wait, and then timers, until something was written.
   * Resolves when the work is done; the time is that of the last timer.
   */
  step(): Promise<void> {
    this.change({ paused: true });
    return this.#inLine(async () => {
      const before = this.#progress();
      for (let count = 0; count < mostPerStep && this.#progress() === before; count++)
        if (!(await this.#next(Infinity))) break;
      this.#changed();
    });
  }

  /** Lets `ms` of a paused world pass, and does what is due until then. Resolves when the world has come to rest. */
  advance(ms: number): Promise<void> {
    return this.#inLine(async () => {
      const end = this.#time() + ms;
      await this.#settle();
      for (let more = true; more;) more = (await this.#next(end)) || (await this.#nextAfterSettling(end));
      this.#moveTo(end);
      this.#changed();
    });
  }

  /** Drops all timers and turns. */
  close(): void {
    this.#cancelWake?.();
    this.#paused = true;
    this.#timers.clear();
    this.#turns.clear();
    this.#waiting = 0;
    this.#listeners.clear();
  }

  #changed(): void {
    this.#isOwn = true;
    for (const listener of this.#listeners) listener();
  }

  #time(): number {
    return this.#paused ? this.#at : this.#at + (this.host.monotonic() - this.#hostAt) * this.#speed;
  }

  #anchor(): void {
    this.#at = this.#time();
    this.#hostAt = this.host.monotonic();
  }

  #moveTo(time: number): void {
    this.#anchor();
    this.#at = Math.max(this.#at, time);
  }

  #add(heap: TimerHeap, at: number, run: Timer["run"], key = ""): Timer {
    const timer: Timer = { at, key, id: ++this.#lastId, run, cancelled: false };
    heap.push(timer);
    return timer;
  }

  async #run(work: () => Promise<void>): Promise<void> {
    this.#running++;
    try {
      await work();
    } finally {
      this.#running--;
    }
  }

  #inLine<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#line.then(work);
    this.#line = done.catch(() => undefined);
    return done;
  }

  /** Does the earliest work that is due by `end`; returns false if there is none. */
  async #next(end: number): Promise<boolean> {
    const turn = this.#turns.pop();
    const timer = turn ?? (((this.#timers.peek()?.at ?? Infinity) <= end && this.#timers.pop()) || undefined);
    if (timer === undefined) return false;
    if (turn === undefined) this.#moveTo(timer.at);
    this.#rest = [];
    await timer.run();
    for (let work = this.#rest.shift(); work !== undefined; work = this.#rest.shift()) await this.#run(work);
    this.#rest = undefined;
    await this.#settle();
    return true;
  }

  /** Like #next, for work that is only announced after another turn of the host. */
  async #nextAfterSettling(end: number): Promise<boolean> {
    for (let round = 0; round < restingRounds; round++) {
      await this.#settle();
      if (await this.#next(end)) return true;
    }
    return false;
  }

  /** Sees to it that the host wakes this clock when something is due. */
  #arm(): void {
    this.#cancelWake?.();
    this.#cancelWake = undefined;
    if (this.#paused) return;
    if (this.#turns.peek() !== undefined) return this.#pump();
    const next = this.#timers.peek();
    if (next === undefined) return;
    const ms = Math.max(next.at - this.#time(), 0) / this.#speed;
    this.#cancelWake = this.host.after(Math.min(Math.ceil(ms), longestNapMs), () => this.#pump());
  }

  /** Does everything that is due now. */
  #pump(): void {
    if (this.#inTurns) return this.#pumpInTurns();
    while (!this.#paused) {
      const due = this.#popDue();
      if (due === undefined) break;
      void due.run();
    }
    this.#arm();
  }

  #popDue(): Timer | undefined {
    return (
      this.#turns.pop() ?? ((this.#timers.peek()?.at ?? Infinity) <= this.#time() ? this.#timers.pop() : undefined)
    );
  }

  #pumpInTurns(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    void this.#inLine(async () => {
      while (!this.#paused && (await this.#next(this.#time()))) continue;
      this.#pumping = false;
      this.#arm();
    });
  }
}
