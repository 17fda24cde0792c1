import { expect } from "@playwright/test";
import { test } from "../browser-test.ts";
import { openBench, paste, status, tab } from "./bench-page.ts";
import { ask, goTo } from "./open-page.ts";

const lampVersion = (name: string, storage: boolean, field: string, type: string) => `  - name: ${name}
    served: true
    storage: ${storage}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              ${field}:
                type: ${type}
`;

test("a definition of one version is offered a second one", async ({ page }) => {
  await openBench(page, "#/definitions/gallery/certificate?tab=conversion");
  await page.getByRole("button", { name: /^Add v\d\S* with a conversion/ }).click();
  await expect(page.locator(".kp-monaco").getByRole("textbox", { name: "Conversion function" })).toBeAttached();
  await expect(page.getByLabel("Version", { exact: true }).getByRole("option")).toHaveCount(2);
  await goTo(page, "#/definitions");
  const drafts = page.getByRole("region", { name: "Drafts" });
  await expect(drafts).toContainText("from the gallery, changed");
  await drafts.getByRole("button", { name: /^Delete the draft/ }).click();
  await expect(drafts).toBeHidden();
  await page.getByRole("button", { name: "Take back" }).click();
  await drafts.getByRole("link").click();
  await expect(page).toHaveURL(/#\/definitions\/gallery\/certificate$/);
});

const lamps = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: lamps.example.com
spec:
  group: example.com
  scope: Namespaced
  names:
    kind: Lamp
    plural: lamps
  conversion:
    strategy: Webhook
    webhook:
      clientConfig:
        url: https://convert.example.com
      conversionReviewVersions: [v1]
  versions:
${lampVersion("v1", true, "milliwatts", "integer")}${lampVersion("v2", false, "power", "string")}`;

const lampFunction = `function convert(object, desiredAPIVersion) {
const { milliwatts, power } = object.spec;
object.spec = desiredAPIVersion.endsWith("v2") ? { power: milliwatts / 1000 + "W" } : { milliwatts: parseFloat(power) * 1000 };
object.apiVersion = desiredAPIVersion;
return object;
}
`;

test("a function that is written here takes the place of a webhook", async ({ page }) => {
  await openBench(page);
  await paste(page, "Definition", lamps);
  await page.getByRole("button", { name: "Install", exact: true }).click();
  await expect(status(page)).toHaveText("Installed, with no changes.");
  await tab(page, "Conversion").click();
  const trial = page.getByRole("region", { name: "Trial of the conversion" });
  await expect(trial.getByRole("status").first()).toHaveText("From v1 to v2 and back: the object changes.");
  await expect(trial.getByRole("list", { name: "What the round trip changes" })).toContainText("spec.milliwatts");
  await paste(page, "Conversion function", lampFunction);
  await expect(trial.getByRole("status").first()).toHaveText("From v1 to v2 and back: nothing is lost.");
  await expect(trial.getByRole("region", { name: "In version v2" })).toContainText("power: 0.001W");
  const v2 = "/apis/example.com/v2/namespaces/default/lamps";
  expect((await ask(page, "GET", v2)).status).toBe(200);
  const lamp = { apiVersion: "example.com/v2", kind: "Lamp", metadata: { name: "desk" }, spec: { power: "7W" } };
  expect(await ask(page, "POST", v2, lamp)).toMatchObject({
    status: 500,
    text: expect.stringContaining("conversion webhook for example.com/v2, Kind=Lamp failed"),
  });
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page.getByText("The server uses this function.")).toBeVisible();
  await expect.poll(async () => (await ask(page, "POST", v2, lamp)).status).toBe(201);
  expect(JSON.parse((await ask(page, "GET", "/apis/example.com/v1/namespaces/default/lamps/desk")).text).spec).toEqual({
    milliwatts: 7000,
  });
  await page.reload();
  await expect(page.getByText("The server uses this function.")).toBeVisible();
  await expect.poll(async () => (await ask(page, "GET", `${v2}/desk`)).status).toBe(200);
  await page.getByRole("button", { name: "Unregister" }).click();
  await expect
    .poll(async () => (await ask(page, "GET", `${v2}/desk`)).text)
    .toContain("conversion webhook for example.com/v1, Kind=Lamp failed");
});

test("a rule opens in the CEL lab with an example, and the lab leads back", async ({ page }) => {
  await openBench(page, "#/definitions/gallery/autoscaler?tab=schema&n=spec");
  await page.getByRole("article", { name: "Rule 1" }).getByRole("button", { name: "Open in the CEL lab" }).click();
  await expect(page).toHaveURL(/#\/cel\/cost$/);
  await expect(page.getByRole("combobox", { name: "Path of the rule" })).toHaveValue("spec");
  await expect(page.getByRole("region", { name: "Result" })).toContainText(/true|false/);
  await page.getByRole("link", { name: "Back to the definition" }).click();
  await expect(page.getByRole("article", { name: "Rule 1" })).toBeVisible();
  await page.getByRole("button", { name: "Install", exact: true }).click();
  await expect(status(page)).toHaveText("Installed, with no changes.");
  await goTo(page, "#/objects/apiextensions.k8s.io/v1/customresourcedefinitions/-/scalers.autoscaling.kubepad.dev");
  await page
    .getByRole("region", { name: "scalers.autoscaling.kubepad.dev" })
    .getByRole("link", { name: "Workbench", exact: true })
    .click();
  await expect(page).toHaveURL(/#\/definitions\/installed\/scalers/);
  await expect(page.getByRole("tree", { name: "Schema" })).toBeVisible();
});
