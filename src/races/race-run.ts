import { sleep } from "../component-base/sleep.ts";
import type { Clock } from "../apimachinery/clock.ts";
import { answerText } from "../client/answer-text.ts";
import type { ServerStep } from "../client/races.ts";
import { followSignal } from "../client/follow-signal.ts";
import { nextTask } from "../component-base/event-loop.ts";
import { type Exchange, type Handle, isStream } from "../component-base/exchange.ts";
import { type StepFollower, steppedHandle, type StepResult } from "./server-steps.ts";

/** A server of its own for one run. */
export interface RaceWorld {
  readonly handle: Handle;
  close(): Promise<void>;
}

/**
 * What an actor does: all that it waits for are requests to `handle`. It may say which of its lines it is at.
 */
export type Act = (handle: Handle, signal: AbortSignal, atLine: (line: number) => void) => Promise<unknown>;

/** A step of a request. */
export interface StepEntry {
  readonly kind: "step";
  readonly actor: string;
  /** The number of the request among those of the actor. */
  readonly request: number;
  /** The line of the actor that the request is of. */
  readonly line: number;
  readonly method: string;
  readonly path: string;
  readonly step: ServerStep;
  /** Whether other actors could go on before it. */
  readonly stops: boolean;
  /** What it has read or written, in order. */
  readonly results: readonly StepResult[];
}

/** A request of an actor. */
type RequestOfActor = Pick<StepEntry, "actor" | "request" | "line" | "method" | "path">;

/** An answer to a request. */
export interface AnswerEntry extends RequestOfActor {
  readonly kind: "answer";
  readonly status: number;
  /** The parsed body; undefined for watches and what is not JSON. */
  readonly body: unknown;
}

/** What happened in a run, one after the other. */
export type LogEntry = StepEntry | AnswerEntry;

/** What became of an actor. */
export interface ActorEnd {
  readonly name: string;
  readonly isDone: boolean;
  /** What its function returned. */
  readonly result: unknown;
  /** What its function threw. */
  readonly error: unknown;
}

/** A decision of a run: who could go on, and who did. */
export interface Decision {
  readonly enabled: readonly string[];
  readonly chosen: string;
  /** The step that the chosen one went on with. */
  readonly step: ServerStep;
}

/** Says which of the actors goes on that can; undefined ends the run there. */
export type Choose = (enabled: readonly string[], decisions: readonly Decision[]) => string | undefined;

/** How many turns of the event loop an event may take from its commit to a watch. */
const eventTurns = 20;

/**
 * After how many turns, and waits of a millisecond after them, a request counts as one that waits for another one, such
 * as for a lock of a quota: code that it is the first to need is loaded meanwhile.
 */
const blockedTurns = 200;
const blockedWaits = 40;

/** After how many waits of a millisecond an actor that nobody can help is given up. */
const mostWaits = 10_000;

/** At which steps actors take turns, and what a run waits by for code that is loaded. */
export interface RunOptions extends Pick<Clock, "after"> {
  readonly steps: readonly ServerStep[];
}

/** One actor of a run. */
class ActorRun {
  readonly name: string;
  result: unknown;
  error: unknown;
  isDone = false;
  requests = 0;
  line = 0;
  /** The steps at which requests wait to go on, oldest first. */
  readonly parked: { readonly step: ServerStep; readonly goOn: () => void }[] = [];
  /** How many of its watches wait for an event. */
  waiting = 0;
  /** How many of its requests the server has not answered. */
  inFlight = 0;
  #changed: () => void = () => undefined;

  constructor(name: string) {
    this.name = name;
  }

  /** Whether nothing happens to it until another actor goes on. */
  get isIdle(): boolean {
    return this.isDone || this.parked.length > 0 || this.waiting > 0;
  }

  park(step: ServerStep): Promise<void> {
    return new Promise((resolve) => {
      this.parked.push({ step, goOn: resolve });
      this.#changed();
    });
  }

  change(): void {
    this.#changed();
  }

