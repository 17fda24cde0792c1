import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { changeTheme, axeProblems } from "./axe-problems.ts";
import { ask, enterApp, goTo, openLog } from "./open-page.ts";
import { livingViews, stepUntil } from "./world-views.ts";

const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "app", image: "nginx:1.27" }] } },
  },
};

const tree = (page: Page) => page.getByRole("tree", { name: "Objects by owner" });
const line = (page: Page, text: string | RegExp) => tree(page).getByRole("treeitem").filter({ hasText: text });

/** Opens a world, unless an earlier test has opened it, and waits until its nodes take pods. */
async function openWorld(page: Page): Promise<void> {
  await enterApp(page, "#/world", "living");
  for (const name of ["node-1", "node-2"]) await expect(line(page, new RegExp(`^Node${name} ?Ready`))).toBeVisible();
  await expect.poll(async () => (await ask(page, "GET", "/api/v1/nodes")).text).not.toContain('"taints"');
}

/** Opens a world with a Deployment that is ready, unless an earlier test has done so. */
async function openWithDeployment(page: Page): Promise<void> {
  const target = "/apis/apps/v1/namespaces/default/deployments";
  await openWorld(page);
  if ((await ask(page, "GET", `${target}/web`)).status === 404) {
    await page.getByRole("button", { name: "×10", exact: true }).click();
    expect((await ask(page, "POST", target, deployment)).status).toBe(201);
  }
  await expect(line(page, /^Deploymentweb ?Ready ?2 of 2 ready/)).toBeVisible();
}

test.describe("of a Deployment", () => {
  test.use({ world: "with a Deployment" });

  test("a Deployment comes to life as a tree", async ({ page }) => {
    await openWithDeployment(page);
    await expect(line(page, /^ReplicaSetweb-.*Ready.*2 of 2 ready/)).toHaveAttribute("aria-level", "2");
    await expect(line(page, /^Podweb-.*Running.*on node-[12]/)).toHaveCount(2);
    await expect(line(page, /^Podweb-/).first()).toHaveAttribute("aria-level", "3");
    await goTo(page, "#/objects/apps/v1/deployments/default/web?tab=history");
    const history = page.getByRole("region", { name: "History" });
    await expect(
      history.getByText("by kube-controller-manager (deployment-controller)", { exact: false }).first(),
    ).toBeVisible();
  });

  test("what came of a request names every controller", async ({ page }) => {
    await openWithDeployment(page);
    const request = page.getByRole("row").filter({ hasText: "POST" }).filter({ hasText: "/deployments" });
    await openLog(page);
    await request.click();
    const chain = page.getByRole("region", { name: "What came of it" });
    for (const who of ["deployment", "replicaset", "kube-scheduler", "kubelet"])
      await expect(chain.getByRole("listitem").filter({ hasText: who }).first()).toBeVisible();
    await expect(chain.getByText(/saw replicasets web-\w+, and created pods web-/).first()).toBeVisible();
    await expect(chain.getByText(/and bound pods web-/).first()).toBeVisible();
  });

  test("an object tells its relations", async ({ page }) => {
    await openWithDeployment(page);
    await goTo(page, "#/objects/apps/v1/deployments/default/web?tab=relations");
    const relations = page.getByRole("region", { name: "Relations" });
    await expect(relations.getByRole("region", { name: "Owns" })).toContainText("ReplicaSet web-");
    await expect(relations.getByRole("region", { name: "Pods that it selects" }).getByRole("link")).toHaveCount(2);
    await relations.getByRole("region", { name: "Pods that it selects" }).getByRole("link").first().click();
    await page.getByRole("tab", { name: "Relations" }).click();
    await expect(relations.getByRole("region", { name: "Runs on" })).toContainText("Node node-");
  });
});

test("a world without nodes says so in place of their map, until there is one", async ({ page }) => {
  await enterApp(page, "#/world");
  const empty = page.getByRole("heading", { name: "No nodes yet" });
  await expect(empty).toBeVisible();
  await page.getByRole("button", { name: "Add a node" }).click();
  await expect(empty).toBeHidden();
});

