import { AllocationError, type PortAllocator } from "./allocators.ts";

/** The first port that a dry run pretends to allocate. */
const firstPretended = 32_769;

/** The node ports that a write has allocated, and those that it gives up. */
export interface HeldPorts {
  readonly allocated: readonly number[];
  readonly released: readonly number[];
}

export const noPorts: HeldPorts = { allocated: [], released: [] };

/**
 * The node ports of one write (portallocator.PortAllocationOperation): it is better to lose a port than to give it
 * away twice, so ports are allocated at once and released at the end.
 */
export class PortOperation {
  readonly #allocator: PortAllocator;
  readonly #dryRun: boolean;
  readonly #allocated = new Set<number>();
  /** The last port that a dry run may have pretended to allocate. */
  #highest = firstPretended - 1;
  readonly #toRelease: number[] = [];

  /** What it has allocated, and what is to be released when the write is stored; nothing for a dry run. */
  get held(): HeldPorts {
    return this.#dryRun ? noPorts : { allocated: [...this.#allocated], released: this.#toRelease };
  }

  constructor(allocator: PortAllocator, dryRun: boolean) {
    this.#allocator = allocator;
    this.#dryRun = dryRun;
  }

  allocate(port: number): void {
    if (!this.#dryRun) this.#allocator.allocate(port);
    else if (this.#allocator.has(port) || this.#allocated.has(port))
      throw new AllocationError("provided port is already allocated");
    this.#add(port);
  }

  /** Allocates any port. A dry run returns one that may be in use, the next one as an int32. */
  allocateNext(): number {
    const port = this.#dryRun ? (this.#highest + 1) | 0 : this.#allocator.allocateNext();
    this.#add(port);
    return port;
  }

  #add(port: number): void {
    this.#allocated.add(port);
    this.#highest = Math.max(this.#highest, port);
  }

  /** Releases a port once the write is stored. */
  releaseLater(port: number): void {
    this.#toRelease.push(port);
  }
}
