import { WalkRun, type Walk } from "../apimachinery/walk.ts";
import type { Turns } from "./event-loop.ts";
import type { MaybeAsync } from "./maybe-async.ts";

/** What a task may do before it pauses, in units of about half a microsecond: a few milliseconds. */
export const sliceUnits = 10_000;

/** Thrown where work pauses. It is no failure: only `inSlices` catches it. */
export class WorkPaused extends Error {
  override readonly name = "WorkPaused";
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

  /** Forgets a computation that was paused or has failed. */
  reset(): void {
    this.#frames.length = 0;
    this.renew();
  }

  /** Begins a new slice. */
  renew(): void {
    const units = this.#slice - this.#left;
    this.#done += units;
    this.#longest = Math.max(this.#longest, units);
    this.#left = this.#slice;
    this.#at = 0;
  }
}

/** Runs a walk as work that may pause before any of its steps. `begin` is called once. */
export function walkInSlices<T>(work: Work, begin: () => Walk<T>): T {
  const run = work.resume(WalkRun) ?? work.begin(new WalkRun(begin()));
  const result = run.advance(() => {
    work.charge(1);
    work.pause();
  });
  work.end();
  return result as T; // of the walk that was begun
}

/** Returns work that never pauses. */
export const unpaused = (): Work => new Work(Infinity);

/** Who waits for work: the turns in which it goes on, and the signal that ends it. */
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

/**
 * Runs a computation: at once if it fits into a slice, else over as many turns as it needs. An owner without work or
 * turns cannot pause.
 */
export function inSlices<T>({ work, turns, signal }: Partial<WorkOwner>, compute: () => T): MaybeAsync<T> {
  if (work === undefined || turns === undefined || signal === undefined) return compute();
  work.reset();
  try {
    return compute();
  } catch (error) {
    if (error instanceof WorkPaused) return continued({ work, turns, signal }, compute);
    throw error;
  }
}

async function continued<T>({ work, turns, signal }: WorkOwner, compute: () => T): Promise<T> {
  for (;;) {
    await turns.next();
    signal.throwIfAborted();
    work.renew();
    try {
      return compute();
    } catch (error) {
      if (!(error instanceof WorkPaused)) throw error;
    }
  }
}
