import type { KubeObject } from "../apimachinery/meta.ts";

/** The prefix of the labels and annotations that are about simulated nodes and what pods do there. */
export const simulationPrefix = "simulation.kubepad.dev/";

/** The label of simulated nodes. */
export const simulatedNodeLabel = `${simulationPrefix}node`;

/** Reports whether a node is simulated: it has the label, with any value but `false`. */
export const isSimulatedNode = ({ metadata: { labels = {} } }: KubeObject): boolean =>
  labels[simulatedNodeLabel] !== undefined && labels[simulatedNodeLabel] !== "false";
