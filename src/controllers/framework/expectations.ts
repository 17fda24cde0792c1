import type { Clock } from "../../apimachinery/clock.ts";

/** After so long a controller no longer waits for what it expects (controller.ExpectationsTimeout). */
const timeoutMs = 5 * 60 * 1000;

interface Expected {
  creations: number;
  readonly deletions: Set<string>;
  readonly since: number;
}

/**
 * What a controller has created and deleted, by the key of the owner, and not yet seen in its informer: until then it
 * must not count its dependents (controller.UIDTrackingControllerExpectations).
 */
export class Expectations {
  readonly #clock: Clock;
  readonly #expected = new Map<string, Expected>();

  /** How long informers take is measured by the clock of the machine, however fast the world is. */
  constructor(clock: Clock) {
    this.#clock = clock.host ?? clock;
  }

  /** Whether everything that was expected for a key has been seen, or takes too long. */
  satisfied(key: string): boolean {
    const expected = this.#expected.get(key);
    if (expected === undefined || (expected.creations <= 0 && expected.deletions.size === 0)) return true;
    return this.#clock.now() - expected.since > timeoutMs;
  }

  /** Expects so many creations, and the deletion of dependents with these keys or uids. */
  expect(key: string, { creations = 0, deletions = [] }: { creations?: number; deletions?: Iterable<string> }): void {
    const before = this.satisfied(key) ? undefined : this.#expected.get(key);
    this.#expected.set(key, {
      creations: (before?.creations ?? 0) + creations,
      deletions: new Set([...(before?.deletions ?? []), ...deletions]),
      since: this.#clock.now(),
    });
  }

  /** Called for each creation that was seen, and for each that failed. */
  creationObserved(key: string, count = 1): void {
    const expected = this.#expected.get(key);
    if (expected !== undefined) expected.creations -= count;
  }

  /** Called when a deletion was seen or failed. */
  deletionObserved(key: string, dependent: string): void {
    this.#expected.get(key)?.deletions.delete(dependent);
  }

  /** Forgets an owner that is gone. */
  forget(key: string): void {
    this.#expected.delete(key);
  }
}
