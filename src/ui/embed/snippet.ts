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
  /** The objects to begin with as YAML; "" for none. */
  readonly seed: string;
  /** The files that commands find. */
  readonly files?: EmbedFiles | undefined;
  /** The parameters of a part of the view that can be embedded alone, and what it is. */
  /** How it looks in the page around it: attributes that are left out if they are empty. */
  readonly looks?: Looks;
  readonly part?: { readonly words: string; readonly parameters: EmbedParameters } | undefined;
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", "\n": "&#10;" };

const attribute = (name: string, value: string): string =>
  value === "" ? ` ${name}` : ` ${name}="${value.replace(/[&"<\n]/g, (char) => escapes[char] ?? char)}"`;

/** A text that would end the script that it stands in, or open a comment in it. */
const breaksOut = /<\/script|<!--/i;

/**
 * Returns the HTML that embeds a view of the Kubepad at `site`. Throws an error with a user-facing message if the seed
 * cannot stand in a page as text.
 */
export function printSnippet(site: string, { view, parameters, seed, files = {}, looks }: Snippet): string {
  if (breaksOut.test(seed))
    throw new Error('An object has the text "</script" or "<!--". Set it as the seed property of the element instead.');
  const bad = Object.keys(files).find((name) => breaksOut.test(files[name] ?? ""));
  if (bad !== undefined) throw new Error(`The file ${bad} has the text "</script" or "<!--", which HTML cannot hold.`);
  const looking = Object.entries(looks ?? {}).filter(([, value]) => value !== "");
  const attributes = [...Object.entries({ view, ...parameters }), ...looking]
    .map(([name, value]) => attribute(name, value))
    .join("");
  const written = Object.entries(files).map(([name, text]) => script(attribute("data-file", name), text));
  const content = [seed === "" ? "" : script("", seed), ...written].join("");
  const loader = `<script${attribute("src", new URL("embed.js", site).href)} async></script>`;
  return `${loader}\n<kubepad-embed${attributes}>${content === "" ? "" : `\n${content}`}</kubepad-embed>\n`;
}

const script = (attributes: string, text: string): string =>
  `<script type="application/yaml"${attributes}>\n${text.trim()}\n</script>\n`;
