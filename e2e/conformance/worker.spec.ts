import { expect, test } from "@playwright/test";
import { generateCertificate } from "../../src/node/tls/certificate.ts";
import { parseFeatureGates } from "../../src/component-base/features/feature-gates.ts";
import { openBlankPage, workerScript } from "./blank-page.ts";
import type * as conformancePage from "./page.ts";
import type { RecordedCase, Step } from "./recorded-case.ts";
import { loadRecorded } from "./recorded-files.ts";
import { knownFailureList, summarize } from "./report.ts";
import type { CaseReport } from "./run-recorded.ts";
import { tenthOf } from "./sample.ts";
import { isForWorker } from "./webhook-functions.ts";
import { bySettings, isOn, suites } from "./suites.ts";

declare const kubepadConformance: typeof conformancePage;

const featureOf = (step: Step): string => {
  if ("request" in step) {
    const { method = "GET", headers = {} } = step.request;
    return JSON.stringify([method, headers["Content-Type"], headers["Accept"]]);
  }
  return "watch" in step ? `watch ${step.watch.headers?.["Accept"]}` : Object.keys(step).join(" ");
};
const featuresOf = ({ steps, webhooks = false }: RecordedCase): readonly string[] =>
  steps.map((step) => `${webhooks} ${featureOf(step)}`);

// All of them run through the same worker's link under Node: `npm run conformance -- --worker`.
test("a tenth of the recorded exchanges is answered as recorded by the worker on IndexedDB", async ({ page }, info) => {
  test.setTimeout(300_000);
  const all = loadRecorded("e2e/conformance/recorded").filter((recorded) => isOn(recorded) && isForWorker(recorded));
  const cases = tenthOf(all, ({ suite }) => suite, featuresOf);
  expect(new Set(cases.map(({ suite }) => suite)).size).toBe(suites.length);
  const { ca = "" } = generateCertificate(Date.now());
  await openBlankPage(page, "e2e/conformance/page.ts", "kubepadConformance");
  const reports: CaseReport[] = [];
  for (const [{ featureGates, runtimeConfig }, group] of bySettings(cases)) {
    reports.push(
      ...(await page.evaluate(
        ([script, selected, gates, served, caBundle]) =>
          kubepadConformance.runInPage(script, selected, { featureGates: gates, runtimeConfig: served }, caBundle),
        [workerScript(), JSON.stringify(group), parseFeatureGates(featureGates), runtimeConfig, btoa(ca)] as const,
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
