import type { Files } from "../session.ts";

/** The files whose paths begin with a text; of folders deeper down the next part, with a slash. */
export async function completePath(files: Files, partial: string): Promise<readonly string[]> {
  const slash = partial.lastIndexOf("/");
  const folder = slash < 0 ? "." : partial.slice(0, slash) || "/";
  const before = partial.slice(0, slash + 1);
  const names = (await files.list(folder)) ?? [];
  const next = names.map((name) => {
    const at = name.indexOf("/");
    return before + (at < 0 ? name : name.slice(0, at + 1));
  });
  return [...new Set(next)].filter((path) => path.startsWith(partial)).sort();
}
