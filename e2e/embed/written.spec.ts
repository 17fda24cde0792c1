import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { expectReady, frameOf } from "./docs-host.ts";
import { DocsSites } from "./docs-sites.ts";

/** What pages write into embeds, as generators and frameworks change it, and what cannot be read. */
const sites = new DocsSites();
const { docs } = sites;

test.beforeAll(() => sites.start());
test.afterAll(() => sites.stop());

const seed = "kind: ConfigMap\nmetadata:\n  name: one";

/** The same seed as highlighters and generators write it. */
const written: Readonly<Record<string, string>> = {
  "a script": `<script type="application/yaml">\n${seed}\n</script>`,
  "an indented script": `<script type="application/yaml">\n  ${seed.replaceAll("\n", "\n  ")}\n  </script>`,
  "a script in a paragraph": `<p><script type="application/yaml">\n${seed}\n</script></p>`,
  "a plain code block": `<pre><code class="language-yaml">${seed}\n</code></pre>`,
  "a block whose language is around it": `<div class="language-yml highlight"><pre><code>${seed}</code></pre></div>`,
  "lines that end in <br>": `<div class="language-yaml"><pre><code>${seed
    .split("\n")
    .map((line) => `<span class="token-line"><span>${line}</span><br></span>`)
    .join("")}</code></pre><button>Copy</button></div>`,
  "lines in elements": `<figure><pre data-language="yaml"><code>${seed
    .split("\n")
    .map((line) => `<div class="line"><div class="code"><span>${line}</span></div></div>`)
    .join("")}</code></pre></figure>`,
  "numbered lines, and a button": `<pre><button>Copy</button><code data-lang="yaml">${seed
    .split("\n")
    .map((line, i) => `<span class="ln">${i + 1}</span><span>${line}\n</span>`)
    .join("")}</code></pre>`,
  "a script before a block that shows it": `<script type="application/yaml">${seed}</script><pre><code class="language-yaml">kind: Other</code></pre>`,
};

const blocks = `<pre><code class="language-yaml">kind: A</code></pre><pre><code class="language-yaml">kind: B</code></pre>`;
const others = `<script type="module">1</script><pre><code class="language-bash">kubectl get pods</code></pre><p>Text</p>`;

/** Opens a page with embeds, all of them off screen. */
async function openOffScreen(page: Page, contents: readonly string[]): Promise<void> {
  const elements = contents.map((content) => `<kubepad-embed>${content}</kubepad-embed>`);
  await page.goto(
    docs.add(`<!doctype html><title>Docs</title><script src="${sites.site}embed.js"></script>
      <p style="height: 5000px"></p>${elements.join("\n")}`),
  );
}

const seedsOf = (page: Page): Promise<readonly unknown[]> =>
  page.locator("kubepad-embed").evaluateAll((all) => all.map((element) => Reflect.get(element, "seed")));

test("a seed is read however generators write it", async ({ page }) => {
  await openOffScreen(page, Object.values(written));
  const names = Object.keys(written);
  expect(Object.fromEntries((await seedsOf(page)).map((text, i) => [names[i], text]))).toEqual(
    Object.fromEntries(names.map((name) => [name, seed])),
  );
});

test("several blocks are documents of one seed, and other blocks and scripts are none", async ({ page }) => {
  await openOffScreen(page, [blocks, others, `<pre data-file="web.yaml">kind: File</pre>`]);
  expect(await seedsOf(page)).toEqual(["kind: A\n---\nkind: B", undefined, undefined]);
});

test("a page's content that is taken out of the element stays the seed, and other content becomes it", async ({
  page,
}) => {
  await openOffScreen(page, [written["a script"] ?? ""]);
  const write = (html: string): Promise<unknown> =>
    page.locator("kubepad-embed").evaluate((element, text) => {
      element.innerHTML = text;
      return Promise.resolve(); // observers of changes run in a microtask
    }, html);
  await write("");
  expect(await seedsOf(page)).toEqual([seed]);
  await write(`<pre><code class="language-yaml">kind: Other</code></pre>`);
  expect(await seedsOf(page)).toEqual(["kind: Other"]);
});

const object = (name: string) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  data: { colour: "blue" },
});
const target = "/api/v1/namespaces/default/configmaps/one";

