import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { decodeLink, encodeLink } from "../../src/share/link-codec.ts";
import { definitionWithThreeObjects, type MakingRequest } from "../../src/share/testing/worlds.ts";
import type { World } from "../../src/share/world.ts";
import { applyAs } from "./apply-as.ts";
import { changeTheme, axeProblems } from "./axe-problems.ts";
import { ask, createConfigMap, goTo, openApp, rowWith } from "./open-page.ts";
import { drop, guestBar, offer, openDialog, openElsewhere, shareLink } from "./share-views.ts";

const lamps = "/apis/lights.example.com/v1/namespaces/default/lamps";
const configMaps = "/api/v1/namespaces/default/configmaps";
const shared = "/api/v1/namespaces/default/configmaps/shared-settings";

const manifest = (page: Page, name: string) => page.getByRole("textbox", { name: `Manifest of ${name}`, exact: true });
const verdict = (page: Page, name: string) =>
  page
    .getByRole("region", { name: `What if ${name} applies this`, exact: true })
    .getByRole("status")
    .first();

async function make(page: Page, requests: readonly MakingRequest[]): Promise<void> {
  for (const { method, target, type, body } of requests) {
    await expect.poll(async () => (await ask(page, method, target, body, type)).status).toBeLessThan(300);
  }
}

/** Requests to the tab's own server other than those of controllers and the reads of the page. */
const sentToOwnServer = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const kubepad: unknown = Reflect.get(globalThis, "kubepad");
    const inspect: unknown = Reflect.get(Object(kubepad), "inspect");
    const traces: (after: number) => Promise<readonly Record<string, unknown>[]> = Reflect.get(
      Object(inspect),
      "traces",
    );
    return (await traces(0))
      .filter(({ method, source }) => {
        const kind: unknown = Reflect.get(Object(source), "kind");
        return kind !== "controller" && (method !== "GET" || kind !== "ui");
      })
      .map(({ method, target }) => `${String(method)} ${String(target)}`);
  });

