import { quoteGo } from "../../apimachinery/go-strings.ts";
import { global, member, type FunctionDecl, type Implementation } from "../env/declarations.ts";
import type { Library } from "../env/library.ts";
import { containsCidrCosts, containsIpCosts, ipCosts } from "../cost/network-costs.ts";
import { traversalCosts } from "../cost/string-costs.ts";
import { unitCosts } from "../cost/unit-costs.ts";
import { boolType, intType, opaqueOf, stringType } from "../types/type.ts";
import { EvalError, noSuchOverload } from "../values/eval-error.ts";
import { spendText } from "../values/effort.ts";
import { OpaqueValue, type Value } from "../values/value.ts";
import {
  AddressError,
  formatAddress,
  formatPrefix,
  isFour,
  isFourInSix,
  maskPrefix,
  parseAddress,
  parsePrefix,
  sharesBits,
  type Address,
  type Prefix,
} from "../../apimachinery/net-address.ts";
import {
  isGlobalUnicast,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopback,
  isUnspecified,
} from "../../apimachinery/net-address-kinds.ts";
import { ofString, orError } from "./typed.ts";

export const ipType = opaqueOf("net.IP");
export const cidrType = opaqueOf("net.CIDR");

export class IpValue extends OpaqueValue {
  readonly address: Address;
  constructor(address: Address) {
    super();
    this.address = address;
  }
  override readonly type = ipType;
  override readonly goName = "cel.IP";
  override get size(): number {
    return this.address.bytes.length;
  }
  override readonly convertsToString = true;
  override get unconvertible(): string {
    return `(netip.Addr)${this}`;
  }
  override get comparesAtUnitCost(): boolean {
    return true;
  }
  override toString(): string {
    return formatAddress(this.address);
  }
  override equals(other: Value): Value {
    return other instanceof IpValue ? this.toString() === other.toString() : this.mismatch(other);
  }
}

export class CidrValue extends OpaqueValue {
  readonly prefix: Prefix;
  constructor(prefix: Prefix) {
    super();
    this.prefix = prefix;
  }
  override readonly type = cidrType;
  override readonly goName = "cel.CIDR";
  override get size(): number {
    return Math.ceil(this.prefix.bits / 8);
  }
  override readonly convertsToString = true;
  override get unconvertible(): string {
    return `(netip.Prefix)${this}`;
  }
  override get comparesAtUnitCost(): boolean {
    return true;
  }
  override toString(): string {
    return formatPrefix(this.prefix);
  }
  override equals(other: Value): Value {
    return other instanceof CidrValue ? this.toString() === other.toString() : this.mismatch(other);
  }
}

const mapped = (text: string): AddressError =>
  new AddressError(`IPv4-mapped IPv6 address ${quoteGo(text)} is not allowed`);

/** Runs a parser and prefixes the message of its error. */
function parsing<T>(intro: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof AddressError) throw new AddressError(`${intro}: ${error.message}`);
    throw error;
  }
}

function parseIp(text: string): Address {
  const address = parsing(`IP Address ${quoteGo(text)} parse error during conversion from string`, () =>
    parseAddress(text),
  );
  if (address.zone !== "") throw new AddressError(`IP address ${quoteGo(text)} with zone value is not allowed`);
  if (isFourInSix(address)) throw mapped(text);
  return address;
}

const cidrIntro = "network address parse error during conversion from string";

function parseCidr(text: string): Prefix {
  const prefix = parsing(cidrIntro, () => parsePrefix(text));
  if (isFourInSix(prefix.address)) throw mapped(text);
  return prefix;
}

const toIp = (text: string): Value => orError(() => new IpValue(parseIp(text)), AddressError);
const toCidr = (text: string): Value =>
  orError(() => new CidrValue(parsing(cidrIntro, () => parseCidr(text))), AddressError);
const isGood = (value: Value): boolean => !(value instanceof EvalError);

const ofIp =
  (run: (address: Address) => Value): Implementation =>
  (a) =>
    a instanceof IpValue ? run(a.address) : noSuchOverload;
const ofCidr =
  (run: (prefix: Prefix) => Value): Implementation =>
  (a) =>
    a instanceof CidrValue ? run(a.prefix) : noSuchOverload;

