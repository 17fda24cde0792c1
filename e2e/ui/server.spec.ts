import { expect, test } from "@playwright/test";
import { ask, openApp, rowWith } from "./open-page.ts";

test("the server tells its health, what it counts and how it is set", async ({ page }) => {
  await openApp(page, "#/server");
  await expect(page.getByText("Running for")).toBeVisible();
  await page.getByRole("tab", { name: "Health" }).click();
  const checks = page.getByRole("region", { name: "Ready" }).getByRole("listitem");
  await expect(checks.filter({ hasText: "ping" })).toContainText("ok");
  const told = (await ask(page, "GET", "/readyz?verbose")).text.split("\n").filter((line) => line.startsWith("[")).length;
  await expect(checks).toHaveCount(told);
  await page.getByRole("tab", { name: "Metrics" }).click();
  await page.getByLabel("Filter metrics").fill("apiserver_request_total configmaps post");
  await expect(rowWith(page, "Metrics", "apiserver_request_total")).toHaveCount(0);
  await ask(page, "POST", "/api/v1/namespaces/default/configmaps", { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "counted" } });
  await page.getByRole("button", { name: "Ask again" }).click();
  await expect(rowWith(page, "Metrics", 'resource="configmaps"')).toHaveCount(1);
  await page.getByRole("tab", { name: "Settings" }).click();
  await expect(page).toHaveURL(/server\?tab=settings$/);
  await expect(page.getByRole("group", { name: "Group versions" })).toContainText("apps/v1");
  await page.getByLabel("Filter feature gates").fill("CBORServing");
  await expect(rowWith(page, "Feature gates", "CBORServingAndStorage")).toContainText("off");
});
