import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { axeProblems, changeTheme } from "./axe-problems.ts";
import { ask, createConfigMap, enterApp, goTo, openApp } from "./open-page.ts";
import { commandLine, run } from "./terminal-views.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const list = "#/objects/core/v1/configmaps";

const slider = (page: Page) => page.getByRole("slider", { name: "Revision" });
const band = (page: Page) => page.getByRole("region", { name: "Past revision" });

async function openTimeline(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Timeline", exact: true });
  if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
  await expect(slider(page)).toHaveAttribute("aria-valuetext", /^Now/);
}

/** The names in the table of objects, as they are shown. */
const names = (page: Page): Promise<readonly string[]> =>
  page
    .getByRole("table", { name: "ConfigMap", exact: true })
    .getByRole("row")
    .evaluateAll((rows) => rows.slice(1).map((row) => row.textContent?.replace(/\d+[smhd]$/, "") ?? ""));

const change = (page: Page, name: string, mode: string) =>
  ask(page, "PATCH", `${configMaps}/${name}`, { data: { mode } }, "application/merge-patch+json");

const revisionNow = async (page: Page): Promise<number> =>
  Number(JSON.parse((await ask(page, "GET", `${configMaps}?limit=1`)).text).metadata.resourceVersion);

/** Shows a revision by its address, as a link does. */
const goBack = (page: Page, revision: number): Promise<void> =>
  page.evaluate((to) => {
    const url = new URL(location.href);
    url.searchParams.set("revision", String(to));
    history.pushState(null, "", url);
    dispatchEvent(new PopStateEvent("popstate"));
  }, revision);

