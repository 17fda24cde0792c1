import { expect, it } from "vitest";
import { encodeRecord, nextMagic } from "./file-format.ts";

it("finds the begin of a record wherever the windows end that are searched", () => {
  const magic = encodeRecord(1, {}).subarray(0, 4);
  for (let at = 0; at < 12; at++) {
    const content = Buffer.concat([Buffer.alloc(at), magic, Buffer.alloc(3), magic]);
    for (let window = 1; window < 6; window++) {
      expect(nextMagic(content, 0, window)).toBe(at);
      expect(nextMagic(content, at + 1, window)).toBe(at + 7);
      expect(nextMagic(content, at + 8, window)).toBe(-1);
    }
  }
});
