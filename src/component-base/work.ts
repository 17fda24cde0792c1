import { runWalk, WalkRun, type Walk } from "../apimachinery/walk.ts";
import { Turns } from "./event-loop.ts";
import type { MaybeAsync } from "./maybe-async.ts";

/** What a task may do before it pauses, in units of about half a microsecond: a few milliseconds. */
export const sliceUnits = 10_000;

/** What a step of a loop over a list is charged, besides what is done in it: some microseconds. */
const stepUnits = 2;

/** Thrown where work pauses. It is no failure: only `inSlices` catches it. */
export class WorkPaused extends Error {
  override readonly name = "WorkPaused";
  /** What the work waits for besides its turn. */
  readonly until: Promise<void> | undefined;

  constructor(message: string, until?: Promise<void>) {
    super(message);
    this.until = until;
  }
}

/** What a computation has kept in the present step of a loop, or outside of loops, in the order of asking. */
class Scope {
  readonly kept: object[] = [];
  at = 0;
}

/** What a loop keeps, and what it does when it pauses and goes on. */
export interface LoopState {
  pause?(): void;
  resume?(): void;
}

/** A loop that is under way, or finished. */
class Loop<S> {
  readonly state: S;
  readonly length: number;
  readonly step = new Scope();
  index = 0;
  isPaused = false;

  constructor(state: S, length: number) {
    this.state = state;
    this.length = length;
  }
}

/**
 * The work of one synchronous computation that may be long, such as the validation of an object. Its loops charge what
 * they do and pause between two steps when the slice is used up; a later task calls the computation again. What such a
 * loop has reached is a frame, which the loop begins and ends; called again, it gets its frame back and goes on:
 *
 *     const sum = work.resume(Sum) ?? work.begin(new Sum());
 *     for (; sum.index < items.length; sum.index++) {
 *       work.pause();
 *       sum.total += costOf(items[sum.index], work);
 *     }
 *     work.end();
 *
 * All that is not in a frame is done again, so it must be cheap and without effects. Work within one slice costs a
 * counter and a stack of frames.
 */
export class Work {
  readonly #slice: number;
  readonly #frames: object[] = [];
  readonly #root = new Scope();
  /** What bounds the texts of lists and maps that are being made. */
  textBound: { readonly most: number; readonly isCut: boolean } | undefined;
  #scope = this.#root;
  #left: number;
  /** The number of frames that are in use; those above wait to be resumed. */
  #at = 0;
  #done = 0;
  #longest = 0;

  constructor(slice = sliceUnits) {
    this.#slice = slice;
    this.#left = slice;
  }

