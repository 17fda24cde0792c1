import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { docsPage, expectReady, frameOf } from "./docs-host.ts";
import { DocsSites } from "./docs-sites.ts";

/** Messages between a page and an embed that are not what they should be, from both sides and from third parties. */
const sites = new DocsSites();
const { docs } = sites;

test.beforeAll(() => sites.start());
test.afterAll(() => sites.stop());

const embed = { attributes: { view: "request", target: "/version", theme: "light" } };

async function open(page: Page): Promise<void> {
  await page.goto(docs.add(docsPage(sites.site, [embed])));
  await expectReady(await frameOf(page));
}

const themeOf = async (page: Page): Promise<string | undefined> =>
  (await frameOf(page)).evaluate(() => document.documentElement.dataset["theme"]);

test("an embed obeys its page, and ignores what is not of the protocol", async ({ page }) => {
  await open(page);
  const frame = await frameOf(page);
  const post = (messages: readonly unknown[]): Promise<void> =>
    page.evaluate((all) => {
      const window = document.querySelector("kubepad-embed")?.shadowRoot?.querySelector("iframe")?.contentWindow;
      for (const message of all) window?.postMessage(message, "*");
    }, messages);
  const address = await frame.evaluate(() => location.href);
  await post([
    { kubepad: 2, kind: "theme", theme: "dark" },
    { kubepad: 1, kind: "theme", theme: "<b>" },
    { kubepad: 1, kind: "show", address: "javascript:document.title='hacked'" },
    { kubepad: 1, kind: "show", address: "https://evil.example/#/" },
    { kubepad: 1, kind: "start", parameters: { user: "mallory" }, seed: [] },
    { kubepad: 1, kind: "join", port: {} },
    { kind: "open", server: "default" },
    { __proto__: { kubepad: 1 } },
    "reset",
    null,
  ]);
  await post([{ kubepad: 1, kind: "theme", theme: "dark" }]); // messages arrive in order
  await expect.poll(() => themeOf(page)).toBe("dark");
  expect(await frame.evaluate(() => [location.href, document.title])).toEqual([address, "Kubepad"]);
  await expect(frame.getByText("as mallory")).toHaveCount(0);
});

test("an embed ignores other frames of its page, and frames of its own origin", async ({ page }) => {
  await open(page);
  await page.evaluate((own) => {
    const attack = `<script>
      for (let i = 0; i < parent.length; i += 1) parent[i].postMessage({ kubepad: 1, kind: "theme", theme: "dark" }, "*");
      parent.postMessage("attacked", "*");
    </script>`;
    const done = new Promise((resolve) => addEventListener("message", ({ data }) => data === "attacked" && resolve(0)));
    const frame = document.createElement("iframe");
    frame.srcdoc = attack;
    document.body.append(frame);
    void own;
    return done;
  }, sites.site);
  const frame = await frameOf(page);
  await frame.evaluate(() => {
    window.postMessage({ kubepad: 1, kind: "theme", theme: "dark" }, "*"); // from itself
    return new Promise((resolve) => setTimeout(resolve));
  });
  expect(await themeOf(page)).toBe("light");
});

test("an embed that names another host than its page talks to nobody", async ({ page }) => {
  const src = `${sites.site}?embed=request&host=${encodeURIComponent("https://docs.example")}`;
  await page.goto(
    docs.add(`<!doctype html><script>
    heard = []; addEventListener("message", ({ data }) => heard.push(data));
  </script><iframe src="${src}"></iframe>`),
  );
  const frame = page.frames()[1];
  await frame?.locator("[role=progressbar]").first().waitFor();
  await page.evaluate(() => window[0]?.postMessage({ kubepad: 1, kind: "start", parameters: {} }, "*"));
  expect(await page.evaluate(() => Reflect.get(window, "heard"))).toEqual([]);
  await expect(frame?.locator(".kp-embed-foot") ?? page.locator("body")).toHaveCount(0);
});

test("a page ignores what an embed's frame should not say, and what others say in its name", async ({ page }) => {
  await open(page);
  const frame = await frameOf(page);
  await expect(frame.getByText("gitVersion")).toBeVisible();
  await page.evaluate(() => {
    const element = document.querySelector("kubepad-embed");
    const seen: string[] = [];
    Reflect.set(window, "seen", seen);
    for (const name of ["ready", "request", "failure", "click", "constructor"])
      element?.addEventListener(name, () => seen.push(name));
  });
  const height = (): Promise<number> => page.locator("kubepad-embed").evaluate((element) => element.clientHeight);
  /** The height of the frame's content, which may still grow. */
  const wanted = (): Promise<number> =>
    frame.evaluate(() => Math.ceil(document.querySelector("#root")?.getBoundingClientRect().height ?? 0));
  const lies = [
    { kubepad: 1, kind: "height", height: "9000px" },
    { kubepad: 1, kind: "height", height: null },
    { kubepad: 2, kind: "height", height: 1 },
    { kubepad: 1, kind: "event", name: "click", detail: {} },
    { kubepad: 1, kind: "event", name: "constructor", detail: {} },
    { kubepad: 1, kind: "event", name: "request", detail: { method: 1 } },
    { kubepad: 1, kind: "start", parameters: {} },
  ];
  await frame.evaluate((all) => {
    for (const message of all) window.parent.postMessage(message, "*");
  }, lies);
  // well-formed, from the page itself and from another frame
  await page.evaluate(async () => {
    const lie = { kubepad: 1, kind: "event", name: "failure", detail: { message: "no" } };
    window.postMessage(lie, "*");
    const frame = document.createElement("iframe");
    frame.srcdoc = `<script>parent.postMessage(${JSON.stringify(lie)}, "*"); parent.postMessage("done", "*")</script>`;
    const done = new Promise((resolve) => addEventListener("message", ({ data }) => data === "done" && resolve(0)));
    document.body.append(frame);
    await done;
  });
  await expect.poll(async () => (await height()) - (await wanted())).toBe(0);
  expect(await page.evaluate(() => Reflect.get(window, "seen"))).toEqual([]);
  await frame.evaluate(() => window.parent.postMessage({ kubepad: 1, kind: "height", height: 1e9 }, "*"));
  await expect.poll(height).toBe(8000);
});
