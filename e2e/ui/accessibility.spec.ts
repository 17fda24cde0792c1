import { expect, test, type Page } from "@playwright/test";
import { applyAs } from "./apply-as.ts";
import { axeProblems, changeTheme, type AxeRules } from "./axe-problems.ts";
import { declarativeViews } from "./declarative-views.ts";
import { floatingViews } from "./floating-views.ts";
import { lessonViews } from "./lesson-views.ts";
import { policyViews, type View } from "./policy-views.ts";
import { raceViews } from "./race-views.ts";
import { terminalViews } from "./terminal-views.ts";
import { worldViews } from "./world-views.ts";
import { ask, createConfigMap, goTo, openApp, rowWith } from "./open-page.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

const views: readonly View[] = [
  {
    name: "console",
    address: "#/requests",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await expect(page.getByText("200 OK").first()).toBeVisible();
    },
  },
  {
    name: "refusal",
    address: `#/requests/new?m=GET&t=${encodeURIComponent(`${configMaps}/none`)}&send=1`,
    prepare: async (page) => expect(page.getByRole("main").getByRole("alert")).toBeVisible(),
  },
  {
    name: "old version",
    address: `#/requests/new?m=GET&t=${encodeURIComponent("/apis/extensions/v1beta1/ingresses")}&send=1`,
    prepare: async (page) => expect(page.getByRole("region", { name: "Moving to a newer version" })).toBeVisible(),
  },
  {
    name: "kinds",
    address: "#/objects",
    prepare: async (page) => expect(page.getByText("ConfigMap").first()).toBeVisible(),
  },
  {
    name: "collection",
    address: "#/objects/core/v1/configmaps",
    prepare: async (page) => expect(rowWith(page, "ConfigMap", "settings")).toBeVisible(),
  },
  {
    name: "object",
    address: "#/objects/core/v1/configmaps/default/settings",
    prepare: async (page) => expect(page.getByRole("region", { name: "Overview" })).toContainText("Metadata"),
  },
  {
    name: "manifest",
    address: "#/objects/core/v1/configmaps/default/settings?tab=manifest",
    prepare: async (page) => expect(page.getByRole("region", { name: "Manifest" })).toBeVisible(),
  },
  {
    name: "edit",
    address: "#/objects/core/v1/configmaps/default/settings?tab=manifest&edit",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Edit" }).click();
      await expect(page.getByText(/Dry run: saving would/)).toBeVisible();
    },
  },
  {
    name: "history",
    address: "#/objects/core/v1/configmaps/default/settings?history",
    prepare: async (page) => {
      await page.getByRole("tab", { name: /History/ }).click();
      await page
        .getByRole("button", { name: /changed/ })
        .first()
        .click();
    },
  },
  {
    name: "ownership",
    address: "#/objects/core/v1/configmaps/default/shared-settings?tab=ownership",
    prepare: isolateOwner,
  },
  {
    name: "ownership table",
    address: "#/objects/core/v1/configmaps/default/settings?tab=ownership",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Table" }).click();
      await expect(rowWith(page, "Fields and managers", ".data.colour")).toBeVisible();
    },
  },
  {
    name: "encodings",
    address: "#/objects/core/v1/configmaps/default/settings?tab=encodings&enc=protobuf",
    prepare: async (page) => expect(rowWith(page, "Protobuf bytes", "000000")).toBeVisible(),
  },
  {
    name: "explain",
    address: "#/explain/apps/v1/Deployment?f=spec%2Ftemplate%2Fspec%2Fcontainers",
    prepare: async (page) => expect(page.getByRole("treeitem", { name: /^containers/ })).toBeVisible(),
  },
  { name: "apply bench", address: "#/apply", prepare: showConflict },
  {
    name: "create",
    address: "#/objects/apps/v1/deployments?create=1",
    prepare: async (page) => expect(page.getByText(/Dry run: the server would create it/)).toBeVisible(),
  },
  {
    name: "watches",
    address: `#/watches?open=${encodeURIComponent("/api/v1/namespaces?watch=true")}`,
    prepare: async (page) => expect(page.getByRole("button", { name: /ADDED/ }).first()).toBeVisible(),
  },
  {
    name: "expired watch",
    address: `#/watches?open=${encodeURIComponent(`${configMaps}?watch=true&resourceVersion=1`)}`,
    prepare: async (page) => expect(page.getByRole("button", { name: "List again and resume" })).toBeVisible(),
  },
  { name: "forbidden list", address: "#/identity", prepare: showForbidden },
  {
    name: "expression over budget",
    address: "#/cel/cost?example=over-budget",
    prepare: async (page) =>
      showCel(page, "Cost", () => expect(page.getByRole("list", { name: "How to reduce it" })).toBeVisible()),
  },
  {
    name: "why of an expression",
    address: "#/cel/why?example=over-budget",
    prepare: async (page) =>
      showCel(page, "Why", () => expect(page.getByRole("table", { name: "Values of all parts" })).toBeVisible()),
  },
  {
    name: "fixtures of an expression",
    address: "#/cel/fixtures?example=over-budget",
    prepare: async (page) =>
      showCel(page, "Fixtures", () => expect(page.getByText("pass", { exact: true }).first()).toBeVisible()),
  },
  {
    name: "definitions",
    address: "#/definitions",
    prepare: async (page) => expect(page.getByRole("link", { name: /^An autoscaler/ })).toBeVisible(),
  },
  {
    name: "lesson of a definition",
    address: "#/definitions/gallery/autoscaler?tab=lesson",
    prepare: async (page) => expect(page.getByRole("region", { name: "Lesson" })).toBeVisible(),
  },
  {
    name: "schema",
    address: "#/definitions/gallery/certificate?tab=schema&n=spec%2FdnsNames",
    prepare: async (page) => {
      await expect(page.getByRole("treeitem", { name: /^dnsNames/ })).toBeVisible();
      await expect(page.getByText("the limit for all rules of a schema")).toBeVisible();
    },
  },
  { name: "problems of a definition", address: "#/definitions/own?tab=text", prepare: showProblems },
  {
    name: "example",
    address: "#/definitions/gallery/autoscaler?tab=examples",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Full example" }).click();
      await expect(page.getByRole("article", { name: /^Rule/ }).first()).toBeVisible();
    },
  },
  {
    name: "fixtures",
    address: "#/definitions/gallery/autoscaler?tab=fixtures",
    prepare: async (page) => {
      await page.getByRole("button", { name: /^bounds crossed: rule 1 of spec fails/ }).click();
      await expect(page.getByRole("table", { name: "Values of all parts" })).toBeVisible();
    },
  },
  {
    name: "comparison",
    address: "#/definitions/gallery/gateway-route?tab=compare",
    prepare: async (page) => expect(page.getByRole("table", { name: "Differences" })).toBeVisible(),
  },
  { name: "conversion", address: "#/definitions/lamps.example.com?tab=conversion", prepare: showConversion },
  ...floatingViews,
  ...policyViews,
  ...worldViews,
  ...terminalViews,
  ...lessonViews,
  ...declarativeViews,
  ...raceViews,
  { name: "server", address: "#/server", prepare: async (page) => expect(page.getByText("Running for")).toBeVisible() },
  {
    name: "audit policy",
    address: "#/server?tab=audit&view=policy",
    prepare: async (page) => {
      await page.getByRole("textbox", { name: "Audit policy" }).fill("kind: Policy\n");
      await expect(page.getByRole("region", { name: "Problems" }).getByRole("button")).toHaveCount(1);
    },
  },
  {
    name: "audit event",
    address: "#/server?tab=audit",
    prepare: async (page) => {
      await ask(page, "GET", "/api/v1/endpoints");
      await rowWith(page, "Audit events", "/api/v1/endpoints").first().click();
      await expect(page.getByRole("region", { name: "The event in words" })).toBeVisible();
    },
  },
  {
    name: "settings",
    address: "#/server?tab=settings",
    prepare: async (page) => {
      await page.getByLabel("Acts as").selectOption("1.33");
      await expect(page.getByRole("region", { name: "What changes" })).toContainText(
        "The release changes from 1.34 to 1.33",
      );
    },
  },
  {
    name: "palette",
    address: "#/server",
    prepare: async (page) => {
      await page.keyboard.press("ControlOrMeta+k");
      await page.keyboard.type("cm");
      await expect(page.getByRole("option").first()).toBeVisible();
    },
  },
];

