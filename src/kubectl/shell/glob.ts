import { literalMark, withoutMarks } from "./expansions.ts";

/** A character of a pattern, a bracket with its set, or one that is quoted. */
const part = new RegExp(
  `${literalMark}(.)|\\\\(.)|(\\*+)|(\\?)|\\[([!^]?)(\\]?(?:\\[:\\w+:\\]|[^\\]])*)\\]|([^])`,
  "gsu",
);

const classes: Readonly<Record<string, string>> = {
  alpha: "A-Za-z",
  digit: "0-9",
  alnum: "A-Za-z0-9",
  upper: "A-Z",
  lower: "a-z",
  space: "\\s",
  punct: "!-\\/:-@\\[-`{-~",
  xdigit: "0-9A-Fa-f",
};

const escaped = (char: string): string => char.replace(/[\\^$.+()[\]{}|*?/-]/g, "\\$&");

const setSource = (text: string): string =>
  withoutMarks(text).replace(/\[:(\w+):\]|[\\\][^]/g, (all, name: string | undefined) =>
    name === undefined ? `\\${all}` : (classes[name] ?? ""),
  );

/**
 * The regular expression of a pattern of the shell: `*`, `?`, sets in brackets, and characters that are quoted. `star`
 * is what stands for `*`: the longest text, or the shortest.
 */
export const globSource = (pattern: string, star: ".*" | ".*?" = ".*"): string =>
  pattern.replace(part, (_all, quoted, backslashed, stars, one, negation, set, char) => {
    if (typeof stars === "string") return star;
    if (typeof one === "string") return ".";
    if (typeof set === "string") return `[${negation === "" ? "" : "^"}${setSource(set)}]`;
    return escaped(String(quoted ?? backslashed ?? char));
  });

const unquoted = new RegExp(`(?:^|[^${literalMark}])(?:[*?]|\\[[^]*\\])`);

/** Reports whether a word stands for the names of files. */
export const isPattern = (word: string): boolean => unquoted.test(word);

/** The paths that a pattern matches, sorted; the pattern itself if there are none. */
export async function pathsOf(
  pattern: string,
  filesBelow: (folder: string) => Promise<readonly string[] | undefined>,
): Promise<readonly string[]> {
  const parts = pattern.split("/");
  const first = parts.findIndex(isPattern);
  const base = withoutMarks(parts.slice(0, first).join("/"));
  const wanted = parts.slice(first).map((each) => ({
    matches: new RegExp(`^${globSource(each)}$`, "s"),
    hidden: each.startsWith("."),
  }));
  const paths = await filesBelow(first === 0 ? "." : base === "" ? "/" : base);
  const found = new Set<string>();
  for (const path of paths ?? []) {
    const names = path.split("/");
    if (names.length < wanted.length) continue;
    const own = names.slice(0, wanted.length);
    const fits = wanted.every(({ matches, hidden }, i) => {
      const name = own[i] ?? "";
      return matches.test(name) && (hidden || !name.startsWith("."));
    });
    if (fits) found.add(own.join("/"));
  }
  if (found.size === 0) return [withoutMarks(pattern)];
  return [...found].toSorted().map((path) => (first === 0 ? path : `${base}/${path}`));
}
