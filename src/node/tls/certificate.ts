/** A serving certificate and the CA that clients trust, in PEM. */
export interface ServingCertificate {
  /** The server's certificate. */
  readonly cert: string;
  readonly key: string;
  /** The CA certificate for the kubeconfig. Undefined if the certificate was not generated here. */
  readonly ca: string | undefined;
}

const days = (count: number): number => count * 24 * 60 * 60 * 1000;
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/**
 * Generates a certificate for the loopback addresses and names of this machine, signed by a temporary CA whose key is
 * discarded.
 */
export async function generateCertificate(now: number): Promise<ServingCertificate> {
  await import("reflect-metadata"); // a peer dependency of the library
  const x509 = await import("@peculiar/x509");
  x509.cryptoProvider.set(crypto);
  const validity = {
    notBefore: new Date(now - days(1)),
    notAfter: new Date(now + days(365)),
    signingAlgorithm: algorithm,
  };
  const authorityKeys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: "CN=kubepad-ca",
    keys: authorityKeys,
    serialNumber: serialNumber(),
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.digitalSignature, true),
    ],
  });
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity,
    subject: "CN=kubepad",
    issuer: authority.subject,
    signingKey: authorityKeys.privateKey,
    publicKey: keys.publicKey,
    serialNumber: serialNumber(),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension(["1.3.6.1.5.5.7.3.1"]), // serverAuth
      new x509.SubjectAlternativeNameExtension([
        { type: "ip", value: "127.0.0.1" },
        { type: "dns", value: "localhost" },
        { type: "dns", value: "kubernetes.default.svc" },
      ]),
    ],
  });
  const key = x509.PemConverter.encode(await crypto.subtle.exportKey("pkcs8", keys.privateKey), "PRIVATE KEY");
  return { cert: `${certificate.toString("pem")}\n`, key: `${key}\n`, ca: `${authority.toString("pem")}\n` };
}

/** Returns 16 random bytes in hexadecimal, with the sign bit clear. */
function serialNumber(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 1;
  return Buffer.from(bytes).toString("hex");
}
