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

/** Allocates node ports (portallocator.Interface). Failures are AllocationErrors. */
export interface PortAllocator {
  has(port: number): boolean;
  allocate(port: number): void;
  allocateNext(): number;
  release(port: number): void;
}

/** The allocators of a server: one by family, of which the first is the default, and one of node ports. */
export interface Allocators {
  readonly ips: ReadonlyMap<IpFamily, IpAllocator>;
  readonly defaultFamily: IpFamily;
  readonly nodePorts: PortAllocator;
}
