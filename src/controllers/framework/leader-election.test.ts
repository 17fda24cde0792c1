import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { newAlreadyExists, newConflict, newNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { electLeader, type LeaderElectionOptions } from "./leader-election.ts";

const resource = { group: "coordination.k8s.io", resource: "leases" };

/** A Lease that several candidates read and write, as an API server keeps it. */
class SharedLease {
  lease: KubeObject | undefined;
  #revision = 0;

  /** A client that fails while `isCut` says so. */
  client(isCut: () => boolean): LeaderElectionOptions["client"] {
    const demandWay = (): void => {
      if (isCut()) throw new Error("cut off");
    };
    // stored objects have the type that was written
    const stored = <T extends KubeObject>(object: KubeObject): T => structuredClone(object) as T;
    return {
      get: async <T extends KubeObject>() => {
        demandWay();
        if (this.lease === undefined) throw newNotFound(resource, "a");
        return stored<T>(this.lease);
      },
      create: async <T extends KubeObject>(_: unknown, object: T) => {
        demandWay();
        if (this.lease !== undefined) throw newAlreadyExists(resource, "a");
        return this.#write(object);
      },
      update: async <T extends KubeObject>(_: unknown, object: T) => {
        demandWay();
        if (object.metadata.resourceVersion !== this.lease?.metadata.resourceVersion)
          throw newConflict(resource, "a", "it was changed");
        return this.#write(object);
      },
    };
  }

  #write<T extends KubeObject>(object: T): T {
    const metadata = { ...object.metadata, resourceVersion: String(++this.#revision) };
    this.lease = { ...object, metadata };
    return structuredClone({ ...object, metadata });
  }
}

/** Candidates `a` and `b`; `leading` says who leads, in the order in which they began. */
function candidates() {
  const clock = new FakeClock();
  const shared = new SharedLease();
  const leading: string[] = [];
  const cut = new Set<string>();
  const start = (identity: string) =>
    electLeader({
      client: shared.client(() => cut.has(identity)),
      clock,
      name: "a",
      identity,
      lead() {
        leading.push(identity);
        return () => void leading.splice(leading.indexOf(identity), 1);
      },
    });
  const pass = async (seconds: number): Promise<void> => {
    for (let at = 0; at < seconds * 2; at++) {
      await setImmediate();
      clock.advance(500);
      await setImmediate();
      expect(leading.length).toBeLessThan(2);
    }
  };
  return { start, pass, leading, cut, spec: () => shared.lease?.["spec"] };
}

test("one leads, as long as it renews", async () => {
  const { start, pass, leading, spec } = candidates();
  start("a");
  await pass(3);
  start("b");
  await pass(60);
  expect(leading).toEqual(["a"]);
  expect(spec()).toMatchObject({ holderIdentity: "a", leaseDurationSeconds: 15, leaseTransitions: 0 });
});

test("a leader that cannot renew ends before another one leads", async () => {
  const { start, pass, leading, cut, spec } = candidates();
  start("a");
  await pass(3);
  start("b");
  await pass(3);
  cut.add("a");
  await pass(8);
  expect(leading).toEqual(["a"]);
  await pass(4);
  expect(leading).toEqual([]);
  await pass(8);
  expect(leading).toEqual(["b"]);
  expect(spec()).toMatchObject({ holderIdentity: "b", leaseTransitions: 1 });
  cut.clear();
  await pass(60);
  expect(leading).toEqual(["b"]);
});

test("a leader that is closed gives the Lease up at once", async () => {
  const { start, pass, leading, spec } = candidates();
  const close = start("a");
  await pass(3);
  start("b");
  await pass(3);
  await close();
  expect(leading).toEqual([]);
  expect(spec()).toMatchObject({ holderIdentity: "", leaseDurationSeconds: 1 });
  await pass(3);
  expect(leading).toEqual(["b"]);
});

test("of two that begin at once, one leads", async () => {
  const { start, pass, leading } = candidates();
  start("a");
  start("b");
  await pass(30);
  expect(leading).toHaveLength(1);
});
