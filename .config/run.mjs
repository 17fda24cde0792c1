// Runs a TypeScript program under Node: node .config/run.mjs ENTRY.ts [ARGUMENT ...]
import { spawnSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ensurePackages } from "./packages.mjs";

const bundleScript = fileURLToPath(new URL("bundle-cli.mjs", import.meta.url));
const [entry, ...args] = process.argv.slice(2);

// The bundler runs in a separate process, so that the program starts with a clean heap.
ensurePackages();
const bundled = spawnSync(process.execPath, [bundleScript, entry], {
  stdio: ["ignore", "pipe", "inherit"],
  encoding: "utf8",
});
if (bundled.status !== 0) process.exit(bundled.status ?? 1);
const file = bundled.stdout.trim();
process.argv = [process.execPath, file, ...args];
await import(pathToFileURL(file).href);
