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

/**
 * Lists the files below a folder that are wanted, sorted: without folders of packages, and those whose names begin with
 * a dot. Throws an Error if there are more than `most`.
 */
export function filesBelow(folder: string, isWanted: (name: string) => boolean, most: number): readonly string[] {
  const found: string[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      if (entry.isDirectory()) waiting.push(join(next, entry.name));
      else if (isWanted(entry.name) && (entry.isFile() || isLink(entry, next))) found.push(join(next, entry.name));
      if (found.length > most) throw new Error(`${folder} has more than ${most} files`);
    }
  return found.toSorted();
}
