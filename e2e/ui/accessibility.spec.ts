import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { ask, createConfigMap, goTo, openApp, rowWith } from "./open-page.ts";

interface View {
  readonly name: string;
  readonly address: string;
  readonly prepare?: (page: Page) => Promise<void>;
}

const configMaps = "/api/v1/namespaces/default/configmaps";

const views: readonly View[] = [
  { name: "welcome", address: "#/welcome", prepare: async (page) => expect(page.getByText("It is ready.")).toBeVisible() },
  { name: "console", address: "#/requests", prepare: async (page) => { await page.getByRole("button", { name: "Send", exact: true }).click(); await expect(page.getByText("200 OK").first()).toBeVisible(); } },
  { name: "refusal", address: `#/requests/new?m=GET&t=${encodeURIComponent(`${configMaps}/none`)}&send=1`, prepare: async (page) => expect(page.getByRole("alert")).toBeVisible() },
  { name: "kinds", address: "#/objects", prepare: async (page) => expect(page.getByText("ConfigMap").first()).toBeVisible() },
  { name: "collection", address: "#/objects/core/v1/configmaps", prepare: async (page) => expect(rowWith(page, "ConfigMap", "settings")).toBeVisible() },
  { name: "object", address: "#/objects/core/v1/configmaps/default/settings", prepare: async (page) => expect(page.getByRole("region", { name: "Manifest" })).toBeVisible() },
  { name: "edit", address: "#/objects/core/v1/configmaps/default/settings?edit", prepare: async (page) => { await page.getByRole("button", { name: "Edit" }).click(); await expect(page.getByText(/Dry run: saving would/)).toBeVisible(); } },
  { name: "history", address: "#/objects/core/v1/configmaps/default/settings?history", prepare: async (page) => { await page.getByRole("tab", { name: /History/ }).click(); await page.getByRole("button", { name: /changed/ }).first().click(); } },
  { name: "create", address: "#/objects/apps/v1/deployments?create=1", prepare: async (page) => expect(page.getByText(/Dry run: accepted/)).toBeVisible() },
  { name: "watches", address: `#/watches?open=${encodeURIComponent("/api/v1/namespaces?watch=true")}`, prepare: async (page) => expect(page.getByRole("button", { name: /ADDED/ }).first()).toBeVisible() },
  { name: "server", address: "#/server", prepare: async (page) => expect(page.getByText("Running for")).toBeVisible() },
  { name: "palette", address: "#/server", prepare: async (page) => { await page.keyboard.press("ControlOrMeta+k"); await page.keyboard.type("cm"); await expect(page.getByRole("option").first()).toBeVisible(); } },
];

async function prepareObjects(page: Page): Promise<void> {
  await createConfigMap(page, "settings", { colour: "red" });
  const { status, text } = await ask(page, "PATCH", `${configMaps}/settings`, { data: { colour: "blue" } }, "application/merge-patch+json");
  expect(status, text).toBe(200);
}

/** What axe finds that keeps people out, as lines. */
async function seriousProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical").flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.slice(0, 300) ?? ""}`));
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const [size, viewport] of [["wide", { width: 1440, height: 900 }], ["narrow", { width: 390, height: 844 }]] as const) {
    test(`axe finds nothing serious in any view, ${colorScheme} and ${size}`, async ({ browser }, info) => {
      test.setTimeout(240_000);
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce", ...(info.project.use.baseURL === undefined ? {} : { baseURL: info.project.use.baseURL }) });
      const page = await context.newPage();
      await openApp(page);
      await prepareObjects(page);
      for (const view of views) {
        await test.step(view.name, async () => {
          await goTo(page, view.address);
          await view.prepare?.(page);
          expect.soft(await seriousProblems(page), view.name).toEqual([]);
          await page.keyboard.press("Escape");
        });
      }
      await context.close();
    });
  }
}
