import { expect } from "@playwright/test";
import { test } from "../browser-test.ts";
import { openBench, paste, status, tab } from "./bench-page.ts";
import { ask, enterApp, goTo, openApp, runCommand } from "./open-page.ts";

const definition = (extra = "") => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: pools.example.com
spec:
  group: example.com
  scope: Namespaced
  names:
    kind: Pool
    plural: pools
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        required: [spec]
        properties:
          spec:
            type: object
            required: [min, max]
            x-kubernetes-validations:
            - rule: self.min <= self.max
              message: min must not be above max
            properties:
              min:
                type: integer
              max:
                type: integer
                default: 3
              mode:
                type: string
                enum: [slow, fast]
${extra}`;

test("from a pasted definition to a failing rule, its explanation, and an object that passes", async ({ page }) => {
  await openBench(page);
  await paste(page, "Definition", definition());
  await expect(status(page)).toHaveText("Valid, not installed.");
  await tab(page, "Examples").click();
  await page.getByRole("button", { name: "Minimal example" }).click();
  await expect(page.getByRole("region", { name: "Answer", exact: true })).toContainText("accepts it");
  await page.getByRole("button", { name: "Install the definition" }).click();
  await expect(status(page)).toHaveText("Installed, with no changes.");
  const answer = page.getByRole("region", { name: "What the server says" });
  await expect(answer.getByRole("status").first()).toHaveText("Dry run: the server would create this.");
  await paste(
    page,
    "Example",
    "apiVersion: example.com/v1\nkind: Pool\nmetadata:\n  name: crossed\n  namespace: default\nspec:\n  min: 5\n",
  );
  await expect(answer.getByRole("status").first()).toHaveText("Dry run: the server would reject this.");
  await expect(answer.getByRole("list", { name: "Problems of the example" })).toContainText("Line 6");
  const why = answer.getByRole("article", { name: "Rule 1 of spec" });
  await expect(why).toContainText("min must not be above max");
  await expect(why.getByRole("row", { name: /self\.max/ }).last()).toContainText("3");
  await expect(page.getByRole("button", { name: "Create", exact: true })).toBeDisabled();
  await paste(
    page,
    "Example",
    "apiVersion: example.com/v1\nkind: Pool\nmetadata:\n  name: fine\n  namespace: default\nspec:\n  min: 2\n",
  );
  await expect(answer.getByRole("status").first()).toHaveText("Dry run: the server would create this.");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText(/Pool fine is created at revision/)).toBeVisible();
  const made = await ask(page, "GET", "/apis/example.com/v1/namespaces/default/pools/fine");
  expect(JSON.parse(made.text).spec).toEqual({ min: 2, max: 3 });
});

test.describe("a text of one's own", () => {
  test.use({ world: "of own texts" });

  test("the server's errors stand at their lines", async ({ page }) => {
    await openBench(page);
    await paste(
      page,
      "Definition",
      definition(
        "              broken:\n                type: text\n              cost:\n                type: array\n                items:\n                  type: string\n                  x-kubernetes-validations:\n                  - rule: self.contains(self) && self.matches(\n",
      ),
    );
    const problems = page.getByRole("list", { name: "Problems" });
    await expect(status(page)).toContainText("The server rejects it for");
    await expect(problems.getByRole("button", { name: /Line 36/ })).toContainText("properties[broken].type");
    await expect(problems.getByRole("button", { name: /Line 42/ })).toContainText("rule");
    await problems.getByRole("button", { name: /Line 36/ }).click();
    await expect(page.locator(".kp-line-error").first()).toBeVisible();
    await expect(page.getByRole("treeitem", { name: /^broken/ })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("button", { name: "Install" })).toBeDisabled();
  });

  test("a rule that costs too much is told with what would help, and an unknown field at its line", async ({
    page,
  }) => {
    await openBench(page);
    await paste(
      page,
      "Definition",
      definition(
        "              names:\n                type: array\n                unknownWord: 1\n                items:\n                  type: string\n                  x-kubernetes-validations:\n                  - rule: self.contains('a')\n",
      ),
    );
    const problems = page.getByRole("list", { name: "Problems" });
    await expect(problems.getByRole("button", { name: /Line 37/ })).toContainText("unknown field");
    await problems
      .getByRole("button", { name: /Line 41/ })
      .first()
      .click();
    const details = page.getByRole("region", { name: "Details of spec.names[*]" });
    await expect(details).toContainText("times the limit for one rule");
    await expect(details.getByRole("list", { name: "How to reduce it" })).toContainText("maxItems");
  });

  test("of several documents one is chosen, and a text that is no YAML says where", async ({ page }) => {
    await openBench(page);
    await paste(page, "Definition", `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: other\n---\n${definition()}`);
    await expect(page.getByRole("combobox", { name: "Document" })).toContainText(
      "2 of 2: CustomResourceDefinition pools.example.com (line 6)",
    );
    await expect(status(page)).toHaveText("Valid, not installed.");
    await page.getByRole("combobox", { name: "Document" }).selectOption("0");
    await expect(status(page)).toContainText("The server rejects it");
    await paste(page, "Definition", "kind: [\n");
    await expect(status(page)).toContainText("cannot be read");
  });

  test("the comparison says what would break", async ({ page }) => {
    await openBench(page);
    await paste(page, "Definition", definition());
    await page.getByRole("button", { name: "Install", exact: true }).click();
    await expect(status(page)).toHaveText("Installed, with no changes.");
    await paste(
      page,
      "Definition",
      definition()
        .replace("enum: [slow, fast]", "enum: [fast]")
        .replace("required: [min, max]", "required: [min, max, mode]"),
    );
    await expect(status(page)).toHaveText("Valid, with changes that are not installed.");
    await tab(page, "Compare").click();
    const table = page.getByRole("table", { name: "Differences" });
    await expect(table.getByRole("row", { name: /breaks spec\.mode "slow" no longer allowed/ })).toBeVisible();
    await expect(table.getByRole("row", { name: /breaks spec\.mode required now/ })).toBeVisible();
    await expect(page.getByText("2 differences would break objects or clients.")).toBeVisible();
    await page.getByRole("button", { name: "Update", exact: true }).click();
    await expect(page.getByText("Nothing would break", { exact: true })).toBeVisible();
    await goTo(page, "#/definitions/gallery/gateway-route?tab=compare");
    await page.getByLabel("From", { exact: true }).selectOption("text v1beta1");
    await expect(page.getByRole("table", { name: "Differences" })).toContainText("maxItems 8 added");
  });
});

test.describe("in the gallery", () => {
  test.use({ world: "of the gallery" });

  test("a command of the palette leads to the lesson of a definition", async ({ page }) => {
    await enterApp(page, "#/watches");
    await runCommand(page, "Lesson: a definition and its rules");
    await expect(page.getByRole("region", { name: "Lesson" })).toContainText("An autoscaler");
    await page.getByRole("link", { name: "Show it in the schema" }).click();
    await expect(page.getByRole("treeitem", { name: /^each item/ })).toHaveAttribute("aria-selected", "true");
  });

  test("the schema is a tree that keys open and close, with what each rule costs", async ({ page }) => {
    await openBench(page, "#/definitions/gallery/certificate");
    const tree = page.getByRole("tree", { name: "Schema" });
    await expect(tree.getByRole("treeitem", { name: /^dnsNames/ })).toBeVisible();
    await tree.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowLeft");
    await expect(tree.getByRole("treeitem")).toHaveCount(1);
    for (const key of ["ArrowRight", "ArrowDown", "d", "ArrowRight"]) await page.keyboard.press(key);
    const details = page.getByRole("region", { name: "Details of spec.dnsNames[*]" });
    await expect(details).toContainText("at most 253 characters");
    await expect(details.getByRole("article", { name: "Rule 1" })).toContainText("of the limit for one rule");
    await expect(details.getByRole("article", { name: "Rule 1" })).toContainText("up to 50 times on an object");
    await expect(page).toHaveURL(/n=spec/);
  });

  test("a change of an object is a row too", async ({ page }) => {
    await openBench(page, "#/definitions/gallery/postgres-cluster?tab=fixtures");
    await page.getByRole("button", { name: "less storage", exact: true }).click();
    await page.getByRole("tab", { name: "Old object" }).click();
    await expect(page.getByRole("textbox", { name: "Old object", exact: true })).toBeAttached();
    await expect(page.getByRole("list", { name: "Problems of the fixture" })).toContainText(
      "storage cannot shrink from 20Gi to 5120Mi",
    );
    await page.getByRole("button", { name: "Make it a create" }).click();
    await expect(page.getByRole("button", { name: "less storage: accepted, not as expected" })).toBeVisible();
  });

  test("fixtures leave as a test and as a file, and come back", async ({ page }) => {
    await openBench(page, "#/definitions/gallery/autoscaler?tab=fixtures");
    await expect(page.getByText("4 fixtures, all as expected.")).toBeVisible();
    const save = async (name: string) => {
      await page.getByRole("button", { name: "Import and export" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name }).click(),
      ]);
      return download;
    };
    expect((await save("Export as a Node test")).suggestedFilename()).toBe("scalers.autoscaling.kubepad.dev.test.mjs");
    const file = await (await save("Export fixtures")).path();
    await page.getByRole("button", { name: "Import and export" }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("menuitem", { name: "Import fixtures" }).click(),
    ]);
    await chooser.setFiles({
      name: "fixtures.json",
      mimeType: "application/json",
      buffer: Buffer.from(await (await import("node:fs/promises")).readFile(file)),
    });
    await expect(page.getByText("8 fixtures, all as expected.")).toBeVisible();
  });
});

test("the matrix shows which rules refuse which fixtures, and follows an edit", async ({ page }) => {
  await openBench(page, "#/definitions/gallery/autoscaler?tab=fixtures");
  const grid = page.getByRole("grid", { name: "Fixtures and rules" });
  await expect(page.getByText("4 fixtures, all as expected.")).toBeVisible();
  const cell = grid.getByRole("button", { name: /^bounds crossed: rule 1 of spec fails/ });
  await cell.click();
  const why = page.getByRole("article", { name: "Rule 1 of spec" });
  await expect(why).toContainText("minReplicas must not be above maxReplicas");
  await expect(why.getByRole("row", { name: /self\.minReplicas/ }).last()).toContainText("5");
  await paste(
    page,
    "Fixture",
    "apiVersion: autoscaling.kubepad.dev/v1\nkind: Scaler\nmetadata:\n  name: crossed\nspec:\n  target:\n    kind: Deployment\n    name: web\n  minReplicas: 5\n  maxReplicas: 5\n",
  );
  await expect(grid.getByRole("button", { name: /^bounds crossed: rule 1 of spec holds/ })).toBeVisible();
  await expect(page.getByText("3 of 4 fixtures as expected.")).toBeVisible();
  await page.getByLabel("Expected result").selectOption("accept");
  await expect(page.getByText("4 fixtures, all as expected.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("4 fixtures, all as expected.")).toBeVisible();
  await expect(grid.getByRole("button", { name: /^bounds crossed: rule 1 of spec holds/ })).toBeVisible();
});

test("a file is opened, and what is installed can be opened again", async ({ page }) => {
  await openApp(page, "#/definitions");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Open a file" }).click(),
  ]);
  await chooser.setFiles({ name: "pools.yaml", mimeType: "application/yaml", buffer: Buffer.from(definition()) });
  await expect(status(page)).toHaveText("Valid, not installed.");
  await page.getByRole("button", { name: "Install", exact: true }).click();
  await expect(status(page)).toHaveText("Installed, with no changes.");
  await page.getByRole("link", { name: "Definitions", exact: true }).first().click();
  await page.getByRole("link", { name: /^Pool pools\.example\.com/ }).click();
  await expect(status(page)).toHaveText("Installed, with no changes.");
  await expect(page.getByRole("treeitem", { name: /^mode/ })).toBeVisible();
});

test("everything works without a pointer", async ({ page }) => {
  await openApp(page);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("lesson definition");
  await expect(page.getByRole("option", { name: /Lesson: a definition/, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Lesson" })).toBeVisible();
  await tab(page, "Lesson").focus();
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("ArrowRight");
  await expect(page.getByText("4 fixtures, all as expected.")).toBeVisible();
  const first = page.getByRole("grid").getByRole("button", { name: "by load", exact: true });
  await expect(first).toHaveAttribute("tabindex", "0");
  await first.focus();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"])
    await page.keyboard.press(key);
  await expect(page.locator(".kp-cell:focus")).toHaveAttribute("aria-label", /^bounds crossed: rule/);
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  await expect(page.locator(".kp-cell:focus")).toHaveAttribute("aria-label", "bounds crossed");
  await page.getByRole("button", { name: "Install", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(status(page)).toHaveText("Installed, with no changes.");
});

/** A definition of about 200 KB. */
function largeDefinition(): string {
  const properties = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [
      `section${i}`,
      {
        type: "object",
        properties: Object.fromEntries(
          Array.from({ length: 30 }, (__, j) => [
            `field${j}`,
            {
              type: "string",
              maxLength: 40,
              description: `What field ${j} of section ${i} is for, in a sentence of usual length.`,
            },
          ]),
        ),
      },
    ]),
  );
  return JSON.stringify(
    {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "larges.example.com" },
      spec: {
        group: "example.com",
        scope: "Cluster",
        names: { kind: "Large", plural: "larges" },
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties } } } },
          },
        ],
      },
    },
    null,
    1,
  );
}

test("a definition of 200 KB stays out of the way of typing", async ({ page }) => {
  const text = largeDefinition();
  expect(text.length).toBeGreaterThan(200_000);
  await openApp(page, "#/definitions");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Open a file" }).click(),
  ]);
  await chooser.setFiles({ name: "larges.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await expect(status(page)).toHaveText("Valid, not installed.");
  const tree = page.getByRole("tree", { name: "Schema" });
  await tree.focus();
  await page.keyboard.press("End");
  await expect(tree.getByRole("treeitem", { name: /^section59/ })).toHaveAttribute("aria-selected", "true");
  expect(await tree.getByRole("treeitem").count()).toBeLessThan(80);
  await page.getByRole("textbox", { name: "Definition" }).focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("\n# typed while it is read and tried");
  await expect(page.locator(".kp-monaco .view-lines").first()).toContainText("typed while it is read and tried");
  await expect(status(page)).toHaveText("Valid, not installed.");
});
