import { expect, test, type Locator, type Page } from "@playwright/test";
import { ask, createConfigMap, goTo, openApp } from "./open-page.ts";

/** Puts a text into the big editor, as pasting does, and the caret at its end. */
async function write(page: Page, editor: Locator, text: string): Promise<void> {
  await editor.locator(".view-lines").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

/** Completes what is typed, shows the documentation of a field and marks one that does not exist. */
async function assists(page: Page, editor: Locator): Promise<void> {
  await write(page, editor, "apiVersion: apps/v1\nkind: Deployment\nspec:\n");
  await page.keyboard.type("  repl");
  await expect(page.locator(".suggest-widget .monaco-list-row", { hasText: "replicas" })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type("2");
  await expect(editor).toContainText("replicas: 2");
  await editor.getByText("replicas", { exact: true }).hover();
  await expect(page.locator(".monaco-hover", { hasText: "Number of desired pods" })).toBeVisible();
  await write(page, editor, "apiVersion: apps/v1\nkind: Deployment\nspec:\n  replica: 2\n");
  await expect(editor.locator(".squiggly-error").first()).toBeVisible();
  await expect(page.getByText('unknown field "spec.replica"').first()).toBeVisible();
}

test("the console completes, documents and checks a body", async ({ page }) => {
  await openApp(page, "#/requests/new?m=POST&t=/apis/apps/v1/namespaces/default/deployments");
  await assists(page, page.locator(".kp-editor", { has: page.locator(".monaco-editor") }));
  await expect(page.getByRole("list", { name: "Problems in Request body" })).toContainText("4");
});

test("a new object is completed, documented and checked", async ({ page }) => {
  await openApp(page, "#/objects/apps/v1/deployments?create=1");
  await assists(page, page.locator(".kp-editor", { has: page.locator(".monaco-editor") }));
});

test("an edited object is checked, of a custom resource too", async ({ page }) => {
  await openApp(page);
  const schema = {
    type: "object",
    properties: { spec: { type: "object", properties: { watts: { type: "integer", description: "How bright." } } } },
  };
  const definition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "lamps.assist.test" },
    spec: {
      group: "assist.test",
      scope: "Namespaced",
      names: { plural: "lamps", kind: "Lamp" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
  const made = await ask(page, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
  expect(made.status, made.text).toBe(201);
  const lamp = { apiVersion: "assist.test/v1", kind: "Lamp", metadata: { name: "desk" }, spec: { watts: 40 } };
  const path = "/apis/assist.test/v1/namespaces/default/lamps";
  await expect.poll(async () => (await ask(page, "POST", path, lamp)).status).toBe(201);
  await goTo(page, "#/objects/assist.test/v1/lamps/default/desk?tab=manifest");
  await page.getByRole("button", { name: "Edit" }).click();
  const editor = page.locator(".kp-editor", { has: page.locator(".monaco-editor") });
  await write(page, editor, "apiVersion: assist.test/v1\nkind: Lamp\nspec:\n  watts: bright\n");
  await expect(page.getByText("spec.watts: must be of type integer, is string")).toBeVisible();
  await editor.getByText("watts", { exact: true }).hover();
  await expect(page.locator(".monaco-hover", { hasText: "How bright." })).toBeVisible();
});

test("a definition is completed and documented", async ({ page }) => {
  await openApp(page, "#/definitions/own");
  const editor = page.locator(".kp-editor", { has: page.locator(".monaco-editor") }).first();
  await write(page, editor, "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n");
  await page.keyboard.type("  sco");
  await expect(page.locator(".suggest-widget .monaco-list-row", { hasText: "scope" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(editor).toContainText("scope:");
  await editor.getByText("scope", { exact: true }).hover();
  await expect(
    page.locator(".monaco-hover", { hasText: "custom resource is cluster- or namespace-scoped" }),
  ).toBeVisible();
});

test("an apply column completes, documents and marks", async ({ page }) => {
  await openApp(page);
  await createConfigMap(page, "shared", {});
  await goTo(page, `#/apply/new?o=${encodeURIComponent("/api/v1/namespaces/default/configmaps/shared")}`);
  await page.getByRole("button", { name: "Show what applying would do" }).click();
  const column = page.getByRole("textbox", { name: /^Manifest of/ }).first();
  await column.fill("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: shared\n");
  await column.press("ControlOrMeta+End");
  await column.pressSequentially("imm");
  await expect(page.getByRole("option", { name: /immutable/ })).toBeVisible();
  await column.press("Enter");
  await expect(column).toHaveValue(/immutable: $/);
  await column.pressSequentially("maybe");
  await expect(page.getByTitle("immutable: must be of type boolean, is string")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the plain editor completes and marks", async ({ page }) => {
    await openApp(page, "#/objects/core/v1/configmaps?create=1");
    const editor = page.getByRole("textbox", { name: "New object" });
    await editor.fill("apiVersion: v1\nkind: ConfigMap\n");
    await editor.press("ControlOrMeta+End");
    await editor.pressSequentially("imm");
    await page.getByRole("option", { name: /immutable/ }).click();
    await expect(editor).toHaveValue(/immutable: $/);
    await editor.pressSequentially("true\nimmutible: 1");
    await expect(page.getByText('unknown field "immutible"')).toBeVisible();
  });
});