/** An object that alice applied, with one of its fields selected and only hers in sight. */
async function isolateOwner(page: Page): Promise<void> {
  await applyAs(page, "alice", `${configMaps}/shared-settings`, {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "shared-settings", namespace: "default" },
    data: { colour: "blue", size: "large" },
  });
  await page.getByRole("option").filter({ hasText: "colour: blue" }).click();
  await page
    .getByRole("group", { name: /^Managers/ })
    .getByRole("button", { name: /^alice/ })
    .click();
}

/** A conflict on the bench with one way out chosen and what follows opened. */
async function showConflict(page: Page): Promise<void> {
  const tab = page.getByRole("tab", { name: /^bob/ });
  const bob = page.getByRole("region", { name: "Actor bob" });
  await expect(tab.or(bob).first()).toBeVisible();
  if (await tab.isVisible()) await tab.click();
  await bob.getByRole("radio", { name: /^Share/ }).check();
  await bob.getByText("Resulting managedFields").last().click();
  await expect(page.getByRole("region", { name: "managedFields after share" })).toBeVisible();
}

/** A list that somebody may not see, with what would grant it opened. */
async function showForbidden(page: Page): Promise<void> {
  await page.getByLabel("User", { exact: true }).fill("jane");
  await page.getByRole("button", { name: "Act as jane" }).click();
  await goTo(page, "#/objects/core/v1/configmaps");
  await page.getByText("What would grant it").click();
  await expect(page.getByRole("link", { name: "ClusterRole in the console" })).toBeVisible();
}

