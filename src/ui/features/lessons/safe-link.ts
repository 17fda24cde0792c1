import { parseWebUrl } from "../../../component-base/parse-web-url.ts";
import { lessonWith } from "./catalogue.ts";

/** Where a link of a lesson leads. */
export type SafeLink =
  | { readonly kind: "page"; readonly href: string }
  | { readonly kind: "elsewhere"; readonly href: string };

/**
 * Returns where a link of a lesson may lead: to a page of the web, to an address of this page, or to another lesson by
 * its file (`../cel/costs.md`). Everything else leads nowhere, whatever it would be read as.
 */
export function safeLink(url: string): SafeLink | undefined {
  if (/^#\/[^\s]*$/.test(url)) return { kind: "page", href: url };
  const [, slug] = /^(?:[\w.-]+\/)*([\w-]+)\.md(?:#.*)?$/.exec(url) ?? [];
  if (slug !== undefined) return lessonWith(slug) && { kind: "page", href: `#/lessons/${slug}` };
  const { protocol, href } = /^https?:\/\//i.test(url) ? (parseWebUrl(url) ?? {}) : {};
  return href !== undefined && (protocol === "https:" || protocol === "http:")
    ? { kind: "elsewhere", href }
    : undefined;
}
