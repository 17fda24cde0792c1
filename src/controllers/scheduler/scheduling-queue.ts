import { Heap } from "../../component-base/heap.ts";
import type { PodInfo } from "../framework/scheduling/node-info.ts";

/** A pod without a node. */
export interface QueuedPod {
  readonly info: PodInfo;
  /** The order among pods of a priority: by creation, then by name, so that a restart does not change it. */
  readonly order: string;
  attempts: number;
  triedAt: number;
  /** Why it fitted nowhere when it was last tried. */
  message: string;
}

/**
 * The pods that wait for a node, and those of them that are to be looked at, the most important one first
 * (scheduler/backend/queue).
 */
export class SchedulingQueue {
  readonly #waiting = new Map<string, QueuedPod>();
  readonly #nominated = new Set<string>();
  readonly #active = new Set<string>();
  /** The active pods by importance, besides entries of pods that have gone or changed since. */
  readonly #byImportance = new Heap<QueuedPod>(isBefore);

  /** The number of waiting pods that are not to be looked at. */
  get idleCount(): number {
    return this.#waiting.size - this.#active.size;
  }

  get hasActive(): boolean {
    return this.#active.size > 0;
  }

  get(key: string): QueuedPod | undefined {
    return this.#waiting.get(key);
  }

  keys(): Iterable<string> {
    return this.#waiting.keys();
  }

  entries(): Iterable<readonly [string, QueuedPod]> {
    return this.#waiting;
  }

  /** The waiting pods that are promised a node, in the order in which they came. */
  *nominated(): Iterable<QueuedPod> {
    if (this.#nominated.size === 0) return;
    for (const [key, queued] of this.#waiting) if (this.#nominated.has(key)) yield queued;
  }

  /** Adds a pod, or replaces what is known of it; whether it is active stays. */
  set(key: string, queued: QueuedPod): void {
    this.#waiting.set(key, queued);
    if ((queued.info.pod.status?.nominatedNodeName ?? "") === "") this.#nominated.delete(key);
    else this.#nominated.add(key);
    if (this.#active.has(key)) this.#byImportance.push(queued);
  }

  delete(key: string): void {
    this.#waiting.delete(key);
    this.#nominated.delete(key);
    this.#active.delete(key);
  }

  isActive(key: string): boolean {
    return this.#active.has(key);
  }

  activate(key: string): void {
    const queued = this.#waiting.get(key);
    if (queued === undefined || this.#active.has(key)) return;
    this.#active.add(key);
    this.#byImportance.push(queued);
  }

  /** Takes the most important active pod: by priority, then by age (plugins/queuesort). It goes on waiting. */
  takeActive(): QueuedPod | undefined {
    for (let first = this.#byImportance.pop(); first !== undefined; first = this.#byImportance.pop()) {
      const { key } = first.info;
      if (this.#waiting.get(key) === first && this.#active.delete(key)) return first;
    }
    return undefined;
  }
}

const isBefore = (a: QueuedPod, b: QueuedPod): boolean =>
  a.info.priority > b.info.priority || (a.info.priority === b.info.priority && a.order < b.order);
