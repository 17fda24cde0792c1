import type { Page } from "@playwright/test";

/** A generator of sites. The files of its site are those of the recipe and of its folder here. */
export interface Host {
  /** The folder of its files here, and the first part of the titles of its recipe. */
  readonly name: string;
  /** The program that builds the site, with its arguments; undefined where the files are the site. */
  readonly build?: readonly [program: string, ...args: string[]];
  /** The folder of the built site. */
  readonly built: string;
  /** The packages of Debian that have the program. Those of npm are in the lock file. */
  readonly debian?: readonly string[];
  /** Pages of the built site by their paths: one without an embed that links to the recipe's. */
  readonly pages: { readonly elsewhere: string; readonly settings: string };
  /** Further pages with the same embed, written in other ways. */
  readonly others?: readonly string[];
  /** Whether links between its pages exchange the content and load no document. */
  readonly navigates: boolean;
  /** What a strict policy must allow for the generator itself. */
  readonly policy?: Readonly<Record<string, string>>;
  /** Makes the page dark as its reader does. */
  readonly makeDark: (page: Page) => Promise<void>;
}

const withSystem = (page: Page): Promise<void> => page.emulateMedia({ colorScheme: "dark" });
const inlineStyles = { "style-src": "'self' 'unsafe-inline'" };
const asFolders = { elsewhere: "elsewhere/", settings: "settings/" };
const asFiles = { elsewhere: "elsewhere.html", settings: "settings.html" };

export const hosts: readonly Host[] = [
  { name: "plain", built: ".", pages: asFiles, navigates: false, makeDark: withSystem },
  {
    name: "mdx",
    build: ["node", "build.mjs"],
    built: "dist",
    pages: asFiles,
    navigates: true,
    policy: inlineStyles,
    makeDark: withSystem,
  },
  {
    name: "vitepress",
    build: ["node_modules/.bin/vitepress", "build"],
    built: ".vitepress/dist",
    pages: asFiles,
    navigates: true,
    policy: inlineStyles,
    makeDark: (page) => page.getByTitle("Switch to dark theme").filter({ visible: true }).click(),
  },
  {
    name: "docusaurus",
    build: ["node_modules/.bin/docusaurus", "build"],
    built: "build",
    pages: { elsewhere: "", settings: "settings" },
    others: ["script"],
    navigates: true,
    policy: inlineStyles,
    makeDark: (page) => page.getByRole("button", { name: /dark and light mode/ }).click(),
  },
  {
    name: "starlight",
    build: ["node_modules/.bin/astro", "build"],
    built: "dist",
    pages: asFolders,
    navigates: false,
    policy: inlineStyles,
    makeDark: async (page) => void (await page.getByLabel("Select theme").first().selectOption("dark")),
  },
  {
    name: "hugo",
    build: ["hugo"],
    built: "public",
    debian: ["hugo"],
    pages: asFolders,
    navigates: false,
    policy: inlineStyles,
    makeDark: withSystem,
  },
  {
    name: "mkdocs",
    build: ["mkdocs", "build", "--quiet"],
    built: "site",
    debian: ["mkdocs", "mkdocs-material"],
    pages: asFolders,
    navigates: true,
    policy: { ...inlineStyles, "worker-src": "'self' blob:" },
    makeDark: (page) => page.evaluate(() => document.body.setAttribute("data-md-color-scheme", "slate")),
  },
];