test("a seed is an attribute, an object, or a list that a framework watches", async ({ page }) => {
  const attribute = JSON.stringify([object("one")]).replaceAll('"', "&quot;");
  await page.goto(
    docs.add(`<!doctype html><title>Docs</title>
      <kubepad-embed view="object" target="${target}" seed="${attribute}"></kubepad-embed>
      <kubepad-embed view="object" target="${target}"></kubepad-embed>
      <kubepad-embed view="object" target="${target}"></kubepad-embed>
      <script>
        const [, second, third] = document.querySelectorAll("kubepad-embed");
        second.seed = ${JSON.stringify(object("one"))};
        third.seed = new Proxy([${JSON.stringify(object("one"))}], {});
      </script><script src="${sites.site}embed.js"></script>`),
  );
  for (let i = 0; i < 3; i += 1) {
    await page.locator("kubepad-embed").nth(i).scrollIntoViewIfNeeded();
    const frame = await frameOf(page, i);
    await expectReady(frame);
    await expect(frame.getByText("colour: blue").first()).toBeVisible();
  }
});

/** Embeds that cannot be read, with what they say. */
const unreadable: Readonly<Record<string, readonly [html: string, says: string]>> = {
  view: [`<kubepad-embed view="objects"></kubepad-embed>`, 'There is no view "objects".'],
  target: [
    `<kubepad-embed view="object" target="configmaps"></kubepad-embed>`,
    '"configmaps" is not the API path of an object or of a collection.',
  ],
  address: [`<kubepad-embed address="objects"></kubepad-embed>`, '"objects" is not an address of Kubepad'],
  lesson: [`<kubepad-embed view="lesson" target="wacth"></kubepad-embed>`, 'There is no lesson "wacth".'],
  nodes: [`<kubepad-embed simulated-nodes="many"></kubepad-embed>`, "simulated-nodes must be a number"],
  yaml: [
    `<kubepad-embed><script type="application/yaml">a: [</script></kubepad-embed>`,
    "end with a ] at line 1, column 5",
  ],
  "what is no object": [`<kubepad-embed seed="a: 1"></kubepad-embed>`, "not an object with metadata"],
  "YAML in a paragraph": [
    `<kubepad-embed><p>apiVersion: v1\nkind: ConfigMap</p></kubepad-embed>`,
    "The YAML in the element is neither in a code block nor in a script",
  ],
  "a number as seed": [`<kubepad-embed></kubepad-embed>`, "The seed is neither a text nor a list of objects."],
  site: [`<kubepad-embed site="https://"></kubepad-embed>`, '"https://" is not the address of a site.'],
};

test("embeds that cannot be read say so to the reader and to the page", async ({ page }) => {
  const names = Object.keys(unreadable);
  await page.goto(
    docs.add(`<!doctype html><title>Docs</title><script>
      failures = [];
      addEventListener("failure", (event) => {
        failures[[...document.querySelectorAll("kubepad-embed")].indexOf(event.target)] = event.detail.message;
      }, true);
    </script>${names.map((name) => unreadable[name]?.[0]).join("\n")}<script>
      document.querySelectorAll("kubepad-embed")[${names.indexOf("a number as seed")}].seed = 5;
    </script><script src="${sites.site}embed.js"></script>`),
  );
  const alerts = async (): Promise<string> => {
    const texts = page.frames().map(
      (frame) =>
        frame
          .getByRole("alert")
          .allTextContents()
          .catch(() => []), // it is being loaded
    );
    return (await Promise.all(texts)).flat().join("\n");
  };
  for (const [i, name] of names.entries()) {
    const message = unreadable[name]?.[1] ?? "";
    const embed = page.locator("kubepad-embed").nth(i);
    await embed.scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate((at) => Reflect.get(window, "failures")[at], i), name).toContain(message);
    await expect.poll(alerts, name).toContain(message);
    await expect(embed.locator("iframe, [role=alert]").filter({ visible: true }), name).toHaveCount(1);
  }
  const withoutFrame = page.locator("kubepad-embed").nth(names.indexOf("site"));
  expect(await withoutFrame.evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(100);
});

test("an embed that its page's policy forbids says so, and shows what is written", async ({ page }) => {
  const policy = `script-src 'unsafe-inline' ${new URL(sites.site).origin}; frame-src 'none'`;
  await page.goto(
    docs.add(`<!doctype html><title>Docs</title><meta http-equiv="Content-Security-Policy" content="${policy}">
      <script src="${sites.site}embed.js"></script><kubepad-embed>${written["a plain code block"]}</kubepad-embed>`),
  );
  await expect(page.getByRole("alert")).toContainText("lacks frame-src");
  await expect(page.getByText("kind: ConfigMap")).toBeVisible();
});
