import { expect } from "@playwright/test";
import { test } from "../browser-test.ts";
import { ask, createConfigMap, goTo, openApp } from "./open-page.ts";

const target = "/api/v1/namespaces/default/configmaps";
const address = `#/watches?open=${encodeURIComponent(`${target}?watch=true`)}`;

test("a watch shows create, change and delete, each with what it changed", async ({ page }) => {
  await openApp(page, address);
  await expect(page.getByText("live")).toBeVisible();
  await createConfigMap(page, "lamp", { state: "off" });
  await ask(page, "PATCH", `${target}/lamp`, { data: { state: "on" } }, "application/merge-patch+json");
  await ask(page, "DELETE", `${target}/lamp`);
  const events = page.getByRole("region", { name: `Events of ${target}` }).getByRole("listitem");
  await expect(events).toHaveCount(3);
  await expect(events.nth(0)).toContainText("DELETED");
  await expect(events.nth(1)).toContainText('data.state: "off" → "on"');
  await expect(events.nth(2)).toContainText("ADDED");
  await events.nth(1).getByRole("button").click();
  await expect(page.getByRole("list", { name: "changes since the event before" })).toContainText('"off" → "on"');
});

test("a paused watch keeps what comes, a cleared one begins anew, an ended one is gone", async ({ page }) => {
  await openApp(page, address);
  await expect(page.getByText("live")).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
  await createConfigMap(page, "held", {});
  await expect(page.getByText("1 waiting")).toBeVisible();
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByRole("button", { name: /ADDED/ })).toHaveCount(1);
  await page.getByRole("button", { name: "Clear the events" }).click();
  await expect(page.getByRole("button", { name: /ADDED/ })).toHaveCount(0);
  await page.getByRole("button", { name: "End the watch" }).click();
  await expect(page.getByText("No watch is open")).toBeVisible();
});

test("several watches stay open while one works elsewhere, and after a reload", async ({ page }) => {
  const watches = page.getByRole("region", { name: /^Watch on/ });
  await openApp(page, address);
  await expect(watches).toHaveCount(1); // an address that is left before its view is loaded opens nothing
  await goTo(page, `#/watches?open=${encodeURIComponent("/api/v1/namespaces?watch=true")}`);
  await expect(watches).toHaveCount(2);
  await goTo(page, "#/server");
  await createConfigMap(page, "unseen", {});
  await goTo(page, "#/watches");
  await expect(watches).toHaveCount(2);
  await expect(page.getByRole("button", { name: /ADDED default\/unseen/ })).toBeVisible();
  await page.reload();
  await expect(watches).toHaveCount(2);
  await expect(page.getByRole("button", { name: /ADDED kube-system/ })).toBeVisible();
});

test("a burst of a thousand changes is told in full, and only rows in sight are drawn", async ({ page }) => {
  await openApp(page, address);
  await expect(page.getByText("live")).toBeVisible();
  await createConfigMap(page, "busy", { n: "0" });
  await page.evaluate(async (path) => {
    const kubepad: unknown = Reflect.get(globalThis, "kubepad");
    const fetch: typeof globalThis.fetch = Reflect.get(Object(kubepad), "fetch");
    const patch = (n: number) =>
      fetch(path, {
        method: "PATCH",
        headers: { "Content-Type": "application/merge-patch+json" },
        body: JSON.stringify({ data: { n: String(n) } }),
      });
    for (let n = 1; n <= 1000; n += 20) await Promise.all(Array.from({ length: 20 }, (_, i) => patch(n + i)));
  }, `${target}/busy`);
  await expect(page.getByText("1,001 events")).toBeVisible();
  const rows = page.getByRole("region", { name: `Events of ${target}` }).getByRole("listitem");
  expect(await rows.count()).toBeLessThan(50);
  await expect(rows.first()).toContainText(/data\.n: "\d+" → "\d+"/);
  await rows
    .first()
    .locator("xpath=ancestor::*[@role='region']")
    .evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await expect(page.getByRole("button", { name: /ADDED/ })).toBeVisible();
});

test("watches that are out of sight keep their events and draw none", async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 600 });
  await openApp(page, address);
  for (let i = 0; i < 11; i += 1) {
    await goTo(page, `#/watches?open=${encodeURIComponent(`${target}?watch=true&labelSelector=none!=${i}`)}`);
    await expect(page.getByRole("region", { name: /^Watch on/ })).toHaveCount(i + 2);
  }
  await createConfigMap(page, "seen", {});
  await expect(page.getByText("1 event", { exact: true })).toHaveCount(12);
  const last = page.getByRole("region", { name: /^Watch on/ }).last();
  await expect(last).not.toBeInViewport();
  await expect(last.getByRole("listitem")).toHaveCount(0);
  await last.scrollIntoViewIfNeeded();
  await expect(last.getByRole("listitem")).toHaveCount(1);
});

const expired = `${target}?watch=true&resourceVersion=1`;

test("a watch whose revision is gone shows the server's Status, lists again and resumes", async ({ page }) => {
  await openApp(page, `#/watches?open=${encodeURIComponent(expired)}`);
  const watch = page.getByRole("region", { name: /^Watch on/ });
  await expect(watch.getByRole("alert")).toContainText("Expired: too old resource version: 1");
  await expect(watch.getByText("410 Gone")).toBeVisible();
  await createConfigMap(page, "before", {});
  await watch.getByRole("button", { name: "List again and resume" }).click();
  await expect(watch.getByText("live")).toBeVisible();
  await expect(watch.getByRole("alert")).toHaveCount(0);
  await createConfigMap(page, "after", {});
  await expect(watch.getByRole("button", { name: /ADDED default\/after/ })).toBeVisible();
  await expect(watch.getByRole("button", { name: /ADDED default\/before/ })).toHaveCount(0);
});

test("the console shows a watch that ended in an ERROR event as what it is, and resumes it", async ({ page }) => {
  await openApp(page, `#/requests/new?m=GET&t=${encodeURIComponent(expired)}`);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer.getByRole("alert")).toContainText("too old resource version: 1");
  await expect(answer.getByRole("status")).toContainText("410 Gone");
  await expect(answer.getByRole("status")).not.toContainText("200");
  await answer.getByRole("button", { name: "List again and resume" }).click();
  await expect(answer.getByRole("status").first()).toContainText("watching");
  await createConfigMap(page, "after", {});
  await expect(answer.getByRole("button", { name: /ADDED default\/after/ })).toBeVisible();
});
