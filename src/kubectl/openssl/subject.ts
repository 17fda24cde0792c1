import { childrenOf, contentsOf, hasTag, identifierOf, readValue, tags } from "../../apimachinery/der.ts";
import { der, derIdentifier, derSequence, derSet } from "../../apimachinery/der-writer.ts";

/** The short names of attributes of a subject, by object identifier. */
const shortNames: Readonly<Record<string, string>> = {
  "2.5.4.3": "CN",
  "2.5.4.4": "SN",
  "2.5.4.5": "serialNumber",
  "2.5.4.6": "C",
  "2.5.4.7": "L",
  "2.5.4.8": "ST",
  "2.5.4.9": "street",
  "2.5.4.10": "O",
  "2.5.4.11": "OU",
  "1.2.840.113549.1.9.1": "emailAddress",
};
const longNames: Readonly<Record<string, string>> = {
  commonName: "2.5.4.3",
  countryName: "2.5.4.6",
  localityName: "2.5.4.7",
  stateOrProvinceName: "2.5.4.8",
  organizationName: "2.5.4.10",
  organizationalUnitName: "2.5.4.11",
};

/** An attribute of a subject: its object identifier and its text. */
export type SubjectPart = readonly [id: string, text: string];

/** Returns the object identifier of an attribute by its short or long name. */
export const attributeId = (name: string): string | undefined =>
  longNames[name] ?? Object.entries(shortNames).find(([, short]) => short === name)?.[0];

/** Reads a subject of a command line, `/CN=jane/O=dev`. Throws an Error that says what is wrong with it. */
export function parseSubject(text: string): readonly SubjectPart[] {
  if (!text.startsWith("/"))
    throw new Error(
      `subject name is expected to be in the format /type0=value0/type1=value1/type2=... where characters may be escaped by \\. This name is not in that format: '${text}'`,
    );
  const parts: SubjectPart[] = [];
  for (const [, name = "", value = ""] of text.matchAll(/\/([^=/]*)=((?:\\.|[^\\/])*)/g)) {
    const id = attributeId(name);
    if (id !== undefined && value !== "") parts.push([id, value.replace(/\\(.)/g, "$1")]);
  }
  return parts;
}

/** Writes a subject in DER. */
export const writeSubject = (parts: readonly SubjectPart[]): Uint8Array =>
  derSequence(
    ...parts.map(([id, text]) => {
      // a country is two letters of ASCII
      const tag = id === "2.5.4.6" ? 0x13 : 0x0c;
      return derSet(derSequence(derIdentifier(id), der(tag, new TextEncoder().encode(text))));
    }),
  );

/** Returns a subject in DER as it is printed: `CN = jane, O = dev`. */
export function printSubject(subject: Uint8Array): string {
  const whole = readValue(subject);
  return (whole === undefined ? [] : childrenOf(whole).flatMap(childrenOf))
    .map((attribute) => {
      const [type, value] = childrenOf(attribute);
      const id = hasTag(type, tags.objectIdentifier) ? identifierOf(type) : "";
      return `${shortNames[id] ?? id} = ${value === undefined ? "" : new TextDecoder().decode(contentsOf(value))}`;
    })
    .join(", ");
}
