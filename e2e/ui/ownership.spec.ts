import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { applyAs } from "./apply-as.ts";
import { ask, enterApp, goTo, openApp } from "./open-page.ts";

const target = "/apis/apps/v1/namespaces/default/deployments/web";
const address = "#/objects/apps/v1/deployments/default/web?tab=ownership";

const identity = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web", namespace: "default" } };
const template = {
  metadata: { labels: { app: "web" } },
  spec: { containers: [{ name: "nginx", image: "nginx:1.29", ports: [{ containerPort: 80 }] }] },
};

/**
 * A deployment that a user applies, an autoscaler changes, a controller gives a status, and a cleaner puts a finalizer
 * on and agrees to the replicas.
 */
async function makeDeployment(page: Page): Promise<void> {
  await applyAs(page, "user", target, {
    ...identity,
    spec: { replicas: 3, selector: { matchLabels: { app: "web" } }, template },
  });
  for (const [where, patch] of [
    ["?fieldManager=autoscaler", { spec: { replicas: 5 } }],
    ["/status?fieldManager=controller", { status: { observedGeneration: 2 } }],
  ] as const) {
    const { status, text } = await ask(page, "PATCH", `${target}${where}`, patch, "application/merge-patch+json");
    expect(status, text).toBe(200);
  }
  await applyAs(page, "cleaner", target, {
    ...identity,
    metadata: { ...identity.metadata, finalizers: ["example.test/clean"] },
  });
  await applyAs(page, "cleaner", target, {
    ...identity,
    metadata: { ...identity.metadata, finalizers: ["example.test/clean"] },
    spec: { replicas: 5 },
  });
}

/** Opens the ownership of the deployment, which is made unless an earlier test has done so. */
async function openDeployment(page: Page): Promise<void> {
  await enterApp(page, "#/watches");
  if ((await ask(page, "GET", target)).status === 404) await makeDeployment(page);
  await goTo(page, address);
  await expect(lines(page)).toBeVisible();
}

const lines = (page: Page) => page.getByRole("listbox", { name: /^Fields and their managers/ });
const line = (page: Page, text: string | RegExp) => lines(page).getByRole("option").filter({ hasText: text });
const sentence = (page: Page) => page.getByRole("status", { name: "The selected field" });
const legend = (page: Page, name: RegExp) =>
  page.getByRole("group", { name: /^Managers/ }).getByRole("button", { name });

test.describe("of one deployment", () => {
  test.use({ world: "with a deployment" });

  test("every field carries its managers, and a sentence says what that means", async ({ page }) => {
    await openDeployment(page);
    await expect(line(page, "managedFields")).toHaveCount(0);
    await expect(line(page, "replicas: 5")).toContainText("owned by cleaner and autoscaler (update)");
    await line(page, "replicas: 5").click();
    await expect(sentence(page)).toContainText(
      /cleaner and autoscaler \(update\) share \.spec\.replicas: .*autoscaler \(update\) since \d/,
    );
    await line(page, "observedGeneration: 2").click();
    await expect(sentence(page)).toContainText(
      /controller \(update, status\) owns \.status\.observedGeneration since \d/,
    );
    await line(page, "image: nginx:1.29").click();
    await expect(sentence(page)).toContainText(
      /user owns \.spec\.template\.spec\.containers\[name="nginx"\]\.image since \d.*; another manager that applies a different value gets a conflict\./,
    );
    await line(page, "uid:").click();
    await expect(sentence(page)).toContainText("No manager owns .metadata.uid");
  });

  test("list items by key and by value, and what is owned as one, are named so", async ({ page }) => {
    await openDeployment(page);
    await line(page, "- containerPort: 80").click();
    await expect(line(page, "- containerPort: 80")).toContainText("k:");
    await expect(sentence(page)).toContainText(
      'user owns the list item .spec.template.spec.containers[name="nginx"].ports[containerPort=80,protocol="TCP"] itself, known by its keys (k:)',
    );
    await expect(line(page, "- example.test/clean")).toContainText("v:");
    await line(page, "- example.test/clean").click();
    await expect(sentence(page)).toContainText(
      'cleaner owns the list item .metadata.finalizers[="example.test/clean"], known by its value (v:)',
    );
    await expect(line(page, "selector:")).toContainText("whole");
    await line(page, "matchLabels:").click();
    await expect(sentence(page)).toContainText("as a part of .spec.selector which is owned as one");
  });

  test("pressing a manager leaves only its fields, by pointer and by keyboard", async ({ page }) => {
    await openDeployment(page);
    await legend(page, /^cleaner/).click();
    await expect(lines(page).getByRole("option")).toHaveText([
      /metadata:/,
      /finalizers:/,
      /- example.test\/clean/,
      /spec:/,
      /replicas: 5/,
    ]);
    await legend(page, /^cleaner/).press("Enter");
    await expect(line(page, "image: nginx:1.29")).toBeVisible();
    await legend(page, /^autoscaler/).press("Space");
    await expect(legend(page, /^autoscaler/)).toHaveAttribute("aria-pressed", "true");
    await expect(lines(page).getByRole("option")).toHaveText([/spec:/, /replicas: 5/]);
    await lines(page).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(lines(page).getByRole("option", { selected: true })).toContainText("replicas");
    await expect(sentence(page)).toContainText("share .spec.replicas");
    await legend(page, /^nobody/).click();
    await expect(line(page, "uid:")).toBeVisible();
    await expect(line(page, "replicas")).toHaveCount(0);
  });

  test("the same stands in a table, with operation, subresource and time", async ({ page }) => {
    await openDeployment(page);
    await page.getByRole("button", { name: "Table" }).click();
    await legend(page, /^controller/).click();
    const row = page.getByRole("table", { name: "Fields and managers" }).getByRole("row").nth(1);
    await expect(row.getByRole("cell")).toHaveText([
      ".status.observedGeneration",
      "controller",
      "Update",
      "status",
      /\d\d:\d\d:\d\d/,
    ]);
    await legend(page, /^controller/).click();
    const table = page.getByRole("group", { name: "Fields and managers: arrow keys move" });
    await table.focus();
    await page.keyboard.press("End");
    await expect(sentence(page)).toContainText(/\.spec\.|\.status/);
    await legend(page, /^cleaner/).click();
    await table.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await expect(sentence(page)).toContainText("share .spec.replicas");
  });
});

