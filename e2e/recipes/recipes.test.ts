import { execFile, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkerEnvironment, checkerOptions } from "../../.config/type-checker.mjs";
import { applyEdit, readRecipes } from "./recipe-edits.ts";

const root = join(import.meta.dirname, "../..");
/** Below the repository, so that packages are found. */
const copy = join(root, ".cache/recipes");
const copied = [
  "src",
  "e2e",
  ".config",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
  "index.html",
  "docs",
];
const edits = readRecipes(join(root, "docs/recipes.md"));
const files = [...new Set(edits.map(({ path }) => path))];
/** Programs run that take some time on a busy machine. */
const patient = 300_000;

beforeAll(() => {
  rmSync(copy, { recursive: true, force: true });
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true });
  for (const edit of edits) {
    const file = join(copy, edit.path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, applyEdit(edit, edit.beside === undefined ? "" : readFileSync(file, "utf8")));
  }
}, patient);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

const run = promisify(execFile);
const installed = (name: string): string => join(root, "node_modules/.bin", name);

/** Runs a program in the copy and returns what it printed; rejects if it fails. */
async function output(command: string, args: readonly string[], variables = {}): Promise<string> {
  const env = { ...process.env, ...variables };
  const { stdout, stderr } = await run(command, args, { cwd: copy, env, maxBuffer: 64 * 2 ** 20 }).catch(
    (error: { stdout: string; stderr: string }) => Promise.reject(new Error(`${error.stdout}\n${error.stderr}`)),
  );
  return stdout + stderr;
}

/**
 * Writes for the copy what the type checker keeps of the tree itself, with the names that its files have there, so that
 * it checks only what the recipes change. Does nothing if the tree has not been checked.
 */
function keepWhatIsKnown(kept: string): void {
  const known = join(root, ".cache/types.tsbuildinfo");
  if (!existsSync(known)) return;
  const { fileNames, ...rest } = JSON.parse(readFileSync(known, "utf8")) as { readonly fileNames: readonly string[] };
  const inCopy = fileNames.map((name) => name.replace(/^\.\.\/(?!node_modules\/)/, "./recipes/"));
  writeFileSync(kept, JSON.stringify({ ...rest, fileNames: inCopy }));
}

/** Bundles the program of the copy and returns the file to run. */
const bundledServer = async (): Promise<string> =>
  (await output(process.execPath, [".config/bundle-cli.mjs", "src/node/main.ts"])).trim();

/** Starts the API server of the copy, as the recipes say, and hands its address to `whenReady`. */
async function withServer(args: readonly string[], whenReady: (url: string) => Promise<void>): Promise<void> {
  const child = spawn(process.execPath, [await bundledServer(), "--port", "0", ...args], {
    cwd: copy,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    let said = "";
    for await (const part of child.stdout) {
      said += String(part);
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      if (url !== undefined) return await whenReady(url);
    }
    throw new Error(`the server ended before it was ready: ${said}`);
  } finally {
    child.kill();
  }
}

describe("the tree after all recipes", { timeout: patient }, () => {
  test("has what each recipe says", () => {
    expect(files.length).toBeGreaterThan(12);
  });

  test("has no type errors", async () => {
    // What it keeps of an earlier run tells files apart by their texts, so it serves each new copy.
    const kept = join(root, ".cache/recipes.tsbuildinfo");
    if (!existsSync(kept)) keepWhatIsKnown(kept);
    const options = ["--noEmit", "--incremental", "--tsBuildInfoFile", kept, ...checkerOptions, "-p", "."];
    expect(await output(installed("tsc"), options, checkerEnvironment)).toBe("");
  });

  test("has no lint errors in the files of the recipes", async () => {
    const scripts = files.filter((file) => !file.endsWith(".md"));
    const options = ["--config", ".config/oxlint.json", "--deny-warnings"];
    expect(await output(installed("oxlint"), [...options, ...scripts])).toContain("0 errors");
  });

  test("passes the tests of the recipes", async () => {
    const tests = files.filter((file) => file.endsWith(".test.ts"));
    // Each module is needed once: neither a second worker nor a kept transformation would save anything.
    const once = ["--maxWorkers=1", "--experimental.fsModuleCache=false"];
    const said = await output(installed("vitest"), ["run", ...tests, "--reporter=json", ...once]);
    expect(JSON.parse(said.slice(said.indexOf("{")))).toMatchObject({ numFailedTests: 0, success: true });
  });

  test("passes the lesson of the recipe", async () => {
    const lessons = files.filter((file) => file.endsWith(".md"));
    expect(lessons).toHaveLength(1);
    expect(await output(process.execPath, [await bundledServer(), "test", ...lessons])).toContain("1 passed, 0 failed");
  });

  test("serves the kind and refuses by the plugin", async () => {
    await withServer(["--runtime-config", "batch/v1beta1=true"], async (url) => {
      const cronJobs = await fetch(`${url}/apis/batch/v1beta1/namespaces/default/cronjobs`);
      expect(await cronJobs.json()).toMatchObject({ kind: "CronJobList", apiVersion: "batch/v1beta1", items: [] });
      const refused = await fetch(`${url}/api/v1/namespaces/default/configmaps`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ metadata: { name: "forbidden" } }),
      });
      expect(await refused.json()).toMatchObject({
        message: 'configmaps "forbidden" is forbidden: this name is reserved',
      });
    });
  });
});
