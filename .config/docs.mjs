// npm run docs -- [--out DIR] [--page PATH]: builds the documentation as a static site, with the API of the package's
// entries and with lessons and labs that run. The site works under any path. By default it is written to dist-docs,
// with a copy of the built page in it; --page names one that is served already, as the site sees it: ../ for dist/docs.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { emitDeclarations } from "./package/declarations.mjs";
import { entries } from "./package/entries.mjs";
import { ensurePackages } from "./packages.mjs";
import { root } from "./root.mjs";

const started = Date.now();

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

ensurePackages();
if (!existsSync(join(root, "dist/embed.js"))) run("node_modules/vite/bin/vite.js", "build");
await emitDeclarations(entries.map(({ source }) => source));
run(".config/run.mjs", ".config/docs/main.ts", ...process.argv.slice(2));
console.log(`The documentation was built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