test("arrow keys go from field to field, over values of several lines", async ({ page }) => {
  await openApp(page);
  await applyAs(page, "alice", "/api/v1/namespaces/default/configmaps/notes", {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "notes", namespace: "default" },
    data: { script: "first\nsecond\nthird", size: "small" },
  });
  await goTo(page, "#/objects/core/v1/configmaps/default/notes?tab=ownership");
  await line(page, "script:").click();
  await expect(line(page, "second")).toContainText("owned by alice");
  await lines(page).press("ArrowDown");
  await expect(line(page, "size: small")).toHaveAttribute("aria-selected", "true");
  await lines(page).press("ArrowUp");
  await expect(line(page, "script:")).toHaveAttribute("aria-selected", "true");
});

test("a slider goes through the revisions and says who gained and lost what", async ({ page }) => {
  await openDeployment(page);
  const slider = page.getByRole("slider", { name: /^Revision/ });
  const told = page.getByRole("list", { name: "Ownership changes" });
  await expect(told).toHaveText("cleaner gained .spec.replicas.");
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(told).toContainText("cleaner gained .metadata.finalizers");
  await expect(line(page, "replicas: 5")).not.toContainText("cleaner");
  await page.keyboard.press("ArrowLeft");
  await expect(told).toHaveText("controller (update, status) gained .status.observedGeneration.");
  await page.keyboard.press("ArrowLeft");
  await expect(told).toContainText("autoscaler (update) gained .spec.replicas.");
  await expect(told).toContainText("user lost .spec.replicas.");
  await expect(slider).toHaveAttribute("aria-valuetext", /2 of 5.*autoscaler \(update\) gained \.spec\.replicas/);
  await page.keyboard.press("Home");
  await expect(told).toContainText("user gained");
  await line(page, "replicas: 3").click();
  await expect(sentence(page)).toContainText("user owns .spec.replicas since");
  await page.getByRole("button", { name: "Revision after" }).click();
  await expect(line(page, "replicas: 5")).toContainText("autoscaler");
  await page.keyboard.press("Tab");
  await slider.press("End");
  await applyAs(page, "late", target, { ...identity, metadata: { ...identity.metadata, labels: { late: "yes" } } });
  await expect(told).toHaveText("late gained .metadata.labels.late.");
});

test("ownership has an address with its revision, and stays open from one object to the next", async ({
  page,
  context,
}) => {
  await openDeployment(page);
  const slider = page.getByRole("slider", { name: /^Revision/ });
  await slider.press("ArrowLeft");
  await expect(slider).toHaveAttribute("aria-valuetext", /4 of 5/);
  await expect(page).toHaveURL(/\?tab=ownership&revision=\d+$/);
  await goTo(page, "#/apply");
  await page.goBack();
  await expect(slider).toHaveAttribute("aria-valuetext", /4 of 5/);
  const second = await context.newPage(); // the first one leads: the server remembers while the second comes again
  await second.goto(page.url());
  const again = second.getByRole("slider", { name: /^Revision/ });
  await expect(again).toHaveAttribute("aria-valuetext", /4 of 5/);
  await second.reload();
  await expect(again).toHaveAttribute("aria-valuetext", /4 of 5/);
  await again.press("End");
  await expect(second).toHaveURL(/\?tab=ownership$/);
  await second.close();
  await applyAs(page, "user", "/apis/apps/v1/namespaces/default/deployments/other", {
    ...identity,
    metadata: { name: "other", namespace: "default" },
    spec: { selector: { matchLabels: { app: "web" } }, template },
  });
  await page.reload();
  await expect(page.getByRole("tab", { name: "Ownership" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("table", { name: "Deployment" }).getByRole("row").filter({ hasText: "other" }).click();
  await expect(page).toHaveURL(/default\/other\?tab=ownership$/);
  await expect(line(page, "name: other")).toBeVisible();
});
