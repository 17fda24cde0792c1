import { formatAddress, isFourInSix, type Address } from "../../apimachinery/net-address.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Random } from "../../apimachinery/random.ts";
import { AllocationError, type IpAllocator } from "../../apis/core/service/allocation/allocators.ts";
import type { IpFamily } from "../../apis/core/service/spec.ts";
import { parseIpSloppy } from "../../apis/validation/addresses.ts";
import type { AddressBook } from "./address-book.ts";
import type { IpRange } from "./ip-range.ts";

/** A network of a ServiceCIDR. */
export interface ServiceNetwork {
  readonly range: IpRange;
  /** Whether addresses may be allocated from it. */
  readonly isReady: boolean;
}

/** The dependencies of an allocator. */
export interface IpAllocatorParts {
  readonly family: IpFamily;
  readonly book: AddressBook;
  readonly random: Random;
  /** Returns the networks of the family. */
  networks(): readonly ServiceNetwork[];
  /** Whether the networks are those of the flags, as in releases without ServiceCIDRs. */
  readonly isFixed: boolean;
}

/** Returns an address with an IPv4-mapped one in its IPv4 form, as Go's net.IP has it. */
export function parseClusterIp(ip: string): Address | undefined {
  const address = parseIpSloppy(ip);
  return address !== undefined && isFourInSix(address) ? { bytes: address.bytes.slice(12), zone: "" } : address;
}

const ownerOf = ({ metadata: { namespace = "", name = "" } }: KubeObject) => ({ namespace, name });

const notReady = (): AllocationError => new AllocationError("allocator not ready");
const notInRange = (ip: string, { range }: ServiceNetwork): AllocationError =>
  new AllocationError(`the provided IP (${ip}) is not in the valid range. The range of valid IPs is ${range.cidr}`);

/**
 * Allocates cluster IPs of a family from the networks of ServiceCIDRs (ipallocator.MetaAllocator). Networks may
 * overlap: an address is in use for all of them.
 */
export function createIpAllocator({ book, random, networks, isFixed }: IpAllocatorParts): IpAllocator {
  const usable = (): readonly ServiceNetwork[] => networks().filter(({ range }) => range.isUsable);
  return {
    async allocate(ip, service) {
      const address = parseClusterIp(ip);
      const found = address && usable().find(({ range, isReady }) => isReady && range.contains(address));
      const [first] = usable();
      if (found === undefined || address === undefined)
        throw isFixed && first !== undefined
          ? notInRange(ip, first)
          : new AllocationError("the provided network does not match the current range");
      if (!(await book.add(formatAddress(address), ownerOf(service))))
        throw new AllocationError("provided IP is already allocated");
    },
    async allocateNext(service) {
      for (const { range, isReady } of usable()) {
        if (!isReady) continue;
        for (const ip of range.candidates(random))
          if (!book.has(ip) && (await book.add(ip, ownerOf(service)))) return ip;
      }
      throw new AllocationError("range is full");
    },
    async release(ip) {
      const address = parseClusterIp(ip);
      if (address !== undefined && usable().some(({ range }) => range.contains(address)))
        await book.remove(formatAddress(address));
    },
    /** A dry run looks at one network only, and neither finds a free address nor whether one is in use. */
    dryRun() {
      const network = (): ServiceNetwork => {
        const [first] = usable();
        if (first?.isReady !== true) throw notReady();
        return first;
      };
      return {
        async allocate(ip) {
          const first = network();
          const address = parseClusterIp(ip);
          if (address === undefined || !first.range.contains(address)) throw notInRange(ip, first);
        },
        allocateNext: async () => network().range.networkAddress,
      };
    },
  };
}
