import { createHash } from "node:crypto";

const usualPort = 6443;
const idBytes = 16;
const base32 = "abcdefghijklmnopqrstuvwxyz234567";

/**
 * Returns the name of a server: `apiserver-` and a hash of its host's name as kube-apiserver has it. Servers of one
 * host are told apart by a port that is not the usual one.
 */
export function apiServerId(host: string, port: number): string {
  const hash = createHash("sha256").update(port === usualPort ? host : `${host}:${port}`);
  const bits = [...hash.digest().subarray(0, idBytes)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const digits = bits.match(/.{1,5}/g) ?? [];
  return `apiserver-${digits.map((digit) => base32[parseInt(digit.padEnd(5, "0"), 2)]).join("")}`;
}
