import {
  childrenOf,
  contentsOf,
  hasTag,
  identifierOf,
  readValue,
  tags,
  type DerValue,
} from "../../apimachinery/der.ts";

/** The object identifiers of extensions about names. */
export const alternativeNames = "2.5.29.17";
export const nameConstraints = "2.5.29.30";

/** An extension of a certificate, whose value is in DER. */
export interface Extension {
  readonly id: string;
  readonly critical: boolean;
  readonly value: Uint8Array;
}

/** Returns the extensions of a certificate in DER; none if it is malformed. */
export function extensionsOf(raw: Uint8Array): readonly Extension[] {
  const [signed] = childrenOfValue(readValue(raw));
  const list = childrenOfValue(signed).find((member) => hasTag(member, 0xa3));
  return childrenOfValue(list)
    .flatMap((extensions) => childrenOf(extensions))
    .map((extension) => {
      const members = childrenOf(extension);
      const [id, critical] = members;
      const value = members.at(-1);
      return {
        id: hasTag(id, tags.objectIdentifier) ? identifierOf(id) : "",
        critical: hasTag(critical, tags.boolean) && contentsOf(critical)[0] !== 0,
        value: value === undefined ? new Uint8Array(0) : contentsOf(value),
      };
    });
}

const childrenOfValue = (value: DerValue | undefined): readonly DerValue[] =>
  value === undefined ? [] : childrenOf(value);

/** The kinds of names that crypto/x509 reads: of mails, hosts, URIs and addresses. */
const knownNames = [0x81, 0x82, 0x86, 0x87];
const isKnown = (name: DerValue | undefined): boolean => knownNames.some((tag) => hasTag(name, tag));

/**
 * Whether an extension that must be understood has constraints on names of another kind, or alternative names of other
 * kinds alone: crypto/x509 refuses certificates with those, and OpenSSL does not.
 */
export function hasUnknownNames({ id, critical, value }: Extension): boolean {
  if (!critical) return false;
  if (id === alternativeNames) return !childrenOfValue(readValue(value)).some(isKnown);
  if (id !== nameConstraints) return false;
  const trees = childrenOfValue(readValue(value)).flatMap((list) => childrenOf(list));
  return !trees.every((tree) => isKnown(childrenOf(tree)[0]));
}
