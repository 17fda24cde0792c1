import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";

/** Builds the package, whose program is compared with others. */
export function buildPackage(): void {
  execFileSync("npm", ["run", "--silent", "package"], { stdio: ["ignore", "ignore", "inherit"] });
}

/** Runs a program to its end, and returns its exit code and what it printed. */
export function run(command: string, args: readonly string[]) {
  return spawnSync(command, [...args], { encoding: "utf8", maxBuffer: 2 ** 28 });
}

/** Runs `kubepad validate` of the package. */
export function runValidate(...args: readonly string[]) {
  return run(process.execPath, [join(process.cwd(), "lib/kubepad.js"), "validate", ...args]);
}
