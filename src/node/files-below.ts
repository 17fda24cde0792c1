import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Whether an entry is a link to a file, or one that leads nowhere, which is found out when it is read. */
function isLink(entry: Dirent, folder: string): boolean {
  if (!entry.isSymbolicLink()) return false;
  try {
    return statSync(join(folder, entry.name)).isFile();
  } catch {
    return true;
  }
}

/** The entries of a folder; undefined if it may not be read, and none if it `mayBeGone` and is. */
function entriesIn(folder: string, mayBeGone: boolean): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EACCES") return undefined;
    if (code === "ENOENT" && mayBeGone) return [];
    throw error;
  }
}

/**
 * Lists the files below a folder that are wanted, sorted: without folders of packages, and those whose names begin with
 * a dot. A folder that may not be read is listed itself, so that reading it says so; one that is deleted meanwhile has
 * none. Throws an Error if there are more than `most`. `enter` is called with each folder before it is read.
 */
export function filesBelow(
  folder: string,
  isWanted: (name: string) => boolean,
  most: number,
  enter: (folder: string) => void = () => undefined,
): readonly string[] {
  const found: string[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    enter(next);
    const entries = entriesIn(next, next !== folder);
    if (entries === undefined) found.push(next);
    for (const entry of entries ?? []) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      if (entry.isDirectory()) waiting.push(join(next, entry.name));
      else if (isWanted(entry.name) && (entry.isFile() || isLink(entry, next))) found.push(join(next, entry.name));
      if (found.length > most) throw new Error(`${folder} has more than ${most} files`);
    }
  }
  return found.toSorted();
}
