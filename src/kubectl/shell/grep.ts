import { failed, type Finished, printed } from "../finished.ts";
import type { Input, ToolOptions, ToolSyntax } from "./tool-options.ts";
import { joined, linesOf } from "./tool-lines.ts";

export const grepSyntax: ToolSyntax = {
  flags: "EFGPivwxcoqnhHlLsrR",
  values: "eABCm",
  long: {
    "extended-regexp": "E",
    "fixed-strings": "F",
    "ignore-case": "i",
    "invert-match": "v",
    "word-regexp": "w",
    "line-regexp": "x",
    count: "c",
    "only-matching": "o",
    quiet: "q",
    silent: "q",
    "line-number": "n",
    "no-filename": "h",
    "with-filename": "H",
    "files-with-matches": "l",
    "files-without-match": "L",
    "no-messages": "s",
    recursive: "r",
    regexp: "e",
    "after-context": "A",
    "before-context": "B",
    context: "C",
    "max-count": "m",
  },
  trouble: 2,
};

/** The patterns of a command line, and the operands after them, which are files. */
export function patternsOf({ all, operands }: ToolOptions): {
  readonly patterns: readonly string[];
  readonly paths: readonly string[];
} {
  const given = all("e");
  return given.length > 0
    ? { patterns: given, paths: operands }
    : { patterns: operands.slice(0, 1), paths: operands.slice(1) };
}

/** Reports whether the files below folders are searched. */
export const isRecursive = (options: ToolOptions): boolean => options.has("r") || options.has("R");

/** Prints the lines that match, with those around them that are asked for. */
export async function grep(
  options: ToolOptions,
  patterns: readonly string[],
  inputs: readonly Input[],
): Promise<Finished> {
  if (patterns.length === 0) return failed("Usage: grep [OPTION]... PATTERNS [FILE]...", 2);
  const sources = patterns.map((pattern) => sourceOf(pattern, options));
  const whole = sources.length === 1 ? (sources[0] ?? "") : sources.map((source) => `(?:${source})`).join("|");
  const matchesOf = await compileLinear(whole, options.has("i"));
  if (matchesOf === undefined) return failed("grep: Invalid regular expression", 2);
  const named =
    options.has("H") || ((patternsOf(options).paths.length > 1 || isRecursive(options)) && !options.has("h"));
  let [stdout, found] = ["", 0];
  for (const { path, text } of inputs) {
    const lines = linesOf(text);
    const most = Number(options.value("m") ?? Infinity);
    const hits = [...lines.keys()]
      .filter((i) => matchesOf(lines[i] ?? "", 1).length > 0 !== options.has("v"))
      .slice(0, most);
    found += hits.length;
    stdout += linesOfHits(options, { lines, hits, matchesOf, path: path || "(standard input)", named });
  }
  return printed(options.has("q") ? "" : stdout, found > 0 ? 0 : 1);
}

/**
 * Writes a basic regular expression as an extended one: what stands for itself gets a backslash, and loses it. `^` and
 * `$` stand for themselves but at the ends of the pattern and its groups, as `*` does at the beginning.
 */
export const fromBasic = (pattern: string): string =>
  pattern.replace(
    /\[\^?\]?[^\]]*\]?|\\([|+?(){}])|\\.|([|+?(){}])|(?<=.)(?<!\\[(|])\^|\$(?!$|\\[)|])|(?<=^\^?|\\[(|])\*/g,
    (all: string, escaped: string | undefined) => escaped ?? (/^[[\\]/.test(all) ? all : `\\${all}`),
  );

function sourceOf(pattern: string, options: ToolOptions): string {
  const basic = options.has("E") || options.has("P") ? pattern : fromBasic(pattern);
  const source = options.has("F") ? pattern.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") : basic;
  if (options.has("x")) return `^(?:${source})$`;
  return options.has("w") ? `\\b(?:${source})\\b` : source;
}

interface Searched {
  readonly lines: readonly string[];
  readonly hits: readonly number[];
  readonly matchesOf: (line: string, most: number) => readonly string[];
  readonly path: string;
  readonly named: boolean;
}

function linesOfHits(options: ToolOptions, { lines, hits, matchesOf, path, named }: Searched): string {
  const name = named ? `${path}:` : "";
  if (options.has("l")) return hits.length > 0 ? `${path}\n` : "";
  if (options.has("L")) return hits.length > 0 ? "" : `${path}\n`;
  if (options.has("c")) return `${name}${hits.length}\n`;
  const head = (i: number, mark: string): string =>
    (named ? `${path}${mark}` : "") + (options.has("n") ? `${i + 1}${mark}` : "");
  if (options.has("o"))
    return joined(
      hits.flatMap((i) =>
        matchesOf(lines[i] ?? "", Infinity).flatMap((match) => (match === "" ? [] : [head(i, ":") + match])),
      ),
    );
  const [before, after] = ["B", "A"].map((letter) => Number(options.value(letter) ?? options.value("C") ?? 0));
  const shown = new Set(
    hits.flatMap((i) => [...lines.keys()].slice(Math.max(0, i - (before ?? 0)), i + (after ?? 0) + 1)),
  );
  const apart = ["A", "B", "C"].some((letter) => options.has(letter));
  const isHit = new Set(hits);
  return joined(
    [...shown].flatMap((i, at, all) => [
      ...(apart && at > 0 && all[at - 1] !== i - 1 ? ["--"] : []),
      head(i, isHit.has(i) ? ":" : "-") + (lines[i] ?? ""),
    ]),
  );
}

/**
 * Compiles a pattern to a function that finds its matches in a line, in linear time as grep does; undefined for one
 * that is no regular expression.
 */
export async function compileLinear(
  source: string,
  ignoreCase: boolean,
): Promise<((line: string, most: number) => readonly string[]) | undefined> {
  const { RE2JS } = await import("re2js");
  try {
    const compiled = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return (line, most) => {
      const matches: string[] = [];
      const matcher = compiled.matcher(line);
      while (matches.length < most && matcher.find()) matches.push(matcher.group() ?? "");
      return matches;
    };
  } catch {
    return undefined;
  }
}
