import { expect, test } from "@playwright/test";
import { openBlankPage, workerScript } from "../conformance/blank-page.ts";
import { withController } from "./controllers.ts";
import { expectationFolders, loadExpectations } from "./expectation-files.ts";
import type * as expectationsPage from "./page.ts";
import skipped from "./skipped.json" with { type: "json" };

declare const kubepadExpectations: typeof expectationsPage;

test("what Kubernetes is known to answer is answered by the worker on IndexedDB", async ({ page }, info) => {
  test.setTimeout(300_000);
  const expectations = withController(loadExpectations(expectationFolders));
  await openBlankPage(page, "e2e/expectations/page.ts", "kubepadExpectations");
  const { passed, problems } = await page.evaluate(
    ([script, all, left]) => kubepadExpectations.runInWorker(script, all, left),
    [workerScript(), JSON.stringify(expectations), skipped] as const,
  );
  // The annotation carries every expectation into the sum of all tests.
  info.annotations.push({ type: "recorded-steps", description: `${passed} passed, ${problems.length} failed` });
  expect(passed).toBeGreaterThan(0);
  expect(problems.join("\n")).toBe("");
});
