import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { axeProblems, changeTheme } from "./axe-problems.ts";
import { ask, createConfigMap, goTo, openApp } from "./open-page.ts";

const target = "/api/v1/namespaces/default/configmaps";
const rules = (page: Page) => page.getByRole("list", { name: "Rules of faults" }).getByRole("listitem");
const change = (page: Page) =>
  ask(page, "PATCH", `${target}/lamp`, { data: { state: "on" } }, "application/merge-patch+json");

test("a fault is added, seen in the log as injected, changed and removed", async ({ page }) => {
  await openApp(page, "#/server?tab=faults");
  await createConfigMap(page, "lamp", { state: "off" });
  await page.getByRole("button", { name: "New rule" }).click();
  const form = page.getByRole("form", { name: "New rule" });
  await form.getByLabel("Verbs").fill("update, patch");
  await form.getByLabel("Resources").fill("configmaps");
  await form.getByLabel("Name in the log").fill("somebody else");
  const sentence =
    "Requests to update or patch configmaps: each is answered with 409 Conflict, as if somebody else had written first.";
  await expect(form.getByRole("status")).toHaveText(sentence);
  await form.getByRole("button", { name: "Add the rule" }).click();
  await expect(rules(page)).toHaveCount(1);
  await expect(page.locator(".kp-state")).toContainText("1 fault rule in effect");
  const { status, text } = await change(page);
  expect(status, text).toBe(409);
  await expect(rules(page)).toContainText([sentence]);
  await expect(rules(page)).toContainText(["It has hit 1 of 1 request."]);

  await goTo(page, "#/log");
  await page.getByLabel("Filter the log").fill("injected");
  const row = page.getByRole("row", { name: /injected .*configmaps\/lamp/ });
  await expect(row).toHaveCount(1);
  await row.click();
  await expect(
    page.getByText("Injected: the rule of faults “somebody else: Conflict” has taken this request."),
  ).toBeVisible();

  await page.getByRole("link", { name: "Rules of faults" }).click();
  await page.getByRole("button", { name: "Edit somebody else" }).click();
  const changing = page.getByRole("form", { name: "Change the rule" });
  await changing.getByLabel("Which of them").selectOption("every");
  await changing.getByLabel("Every", { exact: true }).fill("none");
  await changing.getByRole("button", { name: "Change the rule" }).click();
  await expect(changing.getByText("rules[0].every: must be a whole number of 1 or more")).toBeVisible();
  await changing.getByLabel("Every", { exact: true }).fill("2");
  await changing.getByRole("button", { name: "Change the rule" }).click();
  await expect(rules(page)).toContainText(["every 2nd is answered"]);
  expect((await change(page)).status).toBe(200);
  expect((await change(page)).status).toBe(409);

  await page.getByRole("button", { name: "Remove somebody else" }).click();
  await expect(page.getByText("No rule is in effect")).toBeVisible();
  await expect(page.locator(".kp-state")).not.toContainText("fault");
  expect((await change(page)).status).toBe(200);
});

test("presets are added and all are switched off, by the keyboard and on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await openApp(page, "#/server?tab=faults");
  for (const preset of ["The storage is full", "A slow network"]) {
    await page.getByRole("button", { name: "Presets" }).press("Enter");
    await page.getByRole("menuitem", { name: preset }).press("Enter");
    await page.getByRole("button", { name: "Add the rule" }).press("Enter");
    await expect(page.getByRole("form")).toHaveCount(0);
  }
  await expect(rules(page)).toHaveCount(2);
  await page.getByRole("button", { name: "New rule" }).press("Enter");
  await page.getByLabel("What happens").selectOption("Latency");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await axeProblems(page, "all")).toEqual([]);
  await changeTheme(page, "dark");
  expect(await axeProblems(page, "colours")).toEqual([]);
  await page.getByRole("button", { name: "Cancel" }).click();
  const created = await ask(page, "POST", target, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "full" } });
  expect(created.status, created.text).toBe(500);
  await page.getByRole("button", { name: "Switch off all" }).press("Enter");
  await expect(page.getByText("No rule is in effect")).toBeVisible();
});
