import type { Clock } from "../../apimachinery/clock.ts";
import type { AuditCalls } from "../../client/audit.ts";
import type { AuditRecord } from "../../component-base/audit/audit-event.ts";

/** The number of audit events to keep, the same as a single server keeps. */
const mostCarried = 1000;

/** How long after a read a reader is considered present, the same as in a single server. */
const attentionMs = 30_000;

/**
 * Relays audit events across server restarts: event ids continue to increase, and the new server learns that a reader
 * is present.
 */
export class AuditRelay {
  readonly #clock: Clock;
  #carried: readonly AuditRecord[] = [];
  /** The id of the last event before the present server. */
  #base = 0;
  #askedAt = -attentionMs;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  events(server: AuditCalls, afterId: number): Promise<readonly AuditRecord[]> {
    this.#askedAt = this.#clock.monotonic();
    return this.#all(server, afterId);
  }

  /** Keeps the events of a server that is about to be closed, for readers that have not read them yet. */
  async carry(from: AuditCalls): Promise<void> {
    this.#carried = (await this.#all(from, 0)).slice(-mostCarried);
    this.#base = this.#carried.at(-1)?.id ?? this.#base;
  }

  /** Informs a new server that audit events are being read, if there was a recent reader. */
  async attend(to: AuditCalls): Promise<void> {
    if (this.#clock.monotonic() - this.#askedAt < attentionMs) await to.auditEvents(0);
  }

  async #all(server: AuditCalls, afterId: number): Promise<readonly AuditRecord[]> {
    const base = this.#base;
    const present = await server.auditEvents(Math.max(0, afterId - base));
    return [
      ...this.#carried.filter(({ id }) => id > afterId),
      ...present.map(({ id, text }) => ({ id: id + base, text })),
    ];
  }
}
