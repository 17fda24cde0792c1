import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createFetch, type Fetch } from "../client/fetch-adapter.ts";
import type { ActorLine, Finding, ServerStep } from "../client/races.ts";
import type { ApiObject } from "../client/object-client.ts";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import type { Handle } from "../component-base/exchange.ts";
import { performLines } from "../races/actor-lines.ts";
import { findingsInRun } from "../races/findings-in-run.ts";
import { allOrders, eachRun, rehearse } from "../races/race-orders.ts";
import type { Act, RaceRun } from "../races/race-run.ts";
import { usualLimit, usualSteps } from "../races/race.ts";
import {
  createObjectMethods,
  createTestServer,
  type ObjectMethods,
  type TestServer,
  type TestServerOptions,
} from "./test-server.ts";

/** The server as one actor reaches it. */
export interface ActorServer extends Pick<ObjectMethods, "create" | "get" | "delete"> {
  readonly handle: Handle;
  readonly fetch: Fetch;
}

/**
 * Requests and kubectl's command lines in their order, or a function that sends some: all that it waits for are
 * requests to this server.
 */
export type Actor = readonly ActorLine[] | ((server: ActorServer) => Promise<unknown>);

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
  /** Finds what happened: lost updates, two leaders, exceeded quotas, watches with gaps, and what was refused. */
  findings(): Promise<readonly Finding[]>;
}

/** The settings of the server that is opened for actors; those of a test server by default. */
type ServerSettings = Pick<
  TestServerOptions,
  "featureGates" | "runtimeConfig" | "emulatedVersion" | "enableAdmissionPlugins" | "disableAdmissionPlugins"
>;

/** What actors run on, at which steps they take turns, and how many runs there may be. */
export interface InterleavingOptions extends ServerSettings {
  /**
   * The server that each run begins with a fork of. By default one with `seed` and the settings, no controllers, and a
   * clock that stands still.
   */
  readonly server?: TestServer;
  /** What the server begins with: a snapshot, or objects to create in order. */
  readonly seed?: Uint8Array | readonly ApiObject[];
  /** What is done on the server, after its seed is there, before the actors begin. */
  readonly setup?: readonly ActorLine[];
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
 * The runs and their orders are the same each time; those in which actors take turns less often come first. A loop that
 * is left early runs no further ones.
 */
export async function* interleavings(
  actors: Readonly<Record<string, Actor>>,
  options: InterleavingOptions = {},
): AsyncGenerator<InterleavedWorld, void> {
  const {
    server: given,
    seed = [],
    setup = [],
    steps = usualSteps,
    limit = usualLimit,
    allowCut = false,
    ...settings
  } = options;
  const clock = new FakeClock(start);
  const base = given ?? (await createTestServer({ ...settings, clock, controllers: false, seed }));
  let server = base;
  const acts = Object.entries(actors).map(([name, actor]) => [name, actOf(name, actor)] as const);
  const { after } = createSystemClock();
  const orders = allOrders(async () => (server = await base.fork()), Object.fromEntries(acts), { steps, after });
  try {
    await actOf("setup", setup)(base.handle, new AbortController().signal, () => undefined);
    const lists = acts.filter(([name]) => typeof actors[name] !== "function");
    await rehearse(() => base.fork(), Object.fromEntries(lists), after);
    let count = 0;
    for await (const run of eachRun(orders)) {
      if (count === limit && allowCut) return;
      if (count === limit) throw newCut(limit);
      count += 1;
      yield worldOf(server, run, actors);
    }
  } finally {
    if (given === undefined) await base.close();
  }
}

const newCut = (limit: number): Error =>
  new Error(`there are more than ${limit} interleavings: name fewer steps, or allow the cut`);

const start = Date.UTC(2026, 0, 1);

function worldOf(server: TestServer, run: RaceRun, actors: Readonly<Record<string, Actor>>): InterleavedWorld {
  const { decisions, ends, log } = run;
  const answers = log.filter((entry) => entry.kind === "answer");
  const outcomes = ends.map(({ name, result, error }): [string, ActorOutcome] => [
    name,
    {
      answers: answers
        .filter(({ actor }) => actor === name)
        .map(({ method, path, status, body }) => ({ method, path, status, body })),
      result,
      error,
    },
  ]);
  return {
    server,
    order: decisions.map(({ chosen, step }) => `${chosen} ${step}`),
    outcomes: Object.fromEntries(outcomes),
    waiting: ends.filter(({ isDone }) => !isDone).map(({ name }) => name),
    findings: () => findingsOf(run, actors),
  };
}

/** Functions have no lines, so that all that they do counts as requests. */
function findingsOf(run: RaceRun, actors: Readonly<Record<string, Actor>>): Promise<readonly Finding[]> {
  const lists = Object.entries(actors).map(
    ([name, actor]) => [name, typeof actor === "function" ? [] : actor] as const,
  );
  return findingsInRun({ actors: Object.fromEntries(lists) }, run);
}

function actOf(name: string, actor: Actor): Act {
  if (typeof actor === "function") return (handle) => actor(serverOf(handle));
  return (handle, signal, atLine) => performLines(actor, { handle, signal, name, atLine, clock: new FakeClock(start) });
}

function serverOf(handle: Handle): ActorServer {
  const { create, get, delete: remove } = createObjectMethods(handle, "", false);
  return { handle, fetch: createFetch(handle), create, get, delete: remove };
}
