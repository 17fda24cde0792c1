import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Copies a module, `PATH@VERSION`, out of Go's cache, which cannot be written, unless it is there already. */
export function copyModule(module: string, copy: string): void {
  if (existsSync(copy)) return;
  const { Dir } = JSON.parse(execFileSync("go", ["mod", "download", "-json", module], { encoding: "utf8" }));
  const unfinished = `${copy}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(String(Dir), unfinished, { recursive: true });
  for (const entry of readdirSync(unfinished, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() || entry.name.endsWith(".sh") ? 0o755 : 0o644);
  cpSync(unfinished, copy, { recursive: true });
  rmSync(unfinished, { recursive: true });
}
