/** The most rounds of the loops of a process: what it prints after them is not simulated. */
const mostRounds = 500;
/** A loop goes on as long as each of its rounds sleeps for so many milliseconds; another is gone through once. */
const shortestRound = 1000;

/**
 * A process of a container in the time of the world: it begins when the container has started, what it does takes no
 * time but for `sleep`, and it is as far as the time that it was last followed to.
 */
export class ContainerProcess {
  /** What it has printed. */
  output = "";
  /** Its own time, in milliseconds since the epoch. */
  #now: number;
  #until: number;
  #rounds = 0;
  readonly #run: (process: ContainerProcess) => Promise<unknown>;
  #isBegun = false;
  #isEnded = false;
  /** Goes on with the process. */
  #goOn: () => void = () => undefined;
  /** While it goes on: resolves when it has ended, or sleeps for longer than it is followed. */
  #going: Promise<void> | undefined;
  #rested: () => void = () => undefined;

  /** `run` does what the process does. */
  constructor(started: number, run: (process: ContainerProcess) => Promise<unknown>) {
    this.#now = started;
    this.#until = started;
    this.#run = run;
  }

  get now(): number {
    return this.#now;
  }

  /** Follows the process to a time. Several may follow it at once: all are answered when it rests. */
  async follow(until: number): Promise<void> {
    this.#until = Math.max(this.#until, until);
    if (this.#going !== undefined) return this.#going;
    if (this.#isEnded || (this.#isBegun && this.#now > this.#until)) return;
    this.#going = new Promise<void>((resolve) => {
      this.#rested = () => {
        this.#going = undefined;
        resolve();
      };
    });
    const going = this.#going;
    if (this.#isBegun) this.#goOn();
    else void this.#begin();
    await going;
  }

  /** Resolves when the time of the process is later by some milliseconds, and it is followed so far. */
  async sleep(ms: number): Promise<void> {
    this.#now += ms;
    if (this.#now <= this.#until) return;
    const going = new Promise<void>((resolve) => (this.#goOn = resolve));
    this.#rested();
    await going;
  }

  /** Returns what says before each round of a loop whether it goes on. */
  loop(): () => boolean {
    let last: number | undefined;
    return () => {
      const goesOn = last === undefined || (this.#now - last >= shortestRound && this.#rounds < mostRounds);
      last = this.#now;
      this.#rounds += 1;
      return goesOn;
    };
  }

  async #begin(): Promise<void> {
    this.#isBegun = true;
    try {
      await this.#run(this);
    } catch {
      // a script that cannot be followed further has printed what it has
    }
    this.#isEnded = true;
    this.#rested();
  }
}
