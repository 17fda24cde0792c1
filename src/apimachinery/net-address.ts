import { ParseError } from "./parse-error.ts";
import { quoteGo } from "./go-strings.ts";

/** An IP address of 4 or 16 bytes, with the zone of an IPv6 address. */
export interface Address {
  readonly bytes: readonly number[];
  readonly zone: string;
}

/** An address and the length of its network prefix in bits. */
export interface Prefix {
  readonly address: Address;
  readonly bits: number;
}

/** Thrown for an invalid address, with the message of Go's net/netip. */
export class AddressError extends ParseError {
  constructor(message: string) {
    super(message);
    this.name = "AddressError";
  }
}

const problem = (text: string, message: string, at = ""): AddressError =>
  new AddressError(`ParseAddr(${quoteGo(text)}): ${message}${at === "" ? "" : ` (at ${quoteGo(at)})`}`);

const isDigit = (char: string): boolean => char >= "0" && char <= "9";

/** Parses the four bytes of `a.b.c.d`; errors quote the whole text. */
function parseFour(text: string, part: string): readonly number[] {
  const bytes: number[] = [];
  let field = "";
  for (let i = 0; i < part.length; i++) {
    const char = part.charAt(i);
    if (isDigit(char)) {
      if (field === "0") throw problem(text, "IPv4 field has octet with leading zero");
      field += char;
      if (Number(field) > 255) throw problem(text, "IPv4 field has value >255");
    } else if (char !== ".") {
      throw problem(text, "unexpected character", part.slice(i));
    } else {
      if (field === "" || i === part.length - 1)
        throw problem(text, "IPv4 field must have at least one digit", part.slice(i));
      if (bytes.length === 3) throw problem(text, "IPv4 address too long");
      bytes.push(Number(field));
      field = "";
    }
  }
  if (bytes.length < 3) throw problem(text, "IPv4 address too short");
  return [...bytes, Number(field)];
}

/** Parses the groups of an IPv6 address. */
class GroupReader {
  readonly #text: string;
  readonly #bytes: number[] = [];
  #rest: string;
  #ellipsis = -1;

  constructor(text: string, address: string) {
    this.#text = text;
    this.#rest = address;
  }

