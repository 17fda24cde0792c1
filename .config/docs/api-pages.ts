import type { ApiMember, ApiSymbol, CodePart } from "./api-symbols.ts";
import { mentionedBy, symbolOf } from "./api-symbols.ts";
import type { Declaration, SourceModules } from "./exported.ts";
import { withoutMarkup } from "./markup.ts";

/** An entry of the package with the module that declares it. */
export interface ApiEntry {
  /** As package.json names it: `./testing`. */
  readonly name: string;
  readonly file: string;
}

/** A page of the site as Markdown. */
export interface WrittenPage {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

interface Place {
  readonly page: string;
  readonly name: string;
}

/** The page of the types that no entry exports. */
const furtherPage = "further-types";

const pageOf = (entry: ApiEntry): string => entry.name.replace(/^\.\/?/, "") || "kubepad";
const specifierOf = (entry: ApiEntry): string => entry.name.replace(/^\./, "kubepad");

/**
 * Returns a page for each entry, with each symbol that it exports, and one for the types that these mention and that no
 * entry exports. A symbol that several entries export stands on the page of the first one; the others link to it.
 */
export function apiPages(modules: SourceModules, entries: readonly ApiEntry[]): readonly WrittenPage[] {
  const places = new Map<Declaration, Place>();
  const exported = entries.map((entry) => ({
    entry,
    symbols: [...modules.read(entry.file).exports.keys()].flatMap((name) => {
      const declaration = modules.resolve(entry.file, name);
      if (declaration === undefined) return [];
      const isFirst = !places.has(declaration);
      if (isFirst) places.set(declaration, { page: pageOf(entry), name });
      return [{ name, declaration, isFirst }];
    }),
  }));
  const further = furtherTypes(modules, places);
  const pages = exported.map(({ entry, symbols }) => {
    const page = pageOf(entry);
    const own = symbols.filter(({ isFirst }) => isFirst).map(({ declaration }) => symbolOf(modules, declaration));
    const others = symbols.filter(({ isFirst }) => !isFirst);
    const links = others.map(({ name, declaration }) => `- ${linkTo(places.get(declaration), page, name)}`);
    const text = [
      `# ${specifierOf(entry)}`,
      asMarkdown(modules.read(entry.file).comment),
      ...grouped(own).map((symbol) => symbolText(symbol, page, places)),
      ...(links.length > 0 ? ["## Also exported", links.join("\n")] : []),
    ].join("\n\n");
    return { path: `api/${page}.md`, title: specifierOf(entry), text: asPage(specifierOf(entry), text) };
  });
  const furtherText = [
    "# Further types",
    "The symbols of the entries mention these types. No entry exports them: values of them come from a server, or are written as literals.",
    ...further.map((symbol) => symbolText(symbol, furtherPage, places)),
  ].join("\n\n");
  return [
    ...pages,
    { path: `api/${furtherPage}.md`, title: "Further types", text: asPage("Further types", furtherText) },
  ];
}

const asPage = (title: string, text: string): string =>
  `---\ntitle: ${title}\noutline: 2\n---\n\n<div v-pre class="api">\n\n${text}\n\n</div>\n`;

/** Gives the types that are mentioned a place on the page of further types, and returns them by name. */
function furtherTypes(modules: SourceModules, places: Map<Declaration, Place>): readonly ApiSymbol[] {
  const queue = [...places.keys()];
  const found = new Map<string, ApiSymbol>();
  for (const declaration of queue)
    for (const mentioned of mentionedBy(symbolOf(modules, declaration))) {
      if (places.has(mentioned)) continue;
      const name = found.has(mentioned.name) ? `${mentioned.name}-${found.size}` : mentioned.name;
      places.set(mentioned, { page: furtherPage, name });
      found.set(name, symbolOf(modules, mentioned));
      queue.push(mentioned);
    }
  return [...found]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, symbol]) => ({ ...symbol, name }));
}

/** Functions first, then classes, constants and types, each in the order of the entry. */
const order: readonly ApiSymbol["kind"][] = ["function", "class", "constant", "interface", "type"];

const grouped = (symbols: readonly ApiSymbol[]): readonly ApiSymbol[] =>
  order.flatMap((kind) => symbols.filter((symbol) => symbol.kind === kind));

function symbolText(symbol: ApiSymbol, page: string, places: ReadonlyMap<Declaration, Place>): string {
  const html = (code: readonly CodePart[]): string => code.map((part) => partText(part, page, places)).join("");
  const members = symbol.members.map((member) => memberText(member, html));
  return [
    `## ${symbol.name} {#${symbol.name}}`,
    `<pre class="signature"><code>${html(symbol.code).replace(/^declare /gm, "")}</code></pre>`,
    asMarkdown(symbol.comment),
    members.length > 0 ? `<dl class="members">\n${members.join("\n")}\n</dl>` : "",
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

const memberText = ({ code, comment }: ApiMember, html: (code: readonly CodePart[]) => string): string =>
  `<dt><pre><code>${html(code).replace(/^readonly /, "")}</code></pre></dt>\n<dd>\n\n${asMarkdown(comment)}\n\n</dd>`;

function partText(part: CodePart, page: string, places: ReadonlyMap<Declaration, Place>): string {
  if (typeof part === "string") return withoutMarkup(part);
  const place = places.get(part.declaration);
  if (place === undefined) return withoutMarkup(part.name);
  return `<a href="${hrefTo(place, page)}">${withoutMarkup(part.name)}</a>`;
}

const hrefTo = ({ page, name }: Place, from: string): string => `${page === from ? "" : `./${page}.html`}#${name}`;

const linkTo = (place: Place | undefined, from: string, name: string): string =>
  place === undefined ? `\`${name}\`` : `[\`${name}\`](${hrefTo(place, from).replace(".html", ".md")})`;

/** A doc comment as Markdown: what looks like markup outside of code is text. */
const asMarkdown = (comment: string): string =>
  comment
    .split(/(^(?: {4}.*\n?)+|`[^`]*`)/m)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll("<", "&lt;")))
    .join("");
