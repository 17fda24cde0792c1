import { pushAll } from "../../apimachinery/long-lists.ts";
import type { DaemonSet } from "../../api/apps/v1.ts";
import type { Node } from "../../api/core/scheduling.ts";
import type { Pod } from "../../api/core/v1.ts";
import { scaledValue } from "../../apimachinery/int-or-string.ts";
import { revisionHashLabel } from "../framework/controller-revisions.ts";
import { isPodFinished, isPodReady } from "../../component-helpers/pod-state.ts";
import { createdAt, isPodAvailable } from "../framework/pod-state.ts";
import { nodeFit } from "./node-fit.ts";

/** The nodes that are to get a pod, and the pods that are to go. */
export interface DaemonChanges {
  readonly missing: readonly string[];
  readonly surplus: readonly Pod[];
}

export interface DaemonPlanOptions {
  readonly set: DaemonSet;
  readonly nodes: readonly Node[];
  readonly byNode: ReadonlyMap<string, readonly Pod[]>;
  /** The hash of the current revision, which its pods have as a label. */
  readonly hash: string;
  readonly now: number;
  /** Whether a pod that has ended is deleted now. */
  readonly mayDelete: (pod: Pod, node: string) => boolean;
}

const isDeleted = ({ metadata }: Pod): boolean => metadata.deletionTimestamp !== undefined;
const isUnscheduled = ({ spec }: Pod): boolean => (spec?.nodeName ?? "") === "";

/** Sorts pods that are on a node first, and then the oldest (podByCreationTimestampAndPhase). */
export const oldestFirst = (a: Pod, b: Pod): number =>
  Number(isUnscheduled(a)) - Number(isUnscheduled(b)) ||
  createdAt(a) - createdAt(b) ||
  ((a.metadata.name ?? "") < (b.metadata.name ?? "") ? -1 : 1);

/** The pods of a node of the current and of an old revision; undefined if there are several of one. */
interface Generations {
  readonly fresh: Pod | undefined;
  readonly old: Pod | undefined;
}

/** Says which daemons to create and to delete (DaemonSetsController manage and rollingUpdate). */
export class DaemonPlan {
  readonly #options: DaemonPlanOptions;
  readonly #fits: ReadonlyMap<string, ReturnType<typeof nodeFit>>;

  constructor(options: DaemonPlanOptions) {
    this.#options = options;
    const { set, nodes } = options;
    this.#fits = new Map(nodes.map((node) => [node.metadata.name ?? "", nodeFit(set, node)]));
  }

