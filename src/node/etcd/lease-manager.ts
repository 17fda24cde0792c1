/** How leases are shared among keys (k8s.io/apiserver etcd3.LeaseManagerConfig). */
export interface LeaseSharing {
  /** The most seconds that a lease lasts longer than is asked for, so that keys of this time can share it. */
  readonly reuseSeconds: number;
  /** The most keys of a lease. */
  readonly mostKeys: number;
}

/** Upstream's defaults. */
export const defaultLeaseSharing: LeaseSharing = { reuseSeconds: 60, mostKeys: 1000 };

/** A lease lasts at most this much longer than is asked for. */
const largestReuseShare = 0.05;

export interface LeaseManagerOptions extends LeaseSharing {
  /** Grants a lease of a number of seconds, and returns its ID. */
  readonly grant: (seconds: number) => Promise<bigint>;
  /** A clock in milliseconds that goes on evenly. */
  readonly now: () => number;
  /**
   * Called when a lease is granted, with the number of keys of the lease before it and the first key of this one, as
   * upstream counts them (etcd_lease_object_counts).
   */
  readonly leased?: ((keys: number) => void) | undefined;
}

interface Lease {
  readonly id: Promise<bigint>;
  readonly endsAt: number;
  keys: number;
}

/**
 * Hands out leases for keys that are to end after some time. Keys that are written one after the other share a lease,
 * which ends a little later than they would, since a lease is a write of etcd, too (etcd3.leaseManager).
 */
export class LeaseManager {
  readonly #options: LeaseManagerOptions;
  #last: Lease | undefined;

  constructor(options: LeaseManagerOptions) {
    this.#options = options;
  }

  /** Returns the ID of a lease that lasts at least a number of seconds. */
  async leaseFor(seconds: number): Promise<bigint> {
    const { grant, now, reuseSeconds, mostKeys, leased } = this.#options;
    const extra = Math.min(reuseSeconds, Math.trunc(largestReuseShare * seconds));
    const at = now();
    const last = this.#last;
    const lasts = (more: number): number => at + (seconds + more) * 1000;
    if (last !== undefined && lasts(0) < last.endsAt && lasts(extra) >= last.endsAt && last.keys < mostKeys) {
      last.keys++;
      return last.id;
    }
    const lease: Lease = { id: grant(seconds + extra), endsAt: lasts(extra), keys: 1 };
    this.#last = lease;
    lease.id.then(
      () => leased?.(1 + (last?.keys ?? 0)),
      () => {
        if (this.#last === lease) this.#last = undefined;
      },
    );
    return lease.id;
  }
}
