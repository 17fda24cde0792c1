import { join } from "node:path";
import filePlugin from "@size-limit/file";
import sizeLimit from "size-limit";
import { readBuilds } from "../recorded-builds.mjs";
import { root } from "../root.mjs";
import { limits } from "../size-limits.mjs";

/** Checks the total gzip size of the files that a limit selects. */
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

/** Lists what the files contain, before minification: packages and source folders by size, largest first. */
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

/** Checks the sizes of the files that the browser loads against their limits. */
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
