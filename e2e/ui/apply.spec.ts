import { expect, test, type Page } from "@playwright/test";
import { applyAs, ownersOfData } from "./apply-as.ts";
import { ask, goTo, openApp, openLog, rowWith } from "./open-page.ts";

const target = "/api/v1/namespaces/default/configmaps/shared-settings";
const configMap = (data: Readonly<Record<string, string>>) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "shared-settings", namespace: "default" },
  data,
});

const actor = (page: Page, name: string) => page.getByRole("region", { name: `Actor ${name}`, exact: true });
const manifest = (page: Page, name: string) => page.getByRole("textbox", { name: `Manifest of ${name}`, exact: true });
const verdict = (page: Page, name: string) =>
  page
    .getByRole("region", { name: `What if ${name} applies this`, exact: true })
    .getByRole("status")
    .first();
const way = (page: Page, name: RegExp) => actor(page, "bob").getByRole("radio", { name });
const object = (page: Page) => page.getByRole("region", { name: "The object now" });

/** Alice applied what stands on the bench; bob wants another colour. */
async function makeConflict(page: Page): Promise<void> {
  await openApp(page, "#/apply");
  await expect(verdict(page, "alice")).toHaveText("Applying as alice would create the object.");
  await expect(verdict(page, "bob")).toHaveText("Applying as bob would create the object.");
  await actor(page, "alice").getByRole("button", { name: "Apply", exact: true }).click();
  await expect(verdict(page, "alice")).toHaveText("Applying as alice would change nothing.");
  await expect(actor(page, "alice")).not.toContainText(/values? would change/);
  await expect(verdict(page, "bob")).toHaveText("Applying as bob would conflict on 1 field.");
  const cause = actor(page, "bob").getByRole("group", { name: /conflict/ });
  await expect(cause).toContainText("line 7");
  await expect(cause).toContainText('alice owns .data.colour with "blue"; this manifest sets "red".');
}

test("a conflict is resolved by force: the field and its value change hands", async ({ page }) => {
  await makeConflict(page);
  await expect(way(page, /^Force/)).toHaveAccessibleDescription(
    'bob alone would own it with "red"; alice would lose it.',
  );
  await way(page, /^Force/).check();
  await actor(page, "bob").getByRole("button", { name: "Apply with force" }).click();
  await expect(verdict(page, "bob")).toHaveText("Applying as bob would change nothing.");
  await expect(verdict(page, "alice")).toHaveText("Applying as alice would conflict on 1 field.");
  expect(await ownersOfData(page, target, "colour")).toEqual(["bob"]);
  expect((await ask(page, "GET", target)).text).toContain('"colour":"red"');
  await expect(object(page).getByRole("option").filter({ hasText: "colour: red" })).toContainText("bob");
});

test("a conflict is resolved by dropping the field: it stays as it was", async ({ page }) => {
  await makeConflict(page);
  await expect(way(page, /^Drop/)).toHaveAccessibleDescription('alice alone would own it with "blue".');
  await way(page, /^Drop/).check();
  await actor(page, "bob").getByRole("button", { name: "Apply without the field" }).click();
  await expect(verdict(page, "bob")).toHaveText("Applying as bob would change nothing.");
  await expect(manifest(page, "bob")).not.toHaveValue(/colour/);
  await expect(manifest(page, "bob")).toHaveValue(/shape: round/);
  expect(await ownersOfData(page, target, "colour")).toEqual(["alice"]);
  expect(await ownersOfData(page, target, "shape")).toEqual(["bob"]);
});

test("a conflict is resolved by sharing: the manifest takes the value that is there", async ({ page }) => {
  await makeConflict(page);
  await expect(way(page, /^Share/)).toHaveAccessibleDescription('alice and bob would own it together with "blue".');
  await way(page, /^Share/).check();
  await actor(page, "bob").getByText("Resulting managedFields").last().click();
  await expect(page.getByRole("region", { name: "managedFields after share" })).toContainText("manager: bob");
  expect(await ownersOfData(page, target, "colour")).toEqual(["alice"]);
  await actor(page, "bob").getByRole("button", { name: "Apply with the shared value" }).click();
  await expect(manifest(page, "bob")).toHaveValue(/colour: blue/);
  await expect(verdict(page, "bob")).toHaveText("Applying as bob would change nothing.");
  expect(await ownersOfData(page, target, "colour")).toEqual(["alice", "bob"]);
  await object(page).getByRole("option").filter({ hasText: "colour: blue" }).click();
  await expect(object(page).getByRole("status", { name: "The selected field" })).toContainText(
    "alice and bob share .data.colour",
  );
});

