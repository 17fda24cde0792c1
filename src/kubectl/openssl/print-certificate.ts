import {
  childrenOf,
  contentsOf,
  type DerValue,
  hasTag,
  identifierOf,
  readValue,
  tags,
  wholeOf,
} from "../../apimachinery/der.ts";
import { extensionIds } from "../../apis/certificates/x509/certificate-writer.ts";
import { printSubject } from "./subject.ts";

const keyNames: Readonly<Record<string, string>> = {
  "1.2.840.113549.1.1.1": "rsaEncryption",
  "1.2.840.10045.2.1": "id-ecPublicKey",
  "1.2.840.113549.1.1.11": "sha256WithRSAEncryption",
  "1.2.840.113549.1.1.12": "sha384WithRSAEncryption",
  "1.2.840.113549.1.1.13": "sha512WithRSAEncryption",
  "1.2.840.10045.4.3.2": "ecdsa-with-SHA256",
  "1.2.840.10045.4.3.3": "ecdsa-with-SHA384",
  "1.2.840.10045.4.3.4": "ecdsa-with-SHA512",
};
const curveNames: Readonly<Record<string, readonly [bits: number, oid: string, nist: string]>> = {
  "1.2.840.10045.3.1.7": [256, "prime256v1", "P-256"],
  "1.3.132.0.34": [384, "secp384r1", "P-384"],
  "1.3.132.0.35": [521, "secp521r1", "P-521"],
};
const extensionNames: Readonly<Record<string, string>> = {
  [extensionIds.authorityKey]: "Authority Key Identifier",
  [extensionIds.basicConstraints]: "Basic Constraints",
  [extensionIds.extendedKeyUsage]: "Extended Key Usage",
  [extensionIds.keyUsage]: "Key Usage",
  [extensionIds.subjectAltName]: "Subject Alternative Name",
  [extensionIds.subjectKey]: "Subject Key Identifier",
};
const usages = [
  "Digital Signature",
  "Non Repudiation",
  "Key Encipherment",
  "Data Encipherment",
  "Key Agreement",
  "Certificate Sign",
  "CRL Sign",
];
const extendedUsages: Readonly<Record<string, string>> = {
  "1.3.6.1.5.5.7.3.1": "TLS Web Server Authentication",
  "1.3.6.1.5.5.7.3.2": "TLS Web Client Authentication",
  "1.3.6.1.5.5.7.3.3": "Code Signing",
  "1.3.6.1.5.5.7.3.4": "E-mail Protection",
};

const pair = (byte: number): string => byte.toString(16).padStart(2, "0");

/** Bytes in hexadecimal digits with colons. */
export const colons = (bytes: Uint8Array): string => Array.from(bytes, pair).join(":");

/** A time as OpenSSL prints it: `Nov 30 18:32:18 2026 GMT`. */
export function printTime(ms: number): string {
  const [, day = "", month = "", year = "", time = ""] = new Date(ms).toUTCString().split(" ");
  return `${month} ${String(Number(day)).padStart(2)} ${time} ${year} GMT`;
}

/** Prints bytes in lines of so many, indented. */
function block(bytes: Uint8Array, perLine: number, indent: string): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += perLine) {
    const end = at + perLine < bytes.length ? ":" : "";
    text += `${indent}${colons(bytes.subarray(at, at + perLine))}${end}\n`;
  }
  return text;
}

const nameOf = (names: Readonly<Record<string, string>>, value: DerValue | undefined): string => {
  const id = hasTag(value, tags.objectIdentifier) ? identifierOf(value) : "";
  return names[id] ?? id;
};

