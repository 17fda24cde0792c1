import { expect } from "@playwright/test";
import { test } from "../browser-test.ts";
import { ask, createConfigMap, enterApp, goTo, openApp, rowWith } from "./open-page.ts";

test.describe("in one world", () => {
  test.use({ world: "of objects" });

  test("an object created in the page is there after a reload", async ({ page }) => {
    await enterApp(page, "#/objects/core/v1/configmaps");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await expect(page.getByRole("region", { name: "Dry run result" })).toContainText("metadata.uid");
    await page
      .getByRole("region", { name: "New ConfigMap" })
      .getByRole("button", { name: "Create", exact: true })
      .click();
    await expect(page).toHaveURL(/configmaps\/default\/example$/);
    await page.getByRole("tab", { name: "YAML" }).click();
    await expect(page.getByRole("region", { name: "Manifest" })).toContainText("colour: blue");
    await expect(rowWith(page, "ConfigMap", "example")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("region", { name: "Manifest" })).toContainText("colour: blue");
    await expect(rowWith(page, "ConfigMap", "example")).toBeVisible();
  });

  test("an edit shows what it would change, is saved, and can be taken back from the history", async ({ page }) => {
    await enterApp(page, "#/watches");
    await createConfigMap(page, "settings", { colour: "red" });
    await goTo(page, "#/objects/core/v1/configmaps/default/settings?tab=manifest");
    await page.getByRole("button", { name: "Edit" }).click();
    const editor = page.locator(".kp-monaco .view-lines");
    await editor.getByText("red").click();
    await page.keyboard.press("End");
    await page.keyboard.press("ControlOrMeta+Shift+ArrowLeft");
    await page.keyboard.type("green");
    await expect(page.getByRole("region", { name: "Dry run result" })).toContainText('"red" → "green"');
    await page.getByLabel("How to save").selectOption("merge");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("region", { name: "Manifest" })).toContainText("colour: green");
    await page.getByRole("tab", { name: /History/ }).click();
    await page.getByRole("button", { name: /created/ }).click();
    await page.getByRole("button", { name: "Restore this revision" }).click();
    await page.getByRole("tab", { name: "YAML" }).click();
    await expect(page.getByRole("region", { name: "Manifest" })).toContainText("colour: red");
  });

  test("an edit of an outdated state is not lost: it moves onto the newest one", async ({ page }) => {
    await enterApp(page, "#/watches");
    await createConfigMap(page, "shared", { mine: "1", theirs: "1" });
    await goTo(page, "#/objects/core/v1/configmaps/default/shared?tab=manifest");
    await page.getByRole("button", { name: "Edit" }).click();
    await page.locator(".kp-monaco .view-lines").getByText("mine").click();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("00");
    await ask(
      page,
      "PATCH",
      "/api/v1/namespaces/default/configmaps/shared",
      { data: { theirs: "2" } },
      "application/merge-patch+json",
    );
    await page.getByRole("button", { name: "Rebase my changes" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    const manifest = page.getByRole("region", { name: "Manifest" });
    await expect(manifest).toContainText('mine: "100"');
    await expect(manifest).toContainText('theirs: "2"');
  });

  test("what is typed while an edit moves or is saved is not lost", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await enterApp(page, "#/watches");
    await createConfigMap(page, "typed", { mine: "1", theirs: "1" });
    await goTo(page, "#/objects/core/v1/configmaps/default/typed?tab=manifest");
    await page.getByRole("button", { name: "Edit" }).click();
    const editor = page.getByRole("textbox", { name: "Manifest" });
    await expect(editor).toHaveValue(/mine: "1"/);
    const patch = { data: { theirs: "2" } };
    const target = "/api/v1/namespaces/default/configmaps/typed";
    await ask(page, "PATCH", target, patch, "application/merge-patch+json");
    await page.getByRole("button", { name: "Rebase my changes" }).waitFor();
    // Both in one task: the click has not had its effect when the text is changed.
    const clickAndType = (name: string, from: string, to: string): Promise<void> =>
      page.evaluate(
        ([name, from, to]) => {
          const button = [...document.querySelectorAll("button")].find((one) => one.textContent?.trim() === name);
          const area = document.querySelector<HTMLTextAreaElement>("textarea[aria-label=Manifest]");
          button?.click();
          const setter = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set;
          setter?.call(area, area?.value.replace(from, to));
          area?.dispatchEvent(new Event("input", { bubbles: true }));
        },
        [name, from, to] as const,
      );
    await clickAndType("Rebase my changes", 'mine: "1"', 'mine: "10"');
    await expect(editor).toHaveValue(/mine: "10"\n {2}theirs: "2"/);
    await clickAndType("Save", 'mine: "10"', 'mine: "100"');
    await expect.poll(async () => (await ask(page, "GET", target)).text).toContain('"mine":"10"');
    await expect(editor).toHaveValue(/mine: "100"/);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("region", { name: "Manifest" })).toContainText('mine: "100"');
    expect((await ask(page, "GET", target)).text).toContain('"mine":"100"');
  });

  test("a deleted object can be restored", async ({ page }) => {
    await enterApp(page, "#/watches");
    await createConfigMap(page, "precious", { gold: "yes" });
    await goTo(page, "#/objects/core/v1/configmaps/default/precious");
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete precious" }).click();
    await expect(page.getByText(/Deleted at revision/)).toBeVisible();
    expect((await ask(page, "GET", "/api/v1/namespaces/default/configmaps/precious")).status).toBe(404);
    await page.getByRole("region", { name: "precious" }).getByRole("button", { name: "Restore" }).click();
    await expect(page.getByText(/Deleted at revision/)).toBeHidden();
    expect((await ask(page, "GET", "/api/v1/namespaces/default/configmaps/precious")).text).toContain('"gold":"yes"');
  });

  test("the back button leads back through objects and lists", async ({ page }) => {
    await enterApp(page, "#/objects/core/v1/namespaces");
    await rowWith(page, "Namespace", "kube-system").click();
    await expect(page).toHaveURL(/namespaces\/-\/kube-system/);
    await page.goBack();
    await expect(page).toHaveURL(/core\/v1\/namespaces$/);
    await page.goForward();
    await expect(page.getByRole("region", { name: "kube-system" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Overview" })).toContainText("Active");
  });

  test("what touched an object is told by its requests, and each opens in the log", async ({ page }) => {
    await enterApp(page, "#/watches");
    await createConfigMap(page, "other", { colour: "blue" });
    await createConfigMap(page, "touched", { colour: "red" });
    await createConfigMap(page, "touched2", { colour: "green" });
    const target = "/api/v1/namespaces/default/configmaps/touched";
    await ask(page, "PATCH", target, { data: { colour: "blue" } }, "application/merge-patch+json");
    await goTo(page, "#/objects/core/v1/configmaps/default/touched?tab=requests");
    const rows = page.getByRole("table", { name: "Requests to the object" }).getByRole("row");
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(1)).toContainText("PATCH configmaps/touched");
    await expect(rows.nth(2)).toContainText("POST configmaps");
    await page.getByLabel(/of this page$/).check();
    await expect(rows.filter({ hasText: "GET configmaps/touched" }).first()).toBeVisible();
    await rows.filter({ hasText: "PATCH" }).click();
    await expect(page.getByRole("list", { name: "What the request changed" })).toContainText('"red" → "blue"');
  });

  test("an object that is not there can be created under its name, and appears", async ({ page }) => {
    await enterApp(page, "#/objects/core/v1/configmaps/default/absent");
    await expect(page.getByRole("region", { name: "absent" })).toContainText('configmaps "absent" not found');
    await page.getByRole("link", { name: "Create it" }).click();
    await page
      .getByRole("region", { name: "New ConfigMap" })
      .getByRole("button", { name: "Create", exact: true })
      .click();
    await expect(page).toHaveURL(/configmaps\/default\/absent$/);
    await expect(page.getByRole("region", { name: "Overview" })).toContainText("Data");
  });

  test("an address of a kind or an object that is not served leads to what is meant", async ({ page }) => {
    await enterApp(page, "#/objects/core/v1/deployments");
    await expect(page.getByRole("group", { name: "What would work" })).toContainText("deployments");
    await page.getByRole("button", { name: "Use /apis/apps/v1/deployments" }).click();
    await expect(page).toHaveURL(/#\/objects\/apps\/v1\/deployments$/);
    await createConfigMap(page, "what-is-meant", {});
    await goTo(page, "#/objects/core/v1/configmaps/default/what-is-ment");
    await page.getByRole("button", { name: /what-is-meant$/ }).click();
    await expect(page).toHaveURL(/configmaps\/default\/what-is-meant$/);
    await goTo(page, "#/objects/core/v1/namespaces/default");
    await expect(page.getByRole("region", { name: "Overview" })).toContainText("Active");
  });

  test("a history tells who wrote each revision", async ({ page }) => {
    await enterApp(page, "#/watches");
    await createConfigMap(page, "written", { colour: "red" });
    await ask(
      page,
      "PATCH",
      "/api/v1/namespaces/default/configmaps/written?fieldManager=alice",
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "written" }, data: { size: "large" } },
      "application/apply-patch+yaml",
    );
    await goTo(page, "#/objects/core/v1/configmaps/default/written?tab=history");
    await expect(page.getByRole("button", { name: /changed.*by alice/ })).toBeVisible();
  });
});

