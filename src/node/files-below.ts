import { readdirSync } from "node:fs";
import { join } from "node:path";

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
      else if (entry.isFile() && isWanted(entry.name)) found.push(join(next, entry.name));
      if (found.length > most) throw new Error(`${folder} has more than ${most} files`);
    }
  return found.toSorted();
}
