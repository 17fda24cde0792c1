// Runs a TypeScript program under Node: node .config/run.mjs ENTRY.ts [ARGUMENT ...]
import { spawnSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { keptBundle } from "./bundle.mjs";
import { ensurePackages } from "./packages.mjs";

const bundleScript = fileURLToPath(new URL("bundle-cli.mjs", import.meta.url));
const [entry, ...args] = process.argv.slice(2);

ensurePackages();
const file = keptBundle(entry) ?? bundle();
process.argv = [process.execPath, file, ...args];
await import(pathToFileURL(file).href);

/** Bundles the program in a separate process, so that it starts with a clean heap; returns the file to run. */
function bundle() {
  const { status, stdout } = spawnSync(process.execPath, [bundleScript, entry], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  if (status !== 0) process.exit(status ?? 1);
  return stdout.trim();
}
