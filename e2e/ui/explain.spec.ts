import { expect } from "@playwright/test";
import { test } from "../browser-test.ts";
import { ask, createConfigMap, goTo, openApp } from "./open-page.ts";

test("a kind is walked by keys alone, field by field, with types, list types, merge keys and documentation", async ({
  page,
}) => {
  await openApp(page);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("combobox", { name: "Search everything" })).toBeFocused();
  await page.keyboard.type("explain deployment");
  await page.getByRole("option", { name: /^Explain Deployment/ }).click();
  await expect(page).toHaveURL(/#\/explain\/apps\/v1\/Deployment$/);
  const tree = page.getByRole("tree", { name: "Fields of Deployment" });
  await expect(tree.getByRole("treeitem", { name: /^spec DeploymentSpec/ })).toHaveAttribute("aria-expanded", "true");
  await tree.focus();
  await page.keyboard.press("s");
  await expect(page).toHaveURL(/f=spec$/);
  await expect(page.getByText("kubectl explain deployments.spec --api-version=apps/v1")).toBeVisible();
  await expect(page.getByRole("region", { name: "Documentation of spec" })).toContainText(
    "specification of the desired behavior of the Deployment",
  );
  await page.keyboard.press("t");
  await page.keyboard.press("ArrowRight");
  await expect(tree.getByRole("treeitem", { name: /^spec PodSpec/ })).toBeVisible();
  await goTo(page, "#/explain/apps/v1/Deployment?f=spec%2Ftemplate%2Fspec%2Fcontainers%2Fports");
  await expect(tree.getByRole("treeitem", { name: /^ports \[\]ContainerPort map/ })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  const ports = page.getByRole("region", { name: "Documentation of spec.template.spec.containers.ports" });
  await expect(ports).toContainText("containerPort, protocol");
  await expect(ports).toContainText("merge key");
  await tree.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page).toHaveURL(/containers$/);
});

test("kinds of one's own are explained as their definition says, from an object of theirs", async ({ page }) => {
  await openApp(page);
  await createConfigMap(page, "settings", {});
  const definition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "tides.sea.example.com" },
    spec: {
      group: "sea.example.com",
      scope: "Cluster",
      names: { plural: "tides", kind: "Tide" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: "object",
              properties: { height: { type: "integer", default: 3, minimum: 1, description: "In centimetres." } },
            },
          },
        },
      ],
    },
  };
  expect((await ask(page, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition)).status).toBe(
    201,
  );
  await expect
    .poll(async () => (await ask(page, "GET", "/openapi/v3/apis/sea.example.com/v1")).text)
    .toContain("In centimetres.");
  await goTo(page, "#/explain/sea.example.com/v1/Tide?f=height");
  const height = page.getByRole("region", { name: "Documentation of height" });
  await expect(height).toContainText("In centimetres.");
  await expect(height.getByRole("definition").first()).toHaveText("3");
  await goTo(page, "#/objects/core/v1/configmaps/default/settings");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Explain ConfigMap" }).click();
  await expect(page.getByRole("tree", { name: "Fields of ConfigMap" })).toContainText("binaryData");
});
