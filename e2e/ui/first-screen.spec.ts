import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { axeProblems, changeTheme } from "./axe-problems.ts";
import { ask, goTo, openApp, saveData } from "./open-page.ts";

const tree = (page: Page) => page.getByRole("tree", { name: "Objects by owner" });
const line = (page: Page, text: string | RegExp) => tree(page).getByRole("treeitem").filter({ hasText: text });
const pods = (page: Page) => page.locator(".kp-map .kp-pod");
const doors = (page: Page) => page.getByRole("region", { name: "Welcome" });

/** Opens the page as a new visitor does, unless an earlier test of the same world has done so. */
const enterFirst = (page: Page): Promise<void> =>
  new URL(page.url()).hash === "" ? openApp(page, "", "living") : goTo(page, "#/world");

/** Opens the page, and waits until the sample runs. */
async function openFirst(page: Page): Promise<void> {
  await enterFirst(page);
  await expect(line(page, /^Deploymentweb ?Ready ?3 of 3 ready/)).toBeVisible();
}

test.describe("for a new visitor", () => {
  test.use({ world: "with the sample" });

  test("a first visit opens on the living world, where a sample runs, and three doors lead on", async ({ page }) => {
    await openFirst(page);
    await expect(page).toHaveURL(/#\/world$/);
    await expect(doors(page).getByRole("button", { name: /^(Play|Learn|Send)/ })).toHaveCount(3);
    await expect(pods(page)).toHaveCount(3);
    await expect(page.locator(".kp-node").filter({ hasText: "node-1" })).toContainText("demo");
    await expect(page.getByText("2 nodes, 3 pods: 3 fine.")).toBeAttached();
    const { text } = await ask(page, "GET", "/api/v1/namespaces/demo/configmaps/web-settings");
    expect(text).toContain("blue");
    expect((await ask(page, "GET", "/api/v1/namespaces/demo/services/web")).status).toBe(200);
  });

  test("a pod is found, opened and acted on without a pointer", async ({ page }) => {
    await openFirst(page);
    for (let step = 0; step < 60; step += 1) {
      if (await tree(page).evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press("Tab");
    }
    await expect(tree(page)).toBeFocused();
    await page.keyboard.press("w"); // the ReplicaSet
    await page.keyboard.press("ArrowRight");
    await expect(tree(page).getByRole("treeitem", { selected: true })).toHaveText(/^Podweb-/);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/#\/world\?open=core%2Fv1%2Fpods%2Fdemo%2Fweb-/);
    await expect(page.getByRole("region", { name: /^Pod web-/ })).toBeVisible();
    await tree(page).focus();
    await page.keyboard.press("Shift+F10");
    const menu = page.getByRole("menu", { name: /^Actions on web-/ });
    await expect(menu.getByRole("menuitem", { name: /^Open web-/ })).toBeVisible();
    await menu.getByRole("menuitem", { name: "Evict…" }).press("Enter");
    await expect(page.getByRole("dialog", { name: /^Evict web-/ })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  test("a pod of the map opens beside it, and its menu says what can be done", async ({ page }) => {
    await openFirst(page);
    await pods(page).first().click();
    await expect(page.getByRole("region", { name: /^Pod web-/ })).toBeVisible();
    await expect(tree(page).getByRole("treeitem", { selected: true })).toHaveText(/^Podweb-/);
    await pods(page).nth(1).click({ button: "right" });
    await expect(page.getByRole("menuitem", { name: "Crash a container…" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.locator(".kp-node-head").first().click();
    await expect(page.getByRole("region", { name: "Node node-1" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("region", { name: /^Pod web-/ })).toBeVisible();
  });

  test("filters keep what fits in the list, and make the rest pale on the map", async ({ page }) => {
    await openFirst(page);
    await page.getByRole("searchbox", { name: "Name, state or label" }).fill("no-such-pod");
    await expect(page.getByText("No object of this world fits the filter.")).toBeVisible();
    await expect(page.locator(".kp-pod[data-pale]")).toHaveCount(3);
    await page.getByRole("searchbox", { name: "Name, state or label" }).fill("app=web");
    await expect(line(page, /^Podweb-/)).toHaveCount(3);
    await expect(line(page, /^Node/)).toHaveCount(0);
    await page.getByRole("searchbox", { name: "Name, state or label" }).fill("");
    const failing = page.getByRole("button", { name: /^Failing/ });
    await failing.click();
    await expect(failing).toHaveAttribute("aria-pressed", "true");
    await expect(page.locator(".kp-pod[data-pale]")).toHaveCount(3);
    await failing.click();
    await page.getByLabel("Namespace").selectOption("default");
    await expect(pods(page)).toHaveCount(0);
    await page.getByLabel("Namespace").selectOption("demo");
    await page.getByRole("tab", { name: "By node" }).click();
    const byNode = page.getByRole("tree", { name: "Pods by node" }).getByRole("treeitem");
    await expect(byNode.filter({ hasText: /^Nodenode-1/ })).toHaveAttribute("aria-level", "1");
    await expect(byNode.filter({ hasText: /^Podweb-.*demo/ }).first()).toHaveAttribute("aria-level", "2");
  });
});

test("many pods are cells of their nodes, which tell, open and act on the pod under the pointer", async ({ page }) => {
  await openApp(page, "#/world");
  const path = "/api/v1/namespaces/default/pods";
  for (let i = 10; i < 75; i += 1) {
    const pod = { metadata: { name: `many-${i}` }, spec: { containers: [{ name: "app", image: "nginx:1.29" }] } };
    expect((await ask(page, "POST", path, pod)).status).toBe(201);
  }
  const cells = page.locator(".kp-pod-cells");
  await expect(page.getByText("default · 65")).toBeVisible();
  await expect(cells).toHaveCount(1);
  await expect(pods(page)).toHaveCount(0);
  const [first, second] = [7, 17 + 7].map((x) => ({ position: { x, y: 7 } }));
  await cells.hover(second);
  await expect(cells).toHaveAttribute("title", /^many-11 in default: Pending/);
  await cells.click(second);
  await expect(page.getByRole("region", { name: "Pod many-11" })).toBeVisible();
  await cells.click({ ...first, button: "right" });
  const menu = page.getByRole("menu", { name: "Actions on many-10" });
  await expect(menu.getByRole("menuitem", { name: "Open many-10" })).toBeVisible();
  const apart = async () => ((await menu.boundingBox())?.x ?? Infinity) - ((await cells.boundingBox())?.x ?? 0);
  await expect.poll(async () => Math.abs(await apart())).toBeLessThan(40);
  await page.keyboard.press("Escape");
  const picture = (): Promise<string> =>
    cells
      .locator("[data-level=progressing]")
      .first()
      .evaluate((run) => getComputedStyle(run).backgroundImage);
  const light = await picture();
  expect(light).toContain("svg");
  await changeTheme(page, "dark");
  await expect.poll(picture).not.toBe(light);
  await changeTheme(page, "light");
  await expect.poll(picture).toBe(light);
  await page.getByRole("searchbox", { name: "Name, state or label" }).fill("many-12");
  await expect(cells.locator("i:not([data-pale])")).toHaveCount(1);
});

test("doors lead to the lessons and the console, and are gone once one is taken", async ({ page }) => {
  await openFirst(page);
  await doors(page)
    .getByRole("button", { name: /^Learn/ })
    .click();
  await expect(page).toHaveURL(/#\/lessons$/);
  await goTo(page, "#/world");
  await expect(tree(page)).toBeVisible();
  await expect(doors(page)).toBeHidden();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("Welcome");
  await page.getByRole("option", { name: /^Welcome/ }).click();
  await doors(page).getByRole("button", { name: /^Send/ }).click();
  await expect(page.getByRole("region", { name: "Answer", exact: true })).toContainText("items");
});

test("a container is crashed from the first door, seen to fail, and mended", async ({ page }) => {
  await openFirst(page);
  await doors(page).getByRole("button", { name: /^Play/ }).click();
  const sheet = page.getByRole("dialog", { name: /^Crash a container of web-/ });
  await expect(sheet).toContainText("PATCH");
  await sheet.getByRole("button", { name: /^Crash a container of/ }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("region", { name: /^Pod web-/ })).toBeVisible();
  await expect(line(page, /^Podweb-.*(CrashLoopBackOff|Error)/)).toHaveCount(1);
  await expect(pods(page).locator('[data-level="error"].kp-pod-state')).toHaveCount(1);
  await page.getByRole("button", { name: "×100", exact: true }).click();
  await page.getByRole("button", { name: "Mend 1" }).click();
  await page.getByRole("menuitem", { name: /^Stop the faults of web-/ }).click();
  await page
    .locator(".kp-dialog")
    .getByRole("button", { name: /^Stop the faults of/ })
    .click();
  await expect(page.getByRole("button", { name: /^Mend/ })).toBeHidden();
  await expect(line(page, /^Deploymentweb ?Ready ?3 of 3 ready/)).toBeVisible();
});

test("the sample is removed with one click, and does not come back", async ({ page }) => {
  await openFirst(page);
  await page.getByRole("button", { name: "Remove the sample" }).click();
  await expect(page.getByRole("button", { name: "Add the sample" })).toBeVisible();
  await expect(line(page, /^Deploymentweb/)).toHaveCount(0);
  await page.goto("about:blank");
  await page.goto("/");
  await expect(page).toHaveURL(/#\/world$/);
  await expect(page.getByRole("button", { name: "Add the sample" })).toBeVisible();
  await expect(line(page, /^Nodenode-1 ?Ready/)).toBeVisible();
  expect((await ask(page, "GET", "/api/v1/namespaces/demo")).status).toBe(404);
  await page.getByRole("button", { name: "Add the sample" }).click();
  await expect(line(page, /^Deploymentweb/)).toBeVisible();
});

test("a visit with an address gets no sample", async ({ page }) => {
  await openApp(page, "#/world", "living");
  await expect(line(page, /^Nodenode-2/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Add the sample" })).toBeVisible();
  expect((await ask(page, "GET", "/api/v1/namespaces/demo")).status).toBe(404);
});

test("a quota is filled, refuses one more pod, and is removed again", async ({ page }) => {
  await openFirst(page);
  await line(page, /^Deploymentweb/).click();
  await page.getByRole("button", { name: "Fill a quota…" }).click();
  await page
    .locator(".kp-dialog")
    .getByRole("button", { name: /^Fill a quota of demo/ })
    .click();
  await expect(line(page, /^ResourceQuotano-more-pods/)).toBeVisible();
  await ask(
    page,
    "PATCH",
    "/apis/apps/v1/namespaces/demo/deployments/web",
    { spec: { replicas: 4 } },
    "application/merge-patch+json",
  );
  await expect(line(page, /^ReplicaSetweb-.*Cannot create/)).toBeVisible();
  await page.getByRole("button", { name: /^Mend/ }).click();
  await page.getByRole("menuitem", { name: /^Remove no-more-pods/ }).click();
  await page
    .locator(".kp-dialog")
    .getByRole("button", { name: /^Remove no-more-pods/ })
    .click();
  await expect(line(page, /^ResourceQuota/)).toHaveCount(0);
});

test("a reload shows the bars of the page before its scripts are there", async ({ page }) => {
  await saveData(page);
  await page.goto("/?controllers=#/objects");
  await expect(page.locator(".kp-state")).toContainText("revision");
  await page.route("**/assets/index-*.js", (route) => route.abort());
  await page.reload({ waitUntil: "commit" });
  await expect(page.locator(".kp-rail")).toContainText("Objects");
  await expect(page.locator(".kp-rail [aria-current=page]")).toHaveText("Objects");
  await expect(page.locator(".kp-state")).toHaveText("starting");
  await page.unroute("**/assets/index-*.js");
  await page.reload();
  await expect(page.locator(".kp-state")).toContainText("revision");
  await expect(page.locator(".kp-shell")).toHaveCount(1);
});

test.describe("axe finds nothing on the first screen", () => {
  test.use({ world: "of axe" });

  for (const [name, viewport] of [
    ["wide", { width: 1440, height: 900 }],
    ["narrow", { width: 390, height: 844 }],
    ["the narrowest", { width: 320, height: 640 }],
  ] as const)
    test(name, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: "light" });
      await enterFirst(page);
      await expect(pods(page)).toHaveCount(3);
      expect(await axeProblems(page, "all")).toEqual([]);
      await changeTheme(page, "dark");
      expect(await axeProblems(page, "colours")).toEqual([]);
      await pods(page).first().click();
      await expect(page.getByRole("region", { name: /^Pod web-/ })).toBeVisible();
      expect(await axeProblems(page, "all")).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    });
});
