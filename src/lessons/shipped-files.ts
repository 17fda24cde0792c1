import { isWebAddress } from "../component-base/parse-web-url.ts";
import type { Files } from "../kubectl/session.ts";

/** Reads a file that an author ships with a page, by its path from there; undefined if there is none. */
export type ReadShipped = (path: string) => Promise<string | undefined>;

/** Files in which those of a mapping are found as well, if there is no other of their path. */
export const withShipped = (
  files: Files,
  mapping: Readonly<Record<string, string>>,
  shipped: ReadShipped = async () => undefined,
): Files => ({
  ...methodsOf(files),
  async read(path) {
    const own = isWebAddress(path) ? undefined : await files.read(path);
    if (own !== undefined) return own;
    const target = mapped(mapping, path);
    return target === undefined ? undefined : shipped(target);
  },
  whyUnread: (address) => unreadable(mapped(mapping, address)),
});

/** The methods of a folder, which may be those of a class. */
const methodsOf = (files: Files): Files => ({
  read: (path) => files.read(path),
  list: (path) => files.list(path),
  write: (path, text) => files.write(path, text),
  ...(files.remove !== undefined && { remove: async (path) => files.remove?.(path) }),
  ...(files.root !== undefined && { root: files.root }),
});

const unreadable = (target: string | undefined): string =>
  target === undefined
    ? "nothing is fetched; name the file that stands for it under files, in the front matter or in kubepad.yaml"
    : `${target}, which stands for it under files, is not there`;

/**
 * The path that a mapping has for an address or a path: of its own, or of the longest beginning that ends with `/`. A
 * query is left out where the mapping does not have it, and what it has for https: counts for http: too. Undefined if
 * there is none.
 */
export function mapped(mapping: Readonly<Record<string, string>>, path: string): string | undefined {
  const plain = path.replace(/[?#].*/s, "");
  for (const name of [path, plain]) if (Object.hasOwn(mapping, name)) return mapping[name];
  const beginnings = Object.keys(mapping).filter((key) => key.endsWith("/") && plain.startsWith(key));
  const longest = beginnings.toSorted((a, b) => b.length - a.length)[0];
  // who asks by http is led to https
  if (longest === undefined)
    return /^http:/i.test(path) ? mapped(mapping, path.replace(/^http:/i, "https:")) : undefined;
  const rest = plain.slice(longest.length);
  return rest.split("/").includes("..") ? undefined : `${(mapping[longest] ?? "").replace(/\/?$/, "/")}${rest}`;
}
