import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const run = (command: string, args: readonly string[], options: Parameters<typeof spawnSync>[2] = {}) =>
  spawnSync(command, [...args], { encoding: "utf8", ...options });

/** Why a program cannot be had on this machine. */
export class NotHere extends Error {}

/** A program of a published Go module: the module's path, its minor version, and the package of its command. */
export interface GoProgram {
  readonly module: string;
  readonly minor: string;
  readonly command: string;
}

/**
 * Returns the path of a program that Go builds, once, from a module in this machine's module cache; nothing is asked
 * from the network. Throws NotHere if there is no Go or no such module.
 */
export async function goProgram({ module, minor, command }: GoProgram): Promise<string> {
  const folder = resolve(".cache/go-programs", module.replaceAll("/", "-"));
  const program = join(folder, "program");
  if (existsSync(program)) return program;
  const environment = run("go", ["env", "GOMODCACHE"]);
  if (environment.status !== 0) throw new NotHere("Go is not installed");
  const version = cachedVersion(String(environment.stdout).trim(), module, minor);
  if (version === undefined) throw new NotHere(`${module} ${minor} is not in the module cache`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "go.mod"), `module built\n\ngo 1.24.0\n\nrequire ${module} ${version}\n`);
  writeFileSync(join(folder, "tools.go"), `//go:build tools\n\npackage tools\n\nimport _ "${command}"\n`);
  const env = { ...process.env, GOPROXY: "off", GOSUMDB: "off", GOFLAGS: "-mod=mod", GOTOOLCHAIN: "local" };
  const said = await finished("go", ["build", "-o", program, command], folder, env);
  if (!existsSync(program)) throw new NotHere(`${module} could not be built: ${said.trim().split("\n").at(-1)}`);
  return program;
}

function cachedVersion(cache: string, module: string, minor: string): string | undefined {
  const parts = module.split("/");
  const last = parts.pop() ?? "";
  const folder = join(cache, ...parts);
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${last}@${minor}.`))
    .map((name) => name.slice(last.length + 1))
    .at(-1);
}

function finished(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((end, fail) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (said += part.toString()));
    child.once("error", fail);
    child.once("close", () => end(said));
  });
}
