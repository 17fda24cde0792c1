import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { execute, executePackage, executeProgram } from "../execute.mjs";
import { root } from "../root.mjs";

/** The folders of the parts that are not unit tests. */
const folders = { kubectl: ["e2e/kubectl", "e2e/client-node"], package: ["e2e/package"] };

/** Bundles the tests, and says how Vitest runs the bundles. */
const bundles = { config: ".config/bundled-tests.config.ts", folder: ".cache/tests" };

const partOf = (file) =>
  Object.keys(folders).find((part) => folders[part].some((folder) => file.startsWith(`${folder}/`))) ?? "unit";

/**
 * Runs the parts in one Vitest: the unit tests, those with kubectl and other clients, and those of the users of the
 * published package, which is built first. Runs bundles of the tests; with `since`, the files that depend on what has
 * changed since then, of which only their sources tell.
 */
export async function tests({ parts, since }) {
  if (!parts.includes("package")) return vitest(parts, since);
  const built = await execute(process.execPath, [".config/package/build.mjs"]);
  if (built.status === 0) return vitest(parts, since);
  const others = parts.filter((part) => part !== "package");
  const results = others.length > 0 ? await vitest(others, since) : {};
  return { ...results, package: { passed: 0, failed: 1, output: built.output } };
}

/** Returns the arguments that choose the files of some parts below a folder. */
function filesOf(parts, below) {
  const foldersOf = (names) => names.flatMap((part) => folders[part]).map((folder) => join(below, folder));
  if (!parts.includes("unit")) return foldersOf(parts);
  const others = Object.keys(folders).filter((part) => !parts.includes(part));
  return foldersOf(others).flatMap((folder) => ["--exclude", `${folder}/**`]);
}

async function vitest(parts, since) {
  const file = join(root, ".cache/vitest.json");
  mkdirSync(join(root, ".cache"), { recursive: true });
  rmSync(file, { force: true });
  const below = since === undefined ? bundles.folder : "";
  if (since === undefined) {
    const bundled = await executePackage("vite", ["build", "--config", bundles.config]);
    if (bundled.status !== 0) return { [parts[0]]: { passed: 0, failed: 1, output: bundled.output } };
  }
  const { status, output } = await executePackage("vitest", [
    "run",
    ...filesOf(parts, below),
    ...(since === undefined ? ["--config", bundles.config] : [`--changed=${since}`, "--passWithNoTests"]),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  const { testResults } = JSON.parse(readFileSync(file, "utf8"));
  const results = Object.fromEntries(
    parts.map((part) => [
      part,
      resultOf(testResults.filter(({ name }) => partOf(relative(join(root, below), name)) === part)),
    ]),
  );
  const [first] = parts;
  const failed = Object.values(results).some((result) => result.failed > 0);
  const nothingRan = since === undefined && Object.values(results).some(({ passed }) => passed === 0);
  if (!failed && (status !== 0 || nothingRan)) results[first].failed = 1;
  results[first].output = output;
  return results;
}

/** Sums the results of files up. A file that could not be loaded has none and counts as a failure. */
function resultOf(files) {
  const count = (wanted) =>
    files.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === wanted).length;
  const broken = files.filter(({ status, assertionResults }) => status === "failed" && assertionResults.length === 0);
  return { passed: count("passed"), failed: count("failed") + broken.length, note: `${files.length} files` };
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

/** The programs of these stages, and what they start. */
const programs = [
  "src/node/main.ts",
  "e2e/expectations/main.ts",
  "e2e/conformance/main.ts",
  "e2e/oracle/main.ts",
  "e2e/worker-thread/thread-entry.ts",
];
let bundling;
/** Bundles the programs, once: stages that start together would each bundle what they have in common. */
const bundlePrograms = () => (bundling ??= execute(process.execPath, [".config/bundle-cli.mjs", ...programs]));

async function program(entry, args) {
  await bundlePrograms();
  const { status, output } = await executeProgram(entry, args);
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  if (passed === undefined) return { passed: 0, failed: 1, output };
  return { passed: Number(passed), failed: status !== 0 && failed === "0" ? 1 : Number(failed), output };
}