test("no typed character is lost while the page draws late", async ({ page }) => {
  // React's scheduler takes setImmediate where there is one.
  await page.addInitScript(() => Reflect.set(globalThis, "setImmediate", (task: () => void) => setTimeout(task, 60)));
  await openApp(page);
  await createConfigMap(page, "settings", { colour: "red" });
  await goTo(page, "#/objects/core/v1/configmaps/default/settings?tab=manifest");
  await page.getByRole("button", { name: "Edit" }).click();
  await page.locator(".kp-monaco .view-lines").getByText("red").click();
  await page.keyboard.press("End");
  await page.keyboard.type("dish-brown-with-a-touch-of-green", { delay: 7 });
  await expect(page.getByRole("region", { name: "Dry run result" })).toContainText(
    '"red" → "reddish-brown-with-a-touch-of-green"',
  );
});

test("the list follows others' changes and filters by name and label", async ({ page }) => {
  await openApp(page, "#/objects/core/v1/configmaps");
  await expect(page.getByText("No configmaps")).toBeVisible();
  await createConfigMap(page, "one", {});
  await createConfigMap(page, "two", {});
  await ask(
    page,
    "PATCH",
    "/api/v1/namespaces/default/configmaps/two",
    { metadata: { labels: { app: "web" } } },
    "application/merge-patch+json",
  );
  await expect(rowWith(page, "ConfigMap", "default")).toHaveCount(2);
  await page.getByLabel("Filter objects").fill("app=web");
  await expect(rowWith(page, "ConfigMap", "default")).toHaveCount(1);
  await page.getByLabel("Filter objects").fill("");
  await ask(page, "DELETE", "/api/v1/namespaces/default/configmaps/one");
  await expect(rowWith(page, "ConfigMap", "one")).toHaveCount(0);
});