test("a definition with three objects travels by a link to a fresh profile, and is kept when asked", async ({
  page,
  browser,
  baseURL,
}) => {
  await openApp(page);
  await make(page, definitionWithThreeObjects);
  await goTo(page, "#/objects/lights.example.com/v1/lamps");
  await expect(rowWith(page, "Lamp", "kitchen")).toBeVisible();
  const link = await shareLink(page);
  expect(link.length).toBeLessThanOrEqual(600);

  const reader = await openElsewhere(browser, link, baseURL);
  await expect(offer(reader)).toContainText(
    "It brings 4 objects (1 CustomResourceDefinition, 3 Lamp) and the view Objects.",
  );
  await expect(reader.locator(".kp-state")).toContainText("revision");
  expect(await sentToOwnServer(reader)).toEqual([]);
  await createConfigMap(reader, "mine", { a: "b" });

  await offer(reader).getByRole("button", { name: "Open", exact: true }).click();
  await expect(guestBar(reader)).toContainText("It brings 4 objects");
  await expect(reader).toHaveURL(/#\/objects\/lights.example.com\/v1\/lamps$/);
  for (const name of ["kitchen", "garden", "bedroom"]) await expect(rowWith(reader, "Lamp", name)).toBeVisible();
  expect((await ask(reader, "GET", lamps)).status).toBe(404);
  expect(await sentToOwnServer(reader)).toEqual([`POST ${configMaps}`, `GET ${lamps}`]);

  await guestBar(reader).getByRole("button", { name: "Keep it…" }).click();
  const dialog = reader.getByRole("dialog", { name: "Keep it on my server" });
  await expect(dialog).toContainText("4 objects will be created on your server.");
  await dialog.getByRole("button", { name: "Keep", exact: true }).click();
  await expect(dialog).toContainText("4 objects created.");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(guestBar(reader)).toHaveCount(0);
  await expect(rowWith(reader, "Lamp", "garden")).toBeVisible();
  const kept = await ask(reader, "GET", `${lamps}/garden`);
  expect(JSON.parse(kept.text).metadata.managedFields).toMatchObject([{ manager: "kubectl-create" }]);
  expect(JSON.parse((await ask(reader, "GET", `${configMaps}/mine`)).text).data).toEqual({ a: "b" });
  await reader.context().close();
});

test("an apply session with a conflict travels by a link, beside the reader's own session and objects", async ({
  page,
  browser,
  baseURL,
}) => {
  const settings = (data: Readonly<Record<string, string>>) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "shared-settings", namespace: "default" },
    data,
  });
  await openApp(page, "#/apply");
  await applyAs(page, "alice", shared, settings({ colour: "blue", size: "large" }));
  await manifest(page, "bob").fill(
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: shared-settings\n  namespace: default\ndata:\n  colour: purple\n",
  );
  await expect(verdict(page, "bob")).toContainText("would conflict");
  const words = (await verdict(page, "bob").textContent()) ?? "";
  const link = await shareLink(page);
  expect(link.length).toBeLessThanOrEqual(600);

  const reader = await openElsewhere(browser, link, baseURL);
  await expect(reader.locator(".kp-state")).toContainText("revision");
  expect(await sentToOwnServer(reader)).toEqual([]);
  await applyAs(reader, "me", shared, settings({ colour: "green" }));
  await offer(reader).getByRole("button", { name: "Open", exact: true }).click();
  await expect(manifest(reader, "bob")).toHaveValue(/colour: purple/);
  await expect(verdict(reader, "bob")).toHaveText(words);
  await expect(reader).toHaveURL(/#\/apply$/);

  await guestBar(reader).getByRole("button", { name: "Keep it…" }).click();
  const dialog = reader.getByRole("dialog", { name: "Keep it on my server" });
  await expect(dialog).toContainText("1 object with the same name and other content");
  await expect(dialog).toContainText("ConfigMap default/shared-settings");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await guestBar(reader).getByRole("button", { name: "Back to mine" }).click();
  await goTo(reader, "#/apply");
  await expect(manifest(reader, "bob")).toHaveValue(/colour: red/);
  expect(JSON.parse((await ask(reader, "GET", shared)).text).data).toEqual({ colour: "green" });

  await reader.goto(link);
  await offer(reader).getByRole("button", { name: "Open", exact: true }).click();
  await guestBar(reader).getByRole("button", { name: "Keep it…" }).click();
  await dialog.getByRole("checkbox", { name: "Replace ConfigMap default/shared-settings" }).check();
  await dialog.getByRole("checkbox", { name: /^Also take over what was entered in Apply/ }).check();
  await dialog.getByRole("button", { name: "Keep", exact: true }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(guestBar(reader)).toHaveCount(0);
  await expect(manifest(reader, "bob")).toHaveValue(/colour: purple/);
  await expect(verdict(reader, "bob")).toHaveText(words);
  await reader.context().close();
});

const script = "<img src=x onerror='globalThis.ran=1'><script>globalThis.ran=1</script>";

test("hostile links neither run nor break anything", async ({ page }) => {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("dialog", (dialog) => void dialog.accept().then(() => problems.push("a dialog")));
  await openApp(page);
  await createConfigMap(page, "mine", {});
  const refusals = [
    ["1%3Cscript%3E", "This link is damaged or incomplete."],
    ["9abc", "This link has version 9 of the format"],
    [`1${"A".repeat(300_000)}`, "This link is longer than 256 KB"],
    [(await encodeLink({ objects: [] })).slice(0, 3), "This link"],
  ] as const;
  for (const [text, sentence] of refusals) {
    await goTo(page, `#/shared/${text}`);
    await expect(offer(page).getByRole("alert")).toContainText(sentence);
  }
  const world: World = {
    objects: [
      {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "a", namespace: "default", annotations: { "example.com/a": script } },
        data: { text: script },
      },
      { apiVersion: script, kind: script, metadata: { name: script, namespace: script } },
    ],
    identity: { user: script, groups: [script] },
    requests: [{ method: script, target: script, type: script, body: script }],
    view: {
      address: `#/objects/core/v1/configmaps/default/a?tab=${encodeURIComponent(script)}`,
      state: { "bench.own": script, cel: { mode: script }, functions: { a: { registered: script, source: script } } },
    },
  };
  await goTo(page, `#/shared/${await encodeLink(world)}`);
  await expect(offer(page)).toContainText("It brings 2 objects");
  await offer(page).getByRole("button", { name: "Open", exact: true }).click();
  await expect(guestBar(page)).toContainText("1 object rejected");
  for (const address of ["#/apply", "#/cel", "#/requests", "#/identity", "#/objects/core/v1/configmaps/default/a"])
    await goTo(page, address);
  await guestBar(page).getByRole("button", { name: "Back to mine" }).click();
  await goTo(page, "#/objects/core/v1/configmaps");
  await expect(rowWith(page, "ConfigMap", "mine")).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(globalThis, "ran"))).toBeUndefined();
  expect(problems).toEqual([]);
});

