import "reflect-metadata"; // a peer dependency of the library
import * as x509 from "@peculiar/x509";
import { testContext } from "../../testing/strategy-context.ts";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
x509.cryptoProvider.set(crypto);

/** The keys of all certificates here. */
export const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);

/** The time at which they begin to be valid. */
export const ctx = testContext({ now: "2025-01-02T03:00:00Z" });

/** Returns a certificate in PEM, for the keys and some hours. */
export async function certificate(isAuthority: boolean, hours = 2): Promise<string> {
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    name: "CN=a",
    keys,
    signingAlgorithm: algorithm,
    serialNumber: "01",
    notBefore: new Date(ctx.now),
    notAfter: new Date(Date.parse(ctx.now) + hours * 3_600_000),
    extensions: [new x509.BasicConstraintsExtension(isAuthority)],
  });
  return `${made.toString("pem")}\n`;
}
