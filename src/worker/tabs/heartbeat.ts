import type { Clock } from "../../apimachinery/clock.ts";
import { beatMs, isTabMessage } from "./tab-channel.ts";
import type { Beat } from "./tab-channel.ts";

/**
 * Broadcasts the heartbeat of this worker every second and when a tab requests it. Steps down when it receives a
 * heartbeat with a later epoch.
 */
export class Heartbeat {
  readonly #tabs: BroadcastChannel;
  readonly #clock: Clock;
  readonly #deposed: () => void;
  #beat: Beat;
  #cancel: () => void;
  #closed = false;

  constructor(tabs: BroadcastChannel, clock: Clock, leaderId: string, deposed: () => void) {
    this.#tabs = tabs;
    this.#clock = clock;
    this.#deposed = deposed;
    this.#beat = { kind: "beat", leaderId, epoch: undefined, persistent: false, reason: undefined };
    this.#cancel = () => undefined;
    tabs.onmessage = (event: MessageEvent<unknown>) => this.#hear(event.data);
    this.#tick();
  }

  /** Sets the state that heartbeats carry and sends one. */
  announce(state: Pick<Beat, "epoch" | "persistent" | "reason">): void {
    this.#beat = { ...this.#beat, ...state };
    this.#say();
  }

  close(): void {
    this.#closed = true;
    this.#cancel();
    this.#tabs.close();
  }

  #say(): void {
    if (!this.#closed) this.#tabs.postMessage(this.#beat);
  }

  #tick(): void {
    this.#say();
    this.#cancel = this.#clock.after(beatMs, () => this.#tick());
  }

  #hear(message: unknown): void {
    if (!isTabMessage(message)) return;
    if (message.kind === "who") this.#say();
    const own = this.#beat.epoch;
    if (message.kind === "beat" && message.epoch !== undefined && own !== undefined && message.epoch > own)
      this.#deposed();
  }
}