  /** The units of all slices that have ended, and of the longest of them. */
  get counts(): { readonly done: number; readonly longest: number } {
    return { done: this.#done, longest: this.#longest };
  }

  /** Counts units of work. */
  charge(units: number): void {
    this.#left -= units;
  }

  /** Pauses if the slice is used up. */
  pause(): void {
    if (this.#left <= 0) throw new WorkPaused("work has paused");
  }

  /** Returns the frame that was begun here, if the computation was paused inside it. */
  resume<T extends object>(kind: abstract new (...args: never[]) => T): T | undefined {
    if (this.#at >= this.#frames.length) return undefined;
    const frame = this.#frames[this.#at++];
    if (frame instanceof kind) return frame;
    throw new Error("the computation that was paused took another way");
  }

  /** Begins a frame. */
  begin<T extends object>(frame: T): T {
    this.#frames.push(frame);
    this.#at++;
    return frame;
  }

  /** Ends the frame that was begun last. */
  end(): void {
    this.#frames.pop();
    this.#at--;
  }

  /**
   * Returns what was made here before the computation was paused, or makes it. All that is kept in one step of a loop,
   * or outside of loops, is asked for in the same order each time; a finished step forgets what it kept. What is kept
   * while something else is made is forgotten once that is made.
   */
  kept<T extends object>(kind: abstract new (...args: never[]) => T, make: () => T): T {
    const scope = this.#scope;
    const at = scope.at++;
    const known = scope.kept[at];
    if (known === undefined) {
      const made = make();
      scope.kept.length = at;
      scope.kept.push(made);
      scope.at = at + 1;
      return made;
    }
    if (known instanceof kind) return known;
    throw new Error("the computation that was paused took another way");
  }

  /**
   * Runs a loop that pauses between two steps and goes on there; returns its state. A finished loop is not run again
   * when the computation is called again. A step is called again if it was paused within.
   */
  loop<S extends LoopState>(length: number, begin: () => S, step: (state: S, index: number) => void): S {
    const loop = this.kept(Loop<S>, () => new Loop(begin(), length));
    const { state } = loop;
    if (loop.length !== length) throw new Error("the computation that was paused took another way");
    if (loop.isPaused) state.resume?.();
    loop.isPaused = false;
    const outer = this.#scope;
    try {
      for (; loop.index < length; loop.index++) this.#step(loop, step);
    } catch (error) {
      if (error instanceof WorkPaused) state.pause?.();
      loop.isPaused = true;
      throw error;
    } finally {
      this.#scope = outer;
    }
    return state;
  }

  #step<S>({ state, index, step: scope }: Loop<S>, step: (state: S, index: number) => void): void {
    this.charge(stepUnits);
    this.pause();
    this.#scope = scope;
    scope.at = 0;
    step(state, index);
    scope.kept.length = 0;
  }

  /** Forgets a computation that was paused or has failed. */
  reset(): void {
    this.#frames.length = 0;
    this.#root.kept.length = 0;
    this.renew();
  }

  /** Begins a new slice. */
  renew(): void {
    const units = this.#slice - this.#left;
    this.#done += units;
    this.#longest = Math.max(this.#longest, units);
    this.#left = this.#slice;
    this.#at = 0;
    this.#scope = this.#root;
    this.#root.at = 0;
  }
}

/** Runs a walk as work that may pause before any of its steps. `begin` is called once. */
export function walkInSlices<T>(work: Work, begin: () => Walk<T>): T {
  const run = work.resume(WalkRun) ?? work.begin(new WalkRun(begin()));
  const result = run.advance(() => paceWork(work, 1));
  work.end();
  return result as T; // of the walk that was begun
}

/** Runs a walk once, as a part of the large computation that runs now, if there is any. */
export function walkRunning<T>(begin: () => Walk<T>): T {
  const work = running;
  return work === undefined ? runWalk(begin()) : keptValue(() => walkInSlices(work, begin));
}

/** Returns work that never pauses. */
export const unpaused = (): Work => new Work(Infinity);

/**
 * Who waits for work: the turns in which it goes on, and the signal that ends it. Some make their signal when it is
 * first read, so only work that pauses reads it.
 */
export interface WorkOwner {
  readonly work: Work;
  readonly turns: Turns;
  readonly signal: AbortSignal;
}

/** A request that can rest. */
export interface Resting {
  readonly turns?: Turns;
  /** Whether the body or the stored object is so large that each step takes a good part of a turn. */
  isLarge?: boolean;
}

/** From this number of bytes or characters on, a body or an object is large. */
export const largeSize = 1 << 17;

/**
 * Returns a value once others had their turn, if the request is large: called between the steps of a request, of which
 * each takes time in proportion to its size.
 */
export function rested<T>({ turns, isLarge }: Resting, value: MaybeAsync<T>): MaybeAsync<T> {
  if (isLarge !== true || turns === undefined) return value;
  // a promise is awaited first, since it may be rejected before the turn comes
  return value instanceof Promise
    ? value.then((resolved) => turns.next().then(() => resolved))
    : turns.next().then(() => value);
}

/** The work of the large computation that runs now. It is set and unset within one synchronous call. */
let running: Work | undefined;

/**
 * Returns the work of the computation that runs now, if that is so large that loops over lists should pause; undefined
 * for ordinary ones, whose loops run as they are.
 */
export const runningWork = (): Work | undefined => running;

/** Returns an object that outlives pauses of a large computation, made when it is first asked for. */
export function keptObject<T extends object>(make: () => T): T {
  const kept = running?.kept(Kept<T>, () => new Kept(make()));
  return kept === undefined ? make() : kept.value;
}

/** Returns a value that outlives pauses of a large computation, as `keptObject` does. */
export const keptValue = <T>(make: () => T): T =>
  running === undefined ? make() : keptObject(() => ({ value: make() })).value;

/** What a large computation waits for. */
class Awaited<T> {
  readonly settled: Promise<void>;
  result: { readonly value: T } | { readonly error: unknown } | undefined;

  constructor(promise: Promise<T>) {
    this.settled = promise.then(
      (value) => void (this.result = { value }),
      (error: unknown) => void (this.result = { error }),
    );
  }
}

/** Pauses the large computation that runs now until a promise is settled; returns its value or throws its error. */
export function awaitedInWork<T>(work: Work, begin: () => Promise<T>): T {
  const { result, settled } = work.kept(Awaited<T>, () => new Awaited(begin()));
  if (result === undefined) throw new WorkPaused("the work waits", settled);
  if ("error" in result) throw result.error;
  return result.value;
}

/** Where a large computation has paused between two phases. */
class Rest {
  isOver = false;
}

/**
 * Computes a part of a large computation once, and pauses after it, so that others have their turn: for parts that take
 * time in proportion to the object, of which each is a good part of a turn. A part that may be small tells its units,
 * and the computation pauses only if the slice is used up.
 */
export function phase<T extends object>(make: () => T, unitsOf?: (value: T) => number): T {
  const value = keptObject(make);
  const rest = running?.kept(Rest, () => new Rest());
  if (rest === undefined || rest.isOver) return value;
  rest.isOver = true;
  if (unitsOf === undefined) throw new WorkPaused("a phase of the work has ended");
  paceRunning(unitsOf(value));
  return value;
}

/**
 * Runs a loop that fills what it returns; in a large computation it pauses between two steps and goes on there
 * (`Work.loop`).
 */
export function forEachKept<T extends object>(
  length: number,
  begin: () => T,
  step: (made: T, index: number) => void,
): T {
  if (running !== undefined) {
    const started = (): LoopState & { readonly made: T } => ({ made: begin() });
    return running.loop(length, started, (state, i) => step(state.made, i)).made;
  }
  const made = begin();
  for (let i = 0; i < length; i++) step(made, i);
  return made;
}

/** Counts steps of the large computation that runs now, if there is any, and pauses it when its slice is used up. */
export const paceRunning = (units: number): void => void (running && paceWork(running, units));

function paceWork(work: Work, units: number): void {
  work.charge(units);
  work.pause();
}

class Kept<T> {
  readonly value: T;

  constructor(value: T) {
    this.value = value;
  }
}

function runningAs<T>(work: Work | undefined, compute: () => T): T {
  if (work === running) return compute();
  const before = running;
  running = work;
  try {
    return compute();
  } finally {
    running = before;
  }
}

/**
 * Runs a computation: at once if it fits into a slice, else over as many turns as it needs. An owner without work or
 * turns cannot pause. In a large request, loops over lists pause, too (`runningWork`).
 */
export function inSlices<T>(owner: Partial<WorkOwner> & Resting, compute: () => T): MaybeAsync<T> {
  const { work, turns } = owner;
  if (work === undefined || turns === undefined) return compute();
  work.reset();
  const loops = owner.isLarge === true ? work : undefined;
  try {
    return runningAs(loops, compute);
  } catch (error) {
    if (!(error instanceof WorkPaused)) throw error;
    // what is kept is as large as the object, and a request lives until its answer is read
    return continued({ work, turns, signal: owner.signal }, loops, compute, error).finally(() => work.reset());
  }
}

/** Runs a computation beside requests: one of a large text or object over turns of its own, others at once. */
export const overTurns = <T>(isLarge: boolean, compute: () => T): MaybeAsync<T> =>
  isLarge ? inSlices({ isLarge, work: new Work(), turns: new Turns() }, compute) : compute();

/** Runs a computation that takes time in proportion to an object; with pauses, if that is large. */
export type Pace = <T>(compute: () => T) => MaybeAsync<T>;

/** Returns the pace of a request, which may become large later. */
export const paceOf =
  (owner: Partial<WorkOwner> & Resting): Pace =>
  (compute) =>
    owner.isLarge === true ? inSlices(owner, compute) : compute();

/** The pace of what does not pause. */
export const atOnce: Pace = (compute) => compute();

async function continued<T>(
  { work, turns, signal }: { readonly work: Work; readonly turns: Turns; readonly signal: AbortSignal | undefined },
  loops: Work | undefined,
  compute: () => T,
  first: WorkPaused,
): Promise<T> {
  for (let paused = first; ;) {
    if (paused.until !== undefined) await paused.until;
    await turns.next();
    signal?.throwIfAborted();
    work.renew();
    try {
      return runningAs(loops, compute);
    } catch (error) {
      if (!(error instanceof WorkPaused)) throw error;
      paused = error;
    }
  }
}
