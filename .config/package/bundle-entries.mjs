import { join } from "node:path";
import { rolldown } from "rolldown";
import { root } from "../root.mjs";
import { folder, peers } from "./entries.mjs";
import { packagesForNode } from "./packages-for-node.mjs";

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

/** Bundles entries, each `{ source, file }`, into a folder; returns the chunks. */
export async function bundleEntries(chosen, { minify, split, format = "esm", dir = output, plugins = [], groups }) {
  const input = Object.fromEntries(chosen.map(({ file, source }) => [file, join(root, source)]));
  const build = await rolldown({
    cwd: root,
    input,
    platform: "browser", // packages without parts for Node, so that the library also runs in pages
    // and without a DOM, so that it runs under Node and in workers
    resolve: { conditionNames: ["worker", "browser", "module", "import", "default"] },
    ...(groups !== undefined && { preserveEntrySignatures: "allow-extension" }), // which rolldown asks for with groups
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
      ...(split ? groups && { codeSplitting: { groups: groups() } } : { codeSplitting: false }),
    });
    return chunks;
  } finally {
    await build.close();
  }
}