test("a paused world answers, and moves by steps", async ({ page }) => {
  await openWorld(page);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText(/Paused\./)).toBeVisible();
  expect((await ask(page, "POST", "/apis/apps/v1/namespaces/default/deployments", deployment)).status).toBe(201);
  await expect(line(page, /^Deploymentweb ?Progressing ?0 of 2 ready/)).toBeVisible();
  await expect(page.getByText(/Paused\. [1-9]\d* reconciliation/)).toBeVisible();
  await expect(line(page, /^ReplicaSetweb-/)).toHaveCount(0);
  await stepUntil(page, async () => {
    const { text } = await ask(page, "GET", "/apis/apps/v1/namespaces/default/replicasets");
    return JSON.parse(text).items.length > 0;
  });
  await expect(line(page, /^ReplicaSetweb-/)).toHaveCount(1);
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(line(page, /^Deploymentweb ?Ready ?2 of 2 ready/)).toBeVisible();
});

test("a rolling update is watched, paused and stepped", async ({ page }) => {
  await openWorld(page);
  const target = "/apis/apps/v1/namespaces/default/deployments";
  const three = { ...deployment, spec: { ...deployment.spec, replicas: 3 } };
  expect((await ask(page, "POST", target, three)).status).toBe(201);
  await expect(line(page, /^Deploymentweb ?Ready ?3 of 3 ready/)).toBeVisible();
  await expect(line(page, /^ReplicaSetweb-.*revision 1/)).toHaveCount(1);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText(/Paused\./)).toBeVisible();
  const newer = { spec: { template: { spec: { containers: [{ name: "app", image: "nginx:1.28" }] } } } };
  await ask(page, "PATCH", `${target}/web`, newer, "application/merge-patch+json");
  await stepUntil(page, async () => {
    const all = JSON.parse((await ask(page, "GET", "/api/v1/namespaces/default/pods")).text).items;
    const { status } = JSON.parse((await ask(page, "GET", `${target}/web`)).text);
    // never more pods than the surge allows, never fewer ready than wanted
    expect(all.length).toBeLessThanOrEqual(4);
    expect(status.readyReplicas).toBe(3);
    return status.updatedReplicas === 1 && JSON.stringify(all).includes('"reason":"ContainerCreating"');
  });
  const pods = line(page, /^Podweb-/);
  await expect(line(page, /^ReplicaSetweb-.*revision 2/)).toHaveCount(1);
  await expect(line(page, /^Podweb-.*ContainerCreating.*on node-/)).toHaveCount(1);
  await expect(line(page, /^Deploymentweb ?Progressing ?3 of 3 ready1 of 3 updated/)).toBeVisible();
  await expect(pods).toHaveCount(4);
  await page.getByRole("button", { name: "×10", exact: true }).click();
  await expect(line(page, /^ReplicaSetweb-.*revision 1/)).toHaveCount(0);
  await expect(line(page, /^Deploymentweb ?Ready ?3 of 3 ready/)).toBeVisible();
  await expect(line(page, /^ReplicaSetweb-.*3 of 3 ready.*revision 2/)).toHaveCount(1);
  await expect(pods).toHaveCount(3);
});

test("the time of the world is kept over a reload", async ({ page }) => {
  await openWorld(page);
  const time = page.getByRole("group", { name: "Time of the world" });
  const moment = async (): Promise<string> => (await time.locator("time").getAttribute("datetime")) ?? "";
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText(/Paused\./)).toBeVisible();
  const paused = await moment();
  await page.reload();
  await expect(page.getByRole("button", { name: "Go on" })).toHaveAttribute("aria-pressed", "true");
  await expect.poll(moment).toBe(paused);
  const fast = page.getByRole("button", { name: "×100", exact: true });
  await fast.click();
  await expect(fast).toHaveAttribute("aria-pressed", "true");
  await expect.poll(async () => Date.parse(await moment()) - Date.parse(paused)).toBeGreaterThan(60_000);
  await page.reload();
  await expect(fast).toHaveAttribute("aria-pressed", "true");
  await expect.poll(async () => Date.parse(await moment()) - Date.parse(paused)).toBeGreaterThan(60_000);
});

