import type { KubeObject } from "../../apimachinery/meta.ts";
import { simulatedNodeLabel } from "../../component-helpers/simulation.ts";

/** A simulated node as a user creates it; its kubelet fills in the rest. */
export const simulatedNode = (name: string): KubeObject => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: { name, labels: { [simulatedNodeLabel]: "true" } },
});
