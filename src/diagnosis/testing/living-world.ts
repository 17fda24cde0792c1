import { createSeededRandom } from "../../apimachinery/seeded-random.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { ApiObject, ObjectReference } from "../../client/object-client.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { simulatedNodes } from "../../controllers/simulated-nodes/node-status.ts";
import { createTestServer, type TestServerOptions } from "../../envtest/test-server.ts";
import { diagnose } from "../diagnose.ts";
import type { Diagnosis } from "../diagnosis.ts";
import { servedSurroundings } from "../served-surroundings.ts";
import type { Surroundings } from "../surroundings.ts";

/** A server whose controllers, scheduler and nodes go on only when a test lets time pass. */
export interface LivingWorld {
  readonly handle: Handle;
  readonly surroundings: Surroundings;
  /** The reads that were sent for diagnoses: paths with their queries. */
  readonly reads: string[];
  create(...objects: readonly object[]): Promise<void>;
  get(reference: ObjectReference): Promise<KubeObject>;
  delete(reference: ObjectReference): Promise<void>;
  /** Sends a request with a JSON body and resolves with the answer's body. */
  send(method: string, path: string, body?: unknown, type?: string): Promise<Record<string, unknown>>;
  pass(seconds: number): Promise<void>;
  why(reference: ObjectReference): Promise<Diagnosis>;
  close(): Promise<void>;
}

/** Starts a world with simulated nodes. Time stands still. */
export async function startLivingWorld(nodes = 2, options: TestServerOptions = {}): Promise<LivingWorld> {
  const start = Date.UTC(2030, 0, 1);
  let passed = 0;
  const server = await createTestServer({
    random: createSeededRandom(1),
    controllers: ["*"],
    world: { paused: true, inTurns: true, start },
    ...options,
  });
  const url = "http://127.0.0.1";
  const send: LivingWorld["send"] = async (method, path, body, type = "application/json") => {
    const headers = { "Content-Type": type };
    const text = body === undefined ? {} : { body: JSON.stringify(body), headers };
    const answer = await server.fetch(url + path, { method, ...text });
    return (await answer.json()) as Record<string, unknown>;
  };
  const reads: string[] = [];
  const surroundings = servedSurroundings({
    now: () => start + passed * 1000,
    async get(target) {
      reads.push(target);
      const answer = await server.fetch(url + target);
      return { code: answer.status, body: await answer.json() };
    },
  });
  const world: LivingWorld = {
    handle: server.handle,
    surroundings,
    reads,
    async create(...objects) {
      for (const object of objects) await server.create(object as ApiObject);
    },
    get: async (reference) => server.get(reference),
    delete: (reference) => server.delete(reference),
    send,
    async pass(seconds) {
      passed += seconds;
      await server.inspect.advanceWorld(seconds * 1000);
    },
    why: async (reference) => diagnose(await world.get(reference), surroundings),
    close: () => server.close(),
  };
  await world.create(...simulatedNodes(nodes));
  await world.pass(5);
  return world;
}
