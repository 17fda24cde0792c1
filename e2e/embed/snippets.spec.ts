import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { commandLine } from "../ui/terminal-views.ts";
import { createConfigMap, enterApp, goTo, openApp } from "../ui/open-page.ts";
import { expectReady, frameOf } from "./docs-host.ts";
import { DocsSites } from "./docs-sites.ts";

/** The dialog "Embed this view": what it writes shows the view elsewhere. */
const sites = new DocsSites();
const { docs } = sites;

test.beforeAll(() => sites.start());
test.afterAll(() => sites.stop());

const manifest = (colour: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\ndata:\n  c: ${colour}\n`;
const bench = new URLSearchParams({ n1: "alice", m1: manifest("blue"), n2: "bob", m2: manifest("red") });

interface Offered {
  readonly view: string;
  readonly address: string;
  /** Makes what the view shows, once it is open. */
  readonly make?: (page: Page) => Promise<void>;
  /** A text that the embed shows. */
  readonly text: string | RegExp;
  /** The language of the code block that the element has; none where there is nothing to begin with. */
  readonly block?: "yaml" | "markdown";
}

const offered: readonly Offered[] = [
  { view: "world", address: "#/world", text: /^node-1/ },
  { view: "request", address: "#/requests/new?m=GET&t=/api/v1/namespaces", text: "200 OK" },
  {
    view: "object",
    address: "#/objects/core/v1/configmaps/default/shared?tab=yaml",
    make: (page) => createConfigMap(page, "shared", { text: 'a "quoted" <b>value</b> {{x}} </script>' }),
    text: 'a "quoted" <b>value</b> {{x}} </script>',
    block: "yaml",
  },
  { view: "watch", address: "#/watches?open=/api/v1/namespaces?watch=true", text: "ADDED" },
  {
    view: "terminal",
    address: "#/terminal",
    make: async (page) => {
      await commandLine(page).fill("cat settings.yaml");
      await commandLine(page).press("Enter");
    },
    text: "kind: ConfigMap",
    block: "yaml",
  },
  { view: "apply", address: `#/apply/new?${bench}`, text: "alice" },
  { view: "cel", address: "#/cel/why?example=admission", text: "object" },
  { view: "definition", address: "#/definitions/gallery/autoscaler", text: "CustomResourceDefinition" },
  { view: "policy", address: "#/policies/example/replica-limit", text: "ValidatingAdmissionPolicy" },
  { view: "race", address: "#/races/mended/watch-gap", text: "A gap between list and watch" },
  { view: "lesson", address: "#/lessons/watch", text: "Watch what changes" },
  { view: "lesson", address: "#/lessons/write", text: "Break it: the same name again", block: "markdown" },
];

test.describe("of one world", () => {
  test.use({ world: "of snippets" });

  for (const { view, address, make, text, block } of offered)
    test(`the HTML for ${address.split("?")[0]} shows it elsewhere`, async ({ page, context }) => {
      await enterApp(page, "#/watches");
      if (view === "object") await make?.(page);
      await goTo(page, address);
      if (view !== "object") await make?.(page);
      const html = await htmlOf(page);
      expect(html).toContain(`<kubepad-embed view="${view}"`);
      if (block === undefined) expect(html).not.toContain("<pre");
      else expect(html).toContain(`<code class="language-${block}">`);
      const elsewhere = await context.newPage();
      await elsewhere.goto(docs.add(`<!doctype html><meta charset="utf-8">${html}`));
      const frame = await frameOf(elsewhere);
      await expectReady(frame);
      await expect(frame.getByText(text).filter({ visible: true }).first()).toBeVisible();
    });
});

async function htmlOf(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Embed this view/ }).click();
  const dialog = page.getByRole("dialog", { name: "Embed this view" });
  const lines = dialog.getByRole("region", { name: "HTML of the embed" }).locator("code");
  const read = async (): Promise<string> => (await lines.allTextContents()).join("\n");
  await expect.poll(read).toContain("</kubepad-embed>");
  const html = await read();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  return html;
}

test("Markdown has the objects as a fenced block, and names the script that the site loads", async ({ page }) => {
  await openApp(page);
  await createConfigMap(page, "fenced", { colour: "blue" });
  await goTo(page, "#/objects/core/v1/configmaps/default/fenced");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Embed this view/ }).click();
  const dialog = page.getByRole("dialog", { name: "Embed this view" });
  await dialog.getByLabel("Format", { exact: true }).selectOption("markdown");
  const lines = dialog.getByRole("region", { name: "Markdown of the embed" }).locator("code");
  const read = async (): Promise<string> => (await lines.allTextContents()).join("\n");
  await expect.poll(read).toMatch(/<kubepad-embed [^\n]*>\n\n```yaml\n[^]*colour: blue\n```\n\n<\/kubepad-embed>/);
  await expect(dialog.getByText("/embed.js")).toBeVisible();
  await dialog.getByRole("button", { name: "Preview" }).click();
  const preview = dialog.getByRole("group", { name: "Preview" }).frameLocator("iframe");
  await expect(preview.getByText("colour: blue").first()).toBeVisible();
});
