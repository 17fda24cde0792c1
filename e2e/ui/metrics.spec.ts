import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { axeProblems } from "./axe-problems.ts";
import { ask, enterApp, goTo } from "./open-page.ts";
import { run } from "./terminal-views.ts";

const tree = (page: Page) => page.getByRole("tree", { name: "Objects by owner" });
const line = (page: Page, text: RegExp) => tree(page).getByRole("treeitem").filter({ hasText: text });
const addons = (page: Page) => page.getByRole("list", { name: "Addons" });

/** A bound for what hangs: controllers, nodes and metrics take their time. */
const timeout = 120_000;

/** Opens a world that is a hundred times as fast, with metrics-server, which a click in the settings installs. */
async function openMeasured(page: Page): Promise<void> {
  await enterApp(page, "#/world", "living");
  for (const name of ["node-1", "node-2"])
    await expect(line(page, new RegExp(`^Node${name} ?Ready`))).toBeVisible({ timeout });
  await page.getByRole("button", { name: "×100", exact: true }).click();
  await goTo(page, "#/server?tab=settings");
  const item = addons(page).getByRole("listitem").filter({ hasText: "metrics-server" });
  await expect(item).toBeVisible({ timeout });
  const install = item.getByRole("button", { name: "Install metrics-server" });
  if (await install.isVisible()) await install.click();
  await expect(item.getByText("available", { exact: true })).toBeVisible({ timeout });
}

const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "shop" },
  spec: {
    selector: { matchLabels: { app: "shop" } },
    template: {
      metadata: { labels: { app: "shop" } },
      spec: { containers: [{ name: "app", image: "nginx:1.29", resources: { requests: { cpu: "100m" } } }] },
    },
  },
};

/** What the endpoints of the Service use together goes from 50m to 750m and back, every half an hour. */
const wave = {
  apiVersion: "simulation.kubepad.dev/v1alpha1",
  kind: "PodBehavior",
  metadata: { name: "wave" },
  spec: { metrics: [{ name: "cpu", service: "shop", wave: { from: "50m", to: "750m", seconds: 1800 } }] },
};

const autoscaler = {
  apiVersion: "autoscaling/v2",
  kind: "HorizontalPodAutoscaler",
  metadata: { name: "shop" },
  spec: {
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "shop" },
    minReplicas: 1,
    maxReplicas: 10,
    metrics: [
      { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 100 } } },
    ],
    behavior: { scaleDown: { stabilizationWindowSeconds: 30 } },
  },
};

const objects = [
  ["/apis/apps/v1/namespaces/default/deployments", deployment],
  [
    "/api/v1/namespaces/default/services",
    { metadata: { name: "shop" }, spec: { selector: { app: "shop" }, ports: [{ port: 80 }] } },
  ],
  ["/apis/simulation.kubepad.dev/v1alpha1/namespaces/default/podbehaviors", wave],
  ["/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers", autoscaler],
] as const;

test.use({ world: "measured" });

test("metrics-server is installed by a click, and usage shows in the world, overviews and the terminal", async ({
  page,
}) => {
  await openMeasured(page);
  expect(await axeProblems(page, "all")).toEqual([]);
  await goTo(page, "#/world");
  await expect(line(page, /^Nodenode-1.*CPU \d+%, memory \d+%/)).toBeVisible({ timeout });
  await expect(line(page, /^Podmetrics-server-.*CPU \d+m, memory \d+Mi/)).toBeVisible({ timeout });
  await line(page, /^Nodenode-1/).dblclick();
  const usage = page.getByRole("region", { name: "Usage" });
  await expect(usage.getByRole("row").filter({ hasText: "node-1" })).toContainText(/\d+m \d+% of what it has, 4/);
  await goTo(page, "#/terminal");
  const top = await run(page, "kubectl top node");
  await expect(top).toContainText(/NAME +CPU\(cores\) +CPU\(%\) +MEMORY\(bytes\) +MEMORY\(%\)/);
});

test("an autoscaler follows a wave, up and down", async ({ page }) => {
  await openMeasured(page);
  for (const [target, object] of objects)
    expect([201, 409], target).toContain((await ask(page, "POST", target, object)).status);
  const events = async (): Promise<string> =>
    (await ask(page, "GET", "/api/v1/namespaces/default/events?fieldSelector=reason%3DSuccessfulRescale")).text;
  await expect
    .poll(events, { timeout })
    .toMatch(/New size: \d+; reason: cpu resource utilization \(percentage of request\) above target/);
  await expect.poll(events, { timeout }).toMatch(/New size: \d+; reason: All metrics below target/);
  // and up again, with the next turn of the wave
  const sizes = async (): Promise<number> =>
    (JSON.parse(await events()) as { items: readonly { count?: number; message: string }[] }).items
      .filter(({ message }) => message.endsWith("above target"))
      .reduce((sum, { count = 1 }) => sum + count, 0);
  const before = await sizes();
  await expect.poll(sizes, { timeout }).toBeGreaterThan(before);
  await goTo(page, "#/world");
  await expect(line(page, /^Podshop-.*CPU \d+m, memory \d+Mi/).first()).toBeVisible({ timeout });
});
