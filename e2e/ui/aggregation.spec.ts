import { expect, type Page } from "@playwright/test";
import { definitionOf, versionOf } from "../../src/apiextensions/testing/definition-of.ts";
import { test } from "../browser-test.ts";
import { axeProblems, changeTheme } from "./axe-problems.ts";
import { ask, goTo, openApp, rowWith } from "./open-page.ts";
import { run } from "./terminal-views.ts";

const name = "v1alpha1.wardle.example.com";
const schema = { type: "object", properties: { spec: { type: "object", properties: { size: { type: "integer" } } } } };
const flunders = definitionOf("Flunder", "wardle.example.com", [{ ...versionOf("v1alpha1", schema), storage: true }]);
const path = "/apis/wardle.example.com/v1alpha1/namespaces/default/flunders";
const flunder = (called: string) => ({
  apiVersion: "wardle.example.com/v1alpha1",
  kind: "Flunder",
  metadata: { name: called },
});
const list = "#/objects/wardle.example.com/v1alpha1/flunders";

/** Opens a second server with the kind, and registers it, as a person does in the console; `mend` does so again. */
const registerServer = (page: Page): Promise<void> =>
  page.evaluate(
    async ([called, definition]) => {
      const extension = await window.kubepad.openServer({ seed: [JSON.parse(definition)] });
      const mend = async () => {
        Object.assign(window, { takeAway: await window.kubepad.registerApiServer(called, extension.handle) });
      };
      Object.assign(window, { mend, extension });
      await mend();
    },
    [name, JSON.stringify(flunders)] as const,
  );

/** Calls a function that an earlier step left in the page. */
const call = (page: Page, what: "mend" | "takeAway"): Promise<void> =>
  page.evaluate(async (key) => Reflect.get(window, key)(), what);

const apis = (page: Page) => page.getByRole("region", { name: "Other servers" }).getByRole("listitem").first();
const kinds = (page: Page) => page.getByRole("navigation", { name: "Kinds" });

test("a function becomes an API server: its kind is among the objects; broken, the page says why; mended, it goes on", async ({
  page,
}) => {
  await openApp(page, "#/objects");
  await expect(kinds(page).getByRole("link", { name: "ConfigMap" })).toBeVisible();
  await registerServer(page);
  const kind = kinds(page).getByRole("link", { name: "Flunder" });
  await expect(kind).toContainText("aggregated");
  await kind.click();
  await expect(page.getByText("No flunders")).toBeVisible();
  expect((await ask(page, "POST", path, flunder("one"))).status).toBe(201);
  await expect(rowWith(page, "Flunder", "one")).toBeVisible();
  await rowWith(page, "Flunder", "one").click();
  await expect(page.getByRole("region", { name: "Overview" })).toContainText("Metadata");

  await goTo(page, list);
  await page.getByRole("button", { name: "Timeline", exact: true }).click();
  const slider = page.getByRole("slider", { name: "Revision" });
  await expect(slider).toHaveAttribute("aria-valuetext", /^Now/);
  await slider.press("ArrowLeft");
  await expect(page.getByText("Another server keeps this kind")).toBeVisible();
  await slider.press("End");
  await expect(rowWith(page, "Flunder", "one")).toBeVisible();

  await goTo(page, "#/server?tab=apis");
  await expect(apis(page)).toContainText("A function of this page answers");
  await expect(apis(page).getByText("True", { exact: true })).toBeVisible();

  await call(page, "takeAway");
  await expect(apis(page)).toContainText("False (FailedDiscoveryCheck)");
  await expect(apis(page)).toContainText("Nobody answers in place of the Service");
  const state = apis(page).getByRole("region", { name: "State" });
  await expect(state).toContainText(
    "Unavailable: the Service kube-system/v1alpha1-wardle-example-com does not answer: a browser reaches no",
  );
  await expect(state).toContainText("no page that is open has a function registered in its place");
  await goTo(page, list);
  await expect(page.getByRole("alert").first()).toContainText("wardle.example.com/v1alpha1 is not served at present");
  await expect(kinds(page).getByRole("region", { name: "Not available" })).toContainText(
    "wardle.example.com/v1alpha1down",
  );
  await page
    .getByRole("alert")
    .getByRole("link", { name: `APIService ${name}` })
    .click();
  await expect(page.getByRole("region", { name: "Overview" })).toContainText("Unavailable");

  await goTo(page, list);
  await call(page, "mend");
  await expect(rowWith(page, "Flunder", "one")).toBeVisible();
  expect((await ask(page, "POST", path, flunder("two"))).status).toBe(201);
  await expect(rowWith(page, "Flunder", "two")).toBeVisible();
});

