import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { declarationsOf, entries, folder as packageFolder } from "../package/entries.mjs";
import { apiPages, type WrittenPage } from "./api-pages.ts";
import { SourceModules } from "./exported.ts";
import { lessonGroups, lessonPages } from "./lesson-pages.ts";
import { contributorGroup, documentGroups, type DocumentPage } from "./pages.ts";

/** An entry of the sidebar, as VitePress has it. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly SidebarItem[];
}

/** What VitePress's configuration needs to know of the sources. */
export interface SiteFacts {
  readonly sidebar: readonly SidebarItem[];
  /** The documents of the repository by the paths of their pages. */
  readonly files: Readonly<Record<string, string>>;
  /** Where files of the repository can be read; undefined where that is not known. */
  readonly repository: string | undefined;
}

/** Returns the decisions with their titles. */
function decisionPages(root: string): readonly DocumentPage[] {
  const files = readdirSync(join(root, "docs/decisions")).filter((name) => name.endsWith(".md"));
  return files.toSorted().map((name) => {
    const file = `docs/decisions/${name}`;
    const [, title = name] = /^# (.+)$/m.exec(readFileSync(join(root, file), "utf8")) ?? [];
    return { file, page: `decisions/${name.replace("README", "index")}`, title };
  });
}

const linkOf = (page: string): string => `/${page.replace(/\.md$/, ".html").replace(/(^|\/)index\.html$/, "$1")}`;
const itemOf = ({ title, page }: Omit<DocumentPage, "file">): SidebarItem => ({ text: title, link: linkOf(page) });

/**
 * Writes the Markdown of the site into a folder: documents of the repository, lessons, and the API as the declarations
 * of the built package have it. Returns what the generator is to know of them.
 */
export function writeSources(root: string, folder: string, repository: string | undefined): SiteFacts {
  copyInto(folder, "index.md", readFileSync(join(root, ".config/docs/home.md"), "utf8"));
  const decisions = decisionPages(root);
  const documents = [
    ...documentGroups.flatMap((group) => group.documents),
    ...contributorGroup.documents,
    ...decisions,
  ];
  for (const { file, page } of documents) copyInto(folder, page, readFileSync(join(root, file), "utf8"));
  const api = apiPages(
    new SourceModules(join(root, packageFolder, "types")),
    entries.map(({ name, source }) => ({ name, file: declarationsOf(source) })),
  );
  for (const { path, text } of [...lessonPages(root), ...api]) copyInto(folder, path, text);
  return {
    sidebar: sidebarOf(root, api, decisions),
    files: Object.fromEntries(documents.map(({ page, file }) => [page, file])),
    repository,
  };
}

function copyInto(folder: string, page: string, text: string): void {
  mkdirSync(dirname(join(folder, page)), { recursive: true });
  writeFileSync(join(folder, page), text);
}

function sidebarOf(root: string, api: readonly WrittenPage[], decisions: readonly DocumentPage[]): SidebarItem[] {
  const lessons = lessonGroups(root).map(({ title, pages }) => ({
    text: title,
    collapsed: true,
    items: pages.map((each) => itemOf({ title: each.title, page: each.path })),
  }));
  const [start, ...others] = documentGroups.map(({ title, documents }) => ({
    text: title,
    items: documents.map(itemOf),
  }));
  return [
    ...(start === undefined ? [] : [start]),
    {
      text: "Lessons",
      items: [itemOf({ title: "All lessons", page: "lessons/index.md" }), ...lessons],
    },
    ...others,
    { text: "API", collapsed: true, items: api.map(({ title, path }) => itemOf({ title, page: path })) },
    { text: "Decisions", collapsed: true, items: decisions.map(itemOf) },
    { text: contributorGroup.title, collapsed: true, items: contributorGroup.documents.map(itemOf) },
  ];
}

/** Empties a folder, and copies the parts of the site into it that are no Markdown. */
export function prepareFolder(root: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const write = (path: string, text: string): void => copyInto(folder, path, text);
  const from = "../../../.config/docs";
  write(".vitepress/config.mjs", `export { siteConfig as default } from "${from}/vitepress.ts";\n`);
  write(".vitepress/theme/index.ts", `export { theme as default } from "../${from}/theme/theme.ts";\n`);
  cpSync(join(root, "public/icon.svg"), join(folder, "public/icon.svg"));
  cpSync(join(root, "e2e/ui/readme-picture.png"), join(folder, "public/readme-picture.png"));
}
