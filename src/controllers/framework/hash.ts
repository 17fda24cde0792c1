import { stringifySorted } from "./sorted-json.ts";

/** The letters of names that are made of hashes (util/rand.SafeEncodeString). */
const alphabet = "bcdfghjklmnpqrstvwxz2456789";

const encoder = new TextEncoder();

/** FNV-1a of a value's JSON, whose members are sorted, and of a collision count. */
export function hashOf(value: unknown, collisionCount: number | undefined): number {
  let hash = 0x811c9dc5;
  const text = stringifySorted(value) + (collisionCount === undefined ? "" : ` ${collisionCount}`);
  for (const byte of encoder.encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

/** Spells a hash with letters that make no words. */
export const safeEncode = (hash: number): string =>
  [...String(hash)].map((digit) => alphabet.charAt(digit.charCodeAt(0) % alphabet.length)).join("");

/** The hash of a template in the names of its objects (controller.ComputeHash); its digits differ from upstream's. */
export const computeHash = (template: unknown, collisionCount: number | undefined): string =>
  safeEncode(hashOf(template, collisionCount));
