import { expect, test, type Page } from "@playwright/test";
import { axeProblems, nextFrames } from "../ui/axe-problems.ts";
import { createConfigMap, goTo, openApp } from "../ui/open-page.ts";
import { docsPage, expectReady, frameOf, type WrittenEmbed } from "./docs-host.ts";
import { DocsSites } from "./docs-sites.ts";

/** What embeds show, and what their readers and pages can do. */
const sites = new DocsSites();
const { docs } = sites;

test.beforeAll(() => sites.start());
test.afterAll(() => sites.stop());

const configMaps = "/api/v1/namespaces/default/configmaps";
const policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
const one = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "one" }, data: { colour: "blue" } };
const manifest = (colour: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\ndata:\n  c: ${colour}\n`;
const bench = new URLSearchParams({ n1: "alice", m1: manifest("blue"), n2: "bob", m2: manifest("red") });
const expression = { view: "cel", expression: "object.replicas <= 5", body: "object:\n  replicas: 3\n" };

interface Shown extends WrittenEmbed {
  readonly name: string;
  /** A text that the view shows once it has loaded. */
  readonly text: string;
}

/** A pod that runs at once: its account is there before any controller. */
const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "solo" },
  spec: { containers: [{ name: "a", image: "a" }] },
};
const spec = {
  replicas: 2,
  selector: { matchLabels: { app: "web" } },
  template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "app", image: "nginx:1.27" }] } },
};
const deployment = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web" }, spec };

const views: readonly Shown[] = [
  { name: "a request", attributes: { view: "request", target: "/api/v1/namespaces" }, text: "200 OK" },
  {
    name: "a refused request",
    attributes: { view: "request", target: configMaps, user: "alice", readonly: "" },
    text: "403 Forbidden",
  },
  { name: "an object", attributes: { view: "object", target: `${configMaps}/one` }, seed: [one], text: "colour: blue" },
  { name: "a collection", attributes: { view: "object", target: configMaps }, seed: [one], text: "one" },
  { name: "a watch", attributes: { view: "watch", target: configMaps }, seed: [one], text: "ADDED" },
  {
    name: "a terminal",
    attributes: { view: "terminal", commands: "kubectl get configmaps\nkubectl delete configmap one" },
    seed: [one],
    text: "DATA",
  },
  { name: "two managers", attributes: { view: "apply", address: `#/apply/new?${bench}` }, text: "alice" },
  { name: "an expression", attributes: expression, text: "true" },
  {
    name: "a definition",
    attributes: { view: "definition", address: "#/definitions/gallery/autoscaler" },
    text: "Valid, not installed.",
  },
  {
    name: "a living world",
    attributes: { view: "world", controllers: "*", "simulated-nodes": "2" },
    seed: [pod, deployment],
    text: "2 of 2 ready",
  },
  { name: "a race", attributes: { view: "race", target: "watch-gap" }, text: "Watch gap: controller was never told" },
  {
    name: "a race that is written",
    attributes: { view: "race", body: "name: two readers\nactors: {a: [GET /version], b: [GET /version]}\n" },
    text: "two readers",
  },
  {
    name: "a policy",
    attributes: { view: "policy", address: "#/policies/example/required-labels" },
    text: "Valid, not in effect.",
  },
  {
    name: "a policy with its binding",
    attributes: { view: "policy", target: `${policies}/few-replicas` },
    seed: [
      {
        apiVersion: "admissionregistration.k8s.io/v1",
        kind: "ValidatingAdmissionPolicy",
        metadata: { name: "few-replicas" },
        spec: {
          matchConstraints: {
            resourceRules: [
              { apiGroups: ["apps"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["deployments"] },
            ],
          },
          validations: [{ expression: "object.spec.replicas <= 5" }],
        },
      },
      {
        apiVersion: "admissionregistration.k8s.io/v1",
        kind: "ValidatingAdmissionPolicyBinding",
        metadata: { name: "few-replicas" },
        spec: { policyName: "few-replicas", validationActions: ["Deny"] },
      },
    ],
    text: "In effect, with no changes.",
  },
];

async function open(page: Page, embed: WrittenEmbed) {
  await page.goto(docs.add(docsPage(sites.site, [embed])));
  const frame = await frameOf(page);
  await expectReady(frame);
  return frame;
}

test.describe("axe finds nothing in", () => {
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
    const light = views.map((view) => ({ ...view, attributes: { ...view.attributes, theme: "light" } }));
    await page.goto(docs.add(docsPage(sites.site, light)));
  });
  test.afterAll(() => page.close());

  for (const [i, { name, text }] of views.entries())
    test(name, async () => {
      const embed = page.locator("kubepad-embed").nth(i);
      await embed.scrollIntoViewIfNeeded();
      const frame = await frameOf(page, i);
      await expectReady(frame);
      await expect(frame.getByText(text).first()).toBeVisible();
      await expect(embed.locator("iframe")).toHaveAttribute("title", /./);
      expect(await axeProblems(frame, "all")).toEqual([]);
      await embed.evaluate((element) => element.setAttribute("theme", "dark"));
      await expect(frame.locator("html")).toHaveAttribute("data-theme", "dark");
      await nextFrames(frame);
      expect(await axeProblems(frame, "colours")).toEqual([]);
    });
});

