import { expect, test } from "@playwright/test";
import { ask, createConfigMap, openApp, rowWith } from "./open-page.ts";

const deployment = (name: string, replicas: number) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: "web", image: "nginx:1.29" }] },
    },
  },
});

test("a table shows the server's columns, the wide ones when asked, and sorts by each", async ({ page }) => {
  await openApp(page);
  for (const [name, replicas] of [
    ["small", 1],
    ["large", 12],
    ["middle", 5],
  ] as const) {
    const path = "/apis/apps/v1/namespaces/default/deployments";
    expect((await ask(page, "POST", path, deployment(name, replicas))).status).toBe(201);
  }
  await page.goto("/#/objects/apps/v1/deployments");
  await page.reload();
  const heads = page.getByRole("table", { name: "Deployment" }).getByRole("columnheader");
  await expect(heads).toHaveText([
    "",
    "Name",
    "Namespace",
    "Status",
    "Ready",
    "Up-to-date",
    "Available",
    "Age",
    "Actions",
  ]);
  await expect(rowWith(page, "Deployment", "large")).toContainText("0/12");
  await page.getByRole("button", { name: "Wide" }).click();
  await expect(heads).toContainText(["Containers", "Images", "Selector", "Revision"]);
  await expect(rowWith(page, "Deployment", "large")).toContainText("nginx:1.29");
  const names = page.getByRole("table", { name: "Deployment" }).getByRole("row").locator("[role=cell]:nth-child(2)");
  await expect(names).toHaveText(["large", "middle", "small"]);
  await page.getByRole("columnheader", { name: "Ready" }).getByRole("button").click();
  await page.getByRole("columnheader", { name: "Ready" }).getByRole("button").click();
  await expect(heads.nth(4)).toHaveAttribute("aria-sort", "descending");
  await page.getByRole("columnheader", { name: "Age", exact: true }).getByRole("button").click();
  await expect(heads.nth(7)).toHaveAttribute("aria-sort", "ascending");
});

test("a table shows the printer columns of a custom resource, live", async ({ page }) => {
  await openApp(page);
  const spec = { type: "object", properties: { watts: { type: "integer" } } };
  const definition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "lamps.table.test" },
    spec: {
      group: "table.test",
      scope: "Namespaced",
      names: { plural: "lamps", kind: "Lamp" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
          additionalPrinterColumns: [{ name: "Watts", type: "integer", jsonPath: ".spec.watts" }],
        },
      ],
    },
  };
  const made = await ask(page, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
  expect(made.status, made.text).toBe(201);
  const path = "/apis/table.test/v1/namespaces/default/lamps";
  const lamp = { apiVersion: "table.test/v1", kind: "Lamp", metadata: { name: "desk" }, spec: { watts: 40 } };
  await expect.poll(async () => (await ask(page, "POST", path, lamp)).status).toBe(201);
  await page.goto("/#/objects/table.test/v1/lamps");
  await expect(rowWith(page, "Lamp", "desk")).toContainText("40");
  const heads = page.getByRole("table", { name: "Lamp" }).getByRole("columnheader");
  await expect(heads).toHaveText(["", "Name", "Namespace", "Watts", "Actions"]);
  await ask(page, "PATCH", `${path}/desk`, { spec: { watts: 60 } }, "application/merge-patch+json");
  await expect(rowWith(page, "Lamp", "desk")).toContainText("60");
});

test("an object that waits for finalizers says so", async ({ page }) => {
  await openApp(page);
  await createConfigMap(page, "held", {});
  const path = "/api/v1/namespaces/default/configmaps/held";
  await ask(page, "PATCH", path, { metadata: { finalizers: ["example.com/wait"] } }, "application/merge-patch+json");
  await ask(page, "DELETE", path);
  await page.goto("/#/objects/core/v1/configmaps");
  await expect(rowWith(page, "ConfigMap", "held")).toContainText("being deleted");
  await expect(page.getByTitle("Waiting for example.com/wait")).toBeVisible();
});
