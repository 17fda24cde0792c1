import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { encodeLink } from "../../src/share/link-codec.ts";
import { ask, createConfigMap, goTo, openApp } from "./open-page.ts";
import { guestBar, offer } from "./share-views.ts";

/** Leaves the app for a file of its origin, and removes the last rows of its log there. */
async function damage(page: Page): Promise<void> {
  await page.goto("/embed.js");
  await page.evaluate(async () => {
    const whole = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error ?? new Error("no reason")));
      });
    const database = await whole(indexedDB.open("kubepad"));
    const batches = database.transaction("batches", "readwrite").objectStore("batches");
    const keys = await whole(batches.getAllKeys());
    for (const key of keys.slice(-2)) await whole(batches.delete(key));
    database.close();
  });
}

async function openDamaged(page: Page): Promise<void> {
  await openApp(page);
  for (const name of ["first", "second", "third"]) await createConfigMap(page, name, { colour: "red" });
  await damage(page);
  await page.goto("/?controllers=#/world");
  await expect(page.getByRole("heading", { name: "The stored data is damaged" })).toBeVisible();
}

const names = async (page: Page): Promise<readonly string[]> => {
  const { text } = await ask(page, "GET", "/api/v1/namespaces/default/configmaps");
  return JSON.parse(text)
    .items.map(({ metadata }: { readonly metadata: { readonly name: string } }) => metadata.name)
    .filter((name: string) => name !== "kube-root-ca.crt");
};

test("damaged data is named, stays as it is on reload, is exported and repaired when asked", async ({ page }) => {
  await openDamaged(page);
  await expect(
    page.getByText(/database kubepad is damaged: group commits \d+ to \d+, after revision \d+, are missing/),
  ).toBeVisible();
  expect((await ask(page, "GET", "/api/v1/namespaces")).status).toBe(503);
  await page.reload();
  await expect(page.getByRole("region", { name: "Findings" })).toContainText(/Kept: \d+ objects as of revision/);
  const exported = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export what can be read" }).click();
  expect((await exported).suggestedFilename()).toMatch(/\.kubepad$/);
  await page.getByRole("button", { name: "Repair…" }).click();
  await page.getByRole("button", { name: "Repair", exact: true }).click();
  await expect(page.locator(".kp-state")).toContainText("revision 1,000,");
  expect(await names(page)).toEqual(["first"]);
});

test("damaged data makes room for a new server only when told", async ({ page }) => {
  await openDamaged(page);
  await page.getByRole("button", { name: "Start anew…" }).click();
  await page.getByRole("button", { name: "Delete everything" }).click();
  await expect(page.locator(".kp-state")).toContainText("running, revision");
  expect(await names(page)).toEqual([]);
});

test("damaged data hides neither what is shared with the reader nor the other worlds", async ({ page }) => {
  await openDamaged(page);
  const shared = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "shared", namespace: "default" } };
  await goTo(page, `#/shared/${await encodeLink({ objects: [shared] })}`);
  await offer(page).getByRole("button", { name: "Open", exact: true }).click();
  await expect(guestBar(page)).toContainText("1 ConfigMap");
  await guestBar(page).getByRole("button", { name: "As a new world…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep", exact: true }).click();
  await expect(page.getByRole("button", { name: "World: Shared world" })).toBeVisible();
  expect(await names(page)).toEqual(["shared"]);
});