test("a world that is reset begins anew, with its nodes", async ({ page }) => {
  await openWorld(page);
  const target = "/apis/apps/v1/namespaces/default/deployments";
  expect((await ask(page, "POST", target, deployment)).status).toBe(201);
  await expect(line(page, /^Deploymentweb ?Ready ?2 of 2 ready/)).toBeVisible();
  await goTo(page, "#/server");
  await page.getByRole("button", { name: "Reset…" }).click();
  await page.getByRole("button", { name: "Delete everything" }).click();
  await expect(page.getByText("The server has started over.").first()).toBeVisible();
  await goTo(page, "#/world");
  for (const name of ["node-1", "node-2"]) await expect(line(page, new RegExp(`^Node${name} ?Ready`))).toBeVisible();
  await expect(line(page, /^Deploymentweb/)).toHaveCount(0);
  expect((await ask(page, "POST", target, deployment)).status).toBe(201);
  await expect(line(page, /^Deploymentweb ?Ready ?2 of 2 ready/)).toBeVisible();
  const behaviors = "/apis/simulation.kubepad.dev/v1alpha1/podbehaviors";
  await expect.poll(async () => (await ask(page, "GET", behaviors)).status).toBe(200);
});

test("a Service has its EndpointSlices below it, with the pods that are ready", async ({ page }) => {
  await openWorld(page);
  const service = { metadata: { name: "web" }, spec: { selector: { app: "web" }, ports: [{ port: 80 }] } };
  expect((await ask(page, "POST", "/api/v1/namespaces/default/services", service)).status).toBe(201);
  const slice = line(page, /^EndpointSliceweb-/);
  await expect(slice).toContainText("0 of 0 endpoints ready");
  await expect(slice).toHaveAttribute("aria-level", "2");
  expect((await ask(page, "POST", "/apis/apps/v1/namespaces/default/deployments", deployment)).status).toBe(201);
  // for a moment, the slice without ports is there beside the one of the pods
  await expect(line(page, /^EndpointSliceweb-.*2 of 2 endpoints ready/)).toBeVisible();
  await expect(slice).toHaveCount(1);
  await line(page, /^Serviceweb/).click();
  await page.keyboard.press("ArrowLeft");
  await expect(slice).toHaveCount(0);
  await page.getByRole("region", { name: "Service web" }).getByRole("link", { name: "Open", exact: true }).click();
  await page.getByRole("tab", { name: "Relations" }).click();
  const relations = page.getByRole("region", { name: "Relations" });
  await expect(relations.getByRole("region", { name: "Pods that it selects" }).getByRole("link")).toHaveCount(2);
  await expect(relations.getByRole("region", { name: "Owns" })).toContainText("EndpointSlice web-");
});

test("a crash loop is seen, and mended", async ({ page }) => {
  await openWorld(page);
  await page.getByRole("button", { name: "×100", exact: true }).click();
  const target = "/apis/apps/v1/namespaces/default/deployments";
  const container = { name: "app", image: "nginx:1.27", command: ["false"] };
  const broken = {
    ...deployment,
    spec: { ...deployment.spec, template: { ...deployment.spec.template, spec: { containers: [container] } } },
  };
  expect((await ask(page, "POST", target, broken)).status).toBe(201);
  await expect(line(page, /^Podweb-.*CrashLoopBackOff/).first()).toBeVisible();
  const mended = { spec: { template: { spec: { containers: [{ name: "app", image: "nginx:1.27" }] } } } };
  await ask(page, "PATCH", `${target}/web`, mended, "application/merge-patch+json");
  await expect(line(page, /^Deploymentweb ?Ready ?2 of 2 ready/)).toBeVisible();
  await goTo(page, "#/objects/apps/v1/deployments/default/web");
  await expect(page.getByRole("region", { name: "Overview" })).toBeVisible();
});

for (const [world, views] of Object.entries(livingViews))
  test.describe(`axe finds nothing in a living world ${world}`, () => {
    test.use({ world });

    for (const { name, address, prepare } of views)
      test(name, async ({ page }) => {
        await page.emulateMedia({ colorScheme: "light" });
        await enterApp(page, address, "living");
        await page.keyboard.press("Escape"); // the sheet of an earlier view
        await prepare?.(page);
        expect(await axeProblems(page, "all")).toEqual([]);
        await changeTheme(page, "dark");
        expect(await axeProblems(page, "colours")).toEqual([]);
        await page.setViewportSize({ width: 390, height: 844 });
        expect(await axeProblems(page, "not colours")).toEqual([]);
      });
  });
