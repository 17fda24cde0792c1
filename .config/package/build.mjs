// Builds the published package into `lib`: node .config/package/build.mjs
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { ensurePackages } from "../packages.mjs";
import { root } from "../root.mjs";
import { emitDeclarations } from "./declarations.mjs";
import { bundles, commands, entries, folder, peers } from "./entries.mjs";
import { licenseTexts } from "../licenses.mjs";
import { nodeModules, packagesForNode } from "./packages-for-node.mjs";

const output = join(root, folder);

/** The name of the worker's script in the package; in the sources, the development server needs that of the module. */
const workerScript = {
  name: "worker-script",
  transform(code, id) {
    if (!id.endsWith("/src/worker/start-worker.ts")) return undefined;
    const [source, published] = ['"./entry.ts"', '"./worker.js"'];
    if (!code.includes(source)) throw new Error(`start-worker.ts does not name ${source}`);
    return code.replace(source, published);
  },
};

/** The worker of the package runs no races, whose code would be loaded with it. */
const withoutRaces = {
  name: "without-races",
  transform(code, id) {
    if (!id.endsWith("/src/worker/server-entry.ts")) return undefined;
    const [source, published] = ['import("./race-host.ts")', 'import("./no-race-host.ts")'];
    if (!code.includes(source)) throw new Error("server-entry.ts does not load race-host.ts");
    return code.replace(source, published);
  },
};

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

async function bundleEntries(chosen, { minify, split, format = "esm", dir = output, plugins = [] }) {
  const input = Object.fromEntries(chosen.map(({ file, source }) => [file, join(root, source)]));
  const build = await rolldown({
    cwd: root,
    input,
    platform: "browser", // packages without parts for Node, so that the library also runs in pages
    // and without a DOM, so that it runs under Node and in workers
    resolve: { conditionNames: ["worker", "browser", "module", "import", "default"] },
    external: peers, // and the modules of Node, by packagesForNode
    plugins: [workerScript, withoutRaces, ...packagesForNode(), ...plugins],
    transform: { target: "es2023" },
  });
  try {
    const { output: chunks } = await build.write({
      dir,
      format,
      entryFileNames: "[name].js",
      chunkFileNames: "chunks/[name]-[hash].js",
      minify,
      ...(split ? {} : { codeSplitting: false }),
    });
    return chunks;
  } finally {
    await build.close();
  }
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
}
