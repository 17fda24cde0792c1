import {
  formatAddress,
  isFour,
  maskPrefix,
  parsePrefix,
  sharesBits,
  type Address,
  type Prefix,
} from "../../apimachinery/net-address.ts";
import type { Random } from "../../apimachinery/random.ts";

const smallestStatic = 16n;
const largestStatic = 256n;

/** IPv6 networks of shorter prefixes have no allocator. */
const shortestIpv6Prefix = 64;

const toNumber = ({ bytes }: Address): bigint => bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);

/** The addresses of a network that Services get: not that of the network, and in IPv4 not the broadcast address. */
export class IpRange {
  readonly cidr: string;
  readonly isIpv6: boolean;
  readonly #prefix: Prefix;
  readonly #first: bigint;
  readonly #last: bigint;
  /** The number of addresses at the beginning that are left to those who choose one, while there are others. */
  readonly #reserved: bigint;

  constructor(cidr: string) {
    this.cidr = cidr;
    this.#prefix = maskPrefix(parsePrefix(cidr));
    const { address, bits } = this.#prefix;
    this.isIpv6 = !isFour(address);
    const total = 1n << BigInt(address.bytes.length * 8 - bits);
    const network = toNumber(address);
    this.#first = network + 1n;
    this.#last = network + total - (this.isIpv6 ? 1n : 2n);
    this.#reserved = reservedOf(total);
  }

  /** Whether addresses may be allocated from it. */
  get isUsable(): boolean {
    return !this.isIpv6 || this.#prefix.bits >= shortestIpv6Prefix;
  }

  /** The address of the network itself. */
  get networkAddress(): string {
    return formatAddress(this.#prefix.address);
  }

  /** The first address that can be allocated. */
  get firstAddress(): string {
    return this.#format(this.#first);
  }

  /** Reports whether an address can be allocated from the network (PrefixContainsIP). */
  contains(address: Address): boolean {
    if (!sharesBits(address, this.#prefix.address, this.#prefix.bits)) return false;
    const number = toNumber(address);
    return number >= this.#first && number <= this.#last;
  }

  /**
   * Yields all addresses, each once: those that are not reserved from a random one on, then the reserved ones
   * (allocateNextService).
   */
  *candidates(random: Random): Generator<string> {
    const dynamic = this.#first + this.#reserved;
    yield* this.#around(dynamic, this.#last, random);
    yield* this.#around(this.#first, dynamic - 1n, random);
  }

  *#around(first: bigint, last: bigint, random: Random): Generator<string> {
    const size = last - first + 1n;
    if (size <= 0n) return;
    const start = randomBelow(size, random);
    for (let i = 0n; i < size; i++) yield this.#format(first + ((start + i) % size));
  }

  #format(number: bigint): string {
    const { length } = this.#prefix.address.bytes;
    const bytes = Array.from({ length }, (_, i) => Number((number >> BigInt(8 * (length - 1 - i))) & 255n));
    return formatAddress({ bytes, zone: "" });
  }
}

/** A sixteenth of the network, between 16 and 256 addresses; none of a network of 16 (KEP-3070). */
function reservedOf(total: bigint): bigint {
  if (total <= smallestStatic) return 0n;
  const share = total / 16n;
  if (share < smallestStatic) return smallestStatic;
  return share > largestStatic ? largestStatic : share;
}

const wordBits = 30n;
const word = 1 << 30;

/** Returns a random number from 0 (inclusive) to `limit` (exclusive). */
function randomBelow(limit: bigint, random: Random): bigint {
  if (limit <= BigInt(word)) return BigInt(random.int(Number(limit)));
  let number = 0n;
  for (let rest = limit; rest > 0n; rest >>= wordBits) number = (number << wordBits) | BigInt(random.int(word));
  return number % limit;
}
