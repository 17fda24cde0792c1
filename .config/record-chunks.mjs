import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

const chunksFolder = join(root, ".cache/chunks");

const describeChunk = ({ fileName, isEntry, facadeModuleId, imports, dynamicImports, modules, viteMetadata }) => ({
  fileName,
  isEntry,
  facade: facadeModuleId,
  imports,
  dynamicImports,
  css: [...(viteMetadata?.importedCss ?? [])],
  modules: Object.fromEntries(Object.entries(modules).map(([id, { renderedLength }]) => [id, renderedLength ?? 0])),
});

/** Returns a Vite plugin that records the modules and imports of each chunk, for the size checks. */
export function recordChunks(name) {
  return {
    name: `record-chunks:${name}`,
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle)
        .filter(({ type }) => type === "chunk")
        .map(describeChunk);
      mkdirSync(chunksFolder, { recursive: true });
      const entry = chunks.find(({ isEntry }) => isEntry);
      const file = name === "worker" ? `worker-${entry.fileName.replace(/^.*\//, "").replace(/-.{8}\.js$/, "")}` : name;
      writeFileSync(join(chunksFolder, `${file}.json`), JSON.stringify(chunks, null, 1));
    },
  };
}
