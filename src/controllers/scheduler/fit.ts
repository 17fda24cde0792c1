import { interPodAffinity } from "./filters/inter-pod-affinity.ts";
import { dynamicResources } from "./filters/dynamic-resources.ts";
import {
  namedNodes,
  nodeAffinity,
  nodeName,
  nodePorts,
  nodeResourcesFit,
  nodeUnschedulable,
  taintToleration,
} from "../framework/scheduling/node-filters.ts";
import { podTopologySpread } from "./filters/topology-spread.ts";
import {
  type Filter,
  type FilterPlugin,
  type Rejection,
  type Snapshot,
  withNode,
} from "../framework/scheduling/framework.ts";
import type { NodeInfo, PodInfo } from "../framework/scheduling/node-info.ts";
import { volumeBinding, volumeRestrictions } from "./volumes.ts";

/** The filters in the order of upstream's default plugins; the first that rejects a node is the one that is told. */
const plugins: readonly FilterPlugin[] = [
  namedNodes,
  nodeUnschedulable,
  nodeName,
  taintToleration,
  nodeAffinity,
  nodePorts,
  nodeResourcesFit,
  volumeRestrictions,
  volumeBinding,
  podTopologySpread,
  interPodAffinity,
  dynamicResources,
];

/** Returns the filter of all plugins for a pod. */
export function filterFor(pod: PodInfo, snapshot: Snapshot): Filter {
  const filters = plugins.flatMap((plugin) => plugin.prepare(pod, snapshot) ?? []);
  return (node) => {
    for (const filter of filters) {
      const rejection = filter(node);
      if (rejection !== undefined) return rejection;
    }
    return undefined;
  };
}

/** The pods that are to run on a node once others have left it. */
export type Nominated = (node: string) => readonly PodInfo[];

/**
 * Decides about each node. Room that is nominated for pods of the same or a higher priority is taken; the pod must fit
 * with and without them, since they may go elsewhere (RunFilterPluginsWithNominatedPods).
 */
export function findFit(
  pod: PodInfo,
  snapshot: Snapshot,
  nominated: Nominated,
): { readonly feasible: readonly NodeInfo[]; readonly rejections: ReadonlyMap<string, Rejection> } {
  const filter = filterFor(pod, snapshot);
  const rejections = new Map<string, Rejection>();
  const feasible = snapshot.nodes.filter((node) => {
    const rejection = rejectWithNominated(pod, node, snapshot, nominated) ?? filter(node);
    if (rejection !== undefined) rejections.set(node.name, rejection);
    return rejection === undefined;
  });
  return { feasible, rejections };
}

function rejectWithNominated(pod: PodInfo, node: NodeInfo, snapshot: Snapshot, nominated: Nominated) {
  const others = nominated(node.name).filter(({ key, priority }) => key !== pod.key && priority >= pod.priority);
  if (others.length === 0) return undefined;
  const crowded = node.with(...others);
  return filterFor(pod, withNode(snapshot, crowded))(crowded);
}

/** Says how many nodes have each reason, as upstream sorts them: by text. */
const histogram = (rejections: Iterable<Rejection>): readonly string[] => {
  const counts = new Map<string, number>();
  for (const { reasons } of rejections) for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${count} ${reason}`).sort();
};

/** What became of the search for a node. */
export interface Diagnosis {
  readonly nodes: number;
  /** Why no node at all was looked at. */
  readonly before?: string | undefined;
  readonly rejections: Iterable<Rejection>;
  /** What preemption said. */
  readonly after?: string;
}

/** Says why no node fits (framework.FitError). */
export function fitError({ nodes, before, rejections, after = "" }: Diagnosis): string {
  const reasons = before ?? histogram(rejections).join(", ");
  const told = `0/${nodes} nodes are available:${reasons === "" ? "" : ` ${reasons}.`}`;
  return after === "" ? told : `${told} ${after}`;
}
