import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

const folder = join(root, ".cache/run");
const mainFile = "main.mjs";
const keptMs = 6 * 60 * 60_000;

/**
 * Bundles a TypeScript program for Node with packages as externals; returns the file to run. Bundles are cached by the
 * hash of all sources.
 */
export async function bundleForNode(entry) {
  const kept = keptBundle(entry);
  if (kept !== undefined) return kept;
  const target = targetOf(entry);
  await bundleInto(entry, target);
  return join(target, mainFile);
}

/** Returns the file to run of a program that is bundled already; otherwise undefined. Loads no bundler. */
export function keptBundle(entry) {
  const target = targetOf(entry);
  const file = join(target, mainFile);
  if (!existsSync(file)) return undefined;
  utimesSync(target, new Date(), new Date());
  return file;
}

/** Bundles a TypeScript program into a single script for a page; returns its text. */
export async function bundleForPage(entry, name) {
  const { build } = await import("vite");
  const lib = { entry: join(root, entry), formats: ["iife"], name, fileName: "page" };
  const [{ output }] = await build({
    root,
    configFile: false,
    logLevel: "error",
    build: { lib, write: false, minify: false, target: "es2023" },
  });
  return output[0].code;
}

const nameOf = (entry) => entry.replace(/\.ts$/, "").replace(/[^a-z0-9]+/gi, "-");

const targetOf = (entry) => join(folder, `${nameOf(entry)}-${sourcesKey()}`);

async function bundleInto(entry, target) {
  const { build } = await import("vite");
  forgetOldBundles();
  const unfinished = `${target}.${process.pid}`;
  const output = { entryFileNames: mainFile, chunkFileNames: "[name]-[hash].mjs" };
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: {
      ssr: join(root, entry),
      outDir: unfinished,
      emptyOutDir: true,
      minify: false,
      target: "node20",
      rolldownOptions: { output },
    },
  });
  keepFirst(unfinished, target);
}

/** Gives a finished bundle its name, unless another process has been first: that one's may be running already. */
function keepFirst(unfinished, target) {
  try {
    renameSync(unfinished, target);
  } catch (error) {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Returns a hash of all source files. */
function sourcesKey() {
  const hash = createHash("sha256").update(readFileSync(join(root, "package-lock.json")));
  for (const top of ["src", "e2e", ".config"]) {
    for (const entry of readdirSync(join(root, top), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const { size, mtimeMs } = statSync(path);
      hash.update(`${path} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest("hex").slice(0, 16);
}

/**
 * Deletes bundles that have not been used for hours. Newer ones are kept, since a running program may still load
 * chunks.
 */
function forgetOldBundles() {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
    if (Date.now() - mtimeMs > keptMs) rmSync(path, { recursive: true, force: true });
  }
}
