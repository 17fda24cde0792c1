import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { filesBelow } from "./files-below.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kubepad-files-"));
  for (const name of ["a", "b"]) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "pod.yaml"), "");
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

it("lists the files that are left where a folder is deleted meanwhile", () => {
  const gone = join(folder, "a");
  const remove = (next: string): void => {
    if (next === gone) rmSync(gone, { recursive: true });
  };
  expect(filesBelow(folder, () => true, 10, remove)).toEqual([join(folder, "b", "pod.yaml")]);
});

it("refuses a folder that is not there", () => {
  expect(() => filesBelow(join(folder, "none"), () => true, 10)).toThrow("ENOENT");
});