  /** Resolves when the actor is idle. */
  async idle(): Promise<void> {
    while (!this.isIdle) await new Promise<void>((resolve) => (this.#changed = resolve));
  }
}

/** One run of all actors in one order. */
export class RaceRun {
  readonly log: LogEntry[] = [];
  readonly decisions: Decision[] = [];
  readonly world: RaceWorld;
  readonly #actors: readonly ActorRun[];
  readonly #ending = new AbortController();
  readonly #steps: ReadonlySet<ServerStep>;
  readonly #clock: Pick<Clock, "after">;
  readonly #work: readonly Promise<void>[];

  /** Begins to run actors on a world. The run closes the world. */
  constructor(world: RaceWorld, actors: Readonly<Record<string, Act>>, { steps, ...clock }: RunOptions) {
    this.world = world;
    this.#clock = clock;
    this.#steps = new Set(steps);
    const all = Object.entries(actors).map(([name, act]) => ({ act, run: new ActorRun(name) }));
    this.#actors = all.map(({ run }) => run);
    this.#work = all.map(({ act, run }) => this.#act(act, run));
  }

  /** Lets the actors go on one by one until none can, or until none is chosen. */
  async goOn(choose: Choose): Promise<void> {
    for (let enabled = await this.#enabled(); enabled.length > 0; enabled = await this.#enabled()) {
      const names = enabled.map(({ name }) => name);
      const chosen = choose(names, this.decisions);
      if (chosen === undefined) return;
      const actor = enabled.find(({ name }) => name === chosen);
      const next = actor?.parked.shift();
      if (next === undefined)
        throw new Error(`${chosen} cannot go on there: what it does depends on more than its server`);
      this.decisions.push({ enabled: names, chosen, step: next.step });
      next.goOn();
    }
  }

  /** The steps that actors wait at. */
  get next(): Readonly<Record<string, ServerStep>> {
    return Object.fromEntries(
      this.#actors.flatMap(({ name, parked: [first] }) => (first === undefined ? [] : [[name, first.step] as const])),
    );
  }

  get ends(): readonly ActorEnd[] {
    return this.#actors.map(({ name, isDone, result, error }) => ({ name, isDone, result, error }));
  }

  async close(): Promise<void> {
    this.#ending.abort();
    for (const { parked } of this.#actors) for (const { goOn } of parked) goOn();
    await this.world.close();
    await Promise.all(this.#work);
  }

  /** Returns the actors that can go on, once all have come to a step, to an event or to their end. */
  async #enabled(): Promise<readonly ActorRun[]> {
    for (const actor of this.#actors) await this.#settled(actor);
    for (let turn = 0; turn < eventTurns && this.#actors.some(({ waiting }) => waiting > 0); turn++) await nextTask();
    for (const actor of this.#actors) await this.#settled(actor);
    return this.#actors.filter(({ parked }) => parked.length > 0);
  }

  /** Resolves when an actor is idle, or waits for what another one holds that can go on. */
  async #settled(actor: ActorRun): Promise<void> {
    for (let turn = 0, waits = 0; !actor.isIdle; turn++) {
      // between its requests, an actor does not wait for others
      if (actor.inFlight === 0) turn = 0;
      if (turn > blockedTurns && waits >= blockedWaits && this.#actors.some(({ parked }) => parked.length > 0)) return;
      if (waits > mostWaits) throw new Error(`${actor.name} waits for something that is no request to its server`);
      const isBrief = actor.inFlight > 0 && turn <= blockedTurns;
      if (!isBrief) waits += 1;
      await Promise.race([actor.idle(), isBrief ? nextTask() : sleep(this.#clock, 1)]);
    }
  }

  async #act(act: Act, run: ActorRun): Promise<void> {
    try {
      run.result = await act(this.#handleOf(run), this.#ending.signal, (line) => void (run.line = line));
    } catch (error) {
      run.error = error;
    }
    run.isDone = true;
    run.change();
  }

  #handleOf(run: ActorRun): Handle {
    return async (exchange) => {
      const { method, target: path } = exchange;
      const about = { actor: run.name, request: run.requests++, line: run.line, method, path };
      const ending = followSignal(exchange.signal, this.#ending.signal);
      const stepped = steppedHandle(this.world.handle, () => this.#follow(run, about));
      run.inFlight += 1;
      try {
        const answer = await stepped({ ...exchange, signal: ending.signal } satisfies Exchange);
        const text = isStream(answer.body) ? "" : await answerText(answer.body);
        if (!isStream(answer.body)) ending.abort();
        const body = text.startsWith("{") ? JSON.parse(text) : undefined;
        this.log.push({ kind: "answer", ...about, status: answer.status, body });
        return answer;
      } finally {
        run.inFlight -= 1;
      }
    };
  }

  #follow(run: ActorRun, about: RequestOfActor): StepFollower {
    let results: StepResult[] = [];
    return {
      reach: async (step) => {
        const stops = this.#steps.has(step) && !this.#ending.signal.aborted;
        if (stops) await run.park(step);
        results = [];
        this.log.push({ kind: "step", ...about, step, stops, results });
      },
      tell: (result) => void results.push(result),
      waits: () => ((run.waiting += 1), run.change()),
      goesOn: () => void (run.waiting -= 1),
    };
  }
}
