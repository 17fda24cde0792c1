/**
 * The library for Playwright tests: an API server for each test, which the page under test uses.
 *
 *     test("lists pods", async ({ kubepad, page }) => {
 *       await kubepad.create(pod);
 *       await page.goto("/");
 *       await expect(page.getByText("web-1")).toBeVisible();
 *     });
 */
export type { KubeObject } from "./apimachinery/meta.ts";
export type { ApiObject, ObjectReference } from "./client/object-client.ts";
export { FakeClock } from "./component-base/testing/fake-clock.ts";
export type { LoggedRequest, RequestLog } from "./envtest/request-log.ts";
export type { TestServer, WaitOptions } from "./envtest/test-server.ts";
export { expect, test } from "./playwright/fixture.ts";
export type { KubepadFixture, KubepadFixtureOptions, KubepadFixtures, KubepadMatchers } from "./playwright/fixture.ts";
