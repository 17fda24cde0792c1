import type { Node, SchedulablePod, Taint } from "../api/core/scheduling.ts";
import type { Pod, Toleration } from "../api/core/v1.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { isPodFinished, isPodReady } from "../component-helpers/pod-state.ts";

/** Views an object of kind Pod as one: its fields have been decoded by its schema. */
export const asPod = (object: KubeObject): SchedulablePod => object as SchedulablePod;

/** The same as what sums of resources are made of. */
export const asResourcePod = (object: KubeObject): Pod => object as Pod;

/** Views an object of kind Node as one. */
export const asNode = (object: KubeObject): Node => object as Node;

/** The taints of a node. */
export const taintsOf = (node: KubeObject): readonly Taint[] => asNode(node).spec?.taints ?? [];

/** The tolerations of a pod. */
export const tolerationsOf = (pod: KubeObject): readonly Toleration[] => asPod(pod).spec?.tolerations ?? [];

/** Reports whether a pod's containers have ended for good. */
export const isFinished = (pod: KubeObject): boolean => isPodFinished(asResourcePod(pod));

/** Reports whether a pod is ready. */
export const isReady = (pod: KubeObject): boolean => isPodReady(asResourcePod(pod));
