import { expect, it } from "vitest";
import { digestBatch, digestRecord } from "./log-chain.ts";

/** FNV-1a over the length and the UTF-16 code units of a text, which is what stored checksums are. */
function plainDigest(text: string): number {
  let digest = Math.imul(text.length, 0x01000193);
  for (let at = 0; at < text.length; at++) digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193);
  return digest >>> 0;
}

it.each([
  ["ASCII", "abc ".repeat(10)],
  ["text beyond ASCII", "häuser €, \u{1f600}"],
  ["halves of surrogate pairs", "a\ud83d b \ude00"],
  ["a long text of ASCII", "0123456789".repeat(5_000)],
  ["a long text whose pairs stand across every boundary", "x\u{1f600}y".repeat(20_001)],
  ["a long text that ends beyond ASCII", `${"abcdefg".repeat(9_000)}ü${"z".repeat(70_000)}`],
])("a checksum is over the code units of a text: %s", (_, text) => {
  const record = { text };
  expect(digestRecord(record)).toBe(plainDigest(JSON.stringify(record)));
});

it("the checksum of a group commit is that of earlier versions", () => {
  const writes = [
    { key: "/registry/pods/default/é", revision: 2 ** 33 + 5, text: '{"a":"ü"}' },
    { key: "/registry/pods/default/b", revision: 2 ** 33 + 6, text: null },
  ];
  expect(digestBatch({ at: 1_700_000_000_000, writes })).toBe(752676775);
});
