import type { KubeObject } from "../../../../apimachinery/meta.ts";
import type { IpFamily } from "../spec.ts";

/** An address or port that cannot be allocated, with the text of upstream's ipallocator or portallocator. */
export class AllocationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "AllocationError";
  }
}

/** Allocates the cluster IPs of one family (ipallocator.Interface). Failures are AllocationErrors. */
export interface IpAllocator {
  /** Allocates a given address for a service. */
  allocate(ip: string, service: KubeObject): Promise<void>;
  /** Allocates an address that is free. */
  allocateNext(service: KubeObject): Promise<string>;
  /** Releases an address; one that is not allocated is ignored. */
  release(ip: string): Promise<void>;
  /** Returns an allocator that only checks what does not change anything. */
  dryRun(): Pick<IpAllocator, "allocate" | "allocateNext">;
}

/** The node ports as one allocation sees and changes them (portallocator.Interface). Failures are AllocationErrors. */
export interface PortAllocator {
  has(port: number): boolean;
  allocate(port: number): void;
  allocateNext(): number;
  release(port: number): void;
  /** Returns the ports in use. */
  inUse(): readonly number[];
}

/** The node ports of a server, or of all servers of a database. */
export interface NodePorts {
  /**
   * Runs an allocation and resolves with its result once its changes are kept. It runs again if another server has
   * changed the ports. If it throws, nothing is changed.
   */
  change<T>(run: (ports: PortAllocator) => T): Promise<T>;
}

/** The allocators of a server: one by family, of which the first is the default, and one of node ports. */
export interface Allocators {
  readonly ips: ReadonlyMap<IpFamily, IpAllocator>;
  readonly defaultFamily: IpFamily;
  readonly nodePorts: NodePorts;
}
