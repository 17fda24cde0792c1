// Builds the published package into `lib`, and with --sea the program of a single file:
// node .config/package/build.mjs [--sea]
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chunkCycles } from "../chunk-cycles.mjs";
import { ensurePackages } from "../packages.mjs";
import { root } from "../root.mjs";
import { bundleEntries } from "./bundle-entries.mjs";
import { emitDeclarations } from "./declarations.mjs";
import { bundles, commands, entries, folder, peers } from "./entries.mjs";
import { licenseTexts } from "../licenses.mjs";
import { nodeModules } from "./packages-for-node.mjs";

const output = join(root, folder);

/** Bundles the entries of one bundle; returns its chunks. */
function bundle(name, options) {
  const chosen = entries.filter((entry) => entry.bundle === name);
  const programs = name === "library" ? commands : [];
  return bundleEntries([...chosen, ...programs], options);
}

/** Bundles in CommonJS those entries of the library that are there in it. */
async function bundleCommonJs() {
  const options = { minify: false, split: true, format: "cjs", dir: join(output, "commonjs") };
  await bundleEntries(
    entries.filter(({ commonjs }) => commonjs),
    options,
  );
  writeFileSync(join(options.dir, "package.json"), '{ "type": "commonjs" }\n');
}

/** Throws if an entry, or what it loads later, imports other packages than the permitted ones. */
function checkImports(chunks, file, permitted) {
  const names = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const seen = new Set([`${file}.js`]);
  for (const name of seen) {
    const chunk = names.get(name);
    if (chunk === undefined && !permitted.some((pattern) => name.match(pattern)))
      throw new Error(`${file}.js would need ${name}`);
    for (const imported of [...(chunk?.imports ?? []), ...(chunk?.dynamicImports ?? [])]) seen.add(imported);
  }
}

/** The most files that a start of kubepad-apiserver may open: to find and open each costs more than to read it. */
const mostAtStart = 30;

/** Throws if the chunks that serve are more than that, or if chunks import each other in a circle. */
function checkStart(chunks) {
  const [cycle] = chunkCycles(chunks);
  if (cycle !== undefined) throw new Error(`chunks import each other: ${cycle.join(", ")}`);
  const names = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const serving = chunks.find(({ moduleIds }) =>
    moduleIds.some((id) => id.endsWith("/src/node/serve-until-signal.ts")),
  );
  const seen = new Set([serving.fileName]);
  for (const name of seen)
    for (const imported of names.get(name)?.imports ?? []) if (names.has(imported)) seen.add(imported);
  if (seen.size > mostAtStart) throw new Error(`a start would open ${seen.size} of ${mostAtStart} files`);
}

/** Throws if an entry of one file is larger than it may be. */
function checkSize(file, kilobytes) {
  const size = gzipSync(readFileSync(join(output, `${file}.js`))).length / 1000;
  if (size > kilobytes) throw new Error(`${file}.js has ${size.toFixed(1)} of ${kilobytes} KB after gzip`);
}

/** Builds the package. */
export async function buildPackage() {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const declared = emitDeclarations(entries.map(({ source }) => source));
  const chunks = (await Promise.all(Object.entries(bundles).map(([name, options]) => bundle(name, options)))).flat();
  await bundleCommonJs();
  for (const { file, everywhere } of entries) checkImports(chunks, file, everywhere ? [] : [...nodeModules, ...peers]);
  for (const { file, kilobytes } of entries) if (kilobytes !== undefined) checkSize(file, kilobytes);
  checkStart(chunks);
  await declared;
  const modules = chunks.flatMap(({ moduleIds = [] }) => moduleIds);
  writeFileSync(join(output, "THIRD-PARTY-LICENSES.txt"), licenseTexts(modules, "package"));
  for (const { file } of commands) {
    const program = join(output, `${file}.js`);
    writeFileSync(program, `#!/usr/bin/env node\n${readFileSync(program, "utf8")}`, { mode: 0o755 });
  }
  return chunks;
}

if (process.argv[1] === import.meta.filename) {
  ensurePackages();
  await buildPackage();
  if (process.argv.includes("--sea")) {
    const { buildSingleProgram } = await import("./single-program.mjs");
    console.log(await buildSingleProgram());
  }
}
