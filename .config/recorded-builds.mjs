import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

const chunksFolder = join(root, ".cache/chunks");

const readChunks = (file) => JSON.parse(readFileSync(join(chunksFolder, file), "utf8"));

/** Reads the recorded chunks of every build: `app`, `worker-entry`... */
export function readBuilds() {
  if (!existsSync(chunksFolder)) return {};
  return Object.fromEntries(readdirSync(chunksFolder).map((file) => [file.replace(/\.json$/, ""), readChunks(file)]));
}
