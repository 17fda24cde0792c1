// Bundles the tests, and runs the bundles as Node's own modules, which takes less time than to have Vitest load and
// link the modules of all files:
//   vite build --config .config/bundled-tests.config.ts && vitest run --config .config/bundled-tests.config.ts
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { lessonIndex } from "./lesson-index.ts";
import { vitestOptions } from "./vitest-options.ts";

const folder = ".cache/tests";
/** Matches the tests of this project, without those of a user of the package, which that project runs. */
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) && !file.includes("package/consumer/");

/** Returns the files with tests by the names of their bundles. */
function testFiles(): Record<string, string> {
  const files = ["src", "e2e"].flatMap((top) =>
    readdirSync(top, { recursive: true, encoding: "utf8" }).map((file) => `${top}/${file.replaceAll("\\", "/")}`),
  );
  return Object.fromEntries(files.filter(isTest).map((file) => [file.replace(/\.tsx?$/, ""), file]));
}

/** Lets modules find the files beside their sources. Those that start workers are left to the bundler. */
function ownPlaces(): Plugin {
  return {
    name: "kubepad-own-places",
    enforce: "pre",
    apply: "build",
    transform(code, id) {
      if (!code.includes("import.meta.") || code.includes("new Worker(") || id.includes("node_modules"))
        return undefined;
      return code
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(id)))
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href));
    },
  };
}

export default defineConfig({
  publicDir: false,
  logLevel: "error",
  plugins: [ownPlaces(), lessonIndex()],
  build: {
    ssr: true,
    outDir: folder,
    emptyOutDir: true,
    minify: false,
    target: "node20",
    rolldownOptions: {
      input: testFiles(),
      output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
    },
  },
  test: {
    ...vitestOptions,
    include: [`${folder}/**/*.test.js`],
    exclude: [],
    execArgv: ["--import", new URL("without-module-hooks.mjs", import.meta.url).href],
    runner: ".config/plain-runner.mjs",
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
