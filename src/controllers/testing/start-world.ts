import { createSeededRandom } from "../../apimachinery/seeded-random.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { Client } from "../../client/client.ts";
import { controllerClient } from "../../client/controller.ts";
import type { ResourceTarget } from "../../client/resource-path.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import type { Exchange } from "../../component-base/exchange.ts";
import type { ApiServerOptions } from "../../kube-apiserver/options.ts";
import { createApiServer } from "../../kube-apiserver/server.ts";
import type { CreateController } from "../framework/controller-context.ts";
import { SharedInformers } from "../framework/shared-informers.ts";

/** A server in memory with controllers, on a clock that only moves when advanced. */
export interface World {
  readonly clock: FakeClock;
  readonly client: Client;
  /** Writes of controllers so far: method and target. */
  readonly writes: string[];
  /** Creates an object of a resource; its status is written too if it is given. */
  create(target: ResourceTarget, object: KubeObject): Promise<KubeObject>;
  /** Merges a patch into the status of an object. */
  setStatus(target: ResourceTarget, name: string, status: unknown): Promise<KubeObject>;
  names(target: ResourceTarget): Promise<readonly string[]>;
  /** The reasons of the events, sorted. */
  eventReasons(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Starts a server and the controllers. */
export async function startWorld(
  factories: readonly CreateController[],
  options: Partial<ApiServerOptions> = {},
): Promise<World> {
  const clock = new FakeClock();
  const random = createSeededRandom(1);
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock,
    random,
    subtle: crypto.subtle,
    ...options,
  });
  const writes: string[] = [];
  const handle = (exchange: Exchange) => {
    if (exchange.method !== "GET") writes.push(`${exchange.method} ${exchange.target}`);
    return server.handle(exchange);
  };
  const stop = new AbortController();
  const informers = new SharedInformers(controllerClient("informers", { handle, clock }), clock);
  const context = { handle, clock, informers, newUuid: () => random.uuid() };
  const controllers = factories.map((create) => create(context));
  informers.start(stop.signal);
  for (const controller of controllers) controller.start(stop.signal);
  const client = new Client({ handle: server.handle, userAgent: "test" });
  const setStatus = (target: ResourceTarget, name: string, status: unknown) =>
    client.patch(target, name, "merge", { status }, { subresource: "status" });
  return {
    clock,
    client,
    writes,
    setStatus,
    async create(target, object) {
      const created = await client.create(target, object);
      return object["status"] === undefined
        ? created
        : setStatus(target, created.metadata.name ?? "", object["status"]);
    },
    names: async (target) => (await client.list(target)).items.map(({ metadata }) => metadata.name ?? ""),
    async eventReasons() {
      const { items } = await client.list({ group: "", version: "v1", resource: "events" });
      return items.map(({ reason }) => String(reason)).sort();
    },
    async close() {
      stop.abort();
      await server.close();
    },
  };
}
