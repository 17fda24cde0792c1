import { derSequence, derTrue } from "../../../apimachinery/der-writer.ts";
import { pemOf } from "../../../apimachinery/pem.ts";
import { testContext } from "../../testing/strategy-context.ts";
import { extensionIds, writeCertificate, writeCommonName, writePublicKey } from "../x509/certificate-writer.ts";

/** The private key of all certificates here. */
export const key = new Uint8Array(32).fill(7);

/** The time at which they begin to be valid. */
export const ctx = testContext({ now: "2025-01-02T03:00:00Z" });

/** Returns a certificate in PEM, for the key and some hours. */
export function certificate(isAuthority: boolean, hours = 2): string {
  const notBefore = Date.parse(ctx.now);
  const constraints = derSequence(...(isAuthority ? [derTrue()] : []));
  const content = {
    serial: Uint8Array.of(1),
    issuer: writeCommonName("a"),
    subject: writeCommonName("a"),
    notBefore,
    notAfter: notBefore + hours * 3_600_000,
    publicKey: writePublicKey(key),
    extensions: [{ id: extensionIds.basicConstraints, value: constraints }],
  };
  return pemOf("CERTIFICATE", writeCertificate(content, key));
}
