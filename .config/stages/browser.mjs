import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { executePackage } from "../execute.mjs";
import { freePort } from "../free-port.mjs";
import { root } from "../root.mjs";

/** Runs Playwright in Chromium. Steps of recorded exchanges that run inside a page are counted as separate tests. */
export async function browser() {
  const file = join(root, ".cache/playwright.json");
  mkdirSync(join(root, ".cache"), { recursive: true });
  rmSync(file, { force: true });
  const { status, output } = await executePackage("playwright", ["test", "--config", ".config/playwright.config.ts"], {
    env: { KUBEPAD_PORT: String(await freePort()) },
  });
  const report = JSON.parse(readFileSync(file, "utf8"));
  const { expected, flaky, unexpected } = report.stats;
  const steps = recordedSteps(report.suites);
  const passed = expected + flaky + steps.passed;
  const failed = unexpected + report.errors.length + steps.failed;
  const inWorker = steps.passed + steps.failed > 0 ? [`${steps.passed} recorded steps in the worker`] : [];
  const again = secondTries(report.suites).map((title) => `passed on its second try only: ${title}`);
  return {
    passed,
    failed: failed === 0 && (status !== 0 || passed === 0) ? 1 : failed,
    output,
    note: [...inWorker, ...again].join("; "),
  };
}

/** Returns the titles of tests that passed only on retry. */
const secondTries = (suites) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky")).map(({ title }) => title),
    ...secondTries(inner),
  ]);

/** Sums the `recorded-steps` annotations: `12 passed, 0 failed`. */
function recordedSteps(suites) {
  const annotations = suites
    .flatMap(allTests)
    .flatMap(({ results }) => results.at(-1)?.annotations ?? [])
    .filter(({ type }) => type === "recorded-steps");
  return annotations.reduce(
    (sum, { description }) => {
      const [passed, failed] = description.match(/\d+/g).map(Number);
      return { passed: sum.passed + passed, failed: sum.failed + failed };
    },
    { passed: 0, failed: 0 },
  );
}

const allTests = ({ specs = [], suites = [] }) => [...specs.flatMap(({ tests }) => tests), ...suites.flatMap(allTests)];
