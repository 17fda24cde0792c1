import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { watchFiles } from "./watch-files.ts";

it("tells of changes from the moment on that it is called, also of files that are replaced or made", async () => {
  const folder = mkdtempSync(join(tmpdir(), "kubepad-watched-"));
  const [file, other] = [join(folder, "a"), join(folder, "b")];
  writeFileSync(file, "1");
  let told = 0;
  const stop = watchFiles([file, other], () => void told++, 5);
  writeFileSync(file, "2");
  await expect.poll(() => told, { timeout: 60_000 }).toBe(1);
  writeFileSync(join(folder, "next"), "3");
  renameSync(join(folder, "next"), file);
  await expect.poll(() => told, { timeout: 60_000 }).toBe(2);
  writeFileSync(other, "1");
  await expect.poll(() => told, { timeout: 60_000 }).toBe(3);
  stop();
  rmSync(folder, { recursive: true });
});
