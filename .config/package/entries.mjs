import { importsInOrder } from "./imports-in-order.mjs";
import { startChunk } from "./start-chunks.mjs";

// What the published package consists of. `bundle` says with which other entries it shares its modules; `everywhere`,
// that it runs in pages as well as under Node; `kilobytes` limits its size after gzip; `commonjs`, that it is there in
// CommonJS too, for test runners that cannot require ESM as Node does: Jest.
// oxfmt-ignore
export const entries = [
  { name: ".", source: "src/index.ts", file: "index", bundle: "library", everywhere: true, commonjs: true },
  { name: "./node", source: "src/node.ts", file: "node", bundle: "library", commonjs: true },
  { name: "./testing", source: "src/testing.ts", file: "testing", bundle: "library", commonjs: true },
  { name: "./lessons", source: "src/lessons.ts", file: "lessons", bundle: "library", everywhere: true },
  { name: "./validate", source: "src/validate.ts", file: "validate", bundle: "library", everywhere: true },
  { name: "./playwright", source: "src/playwright.ts", file: "playwright", bundle: "library" },
  { name: "./browser", source: "src/browser.ts", file: "browser", bundle: "browser", everywhere: true, kilobytes: 25 },
  { name: "./worker", source: "src/worker/server-entry.ts", file: "worker", bundle: "worker", everywhere: true, kilobytes: 1030 },
  { name: "./embed", source: "src/embed.ts", file: "embed", bundle: "embed", everywhere: true, kilobytes: 5 },
];

/**
 * The programs, which share the modules of the library. `isBin`: npm makes a command of it; the others are started by
 * the folder that `kubepad envtest-assets` writes.
 */
// oxfmt-ignore
export const commands = [
  { source: "src/node/kubepad.ts", file: "kubepad", isBin: true },
  { source: "src/node/kubepad-apiserver.ts", file: "kubepad-apiserver", isBin: true },
  { source: "src/node/kubepad-etcd.ts", file: "kubepad-etcd", isBin: false },
  { source: "src/node/kubepad-kubectl.ts", file: "kubepad-kubectl", isBin: false },
];

/** The program of a single file, which `npm run package -- --sea` makes; `kilobytes` limits its script after gzip. */
export const singleProgram = {
  source: "src/node/single-program.ts",
  file: "single-program",
  target: "dist-program/kubepad",
  kilobytes: 1730,
};

/** The `bin` of package.json. */
export const packageBin = () =>
  Object.fromEntries(commands.filter(({ isBin }) => isBin).map(({ file }) => [file, `${folder}/${file}.js`]));

const startGroups = () => [{ name: startChunk(), debugName: "start", includeDependenciesRecursively: false }];

/**
 * How bundles are made. The library and `browser` keep their names and their lazy parts: bundlers look for
 * `new Worker`, and few pages need the rescue of damaged data. The worker is one file, because not every bundler can
 * split a worker.
 */
export const bundles = {
  library: { minify: false, split: true, plugins: [importsInOrder], groups: startGroups },
  browser: { minify: false, split: true },
  worker: { minify: true, split: false },
  embed: { minify: true, split: false },
};

/** Packages that the package does not contain: users of that entry have them. */
export const peers = ["@playwright/test"];

/** The folder of the built package, as package.json names it. */
export const folder = "lib";

/** The path of the declarations of a module in the folder of declarations. */
export const declarationsOf = (source) => source.replace(/^src\/(.*)\.ts$/, "$1.d.ts");

/** The `exports` of package.json. Node requires ESM by the condition `module-sync`. */
export const packageExports = () => ({
  ...Object.fromEntries(
    entries.map(({ name, source, file, commonjs = false }) => {
      const types = `./${folder}/types/${declarationsOf(source)}`;
      const script = `./${folder}/${file}.js`;
      const required = { "module-sync": script, require: `./${folder}/commonjs/${file}.js` };
      return [name, { types, ...(commonjs ? required : {}), default: script }];
    }),
  ),
  "./package.json": "./package.json",
});

/** The `typesVersions` of package.json: where TypeScript looks that does not read `exports` (`node10`, for ts-jest). */
export const packageTypes = () => ({
  "*": Object.fromEntries(
    entries.map(({ name, source }) => [
      name.replace(/^\.\/?/, "") || "index",
      [`${folder}/types/${declarationsOf(source)}`],
    ]),
  ),
});
