import type { SharedInformer } from "../shared-informers.ts";
import type { EndpointSlice } from "./slice-plan.ts";

/**
 * Slices that were created and that the informer has not seen yet (EndpointSliceTracker). While there are any for a
 * service, its slices are not planned: they would be created twice.
 */
export class CreatedSlices {
  readonly #keys = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #slices: SharedInformer<EndpointSlice>;

  /** `seen` is called with the key of a service when its slices may be planned again. */
  constructor(slices: SharedInformer<EndpointSlice>, seen: (key: string) => void) {
    this.#slices = slices;
    const forget = ({ metadata: { uid = "" } }: EndpointSlice): void => {
      const key = this.#keys.get(uid);
      if (key !== undefined && this.#forget(uid, key)) seen(key);
    };
    slices.addHandler({
      add: forget,
      delete: forget,
      relisted: () => {
        for (const [uid, key] of this.#keys) if (this.#forget(uid, key)) seen(key);
      },
    });
  }

  /** Whether slices of a service are still to be seen. */
  isWaiting(key: string): boolean {
    return this.#counts.has(key);
  }

  created(key: string, { metadata: { uid = "" } }: EndpointSlice): void {
    if (this.#slices.index.byUid(uid) !== undefined) return;
    this.#keys.set(uid, key);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** Returns true if it was the last one of its service. */
  #forget(uid: string, key: string): boolean {
    this.#keys.delete(uid);
    const count = (this.#counts.get(key) ?? 0) - 1;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
    return count <= 0;
  }
}
