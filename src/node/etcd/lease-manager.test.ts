import { expect, it } from "vitest";
import { defaultLeaseSharing, LeaseManager } from "./lease-manager.ts";

/** A manager whose leases are granted at once, or fail once. */
function managerOf(sharing = defaultLeaseSharing) {
  const state = { now: 0, granted: [] as number[], fails: false, counts: [] as number[] };
  const manager = new LeaseManager({
    ...sharing,
    now: () => state.now,
    leased: (keys) => state.counts.push(keys),
    grant: async (seconds) => {
      if (state.fails) throw new Error("etcd is away");
      return BigInt(state.granted.push(seconds));
    },
  });
  return { state, manager };
}

it("shares a lease among keys for a minute, and no longer", async () => {
  const { state, manager } = managerOf();
  expect(await manager.leaseFor(3600)).toBe(1n);
  state.now = 59_000;
  expect(await manager.leaseFor(3600)).toBe(1n);
  state.now = 60_000;
  expect(await manager.leaseFor(3600)).toBe(2n);
  expect(state.granted).toEqual([3660, 3660]);
});

it("shares no lease that lasts too short or much too long", async () => {
  const { state, manager } = managerOf();
  await manager.leaseFor(3600);
  expect(await manager.leaseFor(60)).toBe(2n);
  expect(await manager.leaseFor(3600)).toBe(3n);
  expect(state.granted).toEqual([3660, 63, 3660]);
});

it("has a lease for each key that is to end within seconds", async () => {
  const { state, manager } = managerOf();
  expect([await manager.leaseFor(15), await manager.leaseFor(15)]).toEqual([1n, 2n]);
  expect(state.granted).toEqual([15, 15]);
});

it("attaches only so many keys to a lease", async () => {
  const { state, manager } = managerOf({ reuseSeconds: 60, mostKeys: 2 });
  const leases = [await manager.leaseFor(3600), await manager.leaseFor(3600), await manager.leaseFor(3600)];
  expect(leases).toEqual([1n, 1n, 2n]);
  expect(state.counts).toEqual([1, 3]);
});

it("asks again after a lease could not be granted", async () => {
  const { state, manager } = managerOf();
  state.fails = true;
  await expect(manager.leaseFor(3600)).rejects.toThrow("etcd is away");
  state.fails = false;
  expect(await manager.leaseFor(3600)).toBe(1n);
});
