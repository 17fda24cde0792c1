import { generateKeyPairSync, sign } from "node:crypto";
import {
  der,
  derBits,
  derIdentifier,
  derInteger,
  derOctets,
  derSequence,
  derSet,
} from "../../../apimachinery/der-writer.ts";
import { pemOf } from "../../../apimachinery/pem.ts";

/** Returns a request in PEM as base64, for a subject and perhaps a DNS name, which node:crypto signs. */
export function pemRequest(attributes: readonly (readonly [id: string, value: string])[], dnsName?: string): string {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const name = (id: string, value: string) => derSet(derSequence(derIdentifier(id), der(0x0c, bytes(value))));
  const names = dnsName === undefined ? [] : [derSequence(der(0x82, bytes(dnsName)))];
  const extensions = names.map((value) => derSequence(derIdentifier("2.5.29.17"), derOctets(value)));
  const asked = derSequence(derIdentifier("1.2.840.113549.1.9.14"), derSet(derSequence(...extensions)));
  const info = derSequence(
    derInteger(Uint8Array.of(0)),
    derSequence(...attributes.map(([id, value]) => name(id, value))),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa0, ...(dnsName === undefined ? [] : [asked])),
  );
  const signature = derBits(sign("sha256", info, privateKey));
  return btoa(
    pemOf("CERTIFICATE REQUEST", derSequence(info, derSequence(derIdentifier("1.2.840.10045.4.3.2")), signature)),
  );
}
