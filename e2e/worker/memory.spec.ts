import { expect, test } from "@playwright/test";
import type { Frame } from "@playwright/test";
import { chromiumArguments, ensureChromium } from "../../.config/chromium.mjs";
import { builtApp, StaticHost } from "./static-host.ts";

const host = new StaticHost(builtApp);
let url = "";

test.use({
  launchOptions: {
    executablePath: ensureChromium(),
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
