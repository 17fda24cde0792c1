import { posix } from "node:path";
import type { MarkdownRenderer } from "vitepress";
import type { SiteFacts } from "./sources.ts";

const picture = "readme-picture.png";
const isElsewhere = /^(?:[a-z][a-z0-9+.-]*:|#|\/)/i;

/**
 * Lets links between documents of the repository lead to their pages. Files that are no pages of the site are links
 * into the repository where its address is known, and their names otherwise.
 */
export function readingLinks(
  md: MarkdownRenderer,
  { files, repository }: Pick<SiteFacts, "files" | "repository">,
): void {
  const pages = new Map(Object.entries(files).map(([page, file]) => [file, page]));
  md.core.ruler.push("kubepad-links", ({ tokens, env }) => {
    const from = files[String(env.relativePath)];
    if (from === undefined) return;
    const targetOf = (href: string): string | undefined => {
      const [path = "", anchor] = href.split("#", 2);
      const file = posix.join(posix.dirname(from), path);
      const hash = anchor === undefined ? "" : `#${anchor}`;
      const page = pages.get(file);
      if (page !== undefined) return `/${page}${hash}`;
      return repository === undefined ? undefined : `${repository}${file}${hash}`;
    };
    for (const { children } of tokens) {
      let isPlain = false;
      for (const token of children ?? []) {
        const href = token.attrGet("href");
        if (token.type === "image") token.attrSet("src", `/${picture}`);
        if (token.type === "link_close" && isPlain) {
          token.type = "text";
          token.tag = token.content = "";
          isPlain = false;
        }
        if (token.type !== "link_open" || href === null || isElsewhere.test(href)) continue;
        const target = targetOf(href);
        if (target !== undefined) token.attrSet("href", target);
        else {
          token.type = "text";
          token.tag = token.content = "";
          token.attrs = null;
          isPlain = true;
        }
      }
    }
  });
}

/** Lets spans of code be text, whatever braces they have, as blocks of code are. */
export function plainSpans(md: MarkdownRenderer): void {
  md.core.ruler.push("kubepad-spans", ({ tokens }) => {
    for (const { children } of tokens)
      for (const token of children ?? []) if (token.type === "code_inline") token.attrSet("v-pre", "");
  });
}
