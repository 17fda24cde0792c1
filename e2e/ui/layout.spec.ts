import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { ask, createConfigMap, enterApp, goTo, openApp, rowWith } from "./open-page.ts";

const addresses = [
  "#/world",
  "#/requests",
  "#/objects",
  "#/objects/core/v1/configmaps",
  "#/objects/core/v1/configmaps/default/settings",
  "#/objects/core/v1/configmaps?create=1",
  "#/objects/core/v1/configmaps/default/settings?tab=ownership",
  "#/watches",
  "#/watches/lab",
  "#/terminal",
  "#/apply",
  "#/lessons/handover",
  "#/cel/cost?example=over-budget",
  "#/cel/fixtures",
  "#/definitions",
  "#/definitions/gallery/certificate",
  "#/definitions/gallery/autoscaler?tab=fixtures",
  "#/definitions/gallery/gateway-route?tab=compare",
  "#/policies",
  "#/policies/example/sidecar?tab=matrix",
  "#/policies/example/image-registries?tab=expressions",
  "#/policies/example/required-labels?tab=hits",
  "#/policies/example/webhook-function?tab=function",
  "#/races",
  "#/races/example/lost-update?order=alice.bob&tab=race",
  "#/races/example/lost-update?tab=test",
  "#/lessons",
  "#/lessons/watch",
  "#/lessons/watch/3?only=1",
  "#/lessons/write",
  "#/recordings",
  "#/server",
  "#/server?tab=audit",
  "#/server?tab=audit&view=policy",
  "#/server?tab=settings",
  "#/server?tab=faults",
];

/** The tools of bars that stand over each other or beyond their bar, each by its words. */
const crowdedTools = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll(".kp-toolbar")].flatMap((bar) => {
      const { right } = bar.getBoundingClientRect();
      const tools = [...bar.querySelectorAll("a, button, input, select, [role=status]")]
        .map((element) => ({
          words: element.textContent || element.ariaLabel || "",
          at: element.getBoundingClientRect(),
        }))
        .filter(({ at }) => at.width > 1 && at.height > 1);
      const isOver = (a: DOMRect, b: DOMRect): boolean =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
      return tools.flatMap(({ words, at }, i) => [
        ...(at.right > right + 1 ? [`${words} is cut off`] : []),
        ...tools.slice(i + 1).flatMap((other) => (isOver(at, other.at) ? [`${words} and ${other.words}`] : [])),
      ]);
    }),
  );

for (const [name, viewport] of [
  ["wide", { width: 1440, height: 900 }],
  ["small", { width: 820, height: 640 }],
  ["narrow", { width: 390, height: 844 }],
] as const) {
  test.describe(name, () => {
    test.use({ viewport, world: "of every address" });

    test("nothing is wider than the window, and the tools of bars keep clear of each other", async ({ page }) => {
      await enterApp(page, "#/watches");
      const { status } = await ask(page, "GET", "/api/v1/namespaces/default/configmaps/settings");
      if (status === 404) await createConfigMap(page, "settings", { colour: "red" });
      await goTo(page, "#/log");
      await page.getByRole("table", { name: "Request log" }).getByRole("row").nth(1).click();
      await expect(page).toHaveURL(/#\/log\/./);
      for (const address of [new URL(page.url()).hash, ...addresses]) {
        await goTo(page, address);
        await expect(page.locator(".kp-main")).toBeVisible();
        await expect(page.locator(".kp-skeleton")).toHaveCount(0);
        const soft = expect.configure({ soft: true });
        await soft
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), address)
          .toBeLessThanOrEqual(viewport.width);
        await soft.poll(() => crowdedTools(page), address).toEqual([]);
      }
    });
  });
}

