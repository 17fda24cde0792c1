/** The options of a connection that trusts certificates in PEM. */
export interface TrustedBundle {
  readonly ca: string;
  readonly allowPartialTrustChain: true;
}

/**
 * Trusts every certificate of a bundle, as crypto/x509 does: an intermediate authority or the serving certificate
 * itself is enough, without the root that OpenSSL asks for by default.
 */
export const trusting = (ca: string): TrustedBundle => ({ ca, allowPartialTrustChain: true });
