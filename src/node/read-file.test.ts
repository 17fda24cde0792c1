import { mkdtempSync, openSync, closeSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ConfigurationError } from "../component-base/configuration-error.ts";
import { readBounded, readSettings } from "./read-file.ts";

const folder = mkdtempSync(join(tmpdir(), "kubepad-read-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "some");

test("a file is read whole up to the bound", () => {
  writeFileSync(file, "é".repeat(100_000));
  expect(readSettings(file)).toBe("é".repeat(100_000));
  expect(readBounded(file, 200_000).length).toBe(200_000);
});

test("a larger file is refused by its name, before it is read to its end", () => {
  writeFileSync(file, "x".repeat(2_000_001));
  expect(() => readBounded(file, 2_000_000)).toThrow(new ConfigurationError(`${file} is larger than 2 MB`));
  expect(() => readBounded("/dev/zero", 1_000_000)).toThrow(new ConfigurationError("/dev/zero is larger than 1 MB"));
});

test("a descriptor is read from where it is and stays open", () => {
  writeFileSync(file, "text");
  const descriptor = openSync(file, "r");
  expect(String(readBounded(descriptor, 10))).toBe("text");
  closeSync(descriptor);
});

test("what the file system says about a file that is not there is kept", () => {
  expect(() => readSettings(join(folder, "none"))).toThrow("ENOENT: no such file or directory");
});
