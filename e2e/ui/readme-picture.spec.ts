import { expect, test } from "@playwright/test";
import { goTo, openApp, rowWith } from "./open-page.ts";

// `UPDATE_PICTURE=1 npm test -- --only browser` makes the README's picture anew; otherwise only what it shows is
// checked.
test("the README's picture shows an object of the sample beside the requests that made it", async ({ page }) => {
  await openApp(page, "", "living");
  await expect(page.getByRole("button", { name: "Remove the sample" })).toBeVisible();
  await goTo(page, "#/objects/apps/v1/deployments");
  await rowWith(page, "Deployment", "demo").first().click();
  await expect(page.getByRole("region", { name: "Overview" })).toContainText("ReplicaSet");
  await expect(page.getByRole("region", { name: "State" })).toContainText("Available: 3 of 3 available");
  if (process.env["UPDATE_PICTURE"] === "1") await page.screenshot({ path: "e2e/ui/readme-picture.png" });
});
