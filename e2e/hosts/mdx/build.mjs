// Builds the site: its pages rendered to HTML, and the script that hydrates them.
import { writeFileSync } from "node:fs";
import mdx from "@mdx-js/rollup";
import { build } from "vite";

const common = { configFile: false, logLevel: "warn", plugins: [mdx()], base: "./" };
await build({
  ...common,
  build: { rolldownOptions: { input: "client.jsx", output: { entryFileNames: "client.js" } } },
});
await build({ ...common, build: { ssr: "server.jsx", outDir: ".server" } });

const { rendered } = await import("./.server/server.js");
for (const [name, html] of Object.entries(rendered()))
  writeFileSync(
    `dist/${name}.html`,
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${name}</title>
    <style>:root { color-scheme: light dark }</style>
    <script src="https://kubepad.example/embed.js" async></script>
    <script type="module" src="client.js"></script>
  </head>
  <body><div id="site" data-page="${name}">${html}</div></body>
</html>
`,
  );