test("several conflicts are resolved each in its own way, by keyboard", async ({ page }) => {
  await openApp(page);
  await applyAs(page, "carol", target, configMap({ a: "1", b: "1", c: "1" }));
  await goTo(page, "#/apply");
  await manifest(page, "bob").fill(JSON.stringify(configMap({ a: "2", b: "2", c: "2" }), null, 1));
  await expect(verdict(page, "bob")).toHaveText("Applying as bob would conflict on 3 fields.");
  const causes = actor(page, "bob").getByRole("group", { name: /conflict/ });
  await causes
    .nth(0)
    .getByRole("radio", { name: /^Force/ })
    .focus();
  await page.keyboard.press("Space");
  await causes.nth(1).getByRole("radio", { name: /^Drop/ }).focus();
  await page.keyboard.press("Space");
  await expect(actor(page, "bob")).toContainText("1 left");
  await causes
    .nth(2)
    .getByRole("radio", { name: /^Force/ })
    .focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(causes.nth(2).getByRole("radio", { name: /^Share/ })).toBeChecked();
  const follows = actor(page, "bob").getByRole("region", { name: "Result of these choices" });
  for (const words of ["bob would gain .data.a.", "bob would share .data.c with others.", "carol would lose .data.a."])
    await expect(follows).toContainText(words);
  await expect(causes.nth(0).getByRole("radio", { name: /^Force/ })).toHaveAccessibleDescription(
    'bob alone would own it with "2"; carol would lose it.',
  );
  await follows.getByText("Resulting managedFields").click();
  await expect(follows.getByRole("region", { name: "managedFields with these choices" })).toContainText("manager: bob");
  await actor(page, "bob").getByRole("button", { name: "Apply as chosen" }).focus();
  await page.keyboard.press("Enter");
  await expect(verdict(page, "bob")).toHaveText("Applying as bob would change nothing.");
  await expect(manifest(page, "bob")).toBeFocused();
  expect(await Promise.all(["a", "b", "c"].map((key) => ownersOfData(page, target, key)))).toEqual([
    ["bob"],
    ["carol"],
    ["bob", "carol"],
  ]);
  expect((await ask(page, "GET", target)).text).toContain('"data":{"a":"2","b":"1","c":"1"}');
});

test("what would follow is told while one types, and follows what others do", async ({ page }) => {
  await makeConflict(page);
  await manifest(page, "bob").fill(
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: shared-settings\ndata:\n  colour: [\n",
  );
  await expect(verdict(page, "bob")).toHaveText("The manifest cannot be applied yet.");
  await manifest(page, "bob").fill(
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: shared-settings\ndata:\n  size: large\n  weight: light\n",
  );
  await expect(actor(page, "bob")).toContainText("bob would gain .data.weight.");
  await expect(actor(page, "bob")).toContainText("bob would share .data.size with others.");
  await ask(page, "PATCH", `${target}?fieldManager=hand`, { data: { size: "small" } }, "application/merge-patch+json");
  await expect(verdict(page, "bob")).toHaveText("Applying as bob would conflict on 1 field.");
  await expect(actor(page, "bob")).toContainText('hand (update) owns .data.size with "small"');
  await manifest(page, "alice").fill("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: shared-settings\n");
  await expect(actor(page, "alice")).toContainText("alice would lose .data.colour, which no one else owns.");
  await actor(page, "alice").getByRole("textbox", { name: "Field manager" }).fill("");
  await expect(page.getByRole("region", { name: "Actor somebody" })).toContainText(
    "The server would reject this apply",
  );
});

test("every question of the bench stands in the log: the page's by dry run, the person's for real", async ({
  page,
}) => {
  await makeConflict(page);
  await openLog(page);
  await page
    .getByRole("textbox", { name: "Filter: path, method, status" })
    .or(page.getByPlaceholder("Filter: path, method, status"))
    .first()
    .fill("shared-settings?fieldManager=alice");
  await expect(
    rowWith(page, "Request log", "fieldManager=alice&dryRun=All").filter({ hasText: "Page" }).first(),
  ).toBeVisible();
  const real = rowWith(page, "Request log", "fieldManager=alice").filter({ hasText: "You" });
  await expect(real).toHaveCount(1);
  await expect(real).not.toContainText("dryRun");
});

test("actors and manifests survive a reload, and travel by a link", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openApp(page, "#/apply");
  await page.getByRole("button", { name: "Add an actor" }).click();
  await manifest(page, "carol").fill("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: hers\n");
  await page.getByRole("button", { name: "Remove bob from the bench" }).click();
  await page.reload();
  await expect(manifest(page, "carol")).toHaveValue(/name: hers/);
  await expect(actor(page, "bob")).toHaveCount(0);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Remove carol from the bench" }).click();
  await expect(actor(page, "carol")).toHaveCount(0);
  await page.goto(link);
  await expect(manifest(page, "carol")).toHaveValue(/name: hers/);
  await expect(page).toHaveURL(/#\/apply$/);
  await page.getByRole("button", { name: "Restore mine" }).click();
  await expect(actor(page, "carol")).toHaveCount(0);
});

test("an object comes onto the bench with those who apply it", async ({ page }) => {
  await openApp(page);
  await applyAs(page, "carol", target, configMap({ a: "1" }));
  await applyAs(page, "dave", target, configMap({ b: "1" }));
  await goTo(page, "#/objects/core/v1/configmaps/default/shared-settings");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Open in the apply bench" }).click();
  await expect(manifest(page, "carol")).toHaveValue(/a: "1"/);
  await expect(manifest(page, "carol")).not.toHaveValue(/b: "1"/);
  await expect(verdict(page, "carol")).toHaveText("Not sent to the server yet.");
  await page.getByRole("button", { name: "Show what applying would do" }).click();
  await expect(verdict(page, "carol")).toHaveText("Applying as carol would change nothing.");
  await expect(verdict(page, "dave")).toHaveText("Applying as dave would change nothing.");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("one actor is in sight at a time, the others go on", async ({ page }) => {
    await openApp(page, "#/apply");
    await expect(verdict(page, "alice")).toHaveText("Applying as alice would create the object.");
    await expect(actor(page, "bob")).toBeHidden();
    await actor(page, "alice").getByRole("button", { name: "Apply", exact: true }).click();
    await page.getByRole("tab", { name: "bob ✗" }).click();
    await way(page, /^Share/).check();
    await actor(page, "bob").getByRole("button", { name: "Apply with the shared value" }).click();
    await expect(verdict(page, "bob")).toHaveText("Applying as bob would change nothing.");
    await page.getByRole("tab", { name: "Object" }).click();
    await expect(object(page).getByRole("option").filter({ hasText: "colour: blue" })).toContainText("alice and bob");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
