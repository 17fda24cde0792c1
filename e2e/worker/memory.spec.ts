import { expect, test } from "@playwright/test";
import type { Frame } from "@playwright/test";
import { chromiumArguments, ensureHeadlessChromium } from "../../.config/chromium.mjs";
import { builtApp, StaticHost } from "./static-host.ts";

const host = new StaticHost(builtApp);
let url = "";

test.use({
  launchOptions: {
    executablePath: ensureHeadlessChromium(),
    args: [...chromiumArguments, "--host-resolver-rules=MAP pad.test 127.0.0.1"],
  },
});
test.beforeAll(async () => void (url = await host.start()));
test.afterAll(() => host.stop());

/** What a server without storage says of itself, and whether it works. */
async function tryServer(
  frame: Frame,
): Promise<{ role: string; persistent: boolean; reason: string | undefined; created: number; found: number }> {
  await frame.waitForFunction(
    () => window.kubepad !== undefined && window.kubepad.leadership.get().role !== "starting",
  );
  return frame.evaluate(async () => {
    const { role, persistent, reason } = window.kubepad.leadership.get();
    const path = "/api/v1/namespaces/default/configmaps";
    const body = JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "one" } });
    const created = await window.kubepad.fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    const found = await window.kubepad.fetch(`${path}/one`);
    return { role, persistent, reason, created: created.status, found: found.status };
  });
}

test("a host without https gets a server in memory, and a sentence that says why", async ({ page }) => {
  await page.goto(url.replace("127.0.0.1", "pad.test"));
  expect(await tryServer(page.mainFrame())).toEqual({
    role: "alone",
    persistent: false,
    reason: expect.stringContaining("did not come over https"),
    created: 201,
    found: 200,
  });
});

test("a frame without an origin of its own gets a server in memory, and a sentence that says why", async ({ page }) => {
  await page.route("**/outer", (route) =>
    route.fulfill({ contentType: "text/html", body: `<iframe sandbox="allow-scripts" src="${url}"></iframe>` }),
  );
  await page.goto(new URL("/outer", url).href);
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error("the page has no frame");
  expect(await tryServer(frame)).toEqual({
    role: "alone",
    persistent: false,
    reason: expect.stringContaining("sandboxed"),
    created: 201,
    found: 200,
  });
});

/** What a page may be denied, and what it says then. */
const denials: readonly (readonly [what: string, deny: () => void, reason: string])[] = [
  [
    "locks when it asks for one",
    () => {
      const deny = () => Promise.reject(new DOMException("Access to the Locks API is denied.", "SecurityError"));
      Object.defineProperty(LockManager.prototype, "request", { value: deny });
    },
    "denies the locks",
  ],
  ["locks", () => Object.defineProperty(Navigator.prototype, "locks", { get: () => deny() }), "no Web Locks"],
  ["IndexedDB", () => Object.defineProperty(window, "indexedDB", { get: () => deny() }), "no IndexedDB"],
  ["channels", () => Object.defineProperty(window, "BroadcastChannel", { value: () => deny() }), "denies the channels"],
];

/** Also denied, in all of these. */
function denyTheRest(): void {
  const deny = (): never => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  Object.assign(globalThis, { deny });
  for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: deny });
  for (const name of ["serviceWorker", "storage"]) Object.defineProperty(Navigator.prototype, name, { get: deny });
}

declare const deny: () => never;

for (const [what, denyIt, reason] of denials) {
  test(`a page that is denied ${what} has a server in memory, says why, and offers an export`, async ({ page }) => {
    await page.addInitScript(denyTheRest);
    await page.addInitScript(denyIt);
    await page.goto(url);
    expect(await tryServer(page.mainFrame())).toEqual({
      role: "alone",
      persistent: false,
      reason: expect.stringContaining(reason),
      created: 201,
      found: 200,
    });
    await expect(page.locator(".kp-state")).toContainText("revision");
    await expect(page.getByText(new RegExp(`${reason}.*Export them to keep them`)).first()).toBeVisible();
    await page.getByRole("button", { name: "Export" }).first().click();
    await expect(page).toHaveURL(/#\/server$/);
  });
}

test("a sandboxed frame of the page that npm start serves has editors at work", async ({ page, baseURL }) => {
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await page.route("**/outer", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<iframe sandbox="allow-scripts" style="width:1200px;height:800px" src="/#/definitions/own"></iframe>`,
    }),
  );
  await page.goto(new URL("/outer", baseURL).href);
  const frame = page.frameLocator("iframe");
  await expect(frame.locator(".kp-state")).toContainText("revision");
  await expect(frame.locator(".kp-monaco").first()).toBeVisible();
  await expect(frame.getByText(/This frame is sandboxed/).first()).toBeVisible();
  expect(problems).toEqual([]);
});

test("a page that loses IndexedDB's permission gets a server in memory", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined }));
  await page.goto(url);
  expect(await tryServer(page.mainFrame())).toMatchObject({
    role: "alone",
    persistent: false,
    reason: expect.stringContaining("IndexedDB"),
    created: 201,
  });
});
