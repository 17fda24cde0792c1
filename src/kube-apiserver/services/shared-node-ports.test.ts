import { expect, test } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { loadBuiltinTypes } from "../../apiserver/schema/builtin/builtin-types.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { createStorage } from "../../apiserver/storage/cacher/create-storage.ts";
import { createStore } from "../../apiserver/storage/mvcc/store.ts";
import type { PortAllocator } from "../../apis/core/service/allocation/allocators.ts";
import { storageRoot } from "../../apiserver/registry/keys.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createStorageCodec } from "../storage/stored-objects.ts";
import { nodePortsKey, rangeAllocations } from "./range-allocations.ts";
import { repairPorts, sharedNodePorts } from "./shared-node-ports.ts";

const range = { first: 30_000, size: 40 };

/** Opens the ports of two servers over one storage. */
async function open() {
  const store = await createStore({ backend: createMemoryBackend(), clock: new FakeClock() });
  const codec = createStorageCodec(rangeAllocations, await loadBuiltinTypes());
  const storage = createStorage({ store, codec, prefix: storageRoot(rangeAllocations) });
  const ports = () => sharedNodePorts({ storage, range, random: createSystemRandom() });
  return { storage, one: ports(), other: ports() };
}

const service = (nodePort: number): KubeObject =>
  ({ metadata: { name: "a" }, spec: { type: "NodePort", ports: [{ port: 80, nodePort }] } }) as KubeObject;

const inUse = (ports: PortAllocator): readonly number[] => [...ports.inUse()].sort((one, other) => one - other);

test("are stored as Kubernetes stores them, for all servers", async () => {
  const { storage, one, other } = await open();
  await one.change((ports) => [30_000, 30_001, 30_012].forEach((port) => ports.allocate(port)));
  const stored = await storage.get(nodePortsKey, "");
  expect(stored?.object).toMatchObject({ range: "30000-30039", data: Buffer.from([0x10, 0x03]).toString("base64") });
  expect(await other.change(inUse)).toEqual([30_000, 30_001, 30_012]);
  await expect(other.change((ports) => ports.allocate(30_001))).rejects.toThrow("provided port is already allocated");
  await other.change((ports) => ports.release(30_012));
  expect(await one.change(inUse)).toEqual([30_000, 30_001]);
});

test("are given once, though servers allocate at the same time", async () => {
  const { one, other } = await open();
  const given = await Promise.all(
    Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? one : other).change((ports) => ports.allocateNext())),
  );
  expect(new Set(given).size).toBe(40);
  await expect(one.change((ports) => ports.allocateNext())).rejects.toThrow("range is full");
});

test("are not changed by an allocation that fails", async () => {
  const { one } = await open();
  const failing = one.change((ports) => {
    ports.allocate(30_005);
    ports.allocate(29_000);
  });
  await expect(failing).rejects.toThrow("provided port is not in the valid range");
  expect(await one.change(inUse)).toEqual([]);
});

test("that Services have are in use, and others are free after some repairs", async () => {
  const { one } = await open();
  await one.change((ports) => ports.allocate(30_007));
  const found = new Map<number, number>();
  const repair = () => repairPorts(one, () => [service(30_003), service(20)], found);
  for (let times = 0; times < 3; times++) await repair();
  expect(await one.change(inUse)).toEqual([30_003, 30_007]);
  await repair();
  expect(await one.change(inUse)).toEqual([30_003]);
});

test("that are found again with a Service stay in use", async () => {
  const { one } = await open();
  await one.change((ports) => ports.allocate(30_007));
  const found = new Map<number, number>();
  for (let times = 0; times < 3; times++) await repairPorts(one, () => [], found);
  await repairPorts(one, () => [service(30_007)], found);
  await repairPorts(one, () => [], found);
  expect(await one.change(inUse)).toEqual([30_007]);
});
