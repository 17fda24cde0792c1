import type { KubeObject } from "../../apimachinery/meta.ts";
import { base64OfBytes, bytesOfBase64 } from "../../apimachinery/base64.ts";
import type { Random } from "../../apimachinery/random.ts";
import type { Storage } from "../../apiserver/storage/interface.ts";
import { AllocationError, type NodePorts, type PortAllocator } from "../../apis/core/service/allocation/allocators.ts";
import { heldPorts } from "../../apis/core/service/allocation/node-ports.ts";
import { specOf } from "../../apis/core/service/spec.ts";
import { NodePortAllocator } from "./node-port-allocator.ts";
import { nodePortsKey } from "./range-allocations.ts";
import { formatPortRange, type PortRange } from "./service-ranges.ts";

/** How often a port that no Service has is found before it is free, since its Service may be on its way. */
const repairsBeforeRelease = 3;

/** The dependencies of the node ports that several servers share. */
export interface SharedPortParts {
  readonly storage: Pick<Storage<KubeObject>, "guaranteedUpdate">;
  readonly range: PortRange;
  readonly random: Random;
}

/** Returns the node ports of all servers of a database, as core/v1 RangeAllocation (allocator/storage). */
export const sharedNodePorts = ({ storage, range, random }: SharedPortParts): NodePorts => ({
  async change<T>(run: (ports: PortAllocator) => T): Promise<T> {
    let result: { readonly value: T } | undefined;
    await storage.guaranteedUpdate(nodePortsKey, { ignoreNotFound: true }, (live) => {
      const allocator = new NodePortAllocator(range, random);
      allocator.reset(live === undefined ? [] : portsOf(live.object, range));
      result = { value: run(allocator) };
      return allocationOf(live?.object, range, allocator.inUse());
    });
    if (result === undefined) throw new Error("the node ports were not read");
    return result.value;
  },
});

/** The bit of a port is that of its offset in the range; the first byte has the highest bits (math/big Int.Bytes). */
function portsOf(allocation: KubeObject, { first, size }: PortRange): readonly number[] {
  const { range, data } = allocation as Allocation; // of this storage
  const bytes = bytesOfBase64(data ?? "");
  const start = Number(/^\d+/.exec(range ?? "")?.[0] ?? first);
  const ports: number[] = [];
  for (let offset = 0; offset < bytes.length * 8; offset++) {
    const byte = bytes[bytes.length - 1 - (offset >> 3)] ?? 0;
    const port = start + offset;
    if ((byte & (1 << (offset & 7))) !== 0 && port >= first && port < first + size) ports.push(port);
  }
  return ports;
}

interface Allocation extends KubeObject {
  readonly range?: string;
  readonly data?: string;
}

function allocationOf(live: KubeObject | undefined, range: PortRange, ports: readonly number[]): Allocation {
  const highest = Math.max(-1, ...ports.map((port) => port - range.first));
  const bytes = new Uint8Array((highest >> 3) + 1);
  for (const port of ports) {
    const offset = port - range.first;
    const at = bytes.length - 1 - (offset >> 3);
    bytes[at] = (bytes[at] ?? 0) | (1 << (offset & 7));
  }
  return { metadata: {}, ...live, range: formatPortRange(range), data: base64OfBytes(bytes) };
}

/**
 * Repairs the node ports once: ports of Services are in use, and those that no Service has are free after they were
 * found several times (portallocator/controller). `found` says how often, and is changed.
 */
export async function repairPorts(
  ports: NodePorts,
  services: () => readonly KubeObject[],
  found: Map<number, number>,
): Promise<void> {
  const lost = await ports.change((all) => {
    const held = new Set(services().flatMap((service) => heldPorts(specOf(service))));
    for (const port of held) if (!all.has(port)) allocateInRange(all, port);
    const unheld = all.inUse().filter((port) => !held.has(port));
    for (const port of unheld) if ((found.get(port) ?? 0) >= repairsBeforeRelease) all.release(port);
    return unheld.filter((port) => all.has(port));
  });
  const before = new Map(found);
  found.clear();
  for (const port of lost) found.set(port, (before.get(port) ?? 0) + 1);
}

/** A Service may have a port from before the range was another one. */
function allocateInRange(ports: PortAllocator, port: number): void {
  try {
    ports.allocate(port);
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
  }
}