test("objects go out as files and come in by drag and drop or from the menu", async ({ page, browser, baseURL }) => {
  await openApp(page);
  await make(page, definitionWithThreeObjects);
  await ask(page, "PATCH", `${lamps}/garden`, { spec: { watts: 70 } }, "application/merge-patch+json");
  await openDialog(page);
  const [yaml] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as YAML" }).click(),
  ]);
  await page.getByRole("checkbox", { name: "Earlier states of the objects, in files" }).check();
  const [packed] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as file" }).click(),
  ]);
  const text = await readFile(await yaml.path(), "utf8");
  expect(text).not.toMatch(/uid|managedFields|resourceVersion/);

  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const reader = await context.newPage();
  await openApp(reader);
  await drop(reader, "broken.yaml", "a: [1");
  await expect(offer(reader).getByRole("alert")).toContainText("The file cannot be read");
  await drop(reader, "lamps.yaml", text);
  await expect(offer(reader)).toContainText("It brings 4 objects");
  await offer(reader).getByRole("button", { name: "Import into my server…" }).click();
  const dialog = reader.getByRole("dialog", { name: "Keep it on my server" });
  await dialog.getByRole("button", { name: "Keep", exact: true }).click();
  await expect(dialog).toContainText("4 objects created.");
  await dialog.getByRole("button", { name: "Done" }).click();
  expect(JSON.parse((await ask(reader, "GET", lamps)).text).items).toHaveLength(3);

  await reader.getByRole("button", { name: "Share", exact: true }).click();
  const [chooser] = await Promise.all([
    reader.waitForEvent("filechooser"),
    reader.getByRole("menuitem", { name: "Open a file…" }).click(),
  ]);
  await chooser.setFiles({
    name: "lamps.kubepad",
    mimeType: "application/octet-stream",
    buffer: await readFile(await packed.path()),
  });
  await expect(offer(reader).getByRole("heading", { name: "lamps.kubepad" })).toBeVisible();
  await offer(reader).getByRole("button", { name: "Import into my server…" }).click();
  await expect(dialog).toContainText("4 objects are there already.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await offer(reader).getByRole("button", { name: "Open", exact: true }).click();
  await expect(guestBar(reader)).toContainText(/a history of \d+ changes/);
  await goTo(reader, "#/objects/lights.example.com/v1/lamps/default/garden?tab=history");
  await expect(reader.getByRole("region", { name: "History" }).getByText("watts").first()).toBeVisible();
  await context.close();
});

test("requests, the user to act as and settings come along, and more than 8 KB goes into a file", async ({ page }) => {
  await openApp(page);
  await createConfigMap(page, "large", { text: Array.from({ length: 4_000 }, (_, i) => i.toString(36)).join(" ") });
  await page.getByRole("link", { name: "Requests", exact: true }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("200 OK").first()).toBeVisible();
  await openDialog(page);
  await expect(page.getByText(/A link of this would have .* links have 8 KB at most/)).toBeVisible();
  await page.getByRole("combobox", { name: "Objects" }).selectOption("none");
  await page.getByRole("checkbox", { name: /1 request of the console/ }).check();
  const link = page.getByRole("textbox", { name: "Link" });
  await expect(link).toHaveValue(/#\/shared\/1/);
  const world = await decodeLink((await link.inputValue()).split("#/shared/")[1] ?? "");
  expect(world).toMatchObject({ objects: [], requests: [{ method: "GET", target: "/api/v1/namespaces" }] });

  const text = await encodeLink({
    ...world,
    identity: { user: "jane", groups: [] },
    settings: { emulatedVersion: "1.33" },
  });
  await page.goto(`/#/shared/${text}`);
  await page.reload();
  await expect(offer(page)).toContainText("server settings (release 1.33) and the user jane to act as");
  await offer(page).getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByRole("group", { name: "Acting as another user" })).toContainText("jane");
  await expect(page.getByRole("complementary", { name: "History" })).toContainText("/api/v1/namespaces");
});

