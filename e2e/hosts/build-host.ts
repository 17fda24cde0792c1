import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { findInPath, installPackages as installDebianPackages } from "../../.config/chromium.mjs";
import { installPackages } from "../install-packages.ts";
import { readRecipes } from "../recipes/recipe-edits.ts";
import type { Host } from "./hosts.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** Programs of npm and of generators tell their makers nothing, and ask them for nothing. */
const quiet = { CI: "true", ASTRO_TELEMETRY_DISABLED: "1", NO_UPDATE_NOTIFIER: "1", DO_NOT_TRACK: "1" };

/** Installs Debian's packages for a host's site where it may; returns what is missing otherwise. */
function missingOf({ name, build, debian }: Host): string | undefined {
  if (debian === undefined || build === undefined) return undefined;
  const isThere = (): boolean => findInPath([build[0]]) !== undefined;
  if (isThere() || (installDebianPackages(["--no-install-recommends", ...debian]) && isThere())) return undefined;
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
 * Builds a host's site with its generator; resolves with the folder of its pages, or with what is missing to build it.
 * What has been installed and built from the same files is used again.
 */
export async function buildHost(
  host: Host,
): Promise<{ readonly folder: string; readonly missing?: undefined } | { readonly missing: string }> {
  const missing = missingOf(host);
  if (missing !== undefined) return { missing };
  const folder = join(root, ".cache/hosts", host.name);
  const files = filesOf(host);
  const built = join(folder, host.built);
  const version = createHash("sha256")
    .update(JSON.stringify([...files]))
    .digest("hex");
  const mark = join(folder, ".built");
  if (existsSync(mark) && readFileSync(mark, "utf8") === version) return { folder: built };
  for (const entry of existsSync(folder) ? readdirSync(folder) : [])
    if (entry !== "node_modules") rmSync(join(folder, entry), { recursive: true });
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
  const unreachable = files.has("package-lock.json") ? await installPackages(folder) : undefined;
  if (unreachable !== undefined) return { missing: `${host.name} was left out: ${unreachable}` };
  if (host.build !== undefined) await execute(host.build[0], host.build.slice(1));
  writeFileSync(mark, version);
  return { folder: built };
}