test("the terminal and the request page tell of it: who answers, and what the extension server did", async ({
  page,
}) => {
  await openApp(page, "#/terminal");
  await registerServer(page);
  expect((await ask(page, "POST", path, flunder("one"))).status).toBe(201);
  await expect(await run(page, "kubectl get flunders")).toContainText("one");
  const apiservices = await run(page, "kubectl get apiservices");
  await expect(apiservices).toContainText(
    /v1alpha1\.wardle\.example\.com +kube-system\/v1alpha1-wardle-example-com +True/,
  );
  await expect(apiservices).toContainText(/v1\.apps +Local +True/);
  await goTo(page, `#/requests/new?m=GET&t=${encodeURIComponent(`${path}/one`)}&send=1`);
  await expect(page.getByText("200 OK").first()).toBeVisible();
  const { requestId } = await page.evaluate(async (target) => {
    const traces = await window.kubepad.inspect.traces(0);
    return traces.findLast((trace) => trace.target === target && trace.method === "GET") ?? { requestId: "" };
  }, `${path}/one`);
  await goTo(page, `#/log/${encodeURIComponent(requestId)}`);
  const stages = page.getByRole("region", { name: "What the server did" });
  await expect(stages.getByRole("row", { name: /^extension server/ }).first()).toContainText(
    `sent to the function for ${name} as kubernetes-admin (system:masters, system:authenticated); it answered 200`,
  );
  await stages.getByText("What the extension server did: 200 OK").click();
  await expect(stages.getByRole("row", { name: /^storage/ }).first()).toBeVisible();
});

test("a second tab uses it, and says so; after a reload of its page nobody answers until it is registered again", async ({
  page,
  context,
}) => {
  await openApp(page, "#/server?tab=apis");
  await registerServer(page);
  expect((await ask(page, "POST", path, flunder("one"))).status).toBe(201);
  const second = await context.newPage();
  await openApp(second, list);
  await expect(rowWith(second, "Flunder", "one")).toBeVisible();
  await goTo(second, "#/server?tab=apis");
  await expect(apis(second)).toContainText("A function of another tab answers");

  await page.reload();
  await expect(apis(second)).toContainText("False (FailedDiscoveryCheck)");
  await registerServer(second);
  await expect(apis(second)).toContainText("A function of this page answers");
  await expect(apis(second).getByText("True", { exact: true })).toBeVisible();
  expect((await ask(page, "POST", path, flunder("again"))).status).toBe(201);
  await second.close();
  await expect(apis(page)).toContainText("Nobody answers in place of the Service");
  await expect(apis(page)).toContainText("False (FailedDiscoveryCheck)");
});

test("by keyboard, on a phone, in both themes", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await openApp(page, "#/server?tab=apis");
  await registerServer(page);
  await call(page, "takeAway");
  await expect(apis(page).getByRole("region", { name: "State" })).toContainText("Unavailable");
  for (const address of ["#/server?tab=apis", "#/objects", list]) {
    await goTo(page, address);
    const shown = address === "#/server?tab=apis" ? apis(page) : page.getByText(/wardle\.example\.com/).first();
    await expect(shown).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    for (const theme of ["light", "dark"] as const) {
      await changeTheme(page, theme);
      expect(await axeProblems(page, "all")).toEqual([]);
    }
  }
  await goTo(page, "#/server?tab=apis");
  const link = apis(page).getByRole("link", { name, exact: true });
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Overview" })).toContainText("Unavailable");
});
