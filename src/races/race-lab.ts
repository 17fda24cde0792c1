import type { Clock } from "../apimachinery/clock.ts";
import type { Finding, Race, RaceMoment, RaceOutcome, RaceReport } from "../client/races.ts";
import type { Handle } from "../component-base/exchange.ts";
import { performLines } from "./actor-lines.ts";
import { findingsInRun } from "./findings-in-run.ts";
import { harms } from "./findings.ts";
import { allOrders, type Orders, rehearse } from "./race-orders.ts";
import { type Act, RaceRun, type RaceWorld, type RunOptions } from "./race-run.ts";
import { changedPaths, momentOf } from "./run-in-words.ts";

/** What runs begin with. */
export interface RaceBase {
  readonly handle: Handle;
  /** Returns a server that goes on from it. */
  fork(): Promise<RaceWorld>;
  close(): Promise<void>;
}

/** The time of the worlds, and of the machine. */
export interface LabClocks extends Pick<RunOptions, "after"> {
  readonly clock: Clock;
}

/** The most orders that are run of a race. */
export const mostOrders = 2000;

/** The race lab of one race: runs its actors in all orders, or in one, each in a world of its own. */
export class RaceLab {
  readonly #race: Race;
  readonly #base: RaceBase;
  readonly #acts: Readonly<Record<string, Act>>;
  readonly #options: RunOptions;
  readonly #orders: Orders;
  readonly #outcomes = new Map<string, RaceOutcome>();
  readonly #written: Map<string, Set<string>> = new Map();
  #ran = 0;
  #about = 0;
  #isComplete = false;
  /** Calls go on one after the other: they share the base. */
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(race: Race, base: RaceBase, { clock, after }: LabClocks) {
    this.#race = race;
    this.#base = base;
    this.#acts = actsOf(race, clock);
    this.#options = { steps: race.steps, after };
    this.#orders = allOrders(() => base.fork(), this.#acts, this.#options);
  }

  /** Prepares a base. Rejects with a sentence if that fails. Closing the lab closes the base. */
  static async open(race: Race, base: RaceBase, clocks: LabClocks): Promise<RaceLab> {
    const lab = new RaceLab(race, base, clocks);
    const { clock, after } = clocks;
    const { signal } = new AbortController();
    await performLines(race.setup, { handle: base.handle, signal, name: "setup", clock });
    await rehearse(() => base.fork(), lab.#acts, after);
    return lab;
  }

  /** Goes on with the orders that were not run yet until `isOver`, and reports on all that were run. */
  explore(isOver: () => boolean): Promise<RaceReport> {
    return this.#inTurn(async () => {
      do await this.#next();
      while (!this.#isComplete && this.#ran < mostOrders && !isOver());
      return this.#report();
    });
  }

  /** Runs the actors in an order as far as it goes, and tells what happened until there. */
  play(order: readonly string[]): Promise<RaceMoment> {
    return this.#inTurn(async () => {
      const run = new RaceRun(await this.#base.fork(), this.#acts, this.#options);
      try {
        await run.goOn((_, decisions) => order[decisions.length]);
        const isOver = Object.keys(run.next).length === 0;
        return momentOf(run, isOver ? await findingsInRun(this.#race, run) : undefined, this.#written);
      } finally {
        await run.close();
      }
    });
  }

  close(): Promise<void> {
    return this.#inTurn(() => this.#base.close());
  }

  #inTurn<T>(call: () => Promise<T>): Promise<T> {
    const called = this.#turn.then(call);
    this.#turn = called.catch(() => undefined);
    return called;
  }

  async #next(): Promise<void> {
    const run = await this.#orders.next();
    if (run === undefined) return void (this.#isComplete = true);
    try {
      if (this.#ran === 0) this.#about = numberOfOrders(run.decisions.map(({ chosen }) => chosen));
      this.#ran += 1;
      changedPaths(run.log, this.#written);
      this.#count(run, await findingsInRun(this.#race, run));
    } finally {
      await run.close();
    }
  }

  #count({ decisions }: RaceRun, findings: readonly Finding[]): void {
    const sentences = [...new Map(findings.map((finding) => [finding.sentence, finding])).values()].toSorted(
      (a, b) => Number(harms.has(b.kind)) - Number(harms.has(a.kind)) || (a.sentence < b.sentence ? -1 : 1),
    );
    const key = sentences.map(({ sentence }) => withoutRevisions(sentence)).join("\n");
    const known = this.#outcomes.get(key);
    const order = decisions.map(({ chosen }) => chosen);
    const steps = decisions.map(({ step }) => step);
    this.#outcomes.set(
      key,
      known === undefined
        ? { findings: sentences, isHarm: sentences.some(({ kind }) => harms.has(kind)), count: 1, order, steps }
        : { ...known, count: known.count + 1 },
    );
  }

  #report(): RaceReport {
    const outcomes = [...this.#outcomes.values()].toSorted(
      (a, b) => Number(b.isHarm) - Number(a.isHarm) || b.findings.length - a.findings.length || b.count - a.count,
    );
    const isComplete = this.#isComplete;
    return {
      ran: this.#ran,
      about: isComplete ? this.#ran : this.#about,
      isComplete,
      isCut: this.#ran >= mostOrders,
      outcomes,
    };
  }
}

/** Revisions differ from order to order, and are no other outcome. */
const withoutRevisions = (sentence: string): string => sentence.replaceAll(/revision \d+/g, "revision");

const actsOf = ({ actors }: Race, clock: Clock): Readonly<Record<string, Act>> =>
  Object.fromEntries(
    Object.entries(actors).map(([name, lines]): [string, Act] => [
      name,
      (handle, signal, atLine) => performLines(lines, { handle, signal, name, clock, atLine }),
    ]),
  );

/** Returns how many orders there are of the steps of one order, if actors always take as many steps. */
function numberOfOrders(order: readonly string[]): number {
  const taken = new Map<string, number>();
  let number = 1;
  order.forEach((actor, i) => {
    const own = (taken.get(actor) ?? 0) + 1;
    taken.set(actor, own);
    number = (number * (i + 1)) / own;
  });
  return Math.round(number);
}
