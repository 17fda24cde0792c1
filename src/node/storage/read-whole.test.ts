import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readWhole } from "./read-whole.ts";

function fileOf(size: number): string {
  const folder = mkdtempSync(join(tmpdir(), "read-whole-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "file");
  writeFileSync(
    path,
    Uint8Array.from({ length: size }, (_, i) => i % 251),
  );
  return path;
}

it.each([0, 1, 6, 7, 8, 700, 1001])("reads a file of %d bytes in pieces of seven", (size) => {
  const path = fileOf(size);
  expect(readWhole(path, { file: 1001, piece: 7 }).equals(readFileSync(path))).toBe(true);
  expect(readWhole(path).equals(readFileSync(path))).toBe(true);
});

it("says that a file is too large to be read, and reads none of it", () => {
  expect(() => readWhole(fileOf(1002), { file: 1001, piece: 7 })).toThrow(
    "it has 1002 bytes, and this release of Node can read 1001 at most",
  );
});
