import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { declarativeExamples } from "../../src/scenarios/declarative/declarative-examples.ts";
import { paste, tab } from "./bench-page.ts";
import { goTo, openApp } from "./open-page.ts";

const status = (page: Page) =>
  page.getByRole("region", { name: "Declarative validation lab" }).getByRole("status").first();
const problems = (page: Page) => page.getByRole("list", { name: "Problems", exact: true });
const results = (page: Page) => page.getByRole("list", { name: "Results" });

const types = (tag: string): string =>
  `package v1\n\ntype Lamp struct {\n\t// ${tag}\n\tWatts int32 \`json:"watts"\`\n}\n`;

test("a type is written, its tag mended, an object refused, and its CEL twin opened", async ({ page }) => {
  await openApp(page, "#/declarative/own");
  await expect(page.locator(".kp-monaco").first()).toBeVisible();

  await test.step("the generator refuses a tag at its line", async () => {
    await paste(page, "Go types", types("+k8s:minimum=low"));
    await expect(problems(page)).toContainText("Line 4");
    await expect(problems(page)).toContainText(
      'failed to generate validations: field v1.Lamp.Watts: tag "k8s:minimum": tag value has wrong type: got string, want int',
    );
    await expect(status(page)).toHaveText("The types are refused.");
  });

  await test.step("it is mended, and an instance is refused", async () => {
    await paste(page, "Go types", types("+k8s:minimum=5"));
    await expect(problems(page)).toHaveCount(0);
    await paste(
      page,
      "Fixtures",
      "- {name: dim, operation: create, object: {watts: 3}}\n- {name: dim before, operation: update, oldObject: {watts: 3}, object: {watts: 3}}\n",
    );
    await expect(status(page)).toHaveText("Validators for Lamp. 1 of 2 fixtures refused.");
    await expect(results(page)).toContainText("watts Invalid value: 3: must be greater than or equal to 5");
    await results(page).getByRole("button", { name: "+k8s:minimum=5 line 4" }).click();
    await expect(page.getByRole("textbox", { name: "Go types" })).toBeFocused();
  });

  await test.step("its twin says the same", async () => {
    await tab(page, "CEL twin").click();
    const schema = page.getByRole("region", { name: "Schema" });
    await expect(schema).toContainText("minimum: 5");
    await expect(page).toHaveURL(/tab=twin/);
  });

  await test.step("it is listed as a draft, which is deleted and brought back", async () => {
    await goTo(page, "#/declarative");
    const drafts = page.getByRole("region", { name: "Drafts" });
    await expect(drafts.getByRole("link")).toHaveText("Lampwritten here");
    await drafts.getByRole("button", { name: "Delete the draft Lamp" }).click();
    await expect(drafts).toBeHidden();
    await page.getByRole("button", { name: "Take back" }).click();
    await page.getByRole("link", { name: "Write types" }).click();
    await expect(page).toHaveURL(/#\/declarative\/own\/2$/);
    await goTo(page, "#/declarative");
    await drafts.getByRole("link").click();
    await expect(page.locator(".kp-monaco .view-lines").first()).toContainText("Watts int32");
  });
});

test("tags are completed in comments", async ({ page }) => {
  await openApp(page, "#/declarative/own");
  await expect(page.locator(".kp-monaco").first()).toBeVisible();
  await paste(page, "Go types", types(""));
  await page.keyboard.press("ControlOrMeta+Home");
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.type("+k8s:min");
  await expect(page.locator(".suggest-widget")).toContainText("+k8s:minimum");
});

test("every example of the documentation opens with a click", async ({ page }) => {
  await openApp(page, "#/declarative");
  for (const { id, documented } of declarativeExamples) {
    await page.getByRole("link", { name: new RegExp(`^\\+k8s:${id} `) }).click();
    await expect(page.getByRole("heading", { name: `+k8s:${id}`, exact: true })).toBeVisible();
    await expect(status(page)).toHaveText(/^Validators for .+ fixtures? refused\.$/);
    if (documented !== undefined) {
      await page.getByRole("link", { name: "As documented" }).click();
      await expect(status(page)).toHaveText(
        documented.error === "" ? /^(No type has rules|Validators for)/ : "The types are refused.",
      );
    }
    await goTo(page, "#/declarative");
  }
});
