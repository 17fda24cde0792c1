import type { Clock } from "../../apimachinery/clock.ts";
import { hashOf } from "./hash.ts";

const nanosecondsInMs = 1_000_000n;

/**
 * The ends of the names of events: nanoseconds in hexadecimal, each later than the one before (client-go
 * record.GenerateEventName). Clocks here count milliseconds; the rest follows from the component, so that the events of
 * two components about the same object at the same time have different names.
 */
export class EventStamps {
  readonly #clock: Clock;
  readonly #offset: bigint;
  #last = 0n;

  constructor(clock: Clock, component: string) {
    this.#clock = clock;
    this.#offset = BigInt(hashOf(component, undefined)) % nanosecondsInMs;
  }

  next(): string {
    const now = BigInt(this.#clock.now()) * nanosecondsInMs + this.#offset;
    this.#last = now > this.#last ? now : this.#last + 1n;
    return this.#last.toString(16);
  }
}