  read(): readonly number[] {
    if (this.#rest.startsWith("::")) {
      this.#ellipsis = 0;
      this.#rest = this.#rest.slice(2);
      if (this.#rest === "") return this.#expand();
    }
    while (this.#bytes.length < 16 && this.#group());
    if (this.#rest !== "") throw this.#problem("trailing garbage after address");
    return this.#expand();
  }

  #problem(message: string): AddressError {
    return problem(this.#text, message, this.#rest);
  }

  /** Parses a group and the colons after it; returns false at the end. */
  #group(): boolean {
    const digits = /^[0-9a-fA-F]*/.exec(this.#rest)?.[0] ?? "";
    if (digits.length > 4) throw this.#problem("each group must have 4 or less digits");
    if (digits === "") throw this.#problem("each colon-separated field must have at least one digit");
    if (this.#rest.charAt(digits.length) === ".") return this.#embedded();
    const group = parseInt(digits, 16);
    this.#bytes.push(group >> 8, group & 255);
    this.#rest = this.#rest.slice(digits.length);
    return this.#rest !== "" && this.#colons();
  }

  #embedded(): boolean {
    if (this.#ellipsis < 0 && this.#bytes.length !== 12)
      throw this.#problem("embedded IPv4 address must replace the final 2 fields of the address");
    if (this.#bytes.length > 12)
      throw this.#problem("too many hex fields to fit an embedded IPv4 at the end of the address");
    this.#bytes.push(...parseFour(this.#text, this.#rest));
    this.#rest = "";
    return false;
  }

  #colons(): boolean {
    if (!this.#rest.startsWith(":")) throw this.#problem("unexpected character, want colon");
    if (this.#rest.length === 1) throw this.#problem("colon must be followed by more characters");
    this.#rest = this.#rest.slice(1);
    if (!this.#rest.startsWith(":")) return true;
    if (this.#ellipsis >= 0) throw this.#problem("multiple :: in address");
    this.#ellipsis = this.#bytes.length;
    this.#rest = this.#rest.slice(1);
    return this.#rest !== "";
  }

  #expand(): readonly number[] {
    const missing = 16 - this.#bytes.length;
    if (missing === 0 && this.#ellipsis >= 0)
      throw problem(this.#text, "the :: must expand to at least one field of zeros");
    if (missing > 0 && this.#ellipsis < 0) throw problem(this.#text, "address string too short");
    const zeros = Array.from({ length: missing }, () => 0);
    return [
      ...this.#bytes.slice(0, Math.max(this.#ellipsis, 0)),
      ...zeros,
      ...this.#bytes.slice(Math.max(this.#ellipsis, 0)),
    ];
  }
}

function parseSixteen(text: string): Address {
  const percent = text.indexOf("%");
  const zone = percent < 0 ? "" : text.slice(percent + 1);
  if (percent >= 0 && zone === "") throw problem(text, "zone must be a non-empty string");
  return { bytes: new GroupReader(text, percent < 0 ? text : text.slice(0, percent)).read(), zone };
}

/** Parses an address (netip.ParseAddr). Throws AddressError. */
export function parseAddress(text: string): Address {
  const mark = /[.:%]/.exec(text)?.[0];
  if (mark === ".") return { bytes: parseFour(text, text), zone: "" };
  if (mark === ":") return parseSixteen(text);
  throw problem(text, mark === "%" ? "missing IPv6 address" : "unable to parse IP");
}

/** Parses `address/bits` (netip.ParsePrefix). Throws AddressError. */
export function parsePrefix(text: string): Prefix {
  const fail = (message: string): AddressError => new AddressError(`netip.ParsePrefix(${quoteGo(text)}): ${message}`);
  const slash = text.lastIndexOf("/");
  if (slash < 0) throw fail("no '/'");
  const address = prefixAddress(text.slice(0, slash), fail);
  if (address.zone !== "") throw fail("IPv6 zones cannot be present in a prefix");
  const bitsText = text.slice(slash + 1);
  if (!/^(?:\d|[1-9]\d{1,17})$/.test(bitsText)) throw fail(`bad bits after slash: ${quoteGo(bitsText)}`);
  const bits = Number(bitsText);
  if (bits > address.bytes.length * 8) throw fail("prefix length out of range");
  return { address, bits };
}

function prefixAddress(text: string, fail: (message: string) => AddressError): Address {
  try {
    return parseAddress(text);
  } catch (error) {
    if (error instanceof AddressError) throw fail(error.message);
    throw error;
  }
}

export const isFour = ({ bytes }: Address): boolean => bytes.length === 4;

/** Reports whether an address is an IPv4-mapped IPv6 address: `::ffff:1.2.3.4`. */
export const isFourInSix = ({ bytes }: Address): boolean =>
  bytes.length === 16 && bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255;

/** Returns the longest run of at least two zero groups. */
function longestZeros(groups: readonly number[]): readonly [start: number, end: number] {
  let best: readonly [number, number] = [-1, -1];
  for (let start = 0; start < groups.length; start++) {
    let end = start;
    while (groups[end] === 0) end++;
    if (end - start >= 2 && end - start > best[1] - best[0]) best = [start, end];
  }
  return best;
}

/** Formats an address as Go does; IPv6 in its shortest form. */
export function formatAddress({ bytes }: Address): string {
  if (bytes.length === 4) return bytes.join(".");
  const groups = Array.from({ length: 8 }, (_, i) => ((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0));
  const hex = groups.map((group) => group.toString(16));
  const [start, end] = longestZeros(groups);
  return start < 0 ? hex.join(":") : `${hex.slice(0, start).join(":")}::${hex.slice(end).join(":")}`;
}

export const formatPrefix = ({ address, bits }: Prefix): string => `${formatAddress(address)}/${bits}`;

/** Returns the prefix with all bits of the address beyond its length cleared. */
export function maskPrefix({ address, bits }: Prefix): Prefix {
  const bytes = address.bytes.map((byte, i) => byte & (0xff00 >> Math.min(Math.max(bits - 8 * i, 0), 8)) & 255);
  return { address: { bytes, zone: "" }, bits };
}

/** Reports whether the first `bits` bits of both addresses are equal. */
export function sharesBits(a: Address, b: Address, bits: number): boolean {
  if (a.bytes.length !== b.bytes.length) return false;
  return formatPrefix(maskPrefix({ address: a, bits })) === formatPrefix(maskPrefix({ address: b, bits }));
}
