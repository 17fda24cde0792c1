import type { KubeObject } from "../../src/apimachinery/meta.ts";
import type { Random } from "../../src/apimachinery/random.ts";
import { createSeededRandom } from "../../src/apimachinery/seeded-random.ts";
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { createMemoryBackend, createMemoryMedium } from "../../src/apiserver/storage/backend/memory.ts";
import { Client } from "../../src/client/client.ts";
import type { ServerInspector } from "../../src/client/inspector.ts";
import type { Handle } from "../../src/component-base/exchange.ts";
import { type KeptWorldTime, WorldClock } from "../../src/component-base/world-clock.ts";
import { createControllerManager } from "../../src/controllers/controller-manager.ts";
import { RequestTurns } from "../../src/controllers/framework/request-turns.ts";
import { createApiServer } from "../../src/kube-apiserver/server.ts";

const administrator = { name: "kubernetes-admin", uid: "", groups: ["system:masters"], extra: {} };
const token = "admin";

/** Nobody else asks, and tasks of the event loop would put requests into another order each time. */
const withoutTurns = new RequestTurns(Infinity);

interface Run {
  readonly handle: Handle;
  readonly inspect: ServerInspector;
  readonly kept: () => KeptWorldTime | undefined;
  readonly close: () => Promise<void>;
}

/**
 * A world in memory with all controllers, whose server can be killed and started again on what it has stored. Names and
 * uids go on from where they were; the rest of what a server knows is lost.
 */
export class WorldServer {
  readonly client: Client;
  readonly #medium = createMemoryMedium();
  readonly #random: Random;
  readonly #otherRandom: Random;
  #creations = 0;
  readonly #start: number;
  #run: Run | undefined;

  private constructor(seed: number, start: number) {
    this.#random = createSeededRandom(seed);
    this.#otherRandom = createSeededRandom(seed + 1000);
    this.#start = start;
    this.client = this.clientFor("script");
  }

  /** Starts the server, with nodes to begin with. */
  static async open(seed: number, start: number, objects: readonly KubeObject[]): Promise<WorldServer> {
    const server = new WorldServer(seed, start);
    server.#run = await server.#open(undefined, objects);
    return server;
  }

  /** The handle of the server that runs at the time of a request. */
  readonly handle: Handle = (exchange) => this.#running.handle(exchange);

  get inspect(): ServerInspector {
    return this.#running.inspect;
  }

  clientFor(userAgent: string): Client {
    return new Client({ handle: this.handle, userAgent, headers: { Authorization: `Bearer ${token}` } });
  }

  /** Ends the server as it is, and starts another on what it has stored. */
  async restart(): Promise<void> {
    const kept = this.#running.kept();
    await this.close();
    this.#run = await this.#open(kept);
  }

  async close(): Promise<void> {
    await this.#running.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  get #running(): Run {
    if (this.#run === undefined) throw new Error("the world has no server");
    return this.#run;
  }

  /** Names and uids of what requests create; those of events are others, since a server that starts writes more. */
  get #source(): Random {
    return this.#creations > 0 ? this.#random : this.#otherRandom;
  }

  async #open(kept: KeptWorldTime | undefined, objects: readonly KubeObject[] = []): Promise<Run> {
    // the first server of a process would wait for it, in the machine's time
    await import("../../src/kube-aggregator/aggregator.ts");
    const clock = createSystemClock();
    const world = new WorldClock({ host: clock, paused: true, inTurns: true, start: this.#start });
    if (kept !== undefined) world.resume(kept);
    const tokens = createSeededRandom(7);
    const manager = createControllerManager(world, () => tokens.uuid(), ["*"], { turns: withoutTurns });
    const server = await createApiServer({
      backend: createMemoryBackend(this.#medium),
      clock,
      world,
      random: { int: (limit) => this.#source.int(limit), uuid: () => this.#source.uuid() },
      requestRandom: createSeededRandom(2),
      loopbackTokens: new Map([[token, administrator], ...manager.tokens]),
      subtle: crypto.subtle,
    });
    const handle: Handle = async (exchange) => {
      if (exchange.method !== "POST" || !/\/default\/(?!events$)/.test(exchange.target)) return server.handle(exchange);
      this.#creations += 1;
      try {
        return await server.handle(exchange);
      } finally {
        this.#creations -= 1;
      }
    };
    const headers = { Authorization: `Bearer ${token}` };
    const client = new Client({ handle, userAgent: "seed", headers });
    for (const object of objects) await client.create({ group: "", version: "v1", resource: "nodes" }, object);
    const stop = manager.start(handle);
    return {
      handle,
      inspect: server.inspect,
      kept: () => world.kept(),
      async close() {
        stop();
        world.close();
        await server.close();
      },
    };
  }
}
