import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
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

/** Installs exactly the packages of a folder's lock file, unless they are installed already. */
export function ensurePackages(folder = root) {
  const reason = outdatedPackage(folder);
  if (!reason) return;
  console.log(`${reason}: npm ci`);
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
  if (status !== 0) throw new Error("npm ci failed: see its output above");
}

/**
 * Installs what a folder's package-lock.json says into a folder of the cache, where no other packages are seen; returns
 * that folder.
 */
export function ensurePackagesApart(name, source) {
  const folder = join(root, ".cache", name);
  mkdirSync(folder, { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) copyFileSync(join(source, file), join(folder, file));
  ensurePackages(folder);
  return folder;
}
