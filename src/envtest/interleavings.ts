import { answerText } from "../client/answer-text.ts";
import { createFetch, type Fetch } from "../client/fetch-adapter.ts";
import { PlainHeaders } from "../client/plain-headers.ts";
import type { ApiObject } from "../client/object-client.ts";
import { nextTask } from "../component-base/event-loop.ts";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import { isStream, type Handle } from "../component-base/exchange.ts";
import { type ServerStep, steppedHandle } from "./request-steps.ts";
import { createObjectMethods, createTestServer, type ObjectMethods, type TestServer } from "./test-server.ts";

/** A request of an actor. */
export interface ActorRequest {
  /** GET by default. */
  readonly method?: string;
  /** The path and query. */
  readonly path: string;
  readonly body?: object;
  /** The Content-Type; JSON by default. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The server as one actor reaches it. */
export interface ActorServer extends Pick<ObjectMethods, "create" | "get" | "delete"> {
  readonly handle: Handle;
  readonly fetch: Fetch;
}

/** Requests in their order, or a function that sends some: all that it waits for are requests to this server. */
export type Actor = readonly ActorRequest[] | ((server: ActorServer) => Promise<unknown>);

/** An answer to a request of an actor, in the order in which they came. */
export interface ActorAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The parsed body; undefined for watches and what is not JSON. */
  readonly body: unknown;
}

/** What became of an actor. */
export interface ActorOutcome {
  readonly answers: readonly ActorAnswer[];
  /** What its function returned. */
  readonly result: unknown;
  /** What its function threw. */
  readonly error: unknown;
}

/** The end of one interleaving. The server is closed when the loop goes on. */
export interface InterleavedWorld {
  readonly server: TestServer;
  /** The steps in their order: `["a read", "b read", "a write", "b write"]`. */
  readonly order: readonly string[];
  readonly outcomes: Readonly<Record<string, ActorOutcome>>;
  /** The actors that wait for an event of a watch which does not come. */
  readonly waiting: readonly string[];
}

/** What actors run on, at which steps they take turns, and how many runs there may be. */
export interface InterleavingOptions {
  /**
   * The server that each run begins with a fork of. By default one with `seed`, no controllers, and a clock that stands
   * still.
   */
  readonly server?: TestServer;
  readonly seed?: readonly ApiObject[];
  /** The steps at which actors take turns; `read`, `write` and `event` by default. More steps are many more runs. */
  readonly steps?: readonly ServerStep[];
  /** The most runs; 1,000 by default. */
  readonly limit?: number;
  /** Whether more interleavings than the limit are left out in silence; otherwise the loop ends with an error. */
  readonly allowCut?: boolean;
}

/**
 * Runs actors in all orders of the server's steps, each run on a fork of the same server:
 *
 *     for await (const { server, outcomes, order } of interleavings({ a: [patchA], b: [patchB] }, { seed })) …
 *
 * The runs and their orders are the same each time. A loop that is left early runs no further ones.
 */
export async function* interleavings(
  actors: Readonly<Record<string, Actor>>,
  options: InterleavingOptions = {},
): AsyncGenerator<InterleavedWorld, void> {
  const { limit = 1000, seed = [], allowCut = false } = options;
  const base = options.server ?? (await createTestServer({ clock: new FakeClock(start), controllers: false, seed }));
  try {
    let choices: readonly number[] | undefined = [];
    for (let count = 0; choices !== undefined; count++) {
      if (count === limit && allowCut) return;
      if (count === limit) throw newCut(limit);
      const run: Run = new Run(await base.fork(), actors, { steps: options.steps ?? defaultSteps, choices });
      try {
        yield await run.end();
      } finally {
        await run.close();
      }
      choices = nextChoices(run.decisions);
    }
  } finally {
    if (options.server === undefined) await base.close();
  }
}

const newCut = (limit: number): Error =>
  new Error(`there are more than ${limit} interleavings: name fewer steps, or allow the cut`);

const start = Date.UTC(2026, 0, 1);
const defaultSteps: readonly ServerStep[] = ["read", "write", "event"];

/** A decision of a run: which of several actors went on. */
interface Decision {
  readonly chosen: number;
  readonly among: number;
}

/** Returns the choices of the next run in depth first order; undefined after the last one. */
function nextChoices(decisions: readonly Decision[]): readonly number[] | undefined {
  const last = decisions.findLastIndex(({ chosen, among }) => chosen + 1 < among);
  if (last < 0) return undefined;
  return [...decisions.slice(0, last).map(({ chosen }) => chosen), (decisions[last]?.chosen ?? 0) + 1];
}

/** How many turns of the event loop an event may take from its commit to a watch. */
const eventTurns = 20;

/** After how many turns an actor counts as one that waits for another one, such as for a lock of a quota. */
const blockedTurns = 50;

