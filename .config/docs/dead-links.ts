import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { anchorOf } from "./markup.ts";

interface MarkdownPage {
  readonly links: readonly { readonly target: string; readonly line: number }[];
  readonly anchors: ReadonlySet<string>;
}

const isElsewhere = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Returns the links of Markdown files that lead nowhere, as `FILE:LINE: LINK`: files are looked for among `files`, and
 * what follows `#` among the headings. Of links to other sites, only the syntax is looked at.
 */
export function deadLinks(folder: string, files: readonly string[]): readonly string[] {
  const pages = new Map(
    files
      .filter((file) => file.endsWith(".md"))
      .map((file) => [file, readPage(readFileSync(join(folder, file), "utf8"))] as const),
  );
  return [...pages].flatMap(([file, { links }]) =>
    links
      .filter(({ target }) => !leads(file, target, files, pages))
      .map(({ target, line }) => `${file}:${line}: ${target}`),
  );
}

function leads(
  from: string,
  target: string,
  files: readonly string[],
  pages: ReadonlyMap<string, MarkdownPage>,
): boolean {
  if (isElsewhere.test(target)) return URL.canParse(target);
  const [path = "", anchor] = target.split("#", 2);
  const file = path === "" ? from : posix.join(posix.dirname(from), path);
  if (!files.includes(file)) return false;
  return anchor === undefined || pages.get(file)?.anchors.has(anchor) === true;
}

function readPage(text: string): MarkdownPage {
  const links: { target: string; line: number }[] = [];
  const anchors = new Set<string>();
  const visit = (node: Nodes): void => {
    const line = node.position?.start.line ?? 0;
    if (node.type === "link" || node.type === "image" || node.type === "definition")
      links.push({ target: node.url, line });
    if (node.type === "heading") anchors.add(unused(anchorOf(wordsOf(node)), anchors));
    if ("children" in node) node.children.forEach(visit);
  };
  visit(fromMarkdown(text));
  return { links, anchors };
}

/** A heading that repeats an earlier one has a number. */
function unused(anchor: string, anchors: ReadonlySet<string>): string {
  let name = anchor;
  for (let number = 1; anchors.has(name); number++) name = `${anchor}-${number}`;
  return name;
}

function wordsOf(node: Nodes): string {
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map(wordsOf).join("") : "";
}
