import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";
import { plainSpans, readingLinks } from "./links.ts";
import { anchorOf } from "./markup.ts";
import { builtBase } from "./relocate.ts";
import type { SiteFacts } from "./sources.ts";

const folder = process.env["KUBEPAD_DOCS"] ?? "";
const facts = JSON.parse(readFileSync(join(folder, ".vitepress/facts.json"), "utf8")) as SiteFacts;

/** How VitePress builds the site from the sources that `npm run docs` has written. */
export const siteConfig = defineConfig({
  title: "Kubepad",
  description: "The Kubernetes API server in a browser tab: how it is used, and lessons that run",
  lang: "en",
  base: builtBase,
  metaChunk: true,
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  head: [
    ["link", { rel: "icon", type: "image/svg+xml", href: `${builtBase}icon.svg` }],
    ["script", { src: `${builtBase}${process.env["KUBEPAD_DOCS_PAGE"] ?? ""}embed.js`, async: "" }],
  ],
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === "kubepad-embed" } } },
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark" },
    anchor: { slugify: anchorOf },
    config: (md) => {
      plainSpans(md);
      readingLinks(md, facts);
    },
  },
  themeConfig: {
    logo: "/icon.svg",
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Start", link: "/start.html" },
      { text: "Lessons", link: "/lessons/" },
      { text: "Labs", link: "/labs/requests.html" },
      { text: "API", link: "/api/kubepad.html" },
    ],
    sidebar: facts.sidebar.map(copied),
  },
});

/** VitePress's types want lists that can be changed. */
type Copied = { text: string; link?: string; collapsed?: boolean; items?: Copied[] };

function copied({ items, ...item }: SiteFacts["sidebar"][number]): Copied {
  return items === undefined ? item : { ...item, items: items.map(copied) };
}
