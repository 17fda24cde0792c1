import { execFile } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { outdatedPackage } from "../.config/packages.mjs";

const root = join(import.meta.dirname, "..");
/** How long an answer of the registry is waited for, in milliseconds. */
const registryMs = 30_000;

interface Outcome {
  readonly failed: boolean;
  readonly output: string;
}

const npm = (folder: string, args: readonly string[], timeout = 0): Promise<Outcome> =>
  new Promise((resolve) =>
    execFile("npm", args, { cwd: folder, timeout, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ failed: error !== null, output: stdout + stderr }),
    ),
  );

/**
 * Installs exactly the packages of a folder's package-lock.json there, unless they are installed already; their scripts
 * are not run. Resolves with a sentence if npm's registry cannot be reached; rejects if npm fails otherwise.
 */
export async function installPackages(folder: string): Promise<string | undefined> {
  const wanted = outdatedPackage(folder);
  if (wanted === undefined) return undefined;
  copyFileSync(join(root, ".npmrc"), join(folder, ".npmrc"));
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly version: string }>>;
  };
  const [path = "", { version } = { version: "" }] = Object.entries(packages).find(([name]) => name !== "") ?? [];
  const name = path.replace(/^.*node_modules\//, "");
  const asked = await npm(folder, ["view", `${name}@${version}`, "version", "--fetch-retries=0"], registryMs);
  if (asked.failed) return `npm's registry cannot be reached for ${name}: npm ci --ignore-scripts in ${folder}`;
  const { failed, output } = await npm(folder, ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
  if (failed) throw new Error(`npm ci in ${folder}: ${output}`);
  return undefined;
}
