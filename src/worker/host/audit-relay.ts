import type { Clock } from "../../apimachinery/clock.ts";
import type { AuditCalls } from "../../client/audit.ts";
import type { AuditRecord } from "../../component-base/audit/audit-event.ts";

/** As many as a server keeps by itself. */
const mostCarried = 1000;

/** As long as a server believes that somebody reads. */
const attentionMs = 30_000;

/** Events of one server after the other, under ids that go on; whoever reads them goes on to be known as well. */
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

  /** The events of a server that goes are kept for those who have not read them. */
  async carry(from: AuditCalls): Promise<void> {
    this.#carried = (await this.#all(from, 0)).slice(-mostCarried);
    this.#base = this.#carried.at(-1)?.id ?? this.#base;
  }

  /** Tells a server that somebody reads, where somebody does. */
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
