import { fromMarkdown } from "mdast-util-from-markdown";
import { expect, test } from "vitest";
import { printSnippet } from "./snippet.ts";

const site = "https://kubepad.example/app/?embed=object#/objects";

test("a snippet loads the script of the site that made it, and has the parameters as attributes", () => {
  const parameters = { target: "/api/v1/pods", readonly: "" };
  expect(printSnippet(site, { view: "object", parameters, seed: "" })).toBe(
    `<script src="https://kubepad.example/app/embed.js" async></script>
<kubepad-embed view="object" target="/api/v1/pods" readonly></kubepad-embed>
`,
  );
});

test("a height and a theme are attributes where they are chosen", () => {
  const snippet = { view: "world", parameters: {}, seed: "" };
  expect(printSnippet(site, { ...snippet, looks: { height: "480", theme: "dark" } })).toContain(
    '<kubepad-embed view="world" height="480" theme="dark">',
  );
  expect(printSnippet(site, { ...snippet, looks: { height: "", theme: "" } })).toContain(
    '<kubepad-embed view="world">',
  );
});

test("objects to begin with stand in the element as a block of code, which readers without JavaScript see", () => {
  expect(printSnippet(site, { view: "watch", parameters: {}, seed: "kind: Pod\n" })).toContain(
    `<kubepad-embed view="watch">
<pre><code class="language-yaml">kind: Pod
</code></pre>
</kubepad-embed>`,
  );
});

test("a lesson of one's own is a block in Markdown", () => {
  const snippet = { view: "lesson", parameters: {}, seed: "# Mine\n\nText.\n", language: "markdown" } as const;
  expect(printSnippet(site, snippet)).toContain('<pre><code class="language-markdown"># Mine\n\nText.\n</code></pre>');
});

test("an attribute cannot be left by its value", () => {
  const body = 'a: "1"\nb: <script>&amp;';
  expect(printSnippet(site, { view: "request", parameters: { body }, seed: "" })).toContain(
    ' body="a: &quot;1&quot;&#10;b: &lt;script>&amp;amp;"',
  );
});

test.each(["a: </script><img>", "a: <!--<script>", "a: </pre>&lt;", "a: ${b} {{c}}"])(
  "a seed with %s stays in its block",
  (seed) => {
    const html = printSnippet(site, { view: "object", parameters: {}, seed });
    const [, code = ""] = /<code class="language-yaml">([^<]*)<\/code><\/pre>/.exec(html) ?? [];
    expect(code.replaceAll("&lt;", "<").replaceAll("&amp;", "&")).toBe(`${seed}\n`);
  },
);

test("files of the terminal stand beside the seed, under their names", () => {
  const files = { "web.yaml": "kind: Service\n", "run.sh": "echo <b>\n" };
  const parameters = { commands: "kubectl apply -f web.yaml\nkubectl get svc" };
  expect(printSnippet(site, { view: "terminal", parameters, seed: "kind: Pod\n", files })).toContain(
    `<kubepad-embed view="terminal" commands="kubectl apply -f web.yaml&#10;kubectl get svc">
<pre><code class="language-yaml">kind: Pod
</code></pre>
<pre data-file="web.yaml"><code class="language-yaml">kind: Service
</code></pre>
<pre data-file="run.sh"><code class="language-text">echo &lt;b>
</code></pre>
</kubepad-embed>`,
  );
});

test("in Markdown, seeds are fenced blocks between tags, which Markdown leaves as they are", () => {
  const seed = "a: |\n  ```\n\n  * no list\n";
  const files = { "web.yaml": "kind: Service\n" };
  const text = printSnippet(site, { view: "terminal", parameters: { commands: "ls\npwd" }, seed, files }, "markdown");
  expect(text).not.toContain("<script");
  const nodes = fromMarkdown(text).children.map((node) => ("value" in node ? [node.type, node.value] : [node.type]));
  expect(nodes).toEqual([
    ["html", '<kubepad-embed view="terminal" commands="ls&#10;pwd">'],
    ["code", seed.trim()],
    ["html", '<div data-file="web.yaml">'],
    ["code", "kind: Service"],
    ["html", "</div>"],
    ["html", "</kubepad-embed>"],
  ]);
});
