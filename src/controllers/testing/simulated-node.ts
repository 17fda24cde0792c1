import type { KubeObject } from "../../apimachinery/meta.ts";
import { createSeededRandom } from "../../apimachinery/seeded-random.ts";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { Client, isNotFound } from "../../client/client.ts";
import { WorldClock } from "../../component-base/world-clock.ts";
import type { ControllerOptions, Controller } from "../../client/controller.ts";
import { createApiServer } from "../../kube-apiserver/server.ts";

const core = { group: "", version: "v1" };
export const pods = { ...core, resource: "pods", namespace: "default" };
export const nodes = { ...core, resource: "nodes" };

/** The part of a pod's status that tests read. */
interface SeenStatus {
  readonly phase?: string;
  readonly containerStatuses?: readonly {
    readonly state: {
      readonly waiting?: { readonly reason: string };
      readonly terminated?: { readonly reason: string; readonly exitCode: number };
    };
    readonly restartCount: number;
    readonly ready: boolean;
  }[];
}

/** The kubelets to test, and the node that they are for, `node-1`. */
export interface NodeParts {
  readonly createKubelets: (options: ControllerOptions) => Controller;
  readonly node: KubeObject;
}

/** Starts a server with the kubelet of one node, whose time only moves when it is told to. */
export async function startSimulatedNode<Status extends SeenStatus>({ createKubelets, node }: NodeParts) {
  const clock = createSystemClock();
  const begin = Date.UTC(2030, 0, 1);
  const world = new WorldClock({ host: clock, paused: true, inTurns: true, start: begin });
  const random = createSeededRandom(1);
  const server = await createApiServer({ backend: createMemoryBackend(), clock, world, random });
  const kubelets = createKubelets({ handle: server.handle, clock: world });
  kubelets.start(new AbortController().signal);
  const close = async (): Promise<void> => {
    kubelets.close();
    world.close();
    await server.close();
  };
  const client = new Client({ handle: server.handle, userAgent: "test" });
  await client.create(nodes, node);
  const createPod = (name: string, container: object = {}, spec: object = {}, annotations: object = {}) =>
    client.create(pods, {
      metadata: { name, annotations: annotations as Record<string, string> },
      spec: { nodeName: "node-1", containers: [{ name: "c", image: "nginx:1", ...container }], ...spec },
    });
  const status = async (name: string): Promise<Status> => (await client.get(pods, name))["status"] as Status;
  /** The phase, what the first container does, and how often it was restarted. */
  const seen = async (name: string): Promise<string> => {
    const { phase = "", containerStatuses: [container] = [] } = await status(name);
    const { waiting, terminated } = container?.state ?? {};
    const state = waiting?.reason ?? (terminated && `${terminated.reason} ${terminated.exitCode}`) ?? "running";
    return `${phase} ${state} ${container?.restartCount ?? 0}${container?.ready === true ? " ready" : ""}`;
  };
  const events = async (name: string): Promise<readonly string[]> =>
    (await client.list({ ...core, resource: "events", namespace: "default" })).items
      .filter((event) => (event["involvedObject"] as { name: string }).name === name)
      .map((event) => `${String(event["type"])} ${String(event["reason"])} ${String(event["message"])}`);
  const exists = (name: string): Promise<boolean> =>
    client.get(pods, name).then(
      () => true,
      (error: unknown) => !isNotFound(error),
    );
  const seconds = (count: number): Promise<void> => world.advance(count * 1000);
  return { client, world, createPod, status, seen, events, exists, seconds, server, close };
}
