import { KubectlError } from "../kubectl-error.ts";
import { type Change, changesOf, linesOf, unifiedDiff } from "./unified-diff.ts";

/** A file of two folders; undefined where a folder does not have it. */
interface FilePair {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What the options of `diff` ask for. */
interface DiffOptions {
  /** The words of the options, as they stand before the names of files. */
  readonly words: readonly string[];
  /** The lines of context of `-u`; undefined for the normal format. */
  readonly context: number | undefined;
  /** Files that are not there count as empty. */
  readonly newFile: boolean;
  readonly brief: boolean;
  /** How lines are compared: as texts that this makes of them. */
  readonly key: (line: string) => string;
}

const letters: Readonly<Record<string, Partial<DiffOptions>>> = {
  u: { context: 3 },
  N: { newFile: true },
  q: { brief: true },
  w: { key: (line) => line.replace(/\s+/g, "") },
  b: { key: (line) => line.replace(/\s+/g, " ").trimEnd() },
  i: { key: (line) => line.toLowerCase() },
  a: {},
  r: {},
  d: {},
};

const longNames: Readonly<Record<string, string>> = {
  unified: "u",
  "new-file": "N",
  brief: "q",
  "ignore-all-space": "w",
  "ignore-space-change": "b",
  "ignore-case": "i",
  text: "a",
  recursive: "r",
  minimal: "d",
};

function optionOf(letter: string, word: string): Partial<DiffOptions> {
  const option = letters[letter];
  if (option === undefined) throw new KubectlError(`diff: option ${word} is not available here`);
  return option;
}

/** Reads the options of `diff`. Throws a KubectlError for those that there are not here. */
export function diffOptions(words: readonly string[]): DiffOptions {
  let options: DiffOptions = { words, context: undefined, newFile: false, brief: false, key: (line) => line };
  for (const word of words) {
    const [, count] = /^(?:-U|--unified=)(\d+)$/.exec(word) ?? [];
    if (count !== undefined) options = { ...options, context: Number(count) };
    else if (/^--color(?:=(?:never|auto))?$/.test(word)) continue;
    else {
      const given = word.startsWith("--") ? [longNames[word.slice(2)] ?? ""] : word.slice(1).split("");
      options = given.reduce<DiffOptions>((all, letter) => ({ ...all, ...optionOf(letter, word) }), options);
    }
  }
  return options;
}

/** What `diff` prints for the files of two folders, and whether they differ. */
export function compareFolders(
  pairs: readonly FilePair[],
  folders: readonly [before: string, after: string],
  options: DiffOptions,
  now: string,
): { readonly text: string; readonly differ: boolean } {
  const [from, to] = folders;
  let text = "";
  for (const { name, before, after } of pairs) {
    const missing = before === undefined ? to : after === undefined ? from : undefined;
    if (missing !== undefined && !options.newFile) {
      text += `Only in ${missing}: ${name}\n`;
      continue;
    }
    const [old, next] = [before ?? "", after ?? ""];
    const changes = changesOf(linesOf(old), linesOf(next), options.key);
    if (changes.length === 0) continue;
    const [a, b] = [`${from}/${name}`, `${to}/${name}`].map(quoted);
    if (options.brief) {
      text += `Files ${a} and ${b} differ\n`;
      continue;
    }
    text += ["diff", ...options.words.map(quoted), a, b].join(" ") + "\n";
    const times = [before, after].map((each) => (each === undefined ? "1970-01-01 00:00:00.000000000 +0000" : now));
    text +=
      options.context === undefined
        ? normalDiff(changes, linesOf(old), linesOf(next))
        : `--- ${a}\t${times[0]}\n+++ ${b}\t${times[1]}\n${unifiedDiff(old, next, options.context, options.key)}`;
  }
  return { text, differ: text !== "" };
}

/** The changes of two texts in the normal format of `diff`. */
function normalDiff(changes: readonly Change[], old: readonly string[], now: readonly string[]): string {
  const range = (from: number, to: number): string =>
    to - from === 0 ? `${from}` : to - from === 1 ? `${to}` : `${from + 1},${to}`;
  return changes
    .map(({ from, to, newFrom, newTo }) => {
      const letter = from === to ? "a" : newFrom === newTo ? "d" : "c";
      const gone = old.slice(from, to).map((line) => `< ${line}\n`);
      const come = now.slice(newFrom, newTo).map((line) => `> ${line}\n`);
      const between = letter === "c" ? "---\n" : "";
      return `${range(from, to)}${letter}${range(newFrom, newTo)}\n${gone.join("")}${between}${come.join("")}`;
    })
    .join("");
}

/** A path as diff writes it: in quotes if a shell would read it otherwise. */
const quoted = (path: string): string => (/^[\w./:-]+$/.test(path) ? path : `'${path}'`);
