import { createSeededRandom } from "../../apimachinery/seeded-random.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { Client } from "../../client/client.ts";
import type { ResourceTarget } from "../../client/resource-path.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import type { Exchange, Handle } from "../../component-base/exchange.ts";
import type { ApiServerOptions } from "../../kube-apiserver/options.ts";
import { createApiServer } from "../../kube-apiserver/server.ts";
import { createControllerManager } from "../controller-manager.ts";

/** A server in memory with controllers, on a clock that only moves when advanced. */
export interface World {
  readonly clock: FakeClock;
  readonly handle: Handle;
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

/** Starts a server and controllers, as `--controllers` names them, with their own users and RBAC. */
export async function startWorld(
  controllers: readonly string[],
  options: Partial<ApiServerOptions> = {},
): Promise<World> {
  const clock = new FakeClock();
  const random = createSeededRandom(1);
  const manager = createControllerManager(clock, () => random.uuid(), controllers);
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock,
    random,
    apiServers: manager.apiServers,
    subtle: crypto.subtle,
    loopbackTokens: manager.tokens,
    ...options,
  });
  const writes: string[] = [];
  const handle = (exchange: Exchange) => {
    if (exchange.method !== "GET") writes.push(`${exchange.method} ${exchange.target}`);
    return server.handle(exchange);
  };
  const stop = manager.start(handle);
  clock.advance(50);
  const client = new Client({ handle: server.handle, userAgent: "test" });
  const setStatus = (target: ResourceTarget, name: string, status: unknown) =>
    client.patch(target, name, "merge", { status }, { subresource: "status" });
  return {
    clock,
    handle: server.handle,
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
      stop();
      await server.close();
    },
  };
}
