import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join, posix } from "node:path";

/** What a built site's pages were found to have. */
export interface SiteReport {
  /** `FILE: what is wrong`, for each problem. */
  readonly problems: string[];
  readonly pages: number;
  readonly links: number;
}

interface BuiltPage {
  readonly ids: ReadonlySet<string>;
  readonly links: readonly string[];
  /** What the page loads by itself. */
  readonly loaded: readonly string[];
}

const script = /<script\b[^>]*>[^]*?<\/script>/g;
const decode = (text: string): string => text.replaceAll("&amp;", "&").replaceAll("&quot;", '"');

function readPage(html: string): BuiltPage {
  const attributes = (tag: string, name: string): readonly string[] =>
    [...html.matchAll(new RegExp(`<(?:${tag})\\b[^>]*?\\s${name}="([^"]*)"`, "g"))].map(([, value = ""]) =>
      decode(value),
    );
  const text = html.replace(script, "");
  return {
    ids: new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id = ""]) => decode(id))),
    links: attributes("a", "href"),
    loaded: [...attributes("link", "href"), ...attributes("script|img|iframe", "src")],
  };
}

/**
 * Looks through a built site: every link and anchor leads to a page and to a part of it, and nothing is loaded from
 * elsewhere. Of links to other sites, only the syntax is looked at. The folder of the application is left out.
 */
export function siteProblems(folder: string, application = "kubepad"): SiteReport {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".html") && !file.startsWith(`${application}/`))
    .toSorted();
  const pages = new Map(files.map((file) => [file, readPage(readFileSync(join(folder, file), "utf8"))]));
  const problems = [...pages].flatMap(([file, { links, loaded }]) => [
    ...links.flatMap((link) => linkProblem(link, file, pages, folder) ?? []).map((problem) => `${file}: ${problem}`),
    ...loaded.filter((address) => /^(?:[a-z]+:)?\/\//.test(address)).map((address) => `${file}: loads ${address}`),
  ]);
  return { problems, pages: pages.size, links: [...pages.values()].reduce((sum, { links }) => sum + links.length, 0) };
}

function linkProblem(
  link: string,
  from: string,
  pages: ReadonlyMap<string, BuiltPage>,
  folder: string,
): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/.test(link)) return URL.canParse(link) ? undefined : `${link} is no address`;
  const [path = "", anchor] = link.split("#", 2).map(decodeURIComponent);
  if (path.startsWith("/")) return `${link} depends on the path of the site`;
  const target = path === "" ? from : posix.join(posix.dirname(from), path);
  const file = target.endsWith("/") || target === "." ? posix.join(target, "index.html") : target;
  const page = pages.get(file);
  if (page === undefined) return isFile(join(folder, file)) ? undefined : `${link} leads nowhere`;
  return anchor === undefined || anchor === "" || page.ids.has(anchor) ? undefined : `${link} has no such part`;
}

const isFile = (file: string): boolean => existsSync(file) && statSync(file).isFile();
