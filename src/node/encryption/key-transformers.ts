import { xsalsa20poly1305 } from "@noble/ciphers/salsa.js";
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { ValueTransformer } from "../../apiserver/storage/value/transformer.ts";
import { joinBytes } from "../../component-base/join-bytes.ts";
import type { KeyTransformers } from "../../kube-apiserver/encryption/load-encryption.ts";

const tooShort = "the stored data was shorter than the required size";
const blockSize = 16;
const gcmNonceSize = 12;
const gcmTagSize = 16;
const secretboxNonceSize = 24;
const secretboxOverhead = 16;

/**
 * AES-CBC with PKCS#7 padding behind a random vector (aes.NewCBCTransformer). Neither the value nor its key in storage
 * is authenticated.
 */
function aescbc(key: Uint8Array): ValueTransformer {
  const algorithm = `aes-${key.length * 8}-cbc`;
  return {
    toStorage(data) {
      const vector = randomBytes(blockSize);
      const cipher = createCipheriv(algorithm, key, vector);
      return joinBytes([vector, cipher.update(data), cipher.final()]);
    },
    fromStorage(data) {
      if (data.length < blockSize) throw new Error(tooShort);
      if (data.length % blockSize !== 0) throw new Error("the stored data is not a multiple of the block size");
      const decipher = createDecipheriv(algorithm, key, data.subarray(0, blockSize)).setAutoPadding(false);
      const padded = joinBytes([decipher.update(data.subarray(blockSize)), decipher.final()]);
      return { data: withoutPadding(padded), stale: false };
    },
  };
}

function withoutPadding(padded: Uint8Array): Uint8Array {
  const size = padded.at(-1) ?? 0;
  if (size === 0 || size > padded.length) throw new Error("invalid PKCS7 data (empty or not padded)");
  const end = padded.length - size;
  if (padded.subarray(end).some((byte) => byte !== size)) throw new Error("invalid padding on input");
  return padded.subarray(0, end);
}

/** AES-GCM with a random nonce before the value; its key in storage is authenticated (aes.NewGCMTransformer). */
function aesgcm(key: Uint8Array): ValueTransformer {
  const algorithm = `aes-${key.length * 8}-gcm` as "aes-256-gcm"; // as the length of the key says
  const options = { authTagLength: gcmTagSize };
  return {
    toStorage(data, context) {
      const nonce = randomBytes(gcmNonceSize);
      const cipher = createCipheriv(algorithm, key, nonce, options).setAAD(context);
      return joinBytes([nonce, cipher.update(data), cipher.final(), cipher.getAuthTag()]);
    },
    fromStorage(data, context) {
      if (data.length < gcmNonceSize) throw new Error(tooShort);
      const end = data.length - gcmTagSize;
      if (end < gcmNonceSize) throw new Error(notAuthentic);
      const decipher = createDecipheriv(algorithm, key, data.subarray(0, gcmNonceSize), options);
      decipher.setAAD(context).setAuthTag(data.subarray(end));
      const text = decipher.update(data.subarray(gcmNonceSize, end));
      return {
        data: joinBytes([text, opened(() => decipher.final())]),
        stale: false,
      };
    },
  };
}

const notAuthentic = "cipher: message authentication failed";

function opened(finish: () => Uint8Array): Uint8Array {
  try {
    return finish();
  } catch (cause) {
    throw new Error(notAuthentic, { cause });
  }
}

/** XSalsa20 and Poly1305 with a random nonce before the value (secretbox.NewSecretboxTransformer). */
function secretbox(key: Uint8Array): ValueTransformer {
  return {
    toStorage(data) {
      const nonce = randomBytes(secretboxNonceSize);
      return joinBytes([nonce, xsalsa20poly1305(key, nonce).encrypt(data)]);
    },
    fromStorage(data) {
      if (data.length < secretboxOverhead + secretboxNonceSize) throw new Error(tooShort);
      try {
        const nonce = data.slice(0, secretboxNonceSize);
        return { data: xsalsa20poly1305(key, nonce).decrypt(data.slice(secretboxNonceSize)), stale: false };
      } catch (cause) {
        throw new Error("output array was not large enough for encryption", { cause }); // upstream's words
      }
    },
  };
}

/** The transformers of the providers that have their keys in the configuration. */
export const keyTransformers: KeyTransformers = { aescbc, aesgcm, secretbox };
