import { readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** Blocks and spans of code, in which brackets are no links; a fence may be indented. */
const code = /^ *(`{3,}|~{3,})[^]*?^ *\1.*$|`[^`\n]+`/gm;
const link = /\]\(([^)\s]+)\)/g;
const isElsewhere = /^[a-z]+:/;

/**
 * Returns the links of Markdown files that lead nowhere, as `FILE: LINK`: files are looked for among `files`, and what
 * follows `#` among the headings.
 */
export function deadLinks(folder: string, files: readonly string[]): readonly string[] {
  const pages = new Map(
    files.filter((file) => file.endsWith(".md")).map((file) => [file, readFileSync(join(folder, file), "utf8")]),
  );
  return [...pages].flatMap(([file, text]) =>
    [...text.replace(code, "").matchAll(link)]
      .map(([, target = ""]) => target)
      .filter((target) => !isElsewhere.test(target) && !leads(file, target, files, pages))
      .map((target) => `${file}: ${target}`),
  );
}

function leads(from: string, target: string, files: readonly string[], pages: ReadonlyMap<string, string>): boolean {
  const [path = "", heading] = target.split("#", 2);
  const file = path === "" ? from : posix.join(posix.dirname(from), path);
  if (!files.includes(file)) return false;
  return heading === undefined || headingsOf(pages.get(file) ?? "").includes(heading);
}

/** The anchors of headings, as GitHub and npm make them. */
const headingsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