const test = (name: string, id: string, holds: (ip: Address) => boolean): FunctionDecl => ({
  name,
  overloads: [member(id, [ipType], boolType, ofIp(holds))],
  costs: unitCosts,
});

function isCanonical(text: string): Value {
  const ip = toIp(text);
  return ip instanceof IpValue ? ip.toString() === text : ip;
}

/** The library of IP addresses. */
export const ipLibrary: Library = {
  name: "kubernetes.net.ip",
  types: [["net.IP", ipType]],
  // oxfmt-ignore
  functions: [
    { name: "ip", overloads: [global("string_to_ip", [stringType], ipType, ofString(toIp))], costs: ipCosts },
    { name: "family", overloads: [member("ip_family", [ipType], intType, ofIp((ip) => (isFour(ip) ? 4 : 6)))], costs: unitCosts },
    { name: "ip.isCanonical", overloads: [global("ip_is_canonical", [stringType], boolType, ofString(isCanonical))], costs: traversalCosts(2) },
    test("isUnspecified", "ip_is_unspecified", isUnspecified),
    test("isLoopback", "ip_is_loopback", isLoopback),
    test("isLinkLocalMulticast", "ip_is_link_local_multicast", isLinkLocalMulticast),
    test("isLinkLocalUnicast", "ip_is_link_local_unicast", isLinkLocalUnicast),
    test("isGlobalUnicast", "ip_is_global_unicast", isGlobalUnicast),
    { name: "isIP", overloads: [global("is_ip", [stringType], boolType, ofString((text) => isGood(toIp(text))))], costs: traversalCosts() },
    { name: "string", overloads: [global("ip_to_string", [ipType], stringType, ofIp(formatAddress))] },
  ],
};

const containsIp: Implementation = (a, b) => {
  if (!(a instanceof CidrValue) || !(b instanceof IpValue)) return noSuchOverload;
  return sharesBits(a.prefix.address, b.address, a.prefix.bits);
};

const containsCidr: Implementation = (a, b) => {
  if (!(a instanceof CidrValue)) return noSuchOverload;
  if (!(b instanceof CidrValue)) return b instanceof EvalError ? b : noSuchOverload;
  return (
    sharesBits(a.prefix.address, b.prefix.address, Math.min(a.prefix.bits, b.prefix.bits)) &&
    a.prefix.bits <= b.prefix.bits
  );
};

const withParsed =
  (run: Implementation, parse: (text: string) => Value): Implementation =>
  (a, b, c, d, effort) => {
    if (typeof b !== "string") return noSuchOverload;
    spendText(effort, b);
    return run(a, parse(b), c, d, effort);
  };

/** The library of networks in CIDR notation. */
export const cidrLibrary: Library = {
  name: "kubernetes.net.cidr",
  types: [["net.CIDR", cidrType]],
  // oxfmt-ignore
  functions: [
    { name: "cidr", overloads: [global("string_to_cidr", [stringType], cidrType, ofString(toCidr))], costs: traversalCosts() },
    {
      name: "containsIP",
      overloads: [
        member("cidr_contains_ip_string", [cidrType, stringType], boolType, withParsed(containsIp, toIp)),
        member("cidr_contains_ip_ip", [cidrType, ipType], boolType, containsIp),
      ],
      costs: containsIpCosts,
    },
    {
      name: "containsCIDR",
      overloads: [
        member("cidr_contains_cidr_string", [cidrType, stringType], boolType, withParsed(containsCidr, toCidr)),
        member("cidr_contains_cidr", [cidrType, cidrType], boolType, containsCidr),
      ],
      costs: containsCidrCosts,
    },
    { name: "ip", overloads: [member("cidr_ip", [cidrType], ipType, ofCidr(({ address }) => new IpValue(address)))], costs: ipCosts },
    { name: "prefixLength", overloads: [member("cidr_prefix_length", [cidrType], intType, ofCidr(({ bits }) => bits))], costs: unitCosts },
    { name: "masked", overloads: [member("cidr_masked", [cidrType], cidrType, ofCidr((prefix) => new CidrValue(maskPrefix(prefix))))], costs: unitCosts },
    { name: "isCIDR", overloads: [global("is_cidr", [stringType], boolType, ofString((text) => isGood(toCidr(text))))], costs: traversalCosts() },
    { name: "string", overloads: [global("cidr_to_string", [cidrType], stringType, ofCidr(formatPrefix))] },
  ],
};
