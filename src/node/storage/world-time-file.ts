import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readKeptTime } from "../../component-base/keep-world-time.ts";
import type { KeptWorldTime } from "../../component-base/world-clock.ts";
import { replaceFile } from "../replace-file.ts";
import { worldTimeName } from "./file-folder.ts";
import { fileMode } from "./file-log.ts";

/** Reads the time of a storage folder's world; undefined if none was kept, or not by a version that is known. */
export function readWorldTime(directory: string): KeptWorldTime | undefined {
  try {
    return readKeptTime(JSON.parse(readFileSync(join(directory, worldTimeName), "utf8")));
  } catch {
    return undefined;
  }
}

/** Writes the time of a storage folder's world in place of the one before. Throws what the file system says. */
export function writeWorldTime(directory: string, time: KeptWorldTime): void {
  replaceFile(join(directory, worldTimeName), `${JSON.stringify(time)}\n`, fileMode);
}