test("settings that this version does not know are left out by name, and the rest opens", async ({ page }) => {
  const world: World = {
    objects: [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "kept", namespace: "default" } }],
    settings: {
      emulatedVersion: "1.33",
      featureGates: { FeatureOfTomorrow: true },
      controllers: ["garbage-collector-controller", "controller-of-tomorrow"],
    },
  };
  await openApp(page);
  await goTo(page, `#/shared/${await encodeLink(world)}`);
  await offer(page).getByRole("button", { name: "Open", exact: true }).click();
  await expect(guestBar(page)).toContainText(
    "This version of Kubepad does not take: feature gate FeatureOfTomorrow, controller controller-of-tomorrow.",
  );
  await goTo(page, "#/objects/core/v1/configmaps");
  await expect(rowWith(page, "ConfigMap", "kept")).toBeVisible();
});

test("a Secret is shared only where the sharer says so", async ({ page }) => {
  await openApp(page);
  await ask(page, "POST", "/api/v1/namespaces/default/secrets", {
    metadata: { name: "keys" },
    stringData: { password: "correct-horse" },
  });
  await ask(page, "POST", "/api/v1/namespaces/default/pods", {
    metadata: { name: "web" },
    spec: { containers: [{ name: "web", image: "web:1", envFrom: [{ secretRef: { name: "keys" } }] }] },
  });
  const kindsIn = async (): Promise<readonly (string | undefined)[]> => {
    const address = await page.getByRole("textbox", { name: "Link" }).inputValue();
    return (await decodeLink(address.split("#/shared/")[1] ?? "")).objects.map(({ kind }) => kind);
  };
  const warning = page.getByText("1 Secret will be readable by everyone");
  await openDialog(page);
  await expect.poll(kindsIn).toEqual(["Pod"]);
  await expect(warning).toHaveCount(0);
  await page.getByRole("checkbox", { name: "1 Secret too" }).check();
  await expect.poll(kindsIn).toEqual(["Pod", "Secret"]);
  await expect(warning).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).click();

  await goTo(page, "#/objects/core/v1/secrets/default/keys");
  await openDialog(page);
  await expect.poll(kindsIn).toEqual([]);
  await page.getByRole("button", { name: "Close", exact: true }).click();

  await goTo(page, "#/objects/core/v1/pods/default/web");
  await openDialog(page);
  await expect.poll(kindsIn).toEqual(["Pod"]);
  const along = page.getByRole("group", { name: "What comes along" });
  const keys = along.getByRole("checkbox", { name: /^Secret default\/keys web refers to it/ });
  await expect(keys).not.toBeChecked();
  await keys.check();
  await expect.poll(kindsIn).toEqual(["Pod", "Secret"]);
  await expect(warning).toBeVisible();
});

const sizes = [
  { name: "desktop", viewport: { width: 1440, height: 900 } },
  { name: "phone", viewport: { width: 390, height: 844 } },
] as const;

for (const { name, viewport } of sizes) {
  test(`axe finds nothing in what sharing shows, on a ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const check = async (): Promise<void> => {
      for (const colorScheme of ["light", "dark"] as const) {
        await changeTheme(page, colorScheme);
        expect.soft(await axeProblems(page, colorScheme === "light" ? "all" : "colours")).toEqual([]);
        const folder = process.env["KUBEPAD_SHOTS"];
        if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${++shots}.png` });
      }
    };
    let shots = 0;
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openApp(page);
    await make(page, definitionWithThreeObjects);
    await openDialog(page);
    await page.getByRole("combobox", { name: "Objects" }).selectOption("some");
    await expect(page.getByRole("textbox", { name: "Link" })).toBeVisible();
    await check();
    await page.getByRole("checkbox", { name: /^Lamp/ }).check();
    const link = page.getByRole("textbox", { name: "Link" });
    await expect(page.getByText(/characters. Everything is in the link itself/)).toBeVisible();
    const address = await link.inputValue();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await goTo(page, address.slice(address.indexOf("#")));
    await expect(offer(page)).toContainText("It brings");
    await check();
    await offer(page).getByRole("button", { name: "Open", exact: true }).click();
    await expect(guestBar(page)).toBeVisible();
    await check();
    await guestBar(page).getByRole("button", { name: "Keep it…" }).click();
    await expect(page.getByText(/will be created on your server|there already/)).toBeVisible();
    await check();
    await page.keyboard.press("Escape");
    await goTo(page, "#/shared/9");
    await expect(offer(page).getByRole("alert")).toBeVisible();
    await check();
  });
}