/** Prints a SubjectPublicKeyInfo. */
function printKey(info: DerValue, indent: string): string {
  const [algorithm, bits] = childrenOf(info);
  const [identifier, curve] = algorithm === undefined ? [] : childrenOf(algorithm);
  const name = nameOf(keyNames, identifier);
  const key = bits === undefined ? new Uint8Array() : contentsOf(bits).subarray(1);
  const lines = `${indent}Subject Public Key Info:\n${indent}    Public Key Algorithm: ${name}\n`;
  const inner = `${indent}        `;
  if (name === "rsaEncryption") {
    const whole = readValue(key);
    const [modulus, exponent] = whole === undefined ? [] : childrenOf(whole);
    const digits = modulus === undefined ? new Uint8Array() : contentsOf(modulus);
    const power = exponent === undefined ? 0 : contentsOf(exponent).reduce((sum, byte) => sum * 256 + byte, 0);
    const first = digits.find((byte) => byte !== 0) ?? 0;
    const length = digits.length - (digits[0] === 0 ? 1 : 0);
    const size = length * 8 - Math.clz32(first) + 24;
    return `${lines}${inner}Public-Key: (${size} bit)\n${inner}Modulus:\n${block(digits, 15, `${inner}    `)}${inner}Exponent: ${power} (0x${power.toString(16)})\n`;
  }
  const [size = 0, oid = "", nist = ""] = curveNames[nameOf({}, curve)] ?? [];
  return `${lines}${inner}Public-Key: (${size} bit)\n${inner}pub:\n${block(key, 15, `${inner}    `)}${inner}ASN1 OID: ${oid}\n${inner}NIST CURVE: ${nist}\n`;
}

function printNames(value: DerValue): string {
  const text = (name: DerValue): string => new TextDecoder().decode(contentsOf(name));
  return childrenOf(value)
    .map((name) => {
      const bytes = contentsOf(name);
      if (name.tag === 0x82) return `DNS:${text(name)}`;
      if (name.tag === 0x81) return `email:${text(name)}`;
      if (name.tag === 0x86) return `URI:${text(name)}`;
      if (name.tag !== 0x87) return "<unsupported>";
      if (bytes.length === 4) return `IP Address:${bytes.join(".")}`;
      const words = Array.from({ length: 8 }, (_word, i) => (bytes[2 * i] ?? 0) * 256 + (bytes[2 * i + 1] ?? 0));
      return `IP Address:${words.map((word) => word.toString(16).toUpperCase()).join(":")}`;
    })
    .join(", ");
}

/** The value of an extension in words. */
function printValue(id: string, value: DerValue): string {
  switch (id) {
    case extensionIds.basicConstraints: {
      const [authority, length] = childrenOf(value);
      const isAuthority = hasTag(authority, tags.boolean);
      const most = hasTag(length, tags.integer) ? `, pathlen:${contentsOf(length).join("")}` : "";
      return `CA:${isAuthority ? "TRUE" : "FALSE"}${most}`;
    }
    case extensionIds.keyUsage: {
      const [, bits = 0] = contentsOf(value);
      return usages.filter((_name, i) => (bits & (0x80 >> i)) !== 0).join(", ");
    }
    case extensionIds.extendedKeyUsage:
      return childrenOf(value)
        .map((usage) => nameOf(extendedUsages, usage))
        .join(", ");
    case extensionIds.subjectAltName:
      return printNames(value);
    case extensionIds.subjectKey:
      return colons(contentsOf(value)).toUpperCase();
    case extensionIds.authorityKey:
      return childrenOf(value)
        .filter(({ tag }) => tag === 0x80)
        .map((key) => colons(contentsOf(key)).toUpperCase())
        .join("");
    default:
      return colons(wholeOf(value));
  }
}

function printExtensions(list: readonly DerValue[], indent: string): string {
  let text = "";
  for (const extension of list) {
    const parts = childrenOf(extension);
    const id = nameOf({}, parts[0]);
    const content = parts.at(-1);
    const value = content === undefined ? undefined : readValue(contentsOf(content));
    const critical = hasTag(parts[1], tags.boolean) ? "critical" : "";
    const name = extensionNames[id];
    text += `${indent}${name === undefined ? id : `X509v3 ${name}`}: ${critical}\n`;
    text += `${indent}    ${value === undefined ? "" : printValue(id, value)}\n`;
  }
  return text;
}

