// Builds the service worker after everything else has been written, since it needs the list and hashes of all files.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { build } from "vite";

const worker = "sw.js";
const left = (path) => path === worker || path.endsWith(".map");
const sha256 = (data) => createHash("sha256").update(data).digest("base64");

/** Lists the files of a build folder with their content hashes, ordered by path. */
export function listFiles(folder) {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
  return paths
    .filter((path) => !left(path))
    .sort()
    .map((path) => ({ path, integrity: `sha256-${sha256(readFileSync(join(folder, path)))}` }));
}

/** Returns the list in the form the service worker expects (src/worker/offline/precache.ts). */
export function createPrecacheList(folder) {
  const files = listFiles(folder);
  return { version: sha256(JSON.stringify(files)).slice(0, 16), files };
}

/** Returns a Vite plugin that writes `sw.js` with the list of all built files. */
export function precache({ entry = "src/worker/offline/service-worker-entry.ts" } = {}) {
  let config;
  return {
    name: "kubepad-precache",
    apply: "build",
    enforce: "post",
    configResolved: (resolved) => void (config = resolved),
    writeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        const outDir = resolve(config.root, config.build.outDir);
        await build({
          configFile: false,
          root: config.root,
          logLevel: "warn",
          publicDir: false,
          define: { kubepadPrecache: JSON.stringify(createPrecacheList(outDir)) },
          build: {
            outDir,
            emptyOutDir: false,
            copyPublicDir: false,
            target: config.build.target,
            lib: {
              entry: resolve(config.root, entry),
              formats: ["iife"],
              name: "kubepadServiceWorker",
              fileName: () => worker,
            },
          },
        });
      },
    },
  };
}
