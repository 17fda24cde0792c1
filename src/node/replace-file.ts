import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";

/**
 * Writes a file in place of the one before, if any: whenever the process or the system ends, one of them is there, and
 * whole. Throws what the file system says. Devices and pipes are written to.
 */
export function replaceFile(path: string, content: string | Uint8Array, mode?: number): void {
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing !== undefined && !existing.isFile()) return writeFileSync(path, content);
  const target = existing === undefined ? path : realpathSync(path);
  const draft = `${target}.${process.pid}.tmp`;
  try {
    writeWhole(draft, content, mode ?? existing?.mode);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function writeWhole(path: string, content: string | Uint8Array, mode: number | undefined): void {
  const file = openSync(path, "w", mode);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
