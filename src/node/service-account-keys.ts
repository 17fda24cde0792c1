import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { pemBlocks, pemOf } from "../apimachinery/pem.ts";
import { algorithmOf, createGivenKeys } from "../apiserver/auth/serviceaccount/given-keys.ts";
import { ConfigurationError } from "../component-base/configuration-error.ts";
import type { ServiceAccountOptions } from "../kube-apiserver/security/server-identity.ts";
import { readConfigurationFile } from "./read-file.ts";
import type { SecureOptions } from "./secure-options.ts";

type Settings = Partial<
  Pick<
    SecureOptions,
    "serviceAccountIssuers" | "apiAudiences" | "serviceAccountKeyFiles" | "serviceAccountSigningKeyFile"
  >
>;

/**
 * Reads the keys of service account tokens. Without files the server makes a key of its own; a signing key alone also
 * verifies. Throws a ConfigurationError with the text of keyutil for files without a key.
 */
export function serviceAccountOptions({
  serviceAccountIssuers: [issuer, ...others] = [],
  apiAudiences: audiences = [],
  serviceAccountKeyFiles: keyFiles = [],
  serviceAccountSigningKeyFile: signingFile,
}: Settings): ServiceAccountOptions {
  const named = {
    ...(issuer !== undefined && { issuers: [issuer, ...others] as const }),
    ...(audiences.length > 0 && { audiences }),
  };
  if (keyFiles.length === 0 && signingFile === undefined) return named;
  const signing = signingFile === undefined ? undefined : readPrivateKey(signingFile);
  const verifying = (keyFiles.length === 0 && signingFile !== undefined ? [signingFile] : keyFiles).flatMap(
    readPublicKeys,
  );
  return { ...named, keys: createGivenKeys(crypto.subtle, { signing, verifying }) };
}

/** Reads the first private key of a file (keyutil.PrivateKeyFromFile). */
function readPrivateKey(file: string): JsonWebKey {
  for (const { type, bytes } of pemBlocks(readConfigurationFile(file))) {
    const key = type.endsWith("PRIVATE KEY") ? jwkOf(() => createPrivateKey(pemOf(type, bytes))) : undefined;
    if (key !== undefined) return key;
  }
  throw new ConfigurationError(
    `failed to parse service-account-issuer-key-file: error reading private key file ${file}: data does not contain a valid RSA or ECDSA private key`,
  );
}

/** Reads all public keys, and those of private keys and certificates, of a file (keyutil.PublicKeysFromFile). */
function readPublicKeys(file: string): readonly JsonWebKey[] {
  const keys = [...pemBlocks(readConfigurationFile(file))].flatMap(
    ({ type, bytes }) => jwkOf(() => createPublicKey(pemOf(type, bytes))) ?? [],
  );
  if (keys.length > 0) return keys;
  throw new ConfigurationError(
    `error reading public key file ${file}: data does not contain any valid RSA or ECDSA public keys`,
  );
}

/** Returns a key as a JSON Web Key; undefined for what is no key, and for keys that tokens are not signed with. */
function jwkOf(read: () => KeyObject): JsonWebKey | undefined {
  try {
    const jwk = read().export({ format: "jwk" });
    return algorithmOf(jwk) === undefined ? undefined : jwk;
  } catch {
    return undefined; // other blocks may stand beside the keys
  }
}