test.describe("in one world", () => {
  test.use({ world: "timeline" });

  test("100 revisions back, lists and objects are those of then, and nothing can be changed", async ({ page }) => {
    await enterApp(page, list);
    await openTimeline(page);
    for (const name of ["back-a", "back-b", "back-c"]) await createConfigMap(page, name, { mode: "first" });
    const then = await revisionNow(page);
    await expect.poll(() => names(page)).toContainEqual(expect.stringContaining("back-c"));
    const copy = await names(page);
    const text = (await ask(page, "GET", configMaps)).text;
    await page.evaluate(async (path) => {
      const { fetch } = window.kubepad;
      const headers = { "Content-Type": "application/merge-patch+json" };
      await fetch(`${path}/back-b`, { method: "DELETE" });
      for (let i = 1; i < 99; i++)
        await fetch(`${path}/back-a`, { method: "PATCH", headers, body: JSON.stringify({ data: { mode: `${i}` } }) });
    }, configMaps);
    await createConfigMap(page, "back-later", {});
    expect(await revisionNow(page)).toBe(then + 100);
    await expect.poll(() => names(page)).toContainEqual(expect.stringContaining("back-later"));
    await expect(slider(page)).toHaveAttribute("aria-valuenow", String(then + 100));

    await slider(page).focus();
    for (let i = 0; i < 100; i++) await page.keyboard.press("ArrowLeft");
    await expect(band(page)).toContainText(`As of revision ${then}`);
    await expect(slider(page)).toHaveAttribute("aria-valuetext", /configmaps default\/back-c created by/);
    await expect.poll(() => names(page)).toEqual(copy);
    const read = await page.evaluate(
      async ([path, revision]) => {
        const answer = await window.kubepad.fetch(`${path}?resourceVersion=${revision}&resourceVersionMatch=Exact`);
        return answer.text();
      },
      [configMaps, String(then)] as const,
    );
    expect(JSON.parse(read).items).toEqual(JSON.parse(text).items);
    const create = page.getByRole("button", { name: "Create", exact: true });
    await expect(create).toBeDisabled();
    await expect(create).toHaveAttribute("title", `This is revision ${then}, and nothing is written to the past.`);

    await goTo(page, `${list}/default/back-b`);
    await expect(page.getByRole("heading", { name: "back-b", exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Delete…" })).toBeDisabled();
    await slider(page).focus();
    await page.keyboard.press("ArrowRight"); // the deletion
    await expect(page.getByText(`Deleted at revision ${then + 1}. This is the last state.`)).toBeVisible();
    await page.getByRole("button", { name: "Back to now" }).click();
    await expect(band(page)).toBeHidden();
    await expect(slider(page)).toBeFocused();
    await goTo(page, list);
    await expect.poll(() => names(page)).toContainEqual(expect.stringContaining("back-later"));
    expect(new URL(page.url()).searchParams.get("revision")).toBeNull();
  });

  test("the terminal reads the past, says so in its prompt, and writes nothing", async ({ page }) => {
    await enterApp(page, "#/terminal");
    await openTimeline(page);
    await createConfigMap(page, "kubectl-a", { mode: "then" });
    const then = await revisionNow(page);
    await change(page, "kubectl-a", "now");
    await createConfigMap(page, "kubectl-b", {});
    const last = await revisionNow(page);
    await expect(slider(page)).toHaveAttribute("aria-valuenow", String(last));
    await goBack(page, then);
    await expect(page.locator(".kp-input-line .kp-prompt")).toHaveText(`@${then} $`);
    await expect(commandLine(page)).toHaveAccessibleName(`Command line, reads revision ${then}`);
    await expect(await run(page, "kubectl get configmap kubectl-a -o jsonpath={.data.mode}")).toContainText("then");
    await expect(await run(page, "kubectl get configmap kubectl-b", 1)).toContainText(
      `"kubectl-b" not found at revision ${then}`,
    );
    await expect(await run(page, "kubectl delete configmap kubectl-a", 1)).toContainText(
      `revision ${then} is shown, and nothing is written to the past`,
    );
    await run(page, "kubectl get configmap kubectl-a -o jsonpath={.data.mode}");
    await slider(page).focus();
    await page.keyboard.press("ArrowRight");
    await goTo(page, "#/terminal?then"); // before the address names the revision
    await expect(band(page)).toContainText(`As of revision ${then + 1}`);
    await expect.poll(() => new URL(page.url()).searchParams.get("revision")).toBe(String(then + 1));
    await slider(page).focus();
    await page.keyboard.press("Escape");
    await expect(page.locator(".kp-input-line .kp-prompt")).toHaveText("$");
    expect(JSON.parse((await ask(page, "GET", `${configMaps}/kubectl-a`)).text).data).toEqual({ mode: "now" });
  });

  test("the line works by keyboard, as a table and in both themes, and new writes join it", async ({ page }) => {
    await enterApp(page, list);
    await openTimeline(page);
    await createConfigMap(page, "keys-a", {});
    await createConfigMap(page, "keys-b", {});
    const last = await revisionNow(page);
    await expect(slider(page)).toHaveAttribute("aria-valuenow", String(last));
    await slider(page).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(slider(page)).toHaveAttribute("aria-valuenow", String(last - 1));
    await expect(slider(page)).toHaveAttribute("aria-valuetext", /configmaps default\/keys-a created by/);
    await page.keyboard.press("Home");
    const oldest = Number(await slider(page).getAttribute("aria-valuemin"));
    await expect(slider(page)).toHaveAttribute("aria-valuenow", String(oldest));
    await page.keyboard.press("PageUp");
    await expect.poll(async () => Number(await slider(page).getAttribute("aria-valuenow"))).toBeGreaterThan(oldest);
    await createConfigMap(page, "keys-c", {}); // does not move what is shown
    await expect(slider(page)).toHaveAttribute("aria-valuemax", String(last + 1));
    await expect(band(page)).toBeVisible();
    await page.getByRole("button", { name: "List", exact: true }).click();
    const rows = page.getByRole("table", { name: "Writes" }).getByRole("row");
    await rows.filter({ hasText: "keys-b" }).click();
    await expect(band(page)).toContainText(`As of revision ${last}`);
    for (const theme of ["light", "dark"] as const) {
      await changeTheme(page, theme);
      expect(await axeProblems(page, theme === "light" ? "all" : "colours")).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole("button", { name: "Back to now" })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole("button", { name: "List", exact: true }).click();
    await slider(page).focus();
    await page.keyboard.press("End");
    await expect(band(page)).toBeHidden();
  });

  test("Alt+R shows and hides the line, unless text is written", async ({ page }) => {
    await enterApp(page, list);
    await createConfigMap(page, "typed", {});
    await openTimeline(page);
    await page.keyboard.press("Alt+R");
    await expect(slider(page)).toBeHidden();
    await page.keyboard.press("Alt+R");
    await expect(slider(page)).toBeVisible();
    await goTo(page, `${list}/default/typed?tab=manifest`);
    await page.getByRole("button", { name: "Edit" }).click();
    const editor = page.locator(".monaco-editor").first();
    await editor.click();
    await expect(editor).toHaveClass(/focused/);
    await page.keyboard.press("Alt+R");
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await expect(slider(page)).toBeVisible();
  });

  test("the writes are played back", async ({ page }) => {
    await enterApp(page, list);
    await openTimeline(page);
    for (let i = 0; i < 5; i++) await createConfigMap(page, `play-${i}`, {});
    const last = await revisionNow(page);
    await expect(slider(page)).toHaveAttribute("aria-valuenow", String(last));
    await change(page, "play-4", "changed");
    await expect(slider(page)).toHaveAttribute("aria-valuenow", String(last + 1));
    const updates = page.getByRole("button", { name: "updated", exact: true });
    await updates.click(); // steps leave out what is not shown
    await slider(page).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(slider(page)).toHaveAttribute("aria-valuenow", String(last - 1));
    await updates.click();
    await goBack(page, last - 4);
    await page.getByRole("button", { name: /^Pace: / }).click();
    await page.getByRole("menuitem", { name: "Fastest" }).click();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect(band(page)).toBeHidden();
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await expect.poll(() => names(page)).toContainEqual(expect.stringContaining("play-4"));
  });
});

test("an address keeps its revision, and says when that is compacted", async ({ page }) => {
  await openApp(page, list);
  await createConfigMap(page, "kept", {});
  const then = await revisionNow(page);
  await createConfigMap(page, "newer", {});
  await page.goto(`/?controllers=&revision=${then}${list}`);
  await expect(band(page)).toContainText(`As of revision ${then}`);
  await expect.poll(() => names(page)).toContainEqual(expect.stringContaining("kept"));
  expect((await names(page)).join()).not.toContain("newer");

  await page.goto(`/?controllers=&revision=1${list}`);
  const lost = page.getByRole("region", { name: "Revision that is not kept" });
  await expect(lost).toContainText(/Revision 1 is compacted: the history keeps revisions \d+ to \d+\./);
  await expect.poll(() => names(page)).toContainEqual(expect.stringContaining("newer"));
  await lost.getByRole("button", { name: "Show the oldest" }).click();
  await expect(band(page)).toContainText("As of revision");
  await expect.poll(() => names(page)).toEqual([]);
});

test("a world goes on from a revision, and the other one stays", async ({ page }) => {
  await openApp(page, list);
  await createConfigMap(page, "both", { mode: "then" });
  const then = await revisionNow(page);
  await change(page, "both", "now");
  await createConfigMap(page, "first-only", {});
  await page.goto(`/?controllers=&revision=${then}${list}`);
  await page.getByRole("button", { name: "Go on from here…" }).click();
  const dialog = page.getByRole("dialog", { name: `Go on from revision ${then}` });
  await dialog.getByRole("button", { name: "Go on", exact: true }).click();
  await expect(page.getByRole("button", { name: `World: My world from ${then}` })).toBeVisible();
  await expect(band(page)).toBeHidden();
  await expect.poll(() => names(page)).toContainEqual(expect.stringContaining("both"));
  expect((await names(page)).join()).not.toContain("first-only");
  const read = JSON.parse((await ask(page, "GET", `${configMaps}/both`)).text);
  expect([read.data, read.metadata.resourceVersion]).toEqual([{ mode: "then" }, String(then)]);
  expect((await change(page, "both", "forked")).status).toBe(200);
  await page.goto(`/?controllers=${list}`);
  await expect.poll(() => names(page)).toContainEqual(expect.stringContaining("first-only"));
  expect(JSON.parse((await ask(page, "GET", `${configMaps}/both`)).text).data).toEqual({ mode: "now" });
});
