// npm test: installs missing packages, runs all stages and prints a summary line.
//   npm test -- [--only STAGE,STAGE] [--verbose]
import { parseArgs } from "node:util";
import { installBrowsers } from "./chromium.mjs";
import { ensurePackages } from "./packages.mjs";

const { values } = parseArgs({ options: { only: { type: "string" }, verbose: { type: "boolean", default: false } } });
const mostAtOnce = 2;
const longestOutput = 8_000;

ensurePackages();
const { stages } = await import("./stages.mjs");
const chosen = chooseStages(values.only?.split(","));
if (chosen.some(({ name }) => name === "browser" || name === "package")) tryToFindChromium();

const results = new Map();
const running = new Map();
while (results.size < chosen.length) {
  for (const stage of chosen) if (canStart(stage)) running.set(stage.name, runStage(stage));
  await Promise.race(running.values());
}
const total = [...results.values()].reduce(
  (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
  { passed: 0, failed: 0 },
);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

function chooseStages(names) {
  const unknown = names?.filter((name) => !stages.some((stage) => stage.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`no stage ${unknown.join(", ")}; there are ${stages.map(({ name }) => name).join(", ")}`);
  return names ? stages.filter(({ name }) => names.includes(name)) : stages;
}

/** Looks for Chromium, or installs it. Without it, the stage that needs it fails after all others have run. */
function tryToFindChromium() {
  try {
    installBrowsers();
  } catch (error) {
    console.log(`✗ ${error.message}`);
  }
}

function canStart({ name, after = [], alone }) {
  if (results.has(name) || running.has(name) || running.size >= mostAtOnce) return false;
  if (after.some((earlier) => chosen.some((stage) => stage.name === earlier) && !results.has(earlier))) return false;
  const somebodyAlone = chosen.some((stage) => stage.alone && running.has(stage.name));
  return (
    !somebodyAlone &&
    (!alone || (running.size === 0 && chosen.every((stage) => stage.alone || results.has(stage.name))))
  );
}

async function runStage(stage) {
  const start = performance.now();
  const result = await resultOf(stage);
  running.delete(stage.name);
  results.set(stage.name, result);
  const { passed, failed, note, output } = result;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (failed > 0 || values.verbose) console.log(shorten(output ?? ""));
  console.log(
    `${failed === 0 ? "✓" : "✗"} ${stage.name.padEnd(12)} ${String(passed).padStart(6)} passed ${String(failed).padStart(5)} failed  ${seconds.padStart(6)} s  ${note ?? ""}`,
  );
}

async function resultOf({ run, after = [] }) {
  const missing = after.filter((earlier) => (results.get(earlier)?.failed ?? 0) > 0);
  if (missing.length > 0) return { passed: 0, failed: 1, output: `needs ${missing.join(", ")}` };
  try {
    return await run();
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
