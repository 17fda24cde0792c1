import { pow } from "@noble/curves/abstract/modular.js";
import { unsignedOf } from "../../../apimachinery/der.ts";
import { sha2, type HashName } from "./sha2.ts";

/** How an RSA key reads. */
export interface RsaKey {
  readonly modulus: bigint;
  readonly exponent: bigint;
}

/** Keys of fewer bits are refused (crypto/rsa, minimum key size). */
export const leastModulusBits = 1024;

/** Keys of more bits verify nothing: each bit makes it slower. */
const mostModulusBits = 16_384;

/** Returns the number of bits of the modulus. */
export const modulusBits = ({ modulus }: RsaKey): number => {
  const digits = modulus.toString(16);
  return digits.length * 4 - Math.clz32(parseInt(digits.charAt(0), 16)) + 28;
};

/** DigestInfo up to the hash (RFC 8017, 9.2): its identifier's last number, and the length of the hash. */
// oxfmt-ignore
const digestInfo = (identifier: number, length: number): readonly number[] => [
  0x30, 17 + length, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, identifier,
  0x05, 0x00, 0x04, length,
];
const digestInfos: Readonly<Record<HashName, readonly number[]>> = {
  "SHA-256": digestInfo(1, 32),
  "SHA-384": digestInfo(2, 48),
  "SHA-512": digestInfo(3, 64),
};

/** Returns the bytes that were signed, as long as the modulus. */
function encodedMessage(key: RsaKey, signature: Uint8Array, size: number): Uint8Array {
  const number = pow(unsignedOf(signature), key.exponent, key.modulus);
  const digits = number.toString(16).padStart(size * 2, "0");
  return Uint8Array.from({ length: size }, (_, i) => parseInt(digits.slice(i * 2, i * 2 + 2), 16));
}

/** Verifies a signature of PKCS #1 v1.5 (RFC 8017, 8.2.2). */
export function verifyPkcs1(key: RsaKey, hash: HashName, message: Uint8Array, signature: Uint8Array): boolean {
  const size = Math.ceil(modulusBits(key) / 8);
  const tail = [...digestInfos[hash], ...sha2(hash, message)];
  const fill = size - tail.length - 3;
  if (signature.length !== size || fill < 8 || size * 8 > mostModulusBits) return false;
  const expected = [0, 1, ...Array.from({ length: fill }, () => 0xff), 0, ...tail];
  return encodedMessage(key, signature, size).join() === expected.join();
}

/** The mask generation function MGF1 (RFC 8017, B.2.1). */
function mask(hash: HashName, seed: Uint8Array, length: number): Uint8Array {
  const bytes: number[] = [];
  for (let counter = 0; bytes.length < length; counter++)
    bytes.push(...sha2(hash, Uint8Array.of(...seed, 0, 0, counter >> 8, counter & 0xff)));
  return Uint8Array.from(bytes.slice(0, length));
}

/** Verifies a signature of PSS with a salt of any length (RFC 8017, 9.1.2). */
export function verifyPss(key: RsaKey, hash: HashName, message: Uint8Array, signature: Uint8Array): boolean {
  const bits = modulusBits(key) - 1;
  const size = Math.ceil(bits / 8);
  if (signature.length !== Math.ceil(modulusBits(key) / 8) || bits >= mostModulusBits) return false;
  const encoded = encodedMessage(key, signature, signature.length).subarray(signature.length - size);
  const digest = sha2(hash, message);
  const cut = size - digest.length - 1;
  if (encoded.at(-1) !== 0xbc || cut < 1) return false;
  const [masked, h] = [encoded.subarray(0, cut), encoded.subarray(cut, size - 1)];
  const stream = mask(hash, h, cut);
  const db = masked.map((byte, i) => byte ^ (stream[i] ?? 0));
  db[0] = (db[0] ?? 0) & (0xff >> (8 * size - bits));
  const one = db.findIndex((byte) => byte !== 0);
  if (one < 0 || db[one] !== 1) return false;
  const zeros = Uint8Array.from({ length: 8 }, () => 0);
  return sha2(hash, Uint8Array.of(...zeros, ...digest, ...db.subarray(one + 1))).join() === h.join();
}