test("an embed follows the page's theme", async ({ page }) => {
  const frame = await open(page, { attributes: { view: "request", target: "/version" } });
  const theme = (): Promise<string | undefined> => frame.evaluate(() => document.documentElement.dataset["theme"]);
  expect(await theme()).toBe("light");
  await page.evaluate(() => document.documentElement.classList.add("dark"));
  await expect.poll(theme).toBe("dark");
});

test("readers of a read-only embed change nothing", async ({ page }) => {
  const frame = await open(page, {
    attributes: { view: "object", target: `${configMaps}/one`, readonly: "" },
    seed: [one],
  });
  await expect(frame.getByText("colour: blue")).toBeVisible();
  for (const name of ["Edit", "Delete…", "Start over"])
    await expect(frame.getByRole("button", { name })).toHaveCount(0);
  await page
    .locator("kubepad-embed")
    .evaluate((element) =>
      Reflect.get(element, "show").call(element, "#/requests/new?m=DELETE&t=/api/v1/namespaces/default/configmaps/one"),
    );
  await expect(frame.getByText("DELETE", { exact: true })).toBeVisible();
  await expect(frame.getByRole("button", { name: "Send" })).toHaveCount(0);
});

test("an embed tells its page what the reader does, and starts over when asked", async ({ page }) => {
  const frame = await open(page, {
    attributes: { view: "request", method: "POST", target: configMaps, body: JSON.stringify(one) },
  });
  const heard = page
    .locator("kubepad-embed")
    .evaluate(
      (element) =>
        new Promise((resolve) =>
          element.addEventListener("request", (event) => resolve(Reflect.get(event, "detail")), { once: true }),
        ),
    );
  await frame.getByRole("button", { name: "Send", exact: true }).click();
  expect(await heard).toEqual({ method: "POST", target: configMaps, status: 201 });
  await frame.getByRole("button", { name: "Start over" }).click();
  await frame.getByRole("button", { name: "Send", exact: true }).click();
  await expect(frame.getByText("201 Created")).toBeVisible();
});

test("an embed leaves the history of its page alone", async ({ page }) => {
  const frame = await open(page, { attributes: { view: "request", target: "/api/v1/namespaces" } });
  const length = await page.evaluate(() => history.length);
  await frame.getByRole("link", { name: "Browse the objects" }).click();
  await expect(frame.getByText("kube-system")).toBeVisible();
  await frame.getByRole("button", { name: "Back" }).click();
  await expect(frame.getByRole("button", { name: "Send", exact: true })).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(length);
});

test("a seed that the server rejects is reported to the reader and to the page", async ({ page }) => {
  await page.goto(
    docs.add(
      docsPage(sites.site, [
        { attributes: { view: "request" }, seed: [{ kind: "Unknown", apiVersion: "v1", metadata: {} }] },
      ]),
    ),
  );
  const message = 'no matches for kind "Unknown" in version "v1"';
  await expect((await frameOf(page)).getByRole("alert")).toContainText(message);
});