test.describe("in a window of middle width", () => {
  test.use({ viewport: { width: 820, height: 900 } });

  test("the state of the server, the name of an object and all tools can be seen", async ({ page }) => {
    await openApp(page);
    await createConfigMap(page, "settings", { colour: "red" });
    await expect.poll(async () => (await page.locator(".kp-state").boundingBox())?.width).toBeGreaterThan(100);
    await goTo(page, "#/objects/core/v1/configmaps/default/settings");
    const name = page.getByRole("heading", { name: "settings", exact: true });
    await expect(name).toBeVisible();
    await expect
      .poll(() => name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
      .toBeLessThanOrEqual(0);
    await page.getByRole("link", { name: "‹ Kinds" }).click();
    await expect(page.getByRole("link", { name: /^ConfigMap/ })).toBeVisible();
  });

  test("tabs keep clear of the tools beside them, and the selected one is in sight", async ({ page }) => {
    await openApp(page, "#/definitions/gallery/gateway-route?tab=conversion");
    await expect(page.getByLabel("Version", { exact: true })).toBeVisible();
    const list = page.getByRole("tablist", { name: "View" });
    const gaps = () =>
      list.evaluate((tabs) => {
        const [room, tools, tab] = [tabs, tabs.nextElementSibling, tabs.querySelector("[aria-selected=true]")].map(
          (element) => element?.getBoundingClientRect(),
        );
        return [(tools?.left ?? 0) - (room?.right ?? 0), (room?.right ?? 0) - (tab?.right ?? 0)];
      });
    await expect.poll(async () => Math.min(...(await gaps()))).toBeGreaterThanOrEqual(0);
  });
});

test.describe("at 200 % zoom of a window of 1440 by 900", () => {
  test.use({ viewport: { width: 720, height: 450 } });

  test("nothing of the world overlaps, and an object has the room of the bars", async ({ page }) => {
    await openApp(page, "#/world");
    const world = page.getByRole("region", { name: "World" });
    await expect(world.getByRole("tab", { name: "List" })).toBeVisible();
    const overlaps = () =>
      world.evaluate((element) => {
        const parts = [...element.children].map((child) => child.getBoundingClientRect());
        const shown = parts.filter(({ height, width }) => height > 1 && width > 1).toSorted((a, b) => a.top - b.top);
        return shown.flatMap(({ top }, i) => (i > 0 && top < (shown[i - 1]?.bottom ?? 0) - 1 ? [top] : []));
      });
    await expect.poll(overlaps).toEqual([]);
    await world.getByRole("tab", { name: "List" }).scrollIntoViewIfNeeded();
    await expect(world.getByRole("tab", { name: "List" })).toBeInViewport();
    await goTo(page, "#/world?open=core%2Fv1%2Fnamespaces%2F-%2Fdefault");
    await expect(page.getByRole("heading", { name: "default", exact: true })).toBeInViewport();
    await expect(page.getByRole("toolbar", { name: "Break and mend" })).toBeHidden();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the lab of CEL shows the part that its address names", async ({ page }) => {
    await openApp(page, "#/cel/cost?example=over-budget");
    await expect(page.getByRole("tab", { name: "Cost" })).toHaveAttribute("aria-selected", "true");
    await page.getByRole("tab", { name: "Inputs" }).click();
    await expect(page).toHaveURL(/#\/cel\/inputs$/);
    await goTo(page, "#/cel/why");
    await expect(page.getByRole("table", { name: "Values of all parts" })).toBeVisible();
  });

  test("the log shows whole paths", async ({ page }) => {
    await openApp(page);
    const target = "/api/v1/namespaces/default/configmaps/settings-of-a-longer-name";
    await createConfigMap(page, "settings-of-a-longer-name", { colour: "red" });
    await ask(page, "DELETE", target);
    await goTo(page, "#/log");
    const path = rowWith(page, "Request log", "settings-of-a-longer-name").locator(".kp-table-path").first();
    await expect(path).toBeVisible();
    const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean =>
      scrollWidth > clientWidth || scrollHeight > clientHeight + 1;
    await expect.poll(() => path.evaluate(isCut)).toBe(false);
  });

  test("the selected line of a schema is as wide as the tree", async ({ page }) => {
    await openApp(page, "#/definitions/gallery/certificate?tab=schema");
    const tree = page.getByRole("tree", { name: "Schema" });
    const line = tree.getByRole("treeitem", { selected: true });
    await expect(line).toBeVisible();
    const narrower = async () => ((await tree.boundingBox())?.width ?? 0) - ((await line.boundingBox())?.width ?? 0);
    await expect.poll(narrower).toBeLessThanOrEqual(0);
  });

  test("the values of a dry run have the width of the screen", async ({ page }) => {
    await openApp(page, "#/objects/apps/v1/deployments?create=1");
    const value = page.getByRole("list", { name: "What would change" }).getByText('"/dev/termination-log"');
    await expect(value).toBeVisible();
    await expect.poll(async () => (await value.boundingBox())?.height).toBeLessThan(30);
  });

  test("places are tabs at the bottom, the log is a sheet, the editor is plain", async ({ page }) => {
    await openApp(page);
    await createConfigMap(page, "settings", { colour: "red" });
    await page.getByRole("navigation", { name: "Places" }).getByRole("link", { name: "Objects" }).click();
    await page.getByRole("link", { name: /^ConfigMap/ }).click();
    await rowWith(page, "ConfigMap", "settings").click();
    await page.getByRole("tab", { name: "YAML" }).click();
    await page.getByRole("button", { name: "Edit" }).click();
    await expect(page.locator(".kp-monaco")).toHaveCount(0);
    const editor = page.getByRole("textbox", { name: "Manifest" });
    await editor.fill((await editor.inputValue()).replace("red", "green"));
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("region", { name: "Manifest" })).toContainText("colour: green");
    await page.getByRole("button", { name: "Log" }).click();
    await expect(rowWith(page, "Request log", "PUT").first()).toBeVisible();
    await page.getByRole("navigation", { name: "Places" }).getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Server" }).click();
    await expect(page).toHaveURL(/#\/server$/);
    await expect(page.getByRole("region", { name: "Request log" })).toBeHidden();
  });
});

test("a choice of theme holds from the first paint after a reload", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await openApp(page);
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitem", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.route("**/assets/index-*.js", (route) => route.abort());
  await page.reload({ waitUntil: "commit" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe("rgb(20, 24, 31)");
});

test("returning visitors land where they were", async ({ page }) => {
  await openApp(page, "#/objects/core/v1/namespaces");
  await expect(rowWith(page, "Namespace", "kube-system")).toBeVisible();
  await page.goto("about:blank");
  await page.goto("/");
  await expect(page).toHaveURL(/#\/objects\/core\/v1\/namespaces$/);
});