/** Opens a view of the lab, which narrow screens show one at a time. */
async function showCel(page: Page, tab: string, shown: () => Promise<void>): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`#/cel/${tab.toLowerCase()}$`));
  await page.getByRole("tab", { name: tab, exact: true }).click();
  await shown();
  await expect(page.locator(".kp-lab-view[data-pending]")).toHaveCount(0); // it is pale until the server has answered
}

/** A definition that the server refuses. */
async function showProblems(page: Page): Promise<void> {
  const editor = page.getByRole("textbox", { name: "Definition", exact: true });
  await editor.focus();
  await page.keyboard.insertText("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n");
  await expect(page.getByRole("list", { name: "Problems" })).toBeVisible();
}

/** A function in the place of a webhook, which loses a field. */
async function showConversion(page: Page): Promise<void> {
  const version = (name: string, storage: boolean, field: string) => ({
    name,
    served: true,
    storage,
    schema: {
      openAPIV3Schema: {
        type: "object",
        properties: { spec: { type: "object", properties: { [field]: { type: "string" } } } },
      },
    },
  });
  const conversion = {
    strategy: "Webhook",
    webhook: { clientConfig: { url: "https://convert.example.com" }, conversionReviewVersions: ["v1"] },
  };
  const spec = {
    group: "example.com",
    scope: "Cluster",
    names: { kind: "Lamp", plural: "lamps" },
    conversion,
    versions: [version("v1", true, "light"), version("v2", false, "power")],
  };
  await ask(page, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "lamps.example.com" },
    spec,
  });
  await expect(page.getByRole("list", { name: "What the round trip changes" })).toBeVisible();
}

async function prepareObjects(page: Page): Promise<void> {
  await createConfigMap(page, "settings", { colour: "red" });
  const { status, text } = await ask(
    page,
    "PATCH",
    `${configMaps}/settings`,
    { data: { colour: "blue" } },
    "application/merge-patch+json",
  );
  expect(status, text).toBe(200);
}

/**
 * The log at the bottom is the same in every view: the first looks at it for all. So are the colours of the rail, at
 * which only the first looks in both themes.
 */
const problemsOf = (page: Page, view: View, rules: AxeRules): Promise<readonly string[]> => {
  const rail = rules === "colours" ? [".kp-rail"] : [];
  return axeProblems(page, rules, view === views[0] ? [] : ['section[aria-label="Request log"]', ...rail]);
};

/** How much wider than the window a view is. */
const beyondWindow = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));

/** What else axe looks for is the same in both themes. */
async function darkProblems(page: Page, view: View): Promise<readonly string[]> {
  await changeTheme(page, "dark");
  const problems = await problemsOf(page, view, "colours");
  await changeTheme(page, "light");
  return problems;
}

const wide = { name: "wide", themes: "light and dark", viewport: { width: 1440, height: 900 } };
/** Colours are the same on every screen, and axe takes the longest for them. */
const narrow = { name: "narrow", themes: "any colours", viewport: { width: 390, height: 844 } };

for (const { name: size, themes, viewport } of [wide, narrow]) {
  for (const [half, some] of [
    ["first", views.slice(0, views.length / 2)],
    ["second", views.slice(views.length / 2)],
  ] as const) {
    test(`axe finds nothing in the ${half} views, ${size}, ${themes}`, async ({ browser }, info) => {
      test.setTimeout(480_000);
      const context = await browser.newContext({
        viewport,
        colorScheme: "light",
        reducedMotion: "reduce",
        ...(info.project.use.baseURL === undefined ? {} : { baseURL: info.project.use.baseURL }),
      });
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      await openApp(page);
      await prepareObjects(page);
      for (const view of some.filter(({ onlyWide }) => size === "wide" || onlyWide !== true)) {
        await test.step(view.name, async () => {
          await goTo(page, view.address);
          await view.prepare?.(page);
          const rules = size === "wide" ? "all" : "not colours";
          expect.soft(await problemsOf(page, view, rules), view.name).toEqual([]);
          expect.soft(await beyondWindow(page), `${view.name}, pixels beyond the window`).toBe(0);
          if (size === "wide") expect.soft(await darkProblems(page, view), `${view.name}, dark`).toEqual([]);
          const back = page.getByRole("button", { name: "Stop acting" }).first();
          if (await back.isVisible()) await back.click();
          await page.keyboard.press("Escape");
        });
      }
      await context.close();
    });
  }
}
