import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Files } from "../../kubectl/session.ts";

/** The files of a folder of the disk; what edits leave behind stands in a folder of its own, if one is given. */
export function folderFiles(folder: string, edits?: string): Files {
  const at = (path: string): string =>
    edits !== undefined && path.startsWith("/tmp/kubectl-edit-") ? join(edits, basename(path)) : resolve(folder, path);
  return {
    root: resolve(folder),
    async read(path) {
      try {
        return readFileSync(at(path), "utf8");
      } catch {
        return undefined;
      }
    },
    async list(path) {
      try {
        const names = readdirSync(at(path), { recursive: true }).map(String).sort();
        return names.filter((name) => statSync(join(at(path), name)).isFile());
      } catch {
        return undefined;
      }
    },
    async write(path, text) {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
    },
  };
}
