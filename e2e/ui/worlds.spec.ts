import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { encodeLink } from "../../src/share/link-codec.ts";
import { axeProblems, changeTheme } from "./axe-problems.ts";
import { ask, createConfigMap, goTo, openApp, runCommand } from "./open-page.ts";
import { guestBar, offer } from "./share-views.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

const names = async (page: Page): Promise<readonly string[]> =>
  JSON.parse((await ask(page, "GET", configMaps)).text)
    .items.map(({ metadata }: { readonly metadata: { readonly name: string } }) => metadata.name)
    .filter((name: string) => name !== "kube-root-ca.crt");

const worldIn = (page: Page): string => new URL(page.url()).searchParams.get("world") ?? "";
const isReady = (page: Page) => expect(page.locator(".kp-state")).toContainText("revision");
const menu = (page: Page) => page.getByRole("button", { name: /^World: / });
const row = (page: Page, name: string) =>
  page.getByRole("region", { name: "Worlds" }).getByRole("listitem").filter({ hasText: name });
const list = (page: Page) => goTo(page, "#/server?tab=worlds");

/** Makes a world in the dialog that is open, and waits until it is shown. */
async function create(page: Page, name: string): Promise<string> {
  const dialog = page.getByRole("dialog", { name: "New world" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page).toHaveTitle(new RegExp(` · ${name} · Kubepad$`));
  await isReady(page);
  return worldIn(page);
}

/** What the browser keeps of a world. */
const keptOf = (page: Page, id: string): Promise<readonly string[]> =>
  page.evaluate(
    async (world) => [
      ...(await indexedDB.databases()).flatMap(({ name = "" }) => (name.includes(`/world/${world}`) ? [name] : [])),
      ...[...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => key.includes(`@${world}.`)),
    ],
    id,
  );

test.use({ ownContext: true });

test("worlds are made, filled, switched, named, copied and deleted, each with its own objects", async ({
  page,
  context,
}) => {
  await openApp(page);
  await createConfigMap(page, "mine", {});
  await menu(page).click();
  await page.getByRole("menuitem", { name: "New world…" }).click();
  const staging = await create(page, "Staging");
  await expect(menu(page)).toHaveAccessibleName("World: Staging");
  await expect(page).toHaveTitle(/ · Staging · Kubepad$/);
  expect(await names(page)).toEqual([]);
  await createConfigMap(page, "theirs", { a: "1" });
  const changed = await ask(
    page,
    "PATCH",
    `${configMaps}/theirs`,
    { data: { a: "2" } },
    "application/merge-patch+json",
  );
  const revision = Number(JSON.parse(changed.text).metadata.resourceVersion);

  await page.reload();
  await isReady(page);
  expect([worldIn(page), await names(page)]).toEqual([staging, ["theirs"]]);
  const second = await context.newPage();
  await second.goto(page.url());
  await isReady(second);
  await expect(second.locator(".kp-state")).toContainText("another tab leads");
  expect(await names(second)).toEqual(["theirs"]);

  await menu(page).click();
  await page.getByRole("menuitem", { name: "My world" }).click();
  await expect(menu(page)).toHaveAccessibleName("World: My world");
  await isReady(page);
  expect([worldIn(page), await names(page)]).toEqual(["", ["mine"]]);
  await page.goBack();
  await expect(menu(page)).toHaveAccessibleName("World: Staging");
  await isReady(page);
  expect(await names(page)).toEqual(["theirs"]);

  await list(page);
  await page.getByRole("button", { name: "Rename Staging" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Before the release");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(menu(second)).toHaveAccessibleName("World: Before the release");

  await page.getByRole("button", { name: "Duplicate Before the release" }).click();
  await page.getByRole("button", { name: "Duplicate", exact: true }).click();
  await expect(menu(page)).toHaveAccessibleName("World: Before the release, copy");
  await isReady(page);
  const copy = worldIn(page);
  expect(copy).not.toBe(staging);
  const old = await ask(page, "GET", `${configMaps}?resourceVersionMatch=Exact&resourceVersion=${revision - 1}`);
  expect(JSON.parse(old.text).items.find(({ metadata }: never) => metadata["name"] === "theirs").data).toEqual({
    a: "1",
  });
  await createConfigMap(page, "only-here", {});
  expect(await names(second)).toEqual(["theirs"]);

  await list(page);
  await page.getByRole("button", { name: "Delete Before the release", exact: true }).click();
  await expect(page.getByRole("dialog", { name: /^Delete/ })).toContainText(
    "its objects with their history, its settings",
  );
  await page.getByRole("button", { name: "Delete the world" }).click();
  await expect(page.getByText("Before the release is open in another tab: close it there first.")).toBeVisible();
  expect(await names(second)).toEqual(["theirs"]);
  await second.close();
  await page.getByRole("button", { name: "Delete Before the release", exact: true }).click();
  await page.getByRole("button", { name: "Delete the world" }).click();
  await expect(page.getByText("Before the release is deleted.")).toBeVisible();
  expect(await keptOf(page, staging)).toEqual([]);
  expect(await names(page)).toEqual(expect.arrayContaining(["only-here", "theirs"]));

  await page.getByRole("button", { name: "Delete Before the release, copy" }).click();
  await page.getByRole("button", { name: "Delete the world" }).click();
  await expect(menu(page)).toHaveAccessibleName("World: My world");
  await isReady(page);
  await expect.poll(() => keptOf(page, copy)).toEqual([]);
  await list(page);
  await expect(row(page, "My world")).toHaveCount(1);
  await expect(page.getByRole("region", { name: "Worlds" }).getByRole("listitem")).toHaveCount(1);
  expect(await names(page)).toEqual(["mine"]);

  await page.goto(`/?controllers=&world=${staging}#/watches`);
  await expect(page.getByText("The world of this address is not in this browser.")).toBeVisible();
  expect([worldIn(page), await names(page)]).toEqual(["", ["mine"]]);
});

test("a world is not deleted in one of two tabs that show it, and not renamed once it is deleted", async ({
  page,
  context,
}) => {
  await openApp(page);
  await runCommand(page, "New world");
  const staging = await create(page, "Staging");
  await createConfigMap(page, "kept", {});
  const second = await context.newPage();
  await second.goto(page.url());
  await isReady(second);
  const remove = async (): Promise<void> => {
    await page.getByRole("button", { name: "Delete Staging" }).click();
    await page.getByRole("button", { name: "Delete the world" }).click();
  };
  await list(page);
  await remove();
  await expect(page.getByText("Staging is open in another tab: close it there first.")).toBeVisible();
  expect([worldIn(page), await names(page), await names(second)]).toEqual([staging, ["kept"], ["kept"]]);
  await second.goto("/#/server?tab=worlds");
  await second.getByRole("button", { name: "Rename Staging" }).click();
  await remove();
  await expect(menu(page)).toHaveAccessibleName("World: My world");
  await expect.poll(() => keptOf(page, staging)).toEqual([]);
  await second.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(second.getByText("Staging was deleted in another tab.")).toBeVisible();
  await second.reload();
  await expect(row(second, "My world")).toBeVisible();
  await expect(second.getByRole("region", { name: "Worlds" }).getByRole("listitem")).toHaveCount(1);
});

test("nothing stays of a copy that is left half way, or for which there is no room", async ({ page }) => {
  await openApp(page);
  await createConfigMap(page, "mine", {});
  for (const paused of [true, false])
    await page.evaluate((to) => window.kubepad.inspect.changeWorldTime(to), { paused });
  await list(page);
  const duplicate = async (): Promise<void> => {
    await page.getByRole("button", { name: "Duplicate My world" }).click();
    await page.getByRole("button", { name: "Duplicate", exact: true }).click();
  };
  const copies = () =>
    page.evaluate(async () => (await indexedDB.databases()).filter(({ name = "" }) => name.includes("/world/")).length);
  await page.evaluate(() => localStorage.setItem("kubepad.draft", JSON.stringify("x".repeat(3_000_000))));
  await duplicate();
  await expect(page.getByRole("dialog", { name: "Duplicate My world" }).getByRole("alert")).toContainText(
    "This browser has no room for a copy of what was entered",
  );
  expect(await copies()).toBe(0);
  await page.getByRole("button", { name: "Cancel" }).click();

  await page.evaluate(() => {
    localStorage.removeItem("kubepad.draft");
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (name, version) {
      return /world\/.*settings$/.test(name)
        ? Object.setPrototypeOf(new EventTarget(), IDBOpenDBRequest.prototype) // is never there
        : open.call(this, name, version);
    };
  });
  await duplicate();
  await expect.poll(copies).toBe(1);
  await page.reload();
  await isReady(page);
  await expect.poll(copies).toBe(0);
  await expect(page.getByRole("region", { name: "Worlds" }).getByRole("listitem")).toHaveCount(1);
  expect(await names(page)).toEqual(["mine"]);
});

test("a world is found by its database when its entry is lost, and one with a damaged entry does not hide others", async ({
  page,
}) => {
  await openApp(page);
  await runCommand(page, "New world");
  const first = await create(page, "First");
  await createConfigMap(page, "kept", {});
  await runCommand(page, "New world");
  const other = await create(page, "Other");
  await page.evaluate(
    (id) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("kubepad/worlds");
        opening.addEventListener("success", () => {
          const write = opening.result.transaction("worlds", "readwrite");
          write.objectStore("worlds").put({ name: 7 }, id);
          write.objectStore("worlds").put("rubbish", "another one");
          write.addEventListener("complete", () => (opening.result.close(), resolve()));
          write.addEventListener("abort", () => reject(write.error ?? new Error("aborted")));
        });
      }),
    first,
  );
  await list(page);
  await page.reload();
  await expect(row(page, "Other")).toContainText("open in this tab");
  await page.getByRole("link", { name: `Open World ${first}` }).click();
  await isReady(page);
  expect([worldIn(page), await names(page)]).toEqual([first, ["kept"]]);
  await list(page);
  await page.getByRole("button", { name: `Rename World ${first}` }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Found");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(row(page, "Found")).toContainText("open in this tab");
  expect(other).not.toBe(first);
});

test("what was entered and reached in a world stays in it; the look of the page is that of all", async ({ page }) => {
  await openApp(page, "#/terminal");
  const line = page.getByRole("textbox", { name: /command/i }).first();
  await line.fill("kubectl get namespaces");
  await changeTheme(page, "light");
  await runCommand(page, "Theme: dark");
  await runCommand(page, "New world");
  await create(page, "Other");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await goTo(page, "#/terminal");
  await expect(line).toHaveValue("");
  await runCommand(page, "Switch to world My world");
  await isReady(page);
  await goTo(page, "#/terminal");
  await expect(line).toHaveValue("kubectl get namespaces");
});

test("a shared world is kept as a new one, with what was done in it", async ({ page }) => {
  const settings = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "shared", namespace: "default" } };
  await openApp(page);
  await createConfigMap(page, "mine", {});
  await goTo(
    page,
    `#/shared/${await encodeLink({ objects: [settings], settings: { emulatedVersion: "1.33", pace: { paused: true, speed: 10 } } })}`,
  );
  await offer(page).getByRole("button", { name: "Open", exact: true }).click();
  await guestBar(page).getByRole("button", { name: "As a new world…" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("From a link");
  await page.getByRole("dialog").getByRole("button", { name: "Keep", exact: true }).click();
  await expect(menu(page)).toHaveAccessibleName("World: From a link");
  await isReady(page);
  await expect(guestBar(page)).toHaveCount(0);
  for (let i = 0; i < 2; i++) {
    expect(await names(page)).toEqual(["shared"]);
    expect(JSON.parse((await ask(page, "GET", "/version")).text).emulationMinor).toBe("33");
    expect(await page.evaluate(() => window.kubepad.inspect.worldTime())).toMatchObject({ paused: true, speed: 10 });
    await page.reload();
    await isReady(page);
  }
  await menu(page).click();
  await page.getByRole("menuitem", { name: "My world" }).click();
  await isReady(page);
  expect(await names(page)).toEqual(["mine"]);
});

test("worlds are made and switched with the keyboard alone", async ({ page }) => {
  await openApp(page);
  await menu(page).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "New world…" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("By keys");
  await page.keyboard.press("Enter");
  await expect(menu(page)).toHaveAccessibleName("World: By keys");
  await isReady(page);
  await menu(page).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Home");
  await expect(page.getByRole("menuitem", { name: "My world" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(menu(page)).toHaveAccessibleName("World: My world");
});

test("worlds are found on a phone in More, and names of objects are there", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openApp(page);
  await createConfigMap(page, "mine", {});
  const labels = { app: "web" };
  const containers = [{ name: "web", image: "web" }];
  await ask(page, "POST", "/apis/apps/v1/namespaces/default/deployments", {
    metadata: { name: "shown" },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  });
  await goTo(page, "#/world");
  await page.getByRole("tab", { name: "List" }).click();
  await expect(page.getByRole("main").getByTitle("shown", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Worlds: My world" }).click();
  await page.getByRole("button", { name: "New world…" }).click();
  await create(page, "On the phone");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Worlds: On the phone" }).click();
  await expect(row(page, "On the phone")).toContainText("open in this tab");
  await page.setViewportSize({ width: 900, height: 800 });
  await menu(page).click();
  await page.getByRole("menuitem", { name: "My world" }).click();
  await isReady(page);
  expect(await names(page)).toEqual(["mine"]);
});

for (const [name, viewport] of [
  ["desktop", { width: 1440, height: 900 }],
  ["phone", { width: 390, height: 844 }],
] as const)
  test(`axe finds nothing about worlds, on a ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    let shots = 0;
    const check = async (of: "axe" | "look" = "axe"): Promise<void> => {
      for (const colorScheme of ["light", "dark"] as const) {
        await changeTheme(page, colorScheme);
        if (of === "axe") expect.soft(await axeProblems(page, colorScheme === "light" ? "all" : "colours")).toEqual([]);
        const folder = process.env["KUBEPAD_SHOTS"];
        if (folder !== undefined)
          await page.screenshot({ path: `${folder}/worlds-${name}-${colorScheme}-${++shots}.png` });
      }
    };
    await openApp(page, "#/server?tab=worlds");
    await page.getByRole("button", { name: "New world…" }).click();
    await check();
    await create(page, "A world with a name that is rather long for a phone");
    await list(page);
    await expect(row(page, "rather long")).toContainText("open in this tab");
    await check();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole("button", { name: /^Delete A world/ }).click();
    await check();
    await page.getByRole("button", { name: "Cancel" }).click();
    if (name === "desktop") {
      await menu(page).click();
      await check("look");
    }
  });
