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
  const ok = size <= kilobytes * 1000;
  return {
    ok,
    line: `${name}: ${(size / 1000).toFixed(1)} of ${kilobytes} KB gzip in ${selected.length} files`,
    detail: ok ? [] : heaviest(files(builds), Object.values(builds).flat()),
  };
}

/** What the files are made of before they are made small: packages and folders of the source, the largest first. */
function heaviest(files, chunks) {
  const bytes = new Map();
  for (const { modules } of chunks.filter(({ fileName }) => files.includes(fileName))) {
    for (const [id, length] of Object.entries(modules)) {
      const part = /node_modules\/((@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? /(src\/[^/]+(\/[^/]+)?)\//.exec(id)?.[1] ?? id;
      bytes.set(part, (bytes.get(part) ?? 0) + length);
    }
  }
  return [...bytes]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 15)
    .map(([part, length]) => `    ${(length / 1000).toFixed(1).padStart(8)} KB  ${part}`);
}

/** Sizes of what the browser loads, against their limits. */
export async function sizes() {
  const builds = readBuilds();
  const results = await Promise.all(limits.map((limit) => check(limit, builds)));
  const failed = results.filter(({ ok }) => !ok).length;
  return {
    passed: results.length - failed,
    failed,
    output: results.flatMap(({ ok, line, detail = [] }) => [`${ok ? "✓" : "✗"} ${line}`, ...detail]).join("\n"),
    note: results.map(({ line }) => line.replace(/ gzip.*/, "")).join(", "),
  };
}
