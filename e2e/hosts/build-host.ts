import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { readRecipes } from "../recipes/recipe-edits.ts";
import type { Host } from "./hosts.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** Programs of npm and of generators tell their makers nothing, and ask them for nothing. */
const quiet = { CI: "true", ASTRO_TELEMETRY_DISABLED: "1", NO_UPDATE_NOTIFIER: "1", DO_NOT_TRACK: "1" };

/** Returns what must be installed to build a host's site; undefined if nothing is missing. */
export function missingOf({ name, build, debian }: Host): string | undefined {
  if (debian === undefined || build === undefined) return undefined;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  if (folders.some((folder) => existsSync(join(folder, build[0])))) return undefined;
  return `${name} was left out: apt-get install --no-install-recommends ${debian.join(" ")}`;
}

/** The files of a site: those of the recipe in docs/embedding.md, and those of the tests. */
function filesOf({ name }: Host): ReadonlyMap<string, string> {
  const own = join(import.meta.dirname, name);
  const files = new Map(
    readdirSync(own, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(own.length + 1), readFileSync(path, "utf8")];
      }),
  );
  for (const { path, text } of readRecipes(join(root, "docs/embedding.md")))
    if (path.startsWith(`${name}/`)) files.set(path.slice(name.length + 1), text);
  return files;
}

/**
 * Builds a host's site with its generator and returns the folder of its pages. What has been installed and built from
 * the same files is used again.
 */
export async function buildHost(host: Host): Promise<string> {
  const folder = join(root, ".cache/hosts", host.name);
  const files = filesOf(host);
  const built = join(folder, host.built);
  const version = createHash("sha256")
    .update(JSON.stringify([...files]))
    .digest("hex");
  const mark = join(folder, ".built");
  if (existsSync(mark) && readFileSync(mark, "utf8") === version) return built;
  for (const entry of existsSync(folder) ? readdirSync(folder) : [])
    if (entry !== "node_modules" && entry !== ".installed") rmSync(join(folder, entry), { recursive: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const execute = async (program: string, args: readonly string[]): Promise<void> => {
    const options = { cwd: folder, env: { ...process.env, ...quiet }, maxBuffer: 64 * 2 ** 20 };
    await run(program, args, options).catch((error: { stdout: string; stderr: string }) =>
      Promise.reject(new Error(`${program} ${args.join(" ")} in ${folder}: ${error.stdout}\n${error.stderr}`)),
    );
  };
  await install(folder, files.get("package-lock.json"), execute);
  if (host.build !== undefined) await execute(host.build[0], host.build.slice(1));
  writeFileSync(mark, version);
  return built;
}

/** Installs exactly the packages of a lock file, unless they are there. */
async function install(
  folder: string,
  lock: string | undefined,
  execute: (program: string, args: readonly string[]) => Promise<void>,
): Promise<void> {
  if (lock === undefined) return;
  const mark = join(folder, ".installed");
  if (existsSync(mark) && readFileSync(mark, "utf8") === lock) return;
  cpSync(join(root, ".npmrc"), join(folder, ".npmrc"));
  await execute("npm", ["ci", "--ignore-scripts"]);
  writeFileSync(mark, lock);
}
