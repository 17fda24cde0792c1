import type { Node } from "../../api/core/scheduling.ts";
import { isNotFound } from "../../apimachinery/errors.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import { objectKey } from "../../client/object-index.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { QueuedController } from "../framework/queued-controller.ts";

const nodesResource = { group: "", version: "v1", resource: "nodes" };

/** The annotation of a node by which its kubelet knows how long it may keep Secrets and ConfigMaps, in seconds. */
const annotation = "node.alpha.kubernetes.io/ttl";

interface SizeRange {
  readonly least: number;
  readonly most: number;
  readonly seconds: number;
}

/** Sizes of clusters (ttlBoundaries). They overlap, so that a node that comes and goes does not change all others. */
const ranges: readonly SizeRange[] = [
  { least: 0, most: 100, seconds: 0 },
  { least: 90, most: 500, seconds: 15 },
  { least: 450, most: 1000, seconds: 30 },
  { least: 900, most: 2000, seconds: 60 },
  { least: 1800, most: Infinity, seconds: 300 },
];

/** Follows the number of nodes, and says how long what kubelets have read is good. */
export class NodeCount {
  #nodes = 0;
  #range = 0;

  /** The seconds for the present number of nodes. */
  get seconds(): number {
    return ranges[this.#range]?.seconds ?? 0;
  }

  /** Counts a node that came; returns true if the time is another one now. */
  add(): boolean {
    return this.#moveIf(++this.#nodes > (ranges[this.#range]?.most ?? Infinity), 1);
  }

  /** Counts a node that went; returns true if the time is another one now. */
  remove(): boolean {
    return this.#moveIf(--this.#nodes < (ranges[this.#range]?.least ?? 0), -1);
  }

  #moveIf(moves: boolean, by: 1 | -1): boolean {
    if (moves) this.#range += by;
    return moves;
  }
}

/**
 * Tells kubelets by an annotation of their node how long they may keep what they have read (controller/ttl). When the
 * number of nodes changes the time, all nodes are annotated; upstream waits for their next heartbeat.
 */
export function createTtlController(context: ControllerContext): Controller {
  const { clock, informers } = context;
  const client = controllerClient("ttl-controller", context);
  const nodes = informers.of<Node>(nodesResource);
  const count = new NodeCount();
  const controller = new QueuedController({
    clock,
    informers: [nodes],
    workers: 5,
    async process(name, signal) {
      const node = nodes.index.get(name);
      const { seconds } = count;
      if (node === undefined || secondsOf(node) === seconds) return;
      const patch = { metadata: { annotations: { [annotation]: String(seconds) } } };
      await client.patch(nodesResource, name, "strategic-merge", patch, { signal }).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
    },
  });
  const enqueueAll = (): void => {
    for (const name of nodes.index.keys()) controller.add(name);
  };
  nodes.addHandler({
    add(node) {
      if (count.add()) enqueueAll();
      controller.add(objectKey(node));
    },
    update: (_before, node) => controller.add(objectKey(node)),
    delete() {
      if (count.remove()) enqueueAll();
    },
  });
  return controller;
}

/** The seconds that a node was told; undefined if that is no whole number. */
function secondsOf({ metadata }: Node): number | undefined {
  const text = metadata.annotations?.[annotation] ?? "";
  return /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
}
