import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { bundleForPage } from "../../.config/bundle.mjs";
import { parseFeatureGates } from "../../src/component-base/features/feature-gates.ts";
import type * as conformancePage from "./page.ts";
import { loadRecorded } from "./recorded-files.ts";
import { knownFailureList, summarize } from "./report.ts";
import type { CaseReport } from "./run-recorded.ts";
import { byFeatureGates, isOn, wrongCounts } from "./suites.ts";

declare const kubepadConformance: typeof conformancePage;

const workerScript = (): string => {
  const chunks = JSON.parse(readFileSync(".cache/chunks/worker-entry.json", "utf8")) as {
    fileName: string;
    isEntry: boolean;
  }[];
  return `/${chunks.find(({ isEntry }) => isEntry)?.fileName}`;
};

test("recorded exchanges are answered as recorded by the worker on IndexedDB", async ({ page, context }, info) => {
  test.setTimeout(300_000);
  const cases = loadRecorded("e2e/conformance/recorded").filter(isOn);
  expect(wrongCounts(cases)).toEqual([]);
  // A page of the app's origin without its interface, so that there are no other writers.
  await context.route("**/blank.html", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>recorded exchanges</title>" }),
  );
  await page.goto("blank.html");
  await page.evaluate(
    `${await bundleForPage("e2e/conformance/page.ts", "kubepadConformance")}; globalThis.kubepadConformance = kubepadConformance; undefined`,
  );
  const reports: CaseReport[] = [];
  for (const [gates, group] of byFeatureGates(cases)) {
    reports.push(
      ...(await page.evaluate(
        ([script, selected, features]) => kubepadConformance.runInWorker(script, selected, features, []),
        [workerScript(), JSON.stringify(group), parseFeatureGates(gates)] as const,
      )),
    );
  }
  expect(reports).toHaveLength(cases.length);
  const { lines, passed, failed } = summarize(reports, knownFailureList, false);
  // The annotation carries every step into the sum of all tests.
  info.annotations.push({ type: "recorded-steps", description: `${passed} passed, ${failed} failed` });
  expect(passed).toBeGreaterThan(0);
  expect(failed, lines.join("\n")).toBe(0);
});
