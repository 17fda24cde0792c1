import { expect, type BrowserContext, type Page } from "@playwright/test";

/** Sends a request to the page's server, as a script on the page would. */
export const ask = (
  page: Page,
  method: string,
  target: string,
  body?: unknown,
  type = "application/json",
): Promise<{ readonly status: number; readonly text: string }> =>
  page.evaluate(
    async ([verb, path, text, contentType]) => {
      const kubepad: unknown = Reflect.get(globalThis, "kubepad");
      const fetch: typeof globalThis.fetch = Reflect.get(Object(kubepad), "fetch");
      const answer = await fetch(path, {
        method: verb,
        ...(text === "" ? {} : { body: text, headers: { "Content-Type": contentType } }),
      });
      return { status: answer.status, text: await answer.text() };
    },
    [method, target, body === undefined ? "" : JSON.stringify(body), type] as const,
  );

/** A new world without the controllers of workloads, whose objects and requests are those of the test only. */
const plainWorld = "?controllers=";

/**
 * Lets the pages of a test load the code of a view when it is opened, as for readers who save data: loading that of all
 * others takes as long as many a test.
 */
export const saveData = (
  pages: Pick<Page, "addInitScript"> | Pick<BrowserContext, "addInitScript">,
): Promise<unknown> =>
  pages.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));

/** A place that sends no requests of its own, for tests that are about something else. */
const quietPlace = "#/watches";

/**
 * Opens the app at an address and waits until its server is ready. Its world has no controllers but the API server's
 * own, unless the test is about a living one.
 */
export async function openApp(page: Page, address = quietPlace, world: "plain" | "living" = "plain"): Promise<void> {
  await saveData(page);
  await page.goto(`/${world === "plain" ? plainWorld : ""}${address}`);
  await expect(page.locator(".kp-state")).toContainText("revision");
}

/**
 * Navigates to another address of the open app, and waits until the page has heard of it: what is clicked next is not
 * what the address before has shown, where that has an element of the same name.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => {
    const before = location.href;
    location.hash = hash;
    if (location.href === before) return undefined;
    return new Promise<void>((resolve) => addEventListener("hashchange", () => resolve(), { once: true }));
  }, address);
}

/** Opens the app, or goes to the address if an earlier test of the same world has opened it. */
export const enterApp = (page: Page, address: string, world: "plain" | "living" = "plain"): Promise<void> =>
  new URL(page.url()).hash === "" ? openApp(page, address, world) : goTo(page, address);

/** Runs a command of the palette, found by its whole label. */
export async function runCommand(page: Page, label: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByPlaceholder("Search actions, kinds, objects").fill(label);
  await page.getByRole("option", { name: label }).first().click();
}

/** Creates config maps through the server. */
export async function createConfigMap(page: Page, name: string, data: Readonly<Record<string, string>>): Promise<void> {
  const { status, text } = await ask(page, "POST", "/api/v1/namespaces/default/configmaps", {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name },
    data,
  });
  expect(status, text).toBe(201);
}

/** Locates the row of a table that contains a text. */
export const rowWith = (page: Page, label: string, text: string) =>
  page.getByRole("table", { name: label }).getByRole("row").filter({ hasText: text });

/** Opens the request log below the view, where it is not open yet. One that is open loads later than its view. */
export async function openLog(page: Page): Promise<void> {
  const log = page.getByRole("region", { name: "Request log" });
  const button = page.getByRole("button", { name: "Request log", exact: true });
  await expect(log.or(button)).toBeVisible();
  if (await button.isVisible()) await button.click();
  await expect(log).toBeVisible();
}
