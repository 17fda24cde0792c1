import type { AuditRecord } from "./audit-event.ts";

/** The capacity of a ring. */
export interface AuditRingLimits {
  readonly events: number;
  readonly bytes: number;
}

/** A ring buffer of the newest audit events, limited by count and size. */
export class AuditRing {
  readonly #limits: AuditRingLimits;
  readonly #records: AuditRecord[] = [];
  #bytes = 0;
  #lastId = 0;

  constructor(limits: AuditRingLimits = { events: 1000, bytes: 8 * 1024 * 1024 }) {
    this.#limits = limits;
  }

  /**
   * Adds an event and evicts the oldest beyond the limits. An event larger than the whole ring is evicted at once, with
   * all before it.
   */
  add(text: string): void {
    this.#records.push({ id: ++this.#lastId, text });
    this.#bytes += text.length;
    let gone = 0;
    while (this.#records.length - gone > this.#limits.events || this.#bytes > this.#limits.bytes) {
      this.#bytes -= this.#records[gone]?.text.length ?? 0;
      gone += 1;
    }
    if (gone > 0) this.#records.splice(0, gone);
  }

  /** Returns the events with an id above `afterId`, oldest first. */
  after(afterId: number): readonly AuditRecord[] {
    const first = this.#records.findIndex(({ id }) => id > afterId);
    return first < 0 ? [] : this.#records.slice(first);
  }
}
