import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import filePlugin from "@size-limit/file";
import sizeLimit from "size-limit";
import { root } from "../root.mjs";
import { limits } from "../size-limits.mjs";

const chunksFolder = join(root, ".cache/chunks");

const readChunks = (file) => JSON.parse(readFileSync(join(chunksFolder, file), "utf8"));

/** Every build's chunks, from what the build noted: `app`, `worker-entry`... */
function readBuilds() {
  if (!existsSync(chunksFolder)) return {};
  return Object.fromEntries(readdirSync(chunksFolder).map((file) => [file.replace(/\.json$/, ""), readChunks(file)]));
}

/** A limit's files: those that are loaded before anything is asked for, or those that hold certain modules. */
async function check({ name, kilobytes, files }, builds) {
  const selected = files(builds).map((file) => join(root, "dist", file));
  if (selected.length === 0) return { ok: false, line: `${name}: no file of the build belongs to it` };
  const [{ size }] = await sizeLimit([filePlugin], { checks: [{ files: selected, gzip: true }] });
  return { ok: size <= kilobytes * 1000, line: `${name}: ${(size / 1000).toFixed(1)} of ${kilobytes} KB gzip in ${selected.length} files` };
}

/** Sizes of what the browser loads, against their limits. */
export async function sizes() {
  const builds = readBuilds();
  const results = await Promise.all(limits.map((limit) => check(limit, builds)));
  const failed = results.filter(({ ok }) => !ok).length;
  return { passed: results.length - failed, failed, output: results.map(({ ok, line }) => `${ok ? "✓" : "✗"} ${line}`).join("\n"), note: results.map(({ line }) => line.replace(/ gzip.*/, "")).join(", ") };
}
