// npm run browsers [-- --browser NAME] [--only TEXT]: does what people do with the built page in Firefox and in WebKit.
import { parseArgs } from "node:util";
import type { Browser } from "./driver.ts";
import type { Scenario } from "./scenario.ts";
import { runScenario, scenarios } from "./scenarios.ts";
import { installedBrowsers } from "./start-browsers.ts";

const { values } = parseArgs({ options: { browser: { type: "string" }, only: { type: "string", default: "" } } });
const { only, browser: chosen } = values;

/** Bounds for what hangs, in milliseconds: far above what a busy machine takes. */
const longestScenario = 120_000;
const longestClose = 15_000;
/** How often a browser is started that ends before it is ready. */
const tries = 3;

/** Resolves with what a promise rejects with, or an error if it takes longer; undefined if it is fulfilled in time. */
async function problemOf(work: Promise<unknown>, ms: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${ms / 1000} s`)), ms);
  });
  const problem = await Promise.race([work, late]).then(
    () => undefined,
    (error: unknown) => error ?? new Error("rejected without an error"),
  );
  clearTimeout(timer);
  return problem;
}

/** Starts a browser, again if it ends before it is ready, which is said. Rejects as the last of the tries does. */
async function startAgain(start: () => Promise<Browser>, left: number): Promise<Browser> {
  try {
    return await start();
  } catch (error) {
    if (left <= 1) throw error;
    console.log(`a browser did not start, and is started again: ${String(error)}`);
    return startAgain(start, left - 1);
  }
}

/**
 * Runs the scenarios one after another; returns how many passed and how many failed. One that fails is tried once more
 * in a new browser, which is said.
 */
async function runAll(startOnce: () => Promise<Browser>): Promise<{ passed: number; failed: number }> {
  const start = () => startAgain(startOnce, tries);
  let browser = await start();
  const counts = { passed: 0, failed: 0 };
  const attempt = async (scenario: Scenario, note: string): Promise<boolean> => {
    const begin = performance.now();
    const problem = await problemOf(runScenario(scenario, browser), longestScenario);
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    const mark = problem === undefined ? "✓" : "✗";
    console.log(`${mark} ${browser.name} ${browser.version}: ${scenario.title} (${seconds} s)${note}`);
    if (problem !== undefined) console.log(problem);
    return problem === undefined;
  };
  for (const scenario of scenarios.filter(({ title }) => title.includes(only))) {
    let passed = await attempt(scenario, "");
    if (!passed) {
      await problemOf(browser.close(), longestClose);
      browser = await start();
      passed = await attempt(scenario, ", second try");
    }
    counts[passed ? "passed" : "failed"] += 1;
  }
  await problemOf(browser.close(), longestClose);
  return counts;
}

const installed = installedBrowsers();
const counts = await Promise.all(
  (["firefox", "webkit"] as const)
    .filter((name) => chosen === undefined || name === chosen)
    .map((name) => {
      const found = installed.find((browser) => browser.name === name);
      if (found !== undefined) return runAll(() => found.start());
      console.log(`- ${name} is not installed: its scenarios are left out`);
      return { passed: 0, failed: 0 };
    }),
);
const sum = (of: "passed" | "failed"): number => counts.reduce((total, each) => total + each[of], 0);
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
process.exit(sum("failed") === 0 ? 0 : 1);
