import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleForNode } from "../../.config/bundle.mjs";
import { chromiumArguments, ensureHeadlessChromium } from "../../.config/chromium.mjs";

const root = join(import.meta.dirname, "../..");

/** What a runner has said. */
export interface Outcome {
  readonly passed: boolean;
  readonly output: string;
}

/** A folder in which written files are run as their readers run them. */
export interface WrittenFiles {
  /** Runs a lesson as `kubepad test` does. */
  lesson(name: string, text: string): Promise<Outcome>;
  /** Runs a test as `node --test` does. */
  nodeTest(name: string, text: string): Promise<Outcome>;
  /** Runs a test as `npx playwright test` does. */
  playwrightTest(name: string, text: string): Promise<Outcome>;
  remove(): void;
}

/** A program that runs a lesson as `kubepad test --strict` does. */
const lessonProgram = `import { testLessons } from "kubepad/testing";
const options = { paths: process.argv.slice(2), strict: true, junit: "", github: false, record: false };
process.exitCode = (await testLessons(options, console.log)) ? 0 : 1;
`;

/** Creates a project that has the package, bundled from the sources. */
export async function createWrittenFiles(): Promise<WrittenFiles> {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache/written-"));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  file("package.json", JSON.stringify({ private: true, type: "module" }));
  const installed = join(folder, "node_modules/kubepad");
  mkdirSync(installed, { recursive: true });
  const bundle = pathToFileURL(await bundleForNode("e2e/ui/recorded-package.ts")).href;
  writeFileSync(join(installed, "index.js"), `export * from ${JSON.stringify(bundle)};`);
  const exports = { "./testing": "./index.js", "./playwright": "./index.js" };
  writeFileSync(join(installed, "package.json"), JSON.stringify({ name: "kubepad", type: "module", exports }));
  const launchOptions = { executablePath: ensureHeadlessChromium(), args: chromiumArguments };
  file(
    "playwright.config.ts",
    `export default ${JSON.stringify({ workers: 1, timeout: 120_000, use: { launchOptions } })};`,
  );
  const playwright = join(root, "node_modules/@playwright/test/cli.js");
  return {
    lesson: (name, text) => runNode([file("lesson.mjs", lessonProgram), file(name, text)], folder),
    nodeTest: (name, text) => runNode(["--test", file(name, text)], folder),
    playwrightTest: (name, text) => runNode([playwright, "test", file(name, text), "--reporter=line"], folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What tells a nested runner that it is nested. */
const ofRunner = /^(?:TEST_|PW_|PLAYWRIGHT|NODE_OPTIONS$|FORCE_COLOR$|NODE_TEST_CONTEXT$)/;

function runNode(args: readonly string[], cwd: string): Promise<Outcome> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofRunner.test(name)));
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, env, timeout: 150_000 }, (error, stdout, stderr) =>
      resolve({ passed: error === null, output: stdout + stderr }),
    );
  });
}
