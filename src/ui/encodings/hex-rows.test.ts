import { expect, test } from "vitest";
import { hexOffsets, hexRow } from "./hex-rows.ts";

const bytes = new Uint8Array([0x6b, 0x38, 0x73, 0x00, 0x0a, 0x7e, 0x7f, 0x20, 0xff, 0x41]);

test("a line tells where it begins, its bytes and the signs that can be printed", () => {
  expect(hexRow(bytes, 0, 16)).toEqual({
    offset: "000000",
    bytes: "6b 38 73 00 0a 7e 7f 20  ff 41",
    signs: "k8s··~· ·A",
  });
  expect(hexRow(bytes, 8, 8)).toEqual({ offset: "000008", bytes: "ff 41", signs: "·A" });
});

test("the last line may be short, and nothing has no lines", () => {
  expect(hexOffsets(17, 8)).toEqual([0, 8, 16]);
  expect(hexOffsets(16, 8)).toEqual([0, 8]);
  expect(hexOffsets(0, 8)).toEqual([]);
});
