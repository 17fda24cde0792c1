import type { EmbedFiles, EmbedParameters } from "../../embed/protocol.ts";

/** How an embed looks in the page around it. */
export interface Looks {
  /** The pixels that are kept free until the embed reports its height; "" for those of the element. */
  readonly height: string;
  /** The theme; "" for that of the page around it. */
  readonly theme: "" | "light" | "dark" | "system";
}

/** What an embed is written with. */
export interface Snippet {
  /** The value of the attribute `view`. */
  readonly view: string;
  readonly parameters: EmbedParameters;
  /** The objects to begin with as YAML, or a lesson in Markdown; "" for none. */
  readonly seed: string;
  /** The language of the seed; YAML by default. */
  readonly language?: "yaml" | "markdown" | undefined;
  /** The files that commands find. */
  readonly files?: EmbedFiles | undefined;
  /** How it looks in the page around it: attributes that are left out if they are empty. */
  readonly looks?: Looks;
  /** The parameters of a part of the view that can be embedded alone, and what it is. */
  readonly part?: { readonly words: string; readonly parameters: EmbedParameters } | undefined;
}

/** How a snippet is written: for a page of HTML, or for a page of Markdown in a site that loads the script itself. */
export type SnippetForm = "html" | "markdown";

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", "\n": "&#10;" };

const attribute = (name: string, value: string): string =>
  value === "" ? ` ${name}` : ` ${name}="${value.replace(/[&"<\n]/g, (char) => escapes[char] ?? char)}"`;

/** A block of code that the element reads. */
interface Block {
  /** The name of the file that it is; undefined for a seed. */
  readonly file?: string;
  readonly language: string;
  readonly text: string;
}

/**
 * Returns the text that embeds a view of the Kubepad at `site`. What the embed begins with stands in the element as
 * blocks of code, which readers without JavaScript see.
 */
export function printSnippet(site: string, snippet: Snippet, form: SnippetForm = "html"): string {
  const { view, parameters, seed, language = "yaml", files = {}, looks } = snippet;
  const looking = Object.entries(looks ?? {}).filter(([, value]) => value !== "");
  const attributes = [...Object.entries({ view, ...parameters }), ...looking]
    .map(([name, value]) => attribute(name, value))
    .join("");
  const blocks: readonly Block[] = [
    ...(seed === "" ? [] : [{ language, text: seed }]),
    ...Object.entries(files).map(([file, text]) => ({ file, language: languageOf(file), text })),
  ];
  const printed = blocks.map(form === "html" ? htmlBlock : markdownBlock).join("");
  const element = `<kubepad-embed${attributes}>${printed === "" ? "" : `\n${printed}`}</kubepad-embed>\n`;
  if (form === "markdown") return element;
  return `<script${attribute("src", embedScriptOf(site))} async></script>\n${element}`;
}

/** The address of the script that defines the element. */
export const embedScriptOf = (site: string): string => new URL("embed.js", site).href;

const languages: Readonly<Record<string, string>> = { yaml: "yaml", yml: "yaml", json: "json", md: "markdown" };
const languageOf = (file: string): string => languages[file.split(".").at(-1) ?? ""] ?? "text";

function htmlBlock({ file, language, text }: Block): string {
  const named = file === undefined ? "" : attribute("data-file", file);
  const code = text.trim().replace(/[&<]/g, (char) => escapes[char] ?? char);
  return `<pre${named}><code class="language-${language}">${code}\n</code></pre>\n`;
}

/** A fenced block. The empty lines around it let Markdown read it, although it stands between tags. */
function markdownBlock({ file, language, text }: Block): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([{ length }]) => length));
  const fence = "`".repeat(longest + 1);
  const block = `\n${fence}${language}\n${text.trim()}\n${fence}\n\n`;
  return file === undefined ? block : `\n<div${attribute("data-file", file)}>\n${block}</div>\n\n`;
}
