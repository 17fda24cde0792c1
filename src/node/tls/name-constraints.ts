import { quoteGo } from "../../apimachinery/go-strings.ts";
import { childrenOf, contentsOf, type DerValue, hasTag, readValue } from "../../apimachinery/der.ts";
import { formatAddress } from "../../apimachinery/net-address.ts";
import { alternativeNames, extensionsOf, nameConstraints } from "./certificate-extensions.ts";

/** A kind of names, by its tag: what crypto/x509 calls it, and how it compares and prints. */
interface NameKind {
  readonly tag: number;
  readonly title: string;
  readonly isWithin: (name: Uint8Array, constraint: Uint8Array) => boolean;
  readonly print: (name: Uint8Array) => string;
  readonly printConstraint: (constraint: Uint8Array) => string;
}

const utf8 = new TextDecoder();
const textOf = (bytes: Uint8Array): string => utf8.decode(bytes);

function isBelow(name: Uint8Array, constraint: Uint8Array): boolean {
  const [host, domain] = [textOf(name).toLowerCase(), textOf(constraint).toLowerCase()];
  return domain === "" || host === domain || host.endsWith(domain.startsWith(".") ? domain : `.${domain}`);
}

const printAddress = (bytes: Uint8Array): string => formatAddress({ bytes: [...bytes], zone: "" });

/** An address and its mask, one behind the other. */
function inNetwork(address: Uint8Array, network: Uint8Array): boolean {
  const { length } = address;
  return (
    network.length === 2 * length &&
    address.every((byte, i) => ((byte ^ (network[i] ?? 0)) & (network[length + i] ?? 0)) === 0)
  );
}

function printNetwork(network: Uint8Array): string {
  const half = network.length / 2;
  const bits = network.subarray(half).reduce((sum, byte) => sum + byte.toString(2).replaceAll("0", "").length, 0);
  return `${printAddress(network.subarray(0, half))}/${bits}`;
}

/** In the order in which crypto/x509 looks at them. */
const kinds: readonly NameKind[] = [
  { tag: 0x87, title: "IP address", isWithin: inNetwork, print: printAddress, printConstraint: printNetwork },
  { tag: 0x82, title: "DNS name", isWithin: isBelow, print: textOf, printConstraint: textOf },
];

/** The names that an authority may sign for, and those that it may not. */
interface Constraints {
  readonly permitted: readonly DerValue[];
  readonly excluded: readonly DerValue[];
}

const membersOf = (bytes: Uint8Array | undefined): readonly DerValue[] => {
  const value = bytes && readValue(bytes);
  return value === undefined ? [] : childrenOf(value);
};

const valueOf = (certificate: Uint8Array, id: string): Uint8Array | undefined =>
  extensionsOf(certificate).find((one) => one.id === id)?.value;

function constraintsOf(certificate: Uint8Array): Constraints {
  const trees = membersOf(valueOf(certificate, nameConstraints));
  const namesOf = (tag: number): readonly DerValue[] =>
    trees
      .filter((one) => hasTag(one, tag))
      .flatMap((list) => childrenOf(list).flatMap((tree) => childrenOf(tree).slice(0, 1)));
  return { permitted: namesOf(0xa0), excluded: namesOf(0xa1) };
}

/**
 * Returns which name of the first certificate of a chain the authorities above it may not sign for, as Go tells
 * it; undefined if no host or address is refused.
 */
export function constraintProblem([leaf, ...issuers]: readonly Uint8Array[]): string | undefined {
  if (leaf === undefined) return undefined;
  const names = membersOf(valueOf(leaf, alternativeNames));
  return issuers
    .map(constraintsOf)
    .flatMap((constraints) =>
      kinds.flatMap((kind) => {
        const ofKind = names.filter((one) => hasTag(one, kind.tag));
        return ofKind.map((name) => problemOf(kind, contentsOf(name), constraints));
      }),
    )
    .find((problem) => problem !== undefined);
}

function problemOf(kind: NameKind, name: Uint8Array, constraints: Constraints): string | undefined {
  const { tag, title, isWithin, print, printConstraint } = kind;
  const ofKind = (list: readonly DerValue[]): readonly Uint8Array[] =>
    list.filter((one) => hasTag(one, tag)).map(contentsOf);
  const permitted = ofKind(constraints.permitted);
  const told = `${title} ${quoteGo(print(name))}`;
  if (permitted.length > 0 && !permitted.some((one) => isWithin(name, one)))
    return `${told} is not permitted by any constraint`;
  const excluded = ofKind(constraints.excluded).find((one) => isWithin(name, one));
  return excluded && `${told} is excluded by constraint ${quoteGo(printConstraint(excluded))}`;
}
