import { der, derBits, derIdentifier, derInteger, derSequence, derTrue } from "../../apimachinery/der-writer.ts";
import { parseAddress } from "../../apimachinery/net-address.ts";
import { type CertificateExtension, extensionIds } from "../../apis/certificates/x509/certificate-writer.ts";
import { attributeId, type SubjectPart } from "./subject.ts";

/** A configuration of OpenSSL: sections with their values, in order. */
export type Configuration = ReadonlyMap<string, readonly (readonly [name: string, value: string])[]>;

/** Reads a configuration; what stands before the first section is of `default`. */
export function parseConfiguration(text: string): Configuration {
  const sections = new Map<string, (readonly [string, string])[]>();
  let section: (readonly [string, string])[] = [];
  sections.set("default", section);
  for (const line of text.split("\n")) {
    const written = line.replace(/#.*/, "").trim();
    const equals = written.indexOf("=");
    if (written.startsWith("[") && written.endsWith("]")) {
      const name = written.slice(1, -1).trim();
      section = sections.get(name) ?? [];
      sections.set(name, section);
    } else if (equals > 0) section.push([written.slice(0, equals).trimEnd(), written.slice(equals + 1).trimStart()]);
  }
  return sections;
}

/** Returns the value of a name in a section; undefined if it has none. */
export const valueIn = (configuration: Configuration, section: string, name: string): string | undefined =>
  configuration.get(section)?.findLast(([key]) => key === name)?.[1];

/** Returns the subject that a section names, member by member; `0.CN` and `CN` are the same. */
export const subjectIn = (configuration: Configuration, section: string): readonly SubjectPart[] =>
  (configuration.get(section) ?? []).flatMap(([name, value]) => {
    const id = attributeId(name.replace(/^\d+\./, ""));
    return id === undefined || value === "" ? [] : [[id, value] as const];
  });

/** What extensions tell of the keys of a certificate and of its issuer. */
export interface ExtensionKeys {
  readonly subjectKey: Uint8Array;
  readonly issuerKey: Uint8Array;
}

/** The bits of a key usage, by their names in a configuration. */
const usageBits = [
  "digitalSignature",
  "nonRepudiation",
  "keyEncipherment",
  "dataEncipherment",
  "keyAgreement",
  "keyCertSign",
  "cRLSign",
];
const extendedUsages: Readonly<Record<string, string>> = {
  serverAuth: "1.3.6.1.5.5.7.3.1",
  clientAuth: "1.3.6.1.5.5.7.3.2",
  codeSigning: "1.3.6.1.5.5.7.3.3",
  emailProtection: "1.3.6.1.5.5.7.3.4",
};

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Returns the extensions of a section. Throws an Error for a value that cannot be written. */
export const extensionsIn = (
  configuration: Configuration,
  section: string,
  keys: ExtensionKeys,
): readonly CertificateExtension[] => {
  const values = configuration.get(section);
  if (values === undefined) throw new Error(`Error checking extension section ${section}`);
  return values.map(([name, value]) => extensionOf(configuration, name, value, keys));
};

/** Returns an extension by its name and value in a configuration: `subjectAltName`, `DNS:web,IP:10.0.0.1`. */
export function extensionOf(
  configuration: Configuration,
  name: string,
  value: string,
  keys: ExtensionKeys,
): CertificateExtension {
  const items = value.split(",").map((item) => item.trim());
  const critical = items[0] === "critical";
  const own = critical ? items.slice(1) : items;
  const written = (id: string, bytes: Uint8Array): CertificateExtension => ({ id, critical, value: bytes });
  switch (name) {
    case "basicConstraints": {
      const isAuthority = own.some((item) => /^CA:true$/i.test(item));
      const length = own.flatMap((item) => /^pathlen:(\d+)$/.exec(item)?.[1] ?? []).map(Number);
      const parts = [...(isAuthority ? [derTrue()] : []), ...length.map((one) => derInteger(Uint8Array.of(one)))];
      return written(extensionIds.basicConstraints, derSequence(...parts));
    }
    case "keyUsage":
      return written(extensionIds.keyUsage, keyUsage(own));
    case "extendedKeyUsage":
      return written(
        extensionIds.extendedKeyUsage,
        derSequence(...own.map((item) => derIdentifier(extendedUsages[item] ?? refused(name, item)))),
      );
    case "subjectAltName":
      return written(extensionIds.subjectAltName, derSequence(...namesOf(configuration, own).map(alternativeName)));
    case "subjectKeyIdentifier":
      return written(extensionIds.subjectKey, der(0x04, keys.subjectKey));
    case "authorityKeyIdentifier":
      return written(extensionIds.authorityKey, derSequence(der(0x80, keys.issuerKey)));
    default:
      return refused(name, value);
  }
}

const refused = (name: string, value: string): never => {
  throw new Error(`Error adding extension ${name}: ${value} is not available here`);
};

function keyUsage(items: readonly string[]): Uint8Array {
  const places = items.map((item) => (usageBits.includes(item) ? usageBits.indexOf(item) : refused("keyUsage", item)));
  const bits = places.reduce((sum, place) => sum | (0x80 >> place), 0);
  return derBits([bits], 7 - Math.max(...places));
}

/** The names of a subjectAltName: those of a section for `@section`. */
const namesOf = (configuration: Configuration, items: readonly string[]): readonly (readonly [string, string])[] =>
  items.flatMap((item) =>
    item.startsWith("@")
      ? (configuration.get(item.slice(1)) ?? []).map(([name, value]) => [name.replace(/\.\d+$/, ""), value] as const)
      : [[item.slice(0, item.indexOf(":")), item.slice(item.indexOf(":") + 1)] as const],
  );

function alternativeName([kind, value]: readonly [string, string]): Uint8Array {
  switch (kind) {
    case "DNS":
      return der(0x82, ascii(value));
    case "IP":
      return der(0x87, addressBytes(value));
    case "email":
      return der(0x81, ascii(value));
    case "URI":
      return der(0x86, ascii(value));
    default:
      return refused("subjectAltName", `${kind}:${value}`);
  }
}

function addressBytes(text: string): Uint8Array {
  try {
    return Uint8Array.from(parseAddress(text).bytes);
  } catch (error) {
    throw new Error(`bad ip address: value=${text}`, { cause: error });
  }
}
