import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

const readPackages = (file) => JSON.parse(readFileSync(file, "utf8")).packages;

/** Returns why the node_modules of a folder does not match its package-lock.json; undefined if it does. */
export function outdatedPackage(folder = root) {
  const installed = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(installed)) return "node_modules is missing";
  const present = readPackages(installed);
  const wanted = Object.entries(readPackages(join(folder, "package-lock.json")));
  const wrong = wanted.find(
    ([path, { version, optional }]) =>
      path !== "" && !(optional && !present[path]) && present[path]?.version !== version,
  );
  return wrong && `${wrong[0]} ${wrong[1].version} is missing`;
}

/** Installs exactly the packages of the lock file, unless they are installed already. */
export function ensurePackages() {
  const reason = outdatedPackage();
  if (!reason) return;
  console.log(`${reason}: npm ci`);
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new Error("npm ci failed: see its output above");
}
