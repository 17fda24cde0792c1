import type { Clock } from "../../apimachinery/clock.ts";
import { isAlreadyExists, isConflict, noneIfNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { formatMicroTime } from "../../apimachinery/time.ts";
import type { Client } from "../../client/client.ts";

/** How long a Lease is held, when its holder gives up to renew it, and how often it is tried: client-go's defaults. */
const leaseSeconds = 15;
const renewDeadlineMs = 10_000;
const retryMs = 2000;

const leases = { group: "coordination.k8s.io", version: "v1", resource: "leases", namespace: "kube-system" };

/** The options of an election. */
export interface LeaderElectionOptions {
  readonly client: Pick<Client, "get" | "create" | "update">;
  /** The time of the machine, which does not pause. */
  readonly clock: Clock;
  /** The name of the Lease in kube-system. */
  readonly name: string;
  /** Tells this candidate from the others. */
  readonly identity: string;
  /** Begins what only the leader does; returns what ends it. */
  readonly lead: () => () => void;
}

interface LeaseSpec {
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  readonly acquireTime?: string;
  readonly renewTime?: string;
  readonly leaseTransitions?: number;
}

interface Lease extends KubeObject {
  readonly spec?: LeaseSpec;
}

/**
 * Elects one of several candidates by a Lease (client-go's leaderelection with a LeaseLock). What the leader does ends
 * when the Lease was not renewed in time, before another candidate may take it. Returns a function that gives the Lease
 * up.
 */
export function electLeader(options: LeaderElectionOptions): () => Promise<void> {
  const elector = new LeaderElector(options);
  void elector.next();
  return () => elector.close();
}

class LeaderElector {
  readonly #options: LeaderElectionOptions;
  /** The Lease as it was seen last, and since when. */
  #seen = "";
  #seenAt = 0;
  #endLeading: (() => void) | undefined;
  #cancelDeadline: (() => void) | undefined;
  #cancelNext: (() => void) | undefined;
  #running: Promise<void> = Promise.resolve();
  #abort = new AbortController();
  #closed = false;

  constructor(options: LeaderElectionOptions) {
    this.#options = options;
  }

  /** Tries to get or renew the Lease, over and over. */
  next(): Promise<void> {
    this.#running = this.#try().then(() => {
      if (!this.#closed) this.#cancelNext = this.#options.clock.after(retryMs, () => void this.next());
    });
    return this.#running;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelNext?.();
    const wasLeading = this.#endLeading !== undefined;
    this.#stopLeading();
    this.#abort.abort();
    await this.#running;
    if (wasLeading) await this.#within(retryMs, (signal) => this.#release(signal));
  }

  async #try(): Promise<void> {
    const { clock, lead } = this.#options;
    const began = clock.monotonic();
    // whatever fails is tried again
    const isLeader = await this.#within(renewDeadlineMs, (signal) => this.#acquireOrRenew(signal)).catch(() => false);
    if (!isLeader || this.#closed) return;
    const left = renewDeadlineMs - (clock.monotonic() - began);
    if (left <= 0) return; // the answer is too old to rely on
    this.#cancelDeadline?.();
    this.#cancelDeadline = clock.after(left, () => this.#stopLeading());
    this.#endLeading ??= lead();
  }

  /** Aborts work that takes too long, and when this is closed. */
  async #within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const cancel = this.#options.clock.after(ms, () => this.#abort.abort());
    try {
      return await work(signal);
    } finally {
      cancel();
    }
  }

  #stopLeading(): void {
    this.#cancelDeadline?.();
    const end = this.#endLeading;
    this.#endLeading = undefined;
    end?.();
  }

  async #acquireOrRenew(signal: AbortSignal): Promise<boolean> {
    const { client, name, identity, clock } = this.#options;
    const lease = await client.get<Lease>(leases, name, signal).catch(noneIfNotFound);
    const now = formatMicroTime(clock.now());
    const spec = { holderIdentity: identity, leaseDurationSeconds: leaseSeconds, acquireTime: now, renewTime: now };
    if (lease === undefined) return this.#write(() => client.create(leases, leaseOf({ name }, spec), signal));
    if (this.#isHeldByAnother(lease.spec ?? {})) return false;
    const { holderIdentity, acquireTime = now, leaseTransitions = 0 } = lease.spec ?? {};
    const isOwn = holderIdentity === identity;
    const next = {
      ...spec,
      acquireTime: isOwn ? acquireTime : now,
      leaseTransitions: isOwn ? leaseTransitions : leaseTransitions + 1,
    };
    return this.#write(() => client.update(leases, leaseOf(lease.metadata, next), undefined, signal));
  }

  /** A Lease is valid as long as it says after it was last seen to change: clocks need not agree. */
  #isHeldByAnother(spec: LeaseSpec): boolean {
    const { holderIdentity = "", leaseDurationSeconds = leaseSeconds } = spec;
    const now = this.#options.clock.monotonic();
    const text = JSON.stringify(spec);
    if (text !== this.#seen) [this.#seen, this.#seenAt] = [text, now];
    if (holderIdentity === "" || holderIdentity === this.#options.identity) return false;
    return this.#seenAt + leaseDurationSeconds * 1000 > now;
  }

  /** Whether a write took place; not if another candidate was first. */
  async #write(write: () => Promise<unknown>): Promise<boolean> {
    try {
      await write();
      return true;
    } catch (error) {
      if (isConflict(error) || isAlreadyExists(error)) return false;
      throw error;
    }
  }

  async #release(signal: AbortSignal): Promise<void> {
    const { client, name, identity, clock } = this.#options;
    const lease = await client.get<Lease>(leases, name, signal).catch(noneIfNotFound);
    if (lease?.spec?.holderIdentity !== identity) return;
    const now = formatMicroTime(clock.now());
    const { leaseTransitions = 0 } = lease.spec;
    const spec = { holderIdentity: "", leaseDurationSeconds: 1, acquireTime: now, renewTime: now, leaseTransitions };
    await this.#write(() => client.update(leases, leaseOf(lease.metadata, spec), undefined, signal));
  }
}

const leaseOf = (metadata: KubeObject["metadata"], spec: LeaseSpec): Lease => ({
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  metadata,
  spec,
});
