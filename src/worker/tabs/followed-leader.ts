import type { Clock } from "../../apimachinery/clock.ts";
import type { Connection } from "./connection.ts";
import type { Beat, TabMessage } from "./tab-channel.ts";

/** What following a leader means to its tab. */
export interface FollowedLeaderOptions {
  readonly clock: Clock;
  readonly beatMs: number;
  readonly missedBeats: number;
  jitter(): number;
  /** Asks for a beat. */
  ask(): void;
  /** Asks a leader to open its end of a link. */
  greet(leaderId: string): void;
  /** Opens this tab's end. */
  join(leaderId: string): Connection;
  joined(connection: Connection): void;
  /** The leader that was followed leads no more. */
  left(): void;
  /** A beat of the present leader. */
  alive(beat: Beat): void;
  /** The leader holds its lock but has not been heard for too long. */
  frozen(): void;
}

/** A follower's view of its leader: joins whoever beats with the highest epoch, notices when the beats stop. */
export class FollowedLeader {
  readonly #options: FollowedLeaderOptions;
  #leaderId: string | undefined;
  #joining: Connection | undefined;
  #epoch = -1;
  #missed = 0;
  #lastTick: number;
  #cancel: () => void;

  constructor(options: FollowedLeaderOptions) {
    this.#options = options;
    this.#lastTick = options.clock.monotonic();
    this.#cancel = options.clock.after(options.beatMs, () => this.#tick());
    options.ask();
  }

  hear(message: Extract<TabMessage, { kind: "beat" | "claim" | "welcome" }>): void {
    switch (message.kind) {
      case "claim":
        return this.#claimed(message.leaderId);
      case "beat":
        return this.#beat(message);
      case "welcome":
        return this.#welcomed(message.leaderId);
    }
  }

  close(): void {
    this.#cancel();
    this.#joining?.close("This tab does not follow any more.");
    this.#joining = undefined;
  }

  #claimed(leaderId: string): void {
    this.#missed = 0;
    if (leaderId !== this.#leaderId) this.#leave();
  }

  #beat(beat: Beat): void {
    if (beat.epoch !== undefined && beat.epoch < this.#epoch) return; // a leader of the past has woken up
    this.#missed = 0;
    if (beat.epoch === undefined) return this.#options.alive(beat); // not yet ready
    if (beat.leaderId !== this.#leaderId) this.#join(beat.leaderId);
    else if (this.#joining !== undefined) this.#options.greet(beat.leaderId);
    this.#epoch = beat.epoch;
    this.#options.alive(beat);
  }

  #join(leaderId: string): void {
    this.#leave();
    this.#leaderId = leaderId;
    this.#joining = this.#options.join(leaderId);
    this.#options.greet(leaderId);
  }

  #welcomed(leaderId: string): void {
    const connection = this.#joining;
    if (leaderId !== this.#leaderId || connection === undefined) return;
    this.#joining = undefined;
    this.#options.joined(connection);
  }

  #leave(): void {
    if (this.#leaderId === undefined) return;
    this.#leaderId = undefined;
    this.#joining?.close("Another tab leads.");
    this.#joining = undefined;
    this.#options.left();
  }

  /** Ticks that come late say that this tab slept or is throttled: then silence is no sign, and it asks instead. */
  #tick(): void {
    const { clock, beatMs, missedBeats } = this.#options;
    const late = clock.monotonic() - this.#lastTick > 2 * beatMs;
    this.#lastTick = clock.monotonic();
    this.#missed = late ? 0 : this.#missed + 1;
    if (late) this.#options.ask();
    if (this.#missed >= missedBeats) return this.#suspect();
    this.#cancel = clock.after(beatMs, () => this.#tick());
  }

  /** Waits a moment more, so that of several tabs one moves first and claims. */
  #suspect(): void {
    const { clock, beatMs, jitter } = this.#options;
    this.#cancel = clock.after(jitter() * 0.5 * beatMs, () => {
      if (this.#missed > 0) return this.#options.frozen();
      this.#lastTick = clock.monotonic();
      this.#cancel = clock.after(beatMs, () => this.#tick());
    });
  }
}
