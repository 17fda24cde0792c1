import type { Pod } from "../../api/core/v1.ts";
import { finishedAt } from "./job-state.ts";

const firstMs = 10_000;
const mostMs = 600_000;

/** How long jobs wait before they replace failed pods: 10 s, doubled with each failure in a row (job backoffStore). */
export class FailureBackoff {
  readonly #records = new Map<string, { failures: number; last: number }>();

  /** Takes notice of pods that have ended, of which each is told once. */
  note(key: string, succeeded: readonly Pod[], failed: readonly Pod[]): void {
    const ends = [
      ...succeeded.map((pod) => ({ at: finishedAt(pod), isFailure: false })),
      ...failed.map((pod) => ({ at: finishedAt(pod), isFailure: true })),
    ].sort((a, b) => a.at - b.at);
    const record = this.#records.get(key) ?? { failures: 0, last: 0 };
    for (const { at, isFailure } of ends) {
      record.failures = isFailure ? record.failures + 1 : 0;
      if (isFailure) record.last = at;
    }
    this.#records.set(key, record);
  }

  /** The milliseconds until the next pod may be created. */
  remaining(key: string, now: number): number {
    const { failures, last } = this.#records.get(key) ?? { failures: 0, last: 0 };
    return failures === 0 ? 0 : Math.max(0, last + backoffMs(failures) - now);
  }

  forget(key: string): void {
    this.#records.delete(key);
  }
}

/** The wait after so many failures in a row. */
export const backoffMs = (failures: number): number => Math.min(firstMs * 2 ** (failures - 1), mostMs);
