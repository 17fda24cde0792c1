import {
  childrenOf,
  contentsOf,
  hasTag,
  identifierOf,
  readValue,
  tags,
  type DerValue,
} from "../../../apimachinery/der-value.ts";
import { humanDuration } from "../../../apimachinery/human-duration.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import { formatAddress } from "../../../apimachinery/net-address.ts";
import { latin1OfBase64, pemBlocks } from "../../../apimachinery/pem.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, objectAt, textAt } from "../../json-access.ts";
import { KubectlError } from "../../kubectl-error.ts";
import { labelsText } from "../../output/print-table.ts";
import { events, longTime } from "./describe-parts.ts";

/** The attributes of a subject that are shown, by their object identifiers. */
// oxfmt-ignore
const subjectLists: readonly (readonly [title: string, identifier: string])[] = [
  ["Organization", "2.5.4.10"],
  ["Organizational Unit", "2.5.4.11"],
  ["Country", "2.5.4.6"],
  ["Locality", "2.5.4.7"],
  ["Province", "2.5.4.8"],
  ["StreetAddress", "2.5.4.9"],
  ["PostalCode", "2.5.4.17"],
];
const [commonName, serialNumber] = ["2.5.4.3", "2.5.4.5"];
const [extensionRequest, subjectAltName] = ["1.2.840.113549.1.9.14", "2.5.29.17"];

/** The names of a SubjectAltName (RFC 5280, 4.2.1.6), by their tags. */
// oxfmt-ignore
const nameLists: readonly (readonly [title: string, tag: number, text: (bytes: Uint8Array) => string])[] = [
  ["DNS Names", 0x82, textOf],
  ["Email Addresses", 0x81, textOf],
  ["URIs", 0x86, textOf],
  ["IP Addresses", 0x87, (bytes) => formatAddress({ bytes: [...bytes], zone: "" })],
];

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** A certificate signing request, with subject and names of its PKCS #10 (CertificateSigningRequestDescriber). */
export async function describeCertificateRequest(invocation: Invocation, object: JsonObject): Promise<string> {
  const info = requestInfo(textAt(object, "spec", "request"));
  const [, subject, , ...attributes] = childrenOf(info);
  const names = subjectNames(subject);
  const alternatives = nameLists.map(
    ([title, tag, text]) =>
      [
        title,
        alternativeNames(attributes).flatMap((name) => (hasTag(name, tag) ? [text(contentsOf(name))] : [])),
      ] as const,
  );
  const [signer, seconds] = [textAt(object, "spec", "signerName"), textAt(object, "spec", "expirationSeconds")];
  const last = (identifier: string): string => names.get(identifier)?.at(-1) ?? "";
  return [
    `Name:\t${nameOf(object)}\n`,
    `Labels:\t${labelsText(objectAt(object, "metadata", "labels"))}\n`,
    `Annotations:\t${labelsText(objectAt(object, "metadata", "annotations"))}\n`,
    `CreationTimestamp:\t${longTime(textAt(object, "metadata", "creationTimestamp"))}\n`,
    `Requesting User:\t${textAt(object, "spec", "username")}\n`,
    signer === "" ? "" : `Signer:\t${signer}\n`,
    seconds === "" ? "" : `Requested Duration:\t${humanDuration(Number(seconds) * 1000)}\n`,
    `Status:\t${statusOf(object)}\n`,
    `Subject:\n\tCommon Name:\t${last(commonName)}\n\tSerial Number:\t${last(serialNumber)}\n`,
    ...subjectLists.map(([title, identifier]) => listOf(title, names.get(identifier) ?? [])),
    alternatives.some(([, found]) => found.length > 0) ? "Subject Alternative Names:\n" : "",
    ...alternatives.map(([title, found]) => listOf(title, found)),
    await events(invocation, object),
  ].join("");
}

const listOf = (title: string, values: readonly string[]): string =>
  values.length === 0 ? "" : `\t${title}:\t${values.join("\n\t\t")}\n`;

function statusOf(object: JsonObject): string {
  const types = itemsAt(object, "status", "conditions").map((each) => textAt(each, "type"));
  const decided = ["Denied", "Approved"].find((type) => types.includes(type)) ?? "Pending";
  const failed = types.includes("Failed") ? ",Failed" : "";
  return `${decided}${failed}${textAt(object, "status", "certificate") === "" ? "" : ",Issued"}`;
}

/** The CertificationRequestInfo of a request in PEM (RFC 2986). Throws a KubectlError. */
function requestInfo(request: string): DerValue {
  const block = pemBlocks(latin1OfBase64(request)).next().value;
  const whole = block?.type === "CERTIFICATE REQUEST" ? readValue(block.bytes) : undefined;
  const [info] = whole === undefined ? [] : childrenOf(whole);
  if (info === undefined) throw new KubectlError("Error parsing CSR: PEM block type must be CERTIFICATE REQUEST");
  return info;
}

/** The values of the attributes of a subject, by their object identifiers. */
function subjectNames(subject: DerValue | undefined): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  for (const attribute of subject === undefined ? [] : childrenOf(subject).flatMap(childrenOf)) {
    const [type, value] = childrenOf(attribute);
    if (!hasTag(type, tags.objectIdentifier) || value === undefined) continue;
    const identifier = identifierOf(type);
    names.set(identifier, [...(names.get(identifier) ?? []), textOf(contentsOf(value))]);
  }
  return names;
}

/** The names in the SubjectAltName of the extensions that a request asks for. */
function alternativeNames(attributes: readonly DerValue[]): readonly DerValue[] {
  const extensions = attributes
    .flatMap(childrenOf)
    .flatMap((attribute) => valuesOf(attribute, extensionRequest))
    .flatMap(childrenOf)
    .flatMap(childrenOf);
  return extensions.flatMap((extension) => {
    const [content] = valuesOf(extension, subjectAltName);
    const names = hasTag(content, tags.octetString) ? readValue(contentsOf(content)) : undefined;
    return names === undefined ? [] : childrenOf(names);
  });
}

/** The last member of a sequence that begins with an object identifier; none if it is another one. */
function valuesOf(sequence: DerValue, identifier: string): readonly DerValue[] {
  const [type, ...more] = childrenOf(sequence);
  return hasTag(type, tags.objectIdentifier) && identifierOf(type) === identifier ? more.slice(-1) : [];
}
