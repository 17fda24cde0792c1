import { expect, test } from "@playwright/test";
import { openBlankPage, workerScript } from "../conformance/blank-page.ts";
import { tenthOf } from "../conformance/sample.ts";
import { withController } from "./controllers.ts";
import { expectationFolders, loadExpectations } from "./expectation-files.ts";
import type { Expectation } from "./expectation.ts";
import type * as expectationsPage from "./page.ts";
import skipped from "./skipped.json" with { type: "json" };

declare const kubepadExpectations: typeof expectationsPage;

const featuresOf = ({ steps }: Expectation): readonly string[] =>
  steps.map(({ request, within }) =>
    JSON.stringify([request.method ?? "GET", request.contentType, request.accept, within !== undefined]),
  );

// All of them run through the same worker's link under Node: `npm run expectations -- --worker`.
test("a tenth of what Kubernetes is known to answer is answered by the worker on IndexedDB", async ({ page }, info) => {
  test.setTimeout(300_000);
  const all = withController(loadExpectations(expectationFolders));
  const expectations = tenthOf(all, ({ suite }) => suite, featuresOf);
  expect(new Set(expectations.map(({ suite }) => suite))).toEqual(new Set(all.map(({ suite }) => suite)));
  await openBlankPage(page, "e2e/expectations/page.ts", "kubepadExpectations");
  const { passed, problems } = await page.evaluate(
    ([script, some, left]) => kubepadExpectations.runInPage(script, some, left),
    [workerScript(), JSON.stringify(expectations), skipped] as const,
  );
  // The annotation carries every expectation into the sum of all tests.
  info.annotations.push({ type: "recorded-steps", description: `${passed} passed, ${problems.length} failed` });
  expect(passed).toBeGreaterThan(0);
  expect(problems.join("\n")).toBe("");
});
