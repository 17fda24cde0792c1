import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { paste } from "./bench-page.ts";
import { ask, goTo, openApp, runCommand } from "./open-page.ts";

const outcomes = (page: Page) => page.getByRole("table", { name: "Outcomes" });
const outcome = (page: Page, text: string) => outcomes(page).getByRole("row").filter({ hasText: text });
const status = (page: Page) => page.locator(".kp-bench-bar").getByRole("status");
const position = (page: Page) => page.getByRole("status", { name: "Position" });
const ending = (page: Page) => page.getByRole("status", { name: "Ending" });
const steps = (page: Page) => page.getByRole("list", { name: "Steps in their order" }).getByRole("listitem");
const lost = "Lost update: bob overwrote what alice wrote: spec.replicas 3 → 2 (deployments/web).";

test("a lost update is found, replayed step by step, and prevented by the resourceVersion", async ({ page }) => {
  await openApp(page, "#/races");
  const before = await ask(page, "GET", "/apis/apps/v1/deployments");

  await test.step("the orders of the race are run, and one of their outcomes is a lost update", async () => {
    await page.getByRole("link", { name: /^Lost update Two people/ }).click();
    await expect(page.getByRole("status").filter({ hasText: "orders were run" })).toHaveText(
      "All 20 orders were run, with 3 outcomes.",
    );
    await expect(status(page)).toHaveText("Something goes wrong in 18 of 20 orders.");
    await expect(outcome(page, lost)).toContainText("bob read, alice read, read, write, bob read, write");
  });

  await test.step("a click shows the order, step by step and back", async () => {
    await outcome(page, lost)
      .getByRole("button", { name: /^Replay/ })
      .click();
    await expect(position(page)).toHaveText("0 of 6 steps are done; next is bob.");
    const next = page.getByRole("button", { name: "Next step" });
    for (let step = 1; step <= 6; step += 1) {
      await next.press("Enter");
      await expect(position(page)).toContainText(`${step} of 6 steps are done`);
    }
    await expect(steps(page).filter({ hasText: "spec.replicas 2 → 3" })).toContainText("alice");
    await expect(steps(page).filter({ hasText: "spec.replicas 3 → 2" })).toContainText("bob");
    await expect(ending(page)).toContainText(lost);
    await page.getByRole("button", { name: "Back" }).click();
    await expect(ending(page)).toBeHidden();
    await expect(page).toHaveURL(/at=5/);
  });

  await test.step("an actor is stepped by itself, and run to its end", async () => {
    await page.getByRole("button", { name: "Start over" }).last().click();
    await page.getByRole("button", { name: "Step alice: read" }).click();
    await expect(steps(page).first()).toContainText("reads deployments/web");
    // the second click comes while the first one still runs
    await page.evaluate(() => {
      for (const name of ["bob", "alice"])
        document.querySelector<HTMLElement>(`[aria-label="Run ${name} to its end"]`)?.click();
    });
    await expect(page).toHaveURL(/order=alice\.bob\.bob\.bob\.alice\.alice/);
    await expect(ending(page)).toContainText("Lost update: alice overwrote what bob wrote");
  });

  await test.step("it is mended in the text: with the resourceVersion, nothing is lost", async () => {
    await page.getByRole("link", { name: "Mended" }).click();
    await expect(status(page)).toHaveText("Nothing goes wrong in 20 orders.");
    await expect(outcomes(page)).not.toContainText("Lost update");
    await expect(outcomes(page)).toContainText("bob was refused with 409, read again, and was done.");
  });

  await test.step("the world of the page is as before", async () => {
    expect((await ask(page, "GET", "/apis/apps/v1/deployments")).text).toBe(before.text);
  });
});

/** Runs a text as a file of tests in Vitest, with the package's modules by their names. Returns what it prints. */
async function runInVitest(text: string): Promise<string> {
  mkdirSync(".cache", { recursive: true });
  const folder = mkdtempSync(resolve(".cache", "exported-race-"));
  try {
    writeFileSync(join(folder, "race.test.ts"), text);
    const alias = { "kubepad/testing": resolve("src/testing.ts") };
    const config = { root: folder, resolve: { alias }, test: { include: ["*.test.ts"] } };
    writeFileSync(join(folder, "vitest.config.mjs"), `export default ${JSON.stringify(config)};\n`);
    const vitest = resolve("node_modules/vitest/vitest.mjs");
    const args = [vitest, "run", "--config", join(folder, "vitest.config.mjs")];
    return (await promisify(execFile)(process.execPath, args, { env: { ...process.env, NO_COLOR: "1" } })).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a race is exported as a test of the package, which passes without an edit", async ({ page }) => {
  await openApp(page, "#/races/example/lost-update?tab=test");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await expect(status(page)).toHaveText("Something goes wrong in 18 of 20 orders.");
  await page.getByRole("button", { name: "Copy test" }).click();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain('expect([...found].sort()).toEqual(["lost-update"]);');
  expect(await runInVitest(text)).toMatch(/Tests +1 passed/);
});

test("a race is written, its mistakes are said at their lines, and it begins with this world", async ({ page }) => {
  await openApp(page, "#/races/own");
  await expect(page.locator(".kp-monaco").first()).toBeVisible();
  const problems = page.getByRole("list", { name: "Problems", exact: true });
  await paste(page, "Race", "name: mine\nactors:\n  a:\n  - GET /version\n  b:\n  - ls\n");
  await expect(problems).toContainText("Line 6");
  await expect(problems).toContainText("must begin with kubectl");
  await expect(status(page)).toHaveText("The text is no race.");
  await ask(page, "POST", "/api/v1/namespaces/default/configmaps", { metadata: { name: "mine" }, data: { a: "0" } });
  const patch = (value: string): string => `
  - kubectl patch configmap mine --type=merge -p '{"data":{"a":"${value}"}}'`;
  await paste(page, "Race", `name: mine\nactors:\n  a:${patch("1")}\n  b:${patch("2")}\n`);
  await page.getByRole("button", { name: "Begin with this world" }).click();
  await expect(outcomes(page)).toContainText("data.a 1 → 2 (configmaps/mine)");
  const { text } = await ask(page, "GET", "/api/v1/namespaces/default/configmaps/mine");
  expect(JSON.parse(text).data).toEqual({ a: "0" });

  await test.step("it is exported with the world that it goes on from, and passes", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("tab", { name: "Test" }).click();
    await page.getByRole("button", { name: "Copy test" }).click();
    const exported = await page.evaluate(() => navigator.clipboard.readText());
    expect(exported).toMatch(/The world at revision \d+/);
    expect(await runInVitest(exported)).toMatch(/Tests +1 passed/);
    await page.getByRole("tab", { name: "Race" }).click();
  });

  await test.step("it is a draft with its name, and a link opens it elsewhere", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy link" }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await goTo(page, "#/races");
    await page.getByRole("button", { name: "Delete the draft mine" }).click();
    await goTo(page, new URL(link).hash);
    await expect(page).toHaveURL(/#\/races\/own/);
    await expect(page.getByRole("heading", { name: "mine" })).toBeVisible();
  });
});

test("the palette leads to the lab, and orders go on and stop", async ({ page }) => {
  await openApp(page);
  await runCommand(page, "Go to Races");
  await page
    .getByRole("link", { name: /^Lost update with kubectl/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("button", { name: "Run all orders" })).toBeVisible();
  await page.getByRole("button", { name: "Run all orders" }).click();
  await expect(page.getByRole("status").filter({ hasText: "orders were run" })).toHaveText(
    "All 70 orders were run, with 5 outcomes.",
  );
});
