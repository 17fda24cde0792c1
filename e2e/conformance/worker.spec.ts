import { expect, test } from "@playwright/test";
import { generateCertificate } from "../../src/node/tls/certificate.ts";
import { parseFeatureGates } from "../../src/component-base/features/feature-gates.ts";
import { openBlankPage, workerScript } from "./blank-page.ts";
import type * as conformancePage from "./page.ts";
import { loadRecorded } from "./recorded-files.ts";
import { knownFailureList, summarize } from "./report.ts";
import type { CaseReport } from "./run-recorded.ts";
import { needsNoConnection } from "./webhook-functions.ts";
import { bySettings, isOn, wrongCounts } from "./suites.ts";

declare const kubepadConformance: typeof conformancePage;

test("recorded exchanges are answered as recorded by the worker on IndexedDB", async ({ page }, info) => {
  test.setTimeout(300_000);
  const all = loadRecorded("e2e/conformance/recorded").filter(isOn);
  expect(wrongCounts(all)).toEqual([]);
  // A browser cannot call webhooks: functions of the page take their place.
  const cases = all.filter((recorded) => recorded.webhooks !== true || needsNoConnection(recorded));
  const { ca = "" } = await generateCertificate(Date.now());
  await openBlankPage(page, "e2e/conformance/page.ts", "kubepadConformance");
  const reports: CaseReport[] = [];
  for (const [{ featureGates, runtimeConfig }, group] of bySettings(cases)) {
    reports.push(
      ...(await page.evaluate(
        ([script, selected, features, served, caBundle]) =>
          kubepadConformance.runInWorker(
            script,
            selected,
            { featureGates: features, runtimeConfig: served, caBundle },
            [],
          ),
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
