import { expect, type Page } from "@playwright/test";
import { ask, goTo, openLog } from "./open-page.ts";
import type { View } from "./policy-views.ts";

const labels = { app: "axe" };
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const spec = {
  replicas: 2,
  selector: { matchLabels: labels },
  template: { metadata: { labels }, spec: { containers: [{ name: "a", image: "a:1" }] } },
};

/**
 * Steps a paused world until the server holds what is wanted. The page shows it a moment later, when another step would
 * already go past it.
 */
export async function stepUntil(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  const step = page.getByRole("button", { name: "Step", exact: true });
  while (!(await isThere())) {
    await step.click();
    await expect(step).not.toHaveAttribute("aria-disabled", "true");
  }
}

const treeLine = (page: Page, text: string | RegExp) => page.getByRole("treeitem").filter({ hasText: text }).first();

/** Shows the tree of the world, which takes turns with its map on a narrow screen. */
async function showList(page: Page): Promise<void> {
  const list = page.getByRole("tab", { name: "List", exact: true });
  await expect(list.or(page.getByRole("tree")).first()).toBeVisible();
  if (await list.isVisible()) await list.click();
}

/** Waits for the state of a Deployment, which is created unless an earlier view has done so. */
async function createAndWait(page: Page, state: RegExp): Promise<void> {
  if ((await ask(page, "GET", `${deployments}/axe`)).status === 404)
    await ask(page, "POST", deployments, { metadata: { name: "axe" }, spec });
  await showList(page);
  await expect(treeLine(page, state)).toBeVisible();
}

/** The views of a world without controllers. */
export const worldViews: readonly View[] = [
  { name: "world", address: "#/world", prepare: (page) => createAndWait(page, /^Deploymentaxe.*0 of 2 ready/) },
];

/** Views of a world with controllers, of which the last pauses it in the middle of an update. */
const oneWorld: readonly View[] = [
  {
    name: "what came of a request",
    address: "#/world",
    prepare: async (page) => {
      await createAndWait(page, /^Deploymentaxe ?Ready ?2 of 2 ready/);
      const request = page.getByRole("row").filter({ hasText: "POST" }).filter({ hasText: "/deployments" });
      await openLog(page);
      await request.click();
      await expect(page.getByRole("region", { name: "What came of it" }).getByRole("listitem").first()).toBeVisible();
    },
  },
  {
    name: "sheet of an action",
    address: "#/world",
    prepare: async (page) => {
      await createAndWait(page, /^Deploymentaxe ?Ready ?2 of 2 ready/);
      await goTo(page, "#/objects/apps/v1/deployments/default/axe");
      await page.getByRole("button", { name: "Scale…" }).click();
      await expect(page.locator(".kp-dialog")).toContainText("kubectl scale");
    },
  },
  {
    name: "relations",
    address: "#/world",
    prepare: async (page) => {
      await createAndWait(page, /^Deploymentaxe ?Ready ?2 of 2 ready/);
      await goTo(page, "#/objects/apps/v1/deployments/default/axe?tab=relations");
      await expect(page.getByRole("region", { name: "Owns" })).toBeVisible();
    },
  },
  {
    name: "paused rolling update",
    address: "#/world",
    prepare: async (page) => {
      await createAndWait(page, /^Deploymentaxe ?Ready ?2 of 2 ready/);
      await page.getByRole("button", { name: "Pause" }).click();
      await expect(page.getByText(/Paused\./)).toBeVisible();
      await ask(
        page,
        "PATCH",
        `${deployments}/axe`,
        { spec: { template: { metadata: { labels: { ...labels, a: "b" } } } } },
        "application/merge-patch+json",
      );
      await stepUntil(page, async () => {
        const { status } = JSON.parse((await ask(page, "GET", `${deployments}/axe`)).text);
        return status.updatedReplicas === 1;
      });
      await expect(treeLine(page, /1 of 2 updated/)).toBeVisible();
      await treeLine(page, /^Deploymentaxe.*2 of 2 ready/).click();
    },
  },
];

/** A view of a world in which a workload crashes. */
const crashing: readonly View[] = [
  {
    name: "overview of a workload that crashes",
    address: "#/world",
    prepare: async (page) => {
      const container = { name: "a", image: "a:1", command: ["false"] };
      const template = { metadata: { labels }, spec: { containers: [container] } };
      await ask(page, "POST", deployments, { metadata: { name: "axe" }, spec: { ...spec, template } });
      await goTo(page, "#/objects/apps/v1/deployments/default/axe");
      const overview = page.getByRole("region", { name: "Overview" });
      await expect(overview.getByRole("region", { name: "State" })).toContainText("which crashes");
      await expect(overview.getByRole("region", { name: "Events" })).toContainText("BackOff");
    },
  },
];

/** Views of worlds with controllers, by world. */
export const livingViews = { "of axe": oneWorld, "that crashes": crashing };
