import { type Act, type Choose, type Decision, RaceRun, type RaceWorld, type RunOptions } from "./race-run.ts";

/** The beginning of an order, and how often another actor goes on in it although the last one could. */
interface Beginning {
  readonly actors: readonly string[];
  readonly switches: number;
}

/** All orders of the steps of some actors, each once. */
export interface Orders {
  /** Runs the actors in the next order; undefined after the last one. The caller closes the run. */
  next(): Promise<RaceRun | undefined>;
}

/**
 * Returns the orders of the actors' steps. Those in which they take turns less often come first: they are easier to
 * read, and most races need one or two turns. The orders are the same each time.
 */
export function allOrders(
  begin: () => Promise<RaceWorld>,
  actors: Readonly<Record<string, Act>>,
  options: RunOptions,
): Orders {
  /** The orders that are still to be run, by the number of switches in their beginnings. */
  const waiting: Beginning[][] = [[{ actors: [], switches: 0 }]];
  const take = (): Beginning | undefined => waiting.find((beginnings) => beginnings.length > 0)?.shift();
  return {
    async next() {
      const beginning = take();
      if (beginning === undefined) return undefined;
      const run = new RaceRun(await begin(), actors, options);
      try {
        await run.goOn(following(beginning.actors));
      } catch (error) {
        await run.close();
        throw error;
      }
      for (const other of othersAfter(run.decisions, beginning)) (waiting[other.switches] ??= []).push(other);
      for (let i = 0; i < waiting.length; i++) waiting[i] ??= [];
      return run;
    },
  };
}

/** The runs of all orders. Each is closed when the loop goes on. */
export async function* eachRun(orders: Orders): AsyncGenerator<RaceRun, void> {
  for (let run = await orders.next(); run !== undefined; run = await orders.next())
    try {
      yield run;
    } finally {
      await run.close();
    }
}

/** Follows an order, and then lets the actor go on that went on last, as long as it can. */
const following =
  (order: readonly string[]): Choose =>
  (enabled, decisions) =>
    order[decisions.length] ?? unswitched(enabled, decisions);

function unswitched(enabled: readonly string[], decisions: readonly Decision[]): string | undefined {
  const last = decisions.at(-1)?.chosen;
  return last !== undefined && enabled.includes(last) ? last : enabled[0];
}

/** The beginnings of the orders that differ from a run first in a decision that was not given to it. */
function othersAfter(decisions: readonly Decision[], { actors, switches }: Beginning): readonly Beginning[] {
  const chosen = decisions.map((decision) => decision.chosen);
  return decisions.slice(actors.length).flatMap(({ enabled, chosen: taken }, offset) => {
    const at = actors.length + offset;
    const before = chosen[at - 1];
    const isSwitch = before !== undefined && enabled.includes(before);
    return enabled
      .filter((name) => name !== taken)
      .map((name) => ({ actors: [...chosen.slice(0, at), name], switches: switches + (isSwitch ? 1 : 0) }));
  });
}

/**
 * Runs each actor alone and without steps, so that all code that they need is loaded: a request that waits for code
 * would count as one that waits for another actor.
 */
export async function rehearse(
  begin: () => Promise<RaceWorld>,
  actors: Readonly<Record<string, Act>>,
  after: RunOptions["after"],
): Promise<void> {
  for (const [name, act] of Object.entries(actors)) {
    const run = new RaceRun(await begin(), { [name]: act }, { steps: [], after });
    await run.goOn(() => undefined).finally(() => run.close());
  }
}
