const firstMs = 1000;
const mostMs = 15 * 60_000;

/** How long the deletion of failed pods of a DaemonSet waits on each node, doubled each time (failedPodsBackoff). */
export class FailedPodsBackoff {
  readonly #entries = new Map<string, { readonly delayMs: number; readonly at: number }>();

  /** The milliseconds until a failed pod may be deleted; 0 if it may be now. */
  remaining(key: string, now: number): number {
    const entry = this.#entries.get(key);
    return entry === undefined ? 0 : Math.max(0, entry.at + entry.delayMs - now);
  }

  /** Notes that a failed pod is deleted. What happened twice the longest wait ago is forgotten. */
  next(key: string, now: number): void {
    const entry = this.#entries.get(key);
    const isFirst = entry === undefined || now - entry.at > 2 * mostMs;
    this.#entries.set(key, { delayMs: isFirst ? firstMs : Math.min(entry.delayMs * 2, mostMs), at: now });
  }

  /** Forgets the keys that begin so. */
  forget(prefix: string): void {
    for (const key of this.#entries.keys()) if (key.startsWith(prefix)) this.#entries.delete(key);
  }
}
