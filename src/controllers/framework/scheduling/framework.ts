import type { ResourceClaim } from "../../../api/resource/v1.ts";
import type { PersistentVolume, PersistentVolumeClaimForPod, StorageClass } from "../../../api/core/scheduling.ts";
import type { Labels } from "../../../apimachinery/labels/requirement.ts";
import type { NodeInfo, PodInfo } from "./node-info.ts";

/** Why a node cannot take a pod (framework.Status of a filter). */
export interface Rejection {
  readonly reasons: readonly string[];
  /** Whether the removal of pods could change it: Unschedulable upstream, else UnschedulableAndUnresolvable. */
  readonly resolvable: boolean;
}

/** The objects of storage. */
export interface VolumeLister {
  claim(namespace: string, name: string): PersistentVolumeClaimForPod | undefined;
  volume(name: string): PersistentVolume | undefined;
  volumes(): Iterable<PersistentVolume>;
  storageClass(name: string): StorageClass | undefined;
}

/** The objects of dynamic resources. */
export interface ResourceLister {
  claim(namespace: string, name: string): ResourceClaim | undefined;
  hasDeviceClass(name: string): boolean;
}

/** What plugins read. */
export interface Snapshot {
  /** The nodes in the order of their names. */
  readonly nodes: readonly NodeInfo[];
  readonly volumes: VolumeLister;
  readonly resources: ResourceLister;
  /** The labels of a namespace; none if it is not known. */
  namespaceLabels(name: string): Labels;
}

/** Decides about one node. */
export type Filter = (node: NodeInfo) => Rejection | undefined;

/**
 * A plugin that filters nodes: looks at a pod and the whole snapshot once, and returns the filter of a node; undefined
 * if it has nothing to say about the pod.
 */
export interface FilterPlugin {
  readonly name: string;
  prepare(pod: PodInfo, snapshot: Snapshot): Filter | undefined;
}

/** A plugin that scores nodes: returns a score of 0 to 100 for each of the nodes; undefined if all are equal. */
export interface ScorePlugin {
  readonly name: string;
  readonly weight: number;
  score(pod: PodInfo, nodes: readonly NodeInfo[], snapshot: Snapshot): readonly number[] | undefined;
}

export const unschedulable = (...reasons: readonly string[]): Rejection => ({ reasons, resolvable: true });
export const unresolvable = (...reasons: readonly string[]): Rejection => ({ reasons, resolvable: false });

/** Returns a snapshot in which a node is replaced. */
export const withNode = (snapshot: Snapshot, changed: NodeInfo): Snapshot => ({
  ...snapshot,
  nodes: snapshot.nodes.map((node) => (node.name === changed.name ? changed : node)),
});