/** After how many turns an actor that nobody can help is given up. */
const mostTurns = 10_000;

const nextTurn = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0));

/** One actor of a run. */
class ActorRun {
  readonly name: string;
  readonly answers: ActorAnswer[] = [];
  result: unknown;
  error: unknown;
  isDone = false;
  /** The steps at which requests wait to go on, oldest first. */
  readonly parked: { readonly step: ServerStep; readonly goOn: () => void }[] = [];
  /** How many of its watches wait for an event. */
  waiting = 0;
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
class Run {
  readonly decisions: Decision[] = [];
  readonly #server: TestServer;
  readonly #actors: readonly ActorRun[];
  readonly #ending = new AbortController();
  readonly #steps: ReadonlySet<ServerStep>;
  readonly #choices: readonly number[];
  readonly #order: string[] = [];
  readonly #work: readonly Promise<void>[];

  constructor(
    server: TestServer,
    actors: Readonly<Record<string, Actor>>,
    { steps, choices }: { readonly steps: readonly ServerStep[]; readonly choices: readonly number[] },
  ) {
    this.#server = server;
    this.#steps = new Set(steps);
    this.#choices = choices;
    const all = Object.entries(actors).map(([name, actor]) => ({ actor, run: new ActorRun(name) }));
    this.#actors = all.map(({ run }) => run);
    this.#work = all.map(({ actor, run }) => this.#act(actor, run));
  }

  /** Lets the actors go on one by one until none can, and tells what became of them. */
  async end(): Promise<InterleavedWorld> {
    for (let enabled = await this.#enabled(); enabled.length > 0; enabled = await this.#enabled()) {
      const actor = enabled[this.#choose(enabled.length)];
      const next = actor?.parked.shift();
      if (actor === undefined || next === undefined) break;
      this.#order.push(`${actor.name} ${next.step}`);
      next.goOn();
    }
    const waiting = this.#actors.filter(({ isDone }) => !isDone).map(({ name }) => name);
    const outcomes = this.#actors.map(
      ({ name, answers, result, error }) => [name, { answers, result, error }] as const,
    );
    return { server: this.#server, order: this.#order, outcomes: Object.fromEntries(outcomes), waiting };
  }

  async close(): Promise<void> {
    this.#ending.abort();
    for (const { parked } of this.#actors) for (const { goOn } of parked) goOn();
    await this.#server.close();
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
    for (let turn = 0; !actor.isIdle; turn++) {
      if (turn >= blockedTurns && this.#actors.some(({ parked }) => parked.length > 0)) return;
      if (turn >= mostTurns) throw new Error(`${actor.name} waits for something that is no request to its server`);
      await Promise.race([actor.idle(), nextTurn()]);
    }
  }

  #choose(among: number): number {
    if (among === 1) return 0;
    const chosen = this.#choices[this.decisions.length] ?? 0;
    this.decisions.push({ chosen, among });
    return chosen;
  }

  async #act(actor: Actor, run: ActorRun): Promise<void> {
    const server = this.#serverOf(run);
    try {
      if (typeof actor === "function") run.result = await actor(server);
      else for (const request of actor) await send(server.handle, request, this.#ending.signal);
    } catch (error) {
      run.error = error;
    }
    run.isDone = true;
    run.change();
  }

  #serverOf(run: ActorRun): ActorServer {
    const reach = async (step: ServerStep): Promise<void> => {
      if (this.#steps.has(step) && !this.#ending.signal.aborted) await run.park(step);
    };
    const watch = {
      waits: () => ((run.waiting += 1), run.change()),
      goesOn: () => void (run.waiting -= 1),
    };
    const stepped = steppedHandle(this.#server.handle, reach, watch);
    const handle: Handle = async (exchange) => {
      const answer = await stepped({ ...exchange, signal: AbortSignal.any([exchange.signal, this.#ending.signal]) });
      const text = isStream(answer.body) ? "" : await answerText(answer.body);
      const { method, target: path } = exchange;
      run.answers.push({
        method,
        path,
        status: answer.status,
        body: text.startsWith("{") ? JSON.parse(text) : undefined,
      });
      return answer;
    };
    const { create, get, delete: remove } = createObjectMethods(handle, "", false);
    return { handle, fetch: createFetch(handle), create, get, delete: remove };
  }
}

const encoder = new TextEncoder();

async function send(
  handle: Handle,
  { method = "GET", path, body, type = "application/json", headers = {} }: ActorRequest,
  signal: AbortSignal,
): Promise<void> {
  const answer = await handle({
    method,
    target: path,
    headers: new PlainHeaders(Object.entries({ Accept: "application/json", "Content-Type": type, ...headers })),
    body: body === undefined ? null : encoder.encode(JSON.stringify(body)),
    signal,
  });
  if (isStream(answer.body)) for await (const _ of answer.body) continue;
}
