import { readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { Files } from "../kubectl/session.ts";
import { largestObjects, readBounded } from "./read-file.ts";

/** The files of the disk, to read only; paths are from the working directory. */
export const diskFiles: Files = {
  read(path) {
    const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
    return Promise.resolve(isFile ? readBounded(path, largestObjects).toString("utf8") : undefined);
  },
  list(path) {
    const folder = path === "" ? "." : path;
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return Promise.resolve(undefined);
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
    return Promise.resolve(names.toSorted());
  },
  write: (path) => Promise.reject(new Error(`${path} is not written: nothing is`)),
};
