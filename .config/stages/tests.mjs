import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { execute, executeProgram } from "../execute.mjs";
import { root } from "../root.mjs";

const clientTests = ["e2e/kubectl", "e2e/client-node"];
const packageTests = "e2e/package";

/** Runs the unit tests. */
export const unit = () =>
  vitest(
    "unit",
    [...clientTests, packageTests].flatMap((folder) => ["--exclude", `${folder}/**`]),
  );

/** Runs the tests with kubectl and other clients. */
export const kubectl = () => vitest("kubectl", clientTests);

/** Builds the published package and runs the tests of its users on it. */
export async function builtPackage() {
  const { status, output } = await execute(process.execPath, [".config/package/build.mjs"]);
  return status === 0 ? vitest("package", [packageTests]) : { passed: 0, failed: 1, output };
}

/** Runs the recorded exchanges over HTTP. */
export const conformance = () => program("e2e/conformance/main.ts", []);

/** Runs the expectations, which are known facts about Kubernetes, over HTTP. */
export const expectations = () => program("e2e/expectations/main.ts", []);

/** Runs both through the link of the browser's worker, in a thread of Node. A sample of them runs in Chromium. */
export const worker = async () => {
  const entries = ["e2e/conformance/main.ts", "e2e/expectations/main.ts"];
  const results = await Promise.all(entries.map((entry) => program(entry, ["--worker"])));
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
    output: results.map(({ output }) => output).join("\n"),
  };
};

/** Runs the component records of implemented components. */
export const oracle = () => program("e2e/oracle/main.ts", ["--built"]);

async function vitest(name, args) {
  const file = join(root, ".cache", `vitest-${name}.json`);
  mkdirSync(join(root, ".cache"), { recursive: true });
  rmSync(file, { force: true });
  const { status, output } = await execute("npx", [
    "--no-install",
    "vitest",
    "run",
    ...args,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  const {
    numPassedTests: passed,
    numFailedTests,
    numTotalTestSuites,
    testResults,
  } = JSON.parse(readFileSync(file, "utf8"));
  const brokenFiles = testResults.filter(
    (result) => result.status === "failed" && result.assertionResults.length === 0,
  ).length;
  const failed = numFailedTests + brokenFiles;
  const nothingRan = passed + failed === 0 || numTotalTestSuites === 0;
  return {
    passed,
    failed: failed === 0 && (status !== 0 || nothingRan) ? 1 : failed,
    output,
    note: `${testResults.length} files`,
  };
}

async function program(entry, args) {
  const { status, output } = await executeProgram(entry, args);
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  if (passed === undefined) return { passed: 0, failed: 1, output };
  return { passed: Number(passed), failed: status !== 0 && failed === "0" ? 1 : Number(failed), output };
}
