import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { axeProblems, changeTheme } from "./axe-problems.ts";
import { ask, createConfigMap, enterApp, goTo, openApp, runCommand } from "./open-page.ts";
import { createWrittenFiles } from "./run-written.ts";
import { commandLine, entryOf, run } from "./terminal-views.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const web = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "nginx" }] } },
  },
};

const record = (page: Page) => page.getByRole("button", { name: "Record what you do" });
const sign = (page: Page) => page.getByRole("button", { name: /^Recording/ });
const steps = (page: Page) => page.getByRole("list", { name: "Steps" }).getByRole("listitem");

/** Begins a recording, and waits until what is done from then on is recorded. */
async function begin(page: Page, by = () => record(page).click()): Promise<void> {
  await by();
  await expect(sign(page)).toHaveAccessibleName("Recording, 0 steps");
}

const byPalette = (page: Page): Promise<void> => runCommand(page, "Record what I do, or stop");

async function choose(page: Page, entry: string): Promise<void> {
  await sign(page).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

const stop = async (page: Page): Promise<void> => {
  await choose(page, "Stop and show the steps");
  await expect(page).toHaveURL(/#\/recordings\/./);
};

/** Waits until so many steps are recorded. */
const recorded = (page: Page, count: number): Promise<void> =>
  expect(sign(page)).toHaveAccessibleName(new RegExp(`, ${count} steps?$`));

/** Downloads what the recording is written as; resolves with the name of the file and its text. */
async function download(page: Page, format: string) {
  await page.getByRole("tab", { name: format }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("region", { name: format, exact: true }).getByRole("button", { name: "Download" }).click(),
  ]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}

/** Scales the Deployment as a reader does, by the action of its Overview. */
async function scale(page: Page, replicas: string): Promise<void> {
  await goTo(page, "#/objects/apps/v1/deployments/default/web");
  await page.getByRole("button", { name: "Scale…" }).click();
  const sheet = page.getByRole("dialog", { name: /^Scale/ });
  await sheet.getByLabel("Replicas").fill(replicas);
  await sheet.getByRole("button", { name: /^Scale/ }).click();
  await expect(sheet).toBeHidden();
}

test("what was done is replayed as a lesson, as a Playwright test and as a node test, without an edit", async ({
  page,
}) => {
  const writing = createWrittenFiles();
  await openApp(page, "#/objects");
  await ask(page, "POST", deployments, web);
  await createConfigMap(page, "not-of-the-session", {});
  await begin(page);

  await ask(page, "POST", configMaps, { metadata: { generateName: "settings-" }, data: { mode: "dark" } });
  await createConfigMap(page, "colours", { sky: "blue" });
  await recorded(page, 2);
  await scale(page, "3");
  await recorded(page, 3);
  await page.reload();
  await goTo(page, "#/terminal");
  await run(page, "echo '{apiVersion: v1, kind: ConfigMap, metadata: {name: shop}}' | kubectl apply -f -");
  await run(page, "kubectl get configmaps shop colours");
  await recorded(page, 5);
  await choose(page, "Pause");
  await expect(sign(page)).toHaveAccessibleName("Recording is paused, 5 steps");
  await createConfigMap(page, "while-paused", {});
  await choose(page, "Go on");
  await expect(sign(page)).toHaveAccessibleName("Recording, 5 steps");
  expect((await ask(page, "POST", configMaps, { metadata: { name: "colours" } })).status).toBe(409);
  await ask(page, "DELETE", `${configMaps}/colours`);
  await recorded(page, 7);
  await stop(page);

  await expect(steps(page)).toHaveCount(7);
  await expect(steps(page).nth(2)).toHaveAccessibleName("Scale Deployment web");
  await expect(steps(page).nth(5)).toHaveAccessibleName(/is refused$/);
  await page.getByRole("button", { name: "Try it" }).click();
  await expect(page.getByRole("status").filter({ hasText: "claims: all hold." })).toBeVisible();
  await expect(steps(page).getByText("holds", { exact: true })).toHaveCount(7);

  const lesson = await download(page, "Lesson");
  const playwright = await download(page, "Playwright");
  const node = await download(page, "Node test");
  const shell = await download(page, "Shell");
  const embed = await download(page, "Embed");
  expect([lesson, playwright, node, shell, embed].map(({ name }) => name)).toEqual(
    [".md", ".spec.ts", ".test.mjs", ".sh", ".html"].map((ending) => `recording-1${ending}`),
  );
  expect(lesson.text).toContain("name: settings-...");
  expect(lesson.text).not.toContain("not-of-the-session");
  expect(lesson.text).not.toContain("while-paused");
  expect(shell.text).toContain("kubectl patch deployments.v1.apps web");
  expect(embed.text).toContain("<kubepad-embed");
  const written = await writing;
  for (const { passed, output } of [
    await written.lesson(lesson.name, lesson.text),
    await written.nodeTest(node.name, node.text),
    await written.playwrightTest(playwright.name, playwright.text),
  ])
    expect(passed, output).toBe(true);
  written.remove();
});

test.describe("in one world", () => {
  test.use({ world: "recorder" });

  test("steps are named, ordered, removed and their claims chosen; the lesson is edited and kept", async ({ page }) => {
    await enterApp(page, "#/recordings");
    await begin(page, () => page.getByRole("button", { name: "Record", exact: true }).click());
    await createConfigMap(page, "edit-a", { mode: "dark" });
    await createConfigMap(page, "edit-b", {});
    await recorded(page, 2);
    await stop(page);
    const name = page.getByRole("textbox", { name: "Name of the recording" });
    await name.fill("Two maps");
    const lesson = page.getByRole("region", { name: "Lesson of the recording" });
    await expect(lesson).toContainText("title: Two maps");

    await page.getByRole("textbox", { name: "Title of step 1" }).fill("Make the first");
    await expect(lesson).toContainText("## Make the first");
    await page.getByRole("button", { name: "Move down: Make the first" }).press("Enter");
    await expect(steps(page).nth(1)).toHaveAccessibleName("Make the first");
    await expect(lesson).toContainText("mode: dark");
    await steps(page).nth(1).getByRole("checkbox", { name: "data", exact: true }).uncheck();
    await expect(lesson).not.toContainText("mode: dark");
    await page.getByRole("button", { name: "Remove: Create ConfigMap edit-b" }).click();
    await expect(steps(page)).toHaveCount(1);
    // What is changed before it is undone stays.
    await page.getByRole("textbox", { name: "Title of step 1" }).fill("Make one");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(steps(page)).toHaveCount(2);
    await expect(steps(page).nth(1)).toHaveAccessibleName("Make one");

    await page.getByRole("button", { name: "Edit in the author view" }).click();
    const source = page.getByRole("textbox", { name: "Markdown of the lesson" });
    await source.fill((await source.inputValue()).replace("# Two maps", "# Two maps\n\nOne after the other."));
    await page.getByRole("button", { name: "Keep in the recording" }).click();
    await expect(lesson).toContainText("One after the other.");
    await page.reload();
    await expect(lesson).toContainText("One after the other.");
    await page.getByRole("button", { name: "Write it from the steps again" }).click();
    await expect(lesson).not.toContainText("One after the other.");

    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page).toHaveURL(/#\/recordings$/);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("link", { name: "Two maps" })).toBeVisible();
  });

  test("a watch is recorded with its events, and replayed without an edit", async ({ page }) => {
    const writing = createWrittenFiles();
    await enterApp(page, "#/recordings");
    await begin(page, () => byPalette(page));
    await goTo(page, `#/watches?open=${encodeURIComponent("/api/v1/namespaces/default/services?watch=true")}`);
    await recorded(page, 2); // the watch, and what it tells of the Service that is there
    const created = { metadata: { generateName: "web-" }, spec: { ports: [{ port: 80 }] } };
    const { text } = await ask(page, "POST", "/api/v1/namespaces/default/services", created);
    const { name } = JSON.parse(text).metadata;
    await ask(page, "DELETE", `/api/v1/namespaces/default/services/${name}`);
    // the events are one step, whose title says how many there are so far
    await expect(page.getByRole("button", { name: /DELETED/ })).toHaveCount(1);
    await page.getByRole("button", { name: "End the watch" }).click();
    await recorded(page, 4);
    await stop(page);
    await expect(steps(page).nth(0)).toHaveAccessibleName("Watch services");
    await expect(steps(page).nth(3)).toHaveAccessibleName(/^Events: ADDED kubernetes, ADDED web-\w+, DELETED web-/);
    await page.getByRole("button", { name: "Try it" }).click();
    await expect(page.getByRole("status").filter({ hasText: "claims: all hold." })).toBeVisible();
    const lesson = await download(page, "Lesson");
    expect(lesson.text).toContain("```yaml events of=watch1");
    const node = await download(page, "Node test");
    const playwright = await download(page, "Playwright");
    const written = await writing;
    for (const { passed, output } of [
      await written.lesson(lesson.name, lesson.text),
      await written.nodeTest(node.name, node.text),
      await written.playwrightTest(playwright.name, playwright.text),
    ])
      expect(passed, output).toBe(true);
    written.remove();
  });

  test("watches of kubepad.fetch and of kubectl get --watch are recorded, and replayed without an edit", async ({
    page,
  }) => {
    const writing = createWrittenFiles();
    await enterApp(page, "#/terminal");
    await createConfigMap(page, "followed", { a: "0" });
    await begin(page, () => byPalette(page));
    await page.evaluate(async (target) => {
      const fetch: typeof globalThis.fetch = Reflect.get(Object(Reflect.get(globalThis, "kubepad")), "fetch");
      const { body } = await fetch(`${target}?watch=true&fieldSelector=metadata.name%3Dfollowed`);
      void body?.pipeTo(new WritableStream());
    }, configMaps);
    await recorded(page, 2); // the watch, and what it tells of the object that is there
    const line = "kubectl get configmaps followed --watch";
    await commandLine(page).fill(line);
    await commandLine(page).press("Enter");
    await recorded(page, 4);
    await ask(page, "PATCH", `${configMaps}/followed`, { data: { a: "1" } }, "application/merge-patch+json");
    await expect(entryOf(page, line)).toContainText(/followed[^]*followed/);
    await commandLine(page).press("Control+c");
    await recorded(page, 5);
    // a line that comes to its end is one step, with what it has waited for
    await run(page, "kubectl wait configmap/followed --for=jsonpath={.data.a}=1");
    await recorded(page, 6);
    await stop(page);
    const names = [
      /^Watch /,
      /^Watch /,
      /followed$/,
      /^kubectl wait/,
      /^Events: ADDED followed/,
      /^Events: ADDED followed/,
    ];
    for (const [i, name] of names.entries()) await expect(steps(page).nth(i)).toHaveAccessibleName(name);
    const lesson = await download(page, "Lesson");
    expect(lesson.text).toContain("```yaml events of=watch2");
    const node = await download(page, "Node test");
    const written = await writing;
    for (const { passed, output } of [
      await written.lesson(lesson.name, lesson.text),
      await written.nodeTest(node.name, node.text),
    ])
      expect(passed, output).toBe(true);
    written.remove();
  });

  test("values of Secrets are written out only where that is asked for", async ({ page }) => {
    await enterApp(page, "#/terminal");
    await begin(page, () => byPalette(page));
    await run(page, "kubectl create secret generic door --from-literal=password=open-sesame");
    await recorded(page, 1);
    await stop(page);
    const lesson = page.getByRole("region", { name: "Lesson of the recording" });
    await expect(lesson).toContainText("--from-literal=password=replaced-1");
    await page.getByRole("button", { name: "Try it" }).click();
    await expect(page.getByRole("status").filter({ hasText: "all hold." })).toBeVisible();
    await page.getByRole("checkbox", { name: "Write out the values of Secrets" }).check();
    await expect(lesson).toContainText("open-sesame");
  });

  test("axe finds nothing, and it works on a phone and by keyboard", async ({ page }) => {
    await enterApp(page, "#/recordings");
    await begin(page, () => byPalette(page));
    await createConfigMap(page, "phone", {});
    await recorded(page, 1);
    for (const theme of ["light", "dark"] as const) {
      await changeTheme(page, theme);
      expect(await axeProblems(page, "all")).toEqual([]);
    }
    await sign(page).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/#\/recordings\/./);
    await expect(steps(page)).toHaveCount(1);
    for (const theme of ["light", "dark"] as const) {
      await changeTheme(page, theme);
      expect(await axeProblems(page, "all")).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    for (const tab of ["Lesson", "Shell", "Steps"]) {
      await page.getByRole("tab", { name: tab }).click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }
    expect(await axeProblems(page, "all")).toEqual([]);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Record" }).click();
    await expect(sign(page)).toHaveText("0");
    await stop(page);
    await expect(page.getByText("Nothing was recorded")).toBeVisible();
  });
});
