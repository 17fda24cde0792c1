// npm test: installs missing packages, runs all stages and prints a summary line.
//   npm test -- [--only STAGE,STAGE] [--changed [--since COMMIT]] [--verbose]
import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { installBrowsers } from "./chromium.mjs";
import { ensurePackages } from "./packages.mjs";
import { root } from "./root.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    changed: { type: "boolean", default: false },
    since: { type: "string", default: "HEAD" },
    verbose: { type: "boolean", default: false },
  },
});
const cores = Math.max(2, availableParallelism());
const longestOutput = 8_000;

ensurePackages();
const { stages } = await import("./stages.mjs");
const since = values.changed ? values.since : undefined;
const chosen = stagesTouched(chooseStages(values.only?.split(",")));
if (chosen.some(({ name, parts }) => name === "browser" || parts?.includes("package"))) tryToFindChromium();

const results = new Map();
const running = new Map();
let busy = 0;
while (results.size < chosen.length) {
  for (const stage of chosen) if (canStart(stage)) start(stage);
  await Promise.race(running.values());
}
const all = [...results.values()].flatMap((result) => result.all);
const sum = (count) => all.reduce((total, result) => total + result[count], 0);
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
process.exitCode = sum("failed") === 0 ? 0 : 1;

function chooseStages(names) {
  const known = stages.flatMap(({ name, parts }) => parts ?? [name]);
  const unknown = names?.filter((name) => !known.includes(name)) ?? [];
  if (unknown.length > 0) throw new Error(`no stage ${unknown.join(", ")}; there are ${known.join(", ")}`);
  if (names === undefined) return stages;
  return stages
    .map((stage) => (stage.parts ? { ...stage, parts: stage.parts.filter((part) => names.includes(part)) } : stage))
    .filter(({ name, parts }) => parts?.length > 0 || names.includes(name));
}

/** Leaves out the stages that no changed file touches. */
function stagesTouched(all) {
  if (since === undefined) return all;
  const git = (...args) => spawnSync("git", args, { cwd: root, encoding: "utf8" });
  const changes = git("diff", "--name-only", since);
  if (changes.status !== 0) throw new Error(changes.stderr);
  const files = [changes, git("ls-files", "--others", "--exclude-standard")]
    .flatMap(({ stdout }) => stdout.split("\n"))
    .filter((file) => file !== "");
  console.log(`${files.length} files have changed since ${since}`);
  const touched = all.filter(
    ({ touchedBy }) =>
      files.length > 0 &&
      (touchedBy === undefined || files.some((file) => touchedBy.some((pattern) => pattern.test(file)))),
  );
  const needed = new Set(touched.flatMap(({ after = [] }) => after));
  return all.filter((stage) => touched.includes(stage) || needed.has(stage.name));
}

/** Looks for Chromium, or installs it. Without it, the stage that needs it fails after all others have run. */
function tryToFindChromium() {
  try {
    installBrowsers();
  } catch (error) {
    console.log(`✗ ${error.message}`);
  }
}

function coresOf({ cores: wanted = 1 }) {
  return Math.min(wanted, cores);
}

function canStart(stage) {
  const { name, after = [] } = stage;
  if (results.has(name) || running.has(name) || busy + coresOf(stage) > cores) return false;
  return after.every((earlier) => chosen.every((each) => each.name !== earlier) || results.has(earlier));
}

function start(stage) {
  busy += coresOf(stage);
  running.set(stage.name, runStage(stage));
}

async function runStage(stage) {
  const { name, parts } = stage;
  const began = performance.now();
  const outcome = await outcomeOf(stage);
  const byPart = parts === undefined || outcome.failed !== undefined ? { [name]: outcome } : outcome;
  busy -= coresOf(stage);
  running.delete(name);
  results.set(name, { all: Object.values(byPart) });
  const seconds = (performance.now() - began) / 1000;
  for (const [part, result] of Object.entries(byPart)) report(part, result, seconds);
}

function report(name, { passed, failed, note = "", output = "" }, seconds) {
  if (failed > 0 || values.verbose) console.log(shorten(output));
  const counts = `${String(passed).padStart(6)} passed ${String(failed).padStart(5)} failed`;
  console.log(`${failed === 0 ? "✓" : "✗"} ${name.padEnd(12)} ${counts}  ${seconds.toFixed(1).padStart(6)} s  ${note}`);
}

async function outcomeOf({ run, parts, after = [] }) {
  const missing = after.filter((earlier) => results.get(earlier)?.all.some(({ failed }) => failed > 0));
  if (missing.length > 0) return { passed: 0, failed: 1, output: `needs ${missing.join(", ")}` };
  try {
    return await run({ parts, since });
  } catch (error) {
    return { passed: 0, failed: 1, output: error?.stack ?? String(error) };
  }
}

function shorten(output) {
  const text = output.trimEnd();
  return text.length <= longestOutput
    ? text
    : `${text.slice(0, longestOutput / 2)}\n… ${text.length - longestOutput} characters left out …\n${text.slice(-longestOutput / 2)}`;
}
