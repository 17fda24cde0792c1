import { bytesOfBase64 } from "./base64.ts";
import { childrenOf, readValue, tags } from "./der.ts";

const block = /-----BEGIN ([^-]*)-----\r?\n([\s\S]*?)-----END \1-----/g;

/**
 * Returns upstream's error for a CA bundle in base64 without a certificate; undefined if there is one, or nothing at
 * all (transport.rootCertPool).
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
    const whole = readValue(bytes);
    if (whole === undefined || whole.tag !== tags.sequence || whole.end !== bytes.length) return false;
    const parts = childrenOf(whole).map(({ tag }) => tag);
    return parts.join() === [tags.sequence, tags.sequence, tags.bitString].join();
  } catch {
    return false;
  }
}
