import { humanDuration } from "../../../apimachinery/human-duration.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import { formatAddress } from "../../../apimachinery/net-address.ts";
import type { NameKind } from "../../../apis/certificates/x509/certificate-request.ts";
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

// oxfmt-ignore
const nameLists: readonly (readonly [title: string, kind: NameKind, text: (bytes: Uint8Array) => string])[] = [
  ["DNS Names", "dns", textOf],
  ["Email Addresses", "email", textOf],
  ["URIs", "uri", textOf],
  ["IP Addresses", "ip", (bytes) => formatAddress({ bytes: [...bytes], zone: "" })],
];

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** A certificate signing request, with subject and names of its PKCS #10 (CertificateSigningRequestDescriber). */
export async function describeCertificateRequest(invocation: Invocation, object: JsonObject): Promise<string> {
  const { parseCertificateRequest } = await import("../../../apis/certificates/x509/certificate-request.ts");
  const parsed = parseCertificateRequest(textAt(object, "spec", "request"));
  if ("problem" in parsed) throw new KubectlError(`Error parsing CSR: ${parsed.problem}`);
  const { attributes, names } = parsed.request;
  const alternatives = nameLists.map(([title, kind, text]) => {
    const found = names.filter((name) => name.kind === kind).map(({ bytes }) => text(bytes));
    return [title, found] as const;
  });
  const [signer, seconds] = [textAt(object, "spec", "signerName"), textAt(object, "spec", "expirationSeconds")];
  const last = (identifier: string): string => attributes.get(identifier)?.at(-1) ?? "";
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
    ...subjectLists.map(([title, identifier]) => listOf(title, attributes.get(identifier) ?? [])),
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