const signatureOf = (algorithm: DerValue | undefined, signature: DerValue | undefined): string => {
  const name = nameOf(keyNames, algorithm && childrenOf(algorithm)[0]);
  const bytes = signature === undefined ? new Uint8Array() : contentsOf(signature).subarray(1);
  return `    Signature Algorithm: ${name}\n    Signature Value:\n${block(bytes, 18, "        ")}`;
};

/** The parts of a certificate in DER. */
export function partsOfCertificate(bytes: Uint8Array) {
  const whole = readValue(bytes);
  const [signed, algorithm, signature] = whole === undefined ? [] : childrenOf(whole);
  const members = signed === undefined ? [] : [...childrenOf(signed)];
  const version = hasTag(members[0], 0xa0) ? 3 : 1;
  if (version === 3) members.shift();
  const [serial, inner, issuer, validity, subject, key, ...more] = members;
  const list = more.find((member) => hasTag(member, 0xa3));
  const extensions = list === undefined ? [] : childrenOf(list).flatMap(childrenOf);
  return { version, serial, inner, issuer, validity, subject, key, extensions, algorithm, signature };
}

const subjectText = (value: DerValue | undefined): string => (value === undefined ? "" : printSubject(wholeOf(value)));

/** Prints a certificate in DER as `openssl x509 -text` does. */
export function printCertificate(bytes: Uint8Array, notBefore: number, notAfter: number): string {
  const parts = partsOfCertificate(bytes);
  const number = parts.serial === undefined ? new Uint8Array() : contentsOf(parts.serial);
  const small = number.length <= 4 ? number.reduce((sum, byte) => sum * 256 + byte, 0) : undefined;
  const serial =
    small === undefined
      ? `        Serial Number:\n            ${colons(number[0] === 0 ? number.subarray(1) : number)}\n`
      : `        Serial Number: ${small} (0x${small.toString(16)})\n`;
  return [
    `Certificate:\n    Data:\n        Version: ${parts.version} (0x${parts.version - 1})\n`,
    serial,
    `        Signature Algorithm: ${nameOf(keyNames, parts.inner && childrenOf(parts.inner)[0])}\n`,
    `        Issuer: ${subjectText(parts.issuer)}\n`,
    `        Validity\n            Not Before: ${printTime(notBefore)}\n            Not After : ${printTime(notAfter)}\n`,
    `        Subject: ${subjectText(parts.subject)}\n`,
    parts.key === undefined ? "" : printKey(parts.key, "        "),
    parts.extensions.length === 0 ? "" : "        X509v3 extensions:\n",
    printExtensions(parts.extensions, "            "),
    signatureOf(parts.algorithm, parts.signature),
  ].join("");
}

const extensionRequest = "1.2.840.113549.1.9.14";

/** Prints a certificate request in DER as `openssl req -text` does. */
export function printRequest(bytes: Uint8Array): string {
  const whole = readValue(bytes);
  const [info, algorithm, signature] = whole === undefined ? [] : childrenOf(whole);
  const [, subject, key, attributes] = info === undefined ? [] : childrenOf(info);
  const asked = (attributes === undefined ? [] : childrenOf(attributes))
    .map(childrenOf)
    .filter(([type]) => nameOf({}, type) === extensionRequest)
    .flatMap(([, values]) => (values === undefined ? [] : childrenOf(values).flatMap(childrenOf)));
  const extensions = `            Requested Extensions:\n${printExtensions(asked, "                ")}`;
  return [
    `Certificate Request:\n    Data:\n        Version: 1 (0x0)\n        Subject: ${subjectText(subject)}\n`,
    key === undefined ? "" : printKey(key, "        "),
    `        Attributes:\n${asked.length === 0 ? "            (none)\n            Requested Extensions:\n" : extensions}`,
    signatureOf(algorithm, signature),
  ].join("");
}
