import { bytesOfBase64 } from "../../apimachinery/base64.ts";
import type { Definition } from "./definition.ts";

const block = /-----BEGIN ([^-]*)-----\r?\n([\s\S]*?)-----END \1-----/g;

/**
 * Returns upstream's error for an invalid CA bundle, or undefined if it is valid or empty (webhook.ValidateCABundle).
 */
export function caBundleProblem(bundle: string): string | undefined {
  if (bundle === "") return undefined;
  const blocks = [...new TextDecoder("latin1").decode(bytesOfBase64(bundle)).matchAll(block)];
  const certificates = blocks.flatMap(([, type, body = ""]) =>
    type === "CERTIFICATE" && !body.includes(":") ? [body] : [],
  );
  if (certificates.some(isCertificate)) return undefined;
  if (certificates.length > 0)
    return "unable to load root certificates: failed to parse certificate: x509: malformed certificate";
  return blocks.length === 0
    ? "unable to load root certificates: unable to parse bytes as PEM block"
    : "unable to load root certificates: no valid certificate authority data seen";
}

/**
 * Reports whether the bytes are a DER sequence of three parts: the certificate, the signature algorithm and the
 * signature.
 */
function isCertificate(body: string): boolean {
  try {
    const bytes = bytesOfBase64(body);
    const whole = partAt(bytes, 0);
    return (
      whole !== undefined &&
      whole.tag === sequence &&
      whole.end === bytes.length &&
      tagsOf(bytes, whole).join() === [sequence, sequence, bitString].join()
    );
  } catch {
    return false;
  }
}

const sequence = 0x30;
const bitString = 0x03;

/** A DER value: its tag and the range of its contents. */
interface Part {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
}

function tagsOf(bytes: Uint8Array, { start, end }: Part): readonly number[] {
  const tags: number[] = [];
  for (let at = start; at < end;) {
    const part = partAt(bytes, at);
    if (part === undefined || part.end > end) return [];
    tags.push(part.tag);
    at = part.end;
  }
  return tags;
}

function partAt(bytes: Uint8Array, at: number): Part | undefined {
  const [tag, first] = bytes.subarray(at, at + 2);
  if (tag === undefined || first === undefined) return undefined;
  const digits = first < 0x80 ? 0 : first & 0x7f;
  if (digits > 4) return undefined;
  const length =
    digits === 0 ? first : bytes.subarray(at + 2, at + 2 + digits).reduce((sum, digit) => sum * 256 + digit, 0);
  const start = at + 2 + digits;
  return { tag, start, end: start + length };
}

/** Returns the CA bundle of a definition's conversion webhook. */
export const caBundleOf = ({ spec }: Definition): string => spec.conversion?.webhook?.clientConfig?.caBundle ?? "";
