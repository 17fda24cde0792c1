import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { formatTime } from "../../apimachinery/time.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { Client } from "../../client/client.ts";
import type { ResourceTarget } from "../../client/resource-path.ts";
import { createApiServer } from "../../kube-apiserver/server.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { createControllerManager } from "../controller-manager.ts";

/** A server with controllers for a test. The clock stands still but for `advance`. */
export interface ControlledServer {
  readonly clock: FakeClock;
  readonly client: Client;
  /** How many writes the controllers have sent. */
  writes(): number;
  /** What the writes were: `METHOD PATH`. */
  readonly written: readonly string[];
  /** What the controllers have read without informers: paths. */
  readonly read: readonly string[];
  list(resource: string, group?: string): Promise<readonly KubeObject[]>;
  get(resource: string, name: string, group?: string): Promise<KubeObject>;
  create(resource: string, object: unknown, group?: string): Promise<KubeObject>;
  patch(resource: string, name: string, patch: unknown, group?: string): Promise<KubeObject>;
  patchStatus(resource: string, name: string, status: unknown, group?: string): Promise<KubeObject>;
  remove(resource: string, name: string, group?: string): Promise<unknown>;
  /** Makes pods run and be ready. */
  ready(...names: readonly string[]): Promise<void>;
  /** The messages of events, with their reasons: `REASON message`. */
  events(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export const targetOf = (resource: string, group = ""): ResourceTarget => ({
  group,
  version: "v1",
  resource,
  ...(["nodes", "namespaces", "persistentvolumes"].includes(resource) ? {} : { namespace: "default" }),
});

/** Starts a server with these controllers, as `--controllers` names them, with their own users and RBAC. */
export async function startControlled(
  controllers: readonly string[],
  clock = new FakeClock(),
): Promise<ControlledServer> {
  const random = createSystemRandom();
  const manager = createControllerManager(clock, () => random.uuid(), controllers);
  const admin = { name: "admin", uid: "", groups: ["system:masters"], extra: {} };
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock,
    random,
    apiServers: manager.apiServers,
    loopbackTokens: new Map([["admin", admin], ...manager.tokens]),
  });
  const written: string[] = [];
  const read: string[] = [];
  const logged: Handle = (exchange) => {
    if (exchange.method !== "GET") written.push(`${exchange.method} ${exchange.target}`);
    else if (!exchange.target.includes("?")) read.push(exchange.target);
    return server.handle(exchange);
  };
  const stop = manager.start(logged);
  clock.advance(50);
  const client = new Client({ handle: server.handle, userAgent: "test", headers: { Authorization: "Bearer admin" } });
  const patchStatus = (resource: string, name: string, status: unknown, group?: string) =>
    client.patch(targetOf(resource, group), name, "merge", { status }, { subresource: "status" });
  return {
    clock,
    client,
    written,
    read,
    writes: () => written.length,
    list: async (resource, group) => (await client.list(targetOf(resource, group))).items,
    get: (resource, name, group) => client.get(targetOf(resource, group), name),
    create: (resource, object, group) => client.create(targetOf(resource, group), object as KubeObject),
    patch: (resource, name, patch, group) => client.patch(targetOf(resource, group), name, "merge", patch),
    patchStatus,
    remove: (resource, name, group) =>
      client.delete(targetOf(resource, group), name, { propagationPolicy: "Background" }),
    async ready(...names) {
      const conditions = [{ type: "Ready", status: "True", lastTransitionTime: formatTime(clock.now()) }];
      for (const name of names) await patchStatus("pods", name, { phase: "Running", conditions });
    },
    events: async () =>
      (await client.list(targetOf("events"))).items.map(
        ({ reason, message }) => `${String(reason)} ${String(message)}`,
      ),
    async close() {
      stop();
      await server.close();
    },
  };
}
