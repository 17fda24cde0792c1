import type { PodInfo } from "../framework/scheduling/node-info.ts";

/** A pod without a node. */
export interface QueuedPod {
  readonly info: PodInfo;
  /** The order among pods of a priority: by creation, then by name, so that a restart does not change it. */
  readonly order: string;
  attempts: number;
  triedAt: number;
}

/**
 * The pods that wait for a node, and those of them that are to be looked at, the most important one first
 * (scheduler/backend/queue).
 */
export class SchedulingQueue {
  readonly #waiting = new Map<string, QueuedPod>();
  readonly #nominated = new Set<string>();
  readonly #active = new Set<string>();
  /** The active pods, the most important one last, besides entries of pods that have gone or changed since. */
  readonly #byImportance: QueuedPod[] = [];

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
    if (this.#active.has(key)) this.#place(queued);
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
    this.#place(queued);
  }

  /** Takes the most important active pod: by priority, then by age (plugins/queuesort). It goes on waiting. */
  takeActive(): QueuedPod | undefined {
    for (let last = this.#byImportance.pop(); last !== undefined; last = this.#byImportance.pop()) {
      const { key } = last.info;
      if (this.#waiting.get(key) === last && this.#active.delete(key)) return last;
    }
    return undefined;
  }

  #place(queued: QueuedPod): void {
    const pods = this.#byImportance;
    let [from, to] = [0, pods.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const other = pods[middle];
      if (other !== undefined && isBefore(queued, other)) from = middle + 1;
      else to = middle;
    }
    pods.splice(from, 0, queued);
  }
}

const isBefore = (a: QueuedPod, b: QueuedPod): boolean =>
  a.info.priority > b.info.priority || (a.info.priority === b.info.priority && a.order < b.order);