test("an embed has neither the settings nor the objects of the reader's own Kubepad", async ({ page, baseURL }) => {
  await openApp(page);
  await createConfigMap(page, "mine", { a: "1" });
  await page.evaluate(() => localStorage.setItem("kubepad.settings", JSON.stringify({ theme: "dark" })));
  const embed = { attributes: { view: "object", target: configMaps }, seed: [one] };
  await page.goto(docs.add(docsPage(baseURL ?? "", [embed])));
  const frame = await frameOf(page);
  await expectReady(frame);
  const kept = await frame.evaluate(() => ({ ...localStorage }));
  expect(kept["kubepad.settings"]).toContain("dark"); // they are the reader's own
  expect(await frame.evaluate(() => document.documentElement.dataset["theme"])).toBe("light");
  await frame.getByRole("row", { name: /one/ }).click();
  await expect(frame.getByText("colour: blue")).toBeVisible();
  await expect(frame.getByText("mine")).toHaveCount(0);
  expect(await frame.evaluate(() => ({ ...localStorage }))).toEqual(kept);
});

test("the snippet of a view shows that view elsewhere, with its objects", async ({ page }) => {
  await openApp(page);
  await createConfigMap(page, "shared", { text: 'a "quoted" <b>value</b>' });
  await goTo(page, "#/objects/core/v1/configmaps/default/shared?tab=history");
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("menuitem", { name: "Embed this view…" }).click();
  const dialog = page.getByRole("dialog", { name: "Embed this view" });
  await dialog.getByText("Read-only").click();
  const code = dialog.getByRole("region", { name: "HTML of the embed" }).locator("code");
  const readHtml = async (): Promise<string> => (await code.allTextContents()).join("\n");
  const view = 'view="object" address="#/objects/core/v1/configmaps/default/shared?tab=history" readonly';
  await expect.poll(readHtml).toContain(view);
  await expect(dialog.getByRole("button", { name: "Copy", exact: true })).toBeInViewport();
  await dialog.getByLabel("Height at first").fill("480");
  await dialog.getByLabel("Theme").selectOption("dark");
  await expect.poll(readHtml).toContain(`${view} height="480" theme="dark"`);
  await dialog.getByRole("button", { name: "Preview" }).click();
  const preview = dialog.getByRole("group", { name: "Preview" }).frameLocator("iframe");
  await expect(preview.getByRole("tab", { name: "History" })).toHaveAttribute("aria-selected", "true");
  await expect(dialog.getByRole("button", { name: "Copy", exact: true })).toBeInViewport();
  const html = await readHtml();
  await page.goto(docs.add(`<!doctype html>${html}`));
  const frame = await frameOf(page);
  await expectReady(frame);
  await expect(frame.getByRole("tab", { name: "History" })).toHaveAttribute("aria-selected", "true");
  await frame.getByRole("tab", { name: "YAML" }).click();
  await expect(frame.getByText('a "quoted" <b>value</b>')).toBeVisible();
});

test("the demo page loads each of its nine embeds when it is reached", async ({ page }) => {
  await page.goto(`${sites.site}docs-demo/index.html`);
  await expectReady(await frameOf(page));
  expect(await page.locator("kubepad-embed iframe").count()).toBeLessThan(9);
  for (let i = 0; i < 9; i += 1) {
    await page.locator("kubepad-embed").nth(i).scrollIntoViewIfNeeded();
    await expectReady(await frameOf(page, i));
  }
  await expect.poll(() => page.workers().length).toBe(1);
  const watch = await frameOf(page, 2);
  await (await frameOf(page, 3)).getByRole("button", { name: "Send", exact: true }).click();
  await expect(watch.getByText(/note-/)).toBeVisible();
});

test("the headers of the preview are those that a site needs", async ({ request }) => {
  for (const path of ["/", "/embed.js"]) {
    const headers = (await request.get(path)).headers();
    expect(headers["content-security-policy"]).toContain("frame-ancestors *");
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
    expect(headers["x-frame-options"]).toBeUndefined();
  }
});
