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

test("objects to begin with stand in the element as YAML", () => {
  expect(printSnippet(site, { view: "watch", parameters: {}, seed: "kind: Pod\n" })).toContain(
    `<kubepad-embed view="watch">
<script type="application/yaml">
kind: Pod
</script>
</kubepad-embed>`,
  );
});

test("an attribute cannot be left by its value", () => {
  const body = 'a: "1"\nb: <script>&amp;';
  expect(printSnippet(site, { view: "request", parameters: { body }, seed: "" })).toContain(
    ' body="a: &quot;1&quot;&#10;b: &lt;script>&amp;amp;"',
  );
});

test.each(["a: </script><img>", "a: </SCRIPT >", "a: <!--<script>"])("a seed with %s is refused", (seed) => {
  expect(() => printSnippet(site, { view: "object", parameters: {}, seed })).toThrow("seed property");
});

test("files of the terminal stand beside the seed, under their names", () => {
  const files = { "web.yaml": "kind: Service\n" };
  const parameters = { commands: "kubectl apply -f web.yaml\nkubectl get svc" };
  expect(printSnippet(site, { view: "terminal", parameters, seed: "kind: Pod\n", files })).toContain(
    `<kubepad-embed view="terminal" commands="kubectl apply -f web.yaml&#10;kubectl get svc">
<script type="application/yaml">
kind: Pod
</script>
<script type="application/yaml" data-file="web.yaml">
kind: Service
</script>
</kubepad-embed>`,
  );
});

test("a file that would end its script is refused by its name", () => {
  const files = { "page.html": "</script>" };
  expect(() => printSnippet(site, { view: "terminal", parameters: {}, seed: "", files })).toThrow("page.html");
});
