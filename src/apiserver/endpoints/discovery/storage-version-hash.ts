import { base64OfBytes } from "../../../apimachinery/base64.ts";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";

/** Discovery's hash of the version that is stored: eight bytes in base64 (discovery.StorageVersionHash). */
export function storageVersionHash(group: string, version: string, kind: string): string {
  return base64OfBytes(sha256(utf8ToBytes(`${group}/${version}/${kind}`)).subarray(0, 8));
}
