// npm run browsers [-- --browser NAME] [--only TEXT]: does what people do with the built page in Firefox and in WebKit.
import { parseArgs } from "node:util";
import type { Browser } from "./driver.ts";
import { runScenario, scenarios } from "./scenarios.ts";
import { installedBrowsers } from "./start-browsers.ts";

const { values } = parseArgs({ options: { browser: { type: "string" }, only: { type: "string", default: "" } } });
const { only, browser: chosen } = values;

/** Runs the scenarios one after another; returns how many passed and how many failed. */
async function runAll(start: () => Promise<Browser>): Promise<{ passed: number; failed: number }> {
  const browser = await start();
  const counts = { passed: 0, failed: 0 };
  try {
    for (const scenario of scenarios.filter(({ title }) => title.includes(only))) {
      const begin = performance.now();
      const problem = await runScenario(scenario, browser).then(
        () => undefined,
        (error: unknown) => error,
      );
      counts[problem === undefined ? "passed" : "failed"] += 1;
      const seconds = ((performance.now() - begin) / 1000).toFixed(1);
      console.log(
        `${problem === undefined ? "✓" : "✗"} ${browser.name} ${browser.version}: ${scenario.title} (${seconds} s)`,
      );
      if (problem !== undefined) console.log(problem);
    }
  } finally {
    await browser.close();
  }
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