  /** One pod for each node that is to run it, and none for others. */
  manage(): DaemonChanges {
    const { byNode } = this.#options;
    const missing: string[] = [];
    const surplus: Pod[] = [];
    for (const [name, { shouldRun, shouldContinue }] of this.#fits) {
      const pods = byNode.get(name);
      if (pods === undefined) {
        if (shouldRun) missing.push(name);
      } else if (shouldContinue) {
        const kept = this.#onNode(name, pods);
        pushAll(surplus, kept.surplus);
        if (kept.isEmpty && shouldRun) missing.push(name);
      } else
        pushAll(
          surplus,
          pods.filter((pod) => !isDeleted(pod)),
        );
    }
    // pods on nodes that are gone are left to the garbage collector of pods, which does not see unscheduled ones
    for (const [name, pods] of byNode) if (!this.#fits.has(name)) pushAll(surplus, pods.filter(isUnscheduled));
    return { missing, surplus };
  }

  /** The pods of a node that must go, and whether it is to get one beside a pod that is going. */
  #onNode(node: string, pods: readonly Pod[]): { readonly surplus: readonly Pod[]; readonly isEmpty: boolean } {
    const live = pods.filter((pod) => !isDeleted(pod));
    const ended = live.filter(isPodFinished).filter((pod) => this.#options.mayDelete(pod, node));
    const running = live.filter((pod) => !isPodFinished(pod)).toSorted(oldestFirst);
    if (!this.#surges) return { surplus: [...ended, ...running.slice(1)], isEmpty: false };
    if (running.length <= 1) return { surplus: ended, isEmpty: running.length === 0 };
    const fresh = running.find((pod) => this.#isFresh(pod));
    const old = running.find((pod) => !this.#isFresh(pod));
    const surplus = running.filter((pod) => pod !== fresh && pod !== old);
    const isReplaced =
      fresh !== undefined && old !== undefined && (!isPodReady(old) || this.#isAvailable(fresh)) ? [old] : [];
    return { surplus: [...ended, ...surplus, ...isReplaced], isEmpty: false };
  }

  /** Pods of old revisions are replaced, as many at a time as the strategy allows. */
  roll(): DaemonChanges {
    const { byNode, set } = this.#options;
    const desired = [...this.#fits.values()].filter(({ shouldRun }) => shouldRun).length;
    const { maxSurge = 0, maxUnavailable = 1 } = set.spec?.updateStrategy?.rollingUpdate ?? {};
    const surge = scaledValue(maxSurge, desired, true);
    const unavailable = scaledValue(maxUnavailable, desired, true);
    const generations = [...byNode].map(([node, pods]) => ({ node, of: this.#generationsOf(pods) }));
    return surge === 0
      ? this.#rollByDeletion(generations, Math.max(unavailable, 1))
      : this.#rollBySurge(generations, surge, desired);
  }

  #rollByDeletion(nodes: readonly NodeGenerations[], most: number): DaemonChanges {
    const broken: Pod[] = [];
    const candidates: Pod[] = [];
    let unavailable = 0;
    for (const { of } of nodes) {
      const { fresh, old } = of ?? {};
      if ((fresh === undefined) === (old === undefined)) unavailable++;
      else if (fresh !== undefined) unavailable += this.#isAvailable(fresh) ? 0 : 1;
      else if (old !== undefined && this.#isAvailable(old)) candidates.push(old);
      else if (old !== undefined) {
        broken.push(old);
        unavailable++;
      }
    }
    return { missing: [], surplus: [...broken, ...candidates.slice(0, Math.max(0, most - unavailable))] };
  }

  #rollBySurge(nodes: readonly NodeGenerations[], most: number, desired: number): DaemonChanges {
    const surplus: Pod[] = [];
    const misplaced: Pod[] = [];
    const allowed: string[] = [];
    const candidates: string[] = [];
    let [surges, available] = [0, 0];
    for (const { node, of } of nodes) {
      if (of === undefined) {
        surges++;
        continue;
      }
      const { fresh, old } = of;
      const isAvailable = (pod: Pod | undefined): boolean => pod !== undefined && this.#isAvailable(pod);
      if (isAvailable(old ?? fresh)) available++;
      if (old === undefined) continue;
      const { shouldRun } = this.#fits.get(node) ?? {};
      if (shouldRun === undefined) continue;
      if (fresh !== undefined) {
        if (isAvailable(fresh)) surplus.push(old);
        else surges++;
      } else if (!isAvailable(old)) {
        if (shouldRun) allowed.push(node);
        else surplus.push(old);
      } else if (shouldRun) candidates.push(node);
      else misplaced.push(old);
    }
    const spare = Math.max(0, available - desired);
    const missing = [...allowed, ...candidates.slice(0, Math.max(0, most - surges))];
    return { missing, surplus: [...surplus, ...misplaced.slice(0, spare)] };
  }

  get #surges(): boolean {
    const { type, rollingUpdate: { maxSurge = 0 } = {} } = this.#options.set.spec?.updateStrategy ?? {};
    return type === "RollingUpdate" && scaledValue(maxSurge, 1, true) > 0;
  }

  #generationsOf(pods: readonly Pod[]): Generations | undefined {
    const live = pods.filter((pod) => !isDeleted(pod));
    const [fresh, ...otherFresh] = live.filter((pod) => this.#isFresh(pod));
    const [old, ...otherOld] = live.filter((pod) => !this.#isFresh(pod));
    return otherFresh.length + otherOld.length > 0 ? undefined : { fresh, old };
  }

  #isFresh({ metadata }: Pod): boolean {
    return metadata.labels?.[revisionHashLabel] === this.#options.hash;
  }

  #isAvailable(pod: Pod): boolean {
    const { set, now } = this.#options;
    return isPodAvailable(pod, set.spec?.minReadySeconds ?? 0, now);
  }
}

interface NodeGenerations {
  readonly node: string;
  readonly of: Generations | undefined;
}
