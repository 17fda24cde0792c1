import type { Random } from "../../apimachinery/random.ts";
import { AllocationError, type NodePorts, type PortAllocator } from "../../apis/core/service/allocation/allocators.ts";
import { formatPortRange, type PortRange } from "./service-ranges.ts";

const smallestStatic = 16;
const largestStatic = 128;

/** Returns how many ports are left to those who choose one, while there are others (KEP-3668). */
const reservedOf = (size: number): number =>
  size <= smallestStatic ? 0 : Math.min(Math.max(Math.floor(size / 32), smallestStatic), largestStatic);

/** The node ports of a range, and which of them are in use. */
export class NodePortAllocator implements PortAllocator {
  readonly #range: PortRange;
  readonly #random: Random;
  readonly #used = new Set<number>();

  constructor(range: PortRange, random: Random) {
    this.#range = range;
    this.#random = random;
  }

  has(port: number): boolean {
    return this.#used.has(port);
  }

  allocate(port: number): void {
    const offset = port - this.#range.first;
    if (offset < 0 || offset >= this.#range.size)
      throw new AllocationError(
        `provided port is not in the valid range. The range of valid ports is ${formatPortRange(this.#range)}`,
      );
    if (this.#used.has(port)) throw new AllocationError("provided port is already allocated");
    this.#used.add(port);
  }

  allocateNext(): number {
    const { first, size } = this.#range;
    const reserved = reservedOf(size);
    const port = this.#freeAmong(first + reserved, size - reserved) ?? this.#freeAmong(first, reserved);
    if (port === undefined) throw new AllocationError("range is full");
    this.#used.add(port);
    return port;
  }

  release(port: number): void {
    this.#used.delete(port);
  }

  inUse(): readonly number[] {
    return [...this.#used];
  }

  /** Replaces the ports in use. */
  reset(ports: Iterable<number>): void {
    this.#used.clear();
    for (const port of ports) this.#used.add(port);
  }

  #freeAmong(first: number, size: number): number | undefined {
    if (size <= 0) return undefined;
    const start = this.#random.int(size);
    for (let i = 0; i < size; i++) {
      const port = first + ((start + i) % size);
      if (!this.#used.has(port)) return port;
    }
    return undefined;
  }
}

/** Returns the ports of a server that alone writes its objects: what is in use need not be stored. */
export const ownNodePorts = (allocator: NodePortAllocator): NodePorts => ({
  async change(run) {
    const before = allocator.inUse();
    try {
      return run(allocator);
    } catch (error) {
      allocator.reset(before);
      throw error;
    }
  },
});
