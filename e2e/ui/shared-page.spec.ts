import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";

// Both run in the same worker.
test.describe.configure({ mode: "serial" });

let earlier: Page | undefined;
const requests: string[] = [];

/** Returns what the page, its context and the storage of its site hold. */
async function stateOf(page: Page): Promise<Readonly<Record<string, unknown>>> {
  await page.goto("./icon.svg");
  const state = await page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    cookies: document.cookie,
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    name: window.name,
    history: history.length,
    added: ["addedByScript", "addedFunction"].filter((name) => name in globalThis),
    dark: matchMedia("(prefers-color-scheme: dark)").matches,
    moving: matchMedia("(prefers-reduced-motion: no-preference)").matches,
    online: navigator.onLine,
    width: innerWidth,
  }));
  return { ...state, tabs: page.context().pages().length };
}

const untouched = {
  local: 0,
  session: 0,
  cookies: "",
  databases: [],
  caches: [],
  name: "",
  history: 1,
  added: [],
  dark: false,
  moving: false,
  online: true,
  width: 1440,
  tabs: 1,
};

test("a test that leaves all kinds of things behind", async ({ page, context }) => {
  earlier = page;
  page.on("request", (request) => requests.push(request.url()));
  await page.addInitScript(() => Reflect.set(globalThis, "addedByScript", true));
  await page.exposeFunction("addedFunction", () => true);
  await page.route("**/licenses.txt", (route) => route.fulfill({ body: "intercepted" }));
  await page.setViewportSize({ width: 400, height: 400 });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "no-preference" });
  await page.goto("./icon.svg?first");
  await page.goto("./icon.svg?second");
  await page.evaluate(async () => {
    localStorage.setItem("a", "b");
    sessionStorage.setItem("a", "b");
    document.cookie = "a=b";
    window.name = "named";
    await caches.open("a");
    await new Promise((resolve) => {
      indexedDB.open("a").onsuccess = resolve;
    });
  });
  await context.newPage();
  const left = await stateOf(page);
  for (const [name, value] of Object.entries(untouched))
    if (name !== "online") expect(left[name], name).not.toEqual(value);
  await context.setOffline(true);
});

test("leaves nothing to the next test, which has the same page", async ({ page }) => {
  const before = requests.length;
  expect(await stateOf(page)).toEqual(untouched);
  expect(page).toBe(earlier);
  expect(requests).toHaveLength(before);
  expect(await page.evaluate(async () => (await fetch("./licenses.txt")).text())).not.toBe("intercepted");
});

test.describe("in a world of several tests", () => {
  test.use({ world: "kept" });

  test("a test leaves what it stores, and listens no more", async ({ page }) => {
    page.on("request", (request) => requests.push(request.url()));
    await page.goto("./icon.svg");
    await page.evaluate(() => localStorage.setItem("a", "b"));
    requests.length = 0;
  });

  test("the next test finds what is stored", async ({ page }) => {
    expect(await page.evaluate(() => localStorage.getItem("a"))).toBe("b");
    await page.reload();
    expect(requests).toEqual([]);
  });
});

test("a test of another world finds nothing", async ({ page }) => {
  expect(await stateOf(page)).toEqual(untouched);
});
