import type { Clock } from "../../apimachinery/clock.ts";
import type { Connection } from "./connection.ts";
import type { Beat, TabMessage } from "./tab-channel.ts";

/** The callbacks and settings of a follower. */
export interface FollowedLeaderOptions {
  readonly clock: Clock;
  readonly beatMs: number;
  readonly missedBeats: number;
  jitter(): number;
  /** Requests a heartbeat. */
  ask(): void;
  /** Asks a leader to open its end of a link. */
  greet(leaderId: string): void;
  /** Opens this tab's end of the link. */
  join(leaderId: string): Connection;
  joined(connection: Connection): void;
  /** The followed leader no longer leads. */
  left(): void;
  /** A heartbeat of the current leader arrived. */
  alive(beat: Beat): void;
  /** The leader holds its lock but has missed too many heartbeats. */
  frozen(): void;
}

/**
 * A follower's view of its leader. Joins the leader whose heartbeats have the highest epoch, and detects missed
 * heartbeats.
 */
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
    if (beat.epoch !== undefined && beat.epoch < this.#epoch) return; // a former leader has resumed
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

  /**
   * Late ticks mean that this tab was suspended or is throttled. Missed heartbeats are then inconclusive, and the tab
   * requests one instead.
   */
  #tick(): void {
    const { clock, beatMs, missedBeats } = this.#options;
    const late = clock.monotonic() - this.#lastTick > 2 * beatMs;
    this.#lastTick = clock.monotonic();
    this.#missed = late ? 0 : this.#missed + 1;
    if (late) this.#options.ask();
    if (this.#missed >= missedBeats) return this.#suspect();
    this.#cancel = clock.after(beatMs, () => this.#tick());
  }

  /** Waits a random delay before it claims the lead, so that only one of several tabs acts first. */
  #suspect(): void {
    const { clock, beatMs, jitter } = this.#options;
    this.#cancel = clock.after(jitter() * 0.5 * beatMs, () => {
      if (this.#missed > 0) return this.#options.frozen();
      this.#lastTick = clock.monotonic();
      this.#cancel = clock.after(beatMs, () => this.#tick());
    });
  }
}
