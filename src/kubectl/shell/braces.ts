import { literalMark } from "./expansions.ts";

/** So many words a word becomes at most. */
const mostWords = 10_000;

/** A part of a word between braces: where it begins and ends, and where the commas are. */
interface Group {
  readonly from: number;
  readonly to: number;
  readonly commas: readonly number[];
}

/** The first braces that are not quoted, and have commas or a range; what is in expansions does not count. */
function groupIn(word: string): Group | undefined {
  for (let from = nextOf(word, "{", 0); from >= 0; from = nextOf(word, "{", from + 1)) {
    const group = groupAt(word, from);
    if (group !== undefined && (group.commas.length > 0 || rangeOf(word.slice(from + 1, group.to)) !== undefined))
      return group;
  }
  return undefined;
}

/** The braces that begin at a place; undefined if they are not closed. */
function groupAt(word: string, from: number): Group | undefined {
  const commas: number[] = [];
  let depth = 0;
  for (let at = from; at < word.length; at = after(word, at)) {
    const char = word.charAt(at);
    if (char === "{") depth++;
    else if (char === "," && depth === 1) commas.push(at);
    else if (char === "}" && --depth === 0) return { from, to: at, commas };
  }
  return undefined;
}

/** The place of the next character: over an expansion, and over one that is quoted. */
function after(word: string, at: number): number {
  if (word.charAt(at) === literalMark) return at + 2;
  return word.charAt(at) === "\uE000" ? word.indexOf("\uE001", at) + 1 : at + 1;
}

function nextOf(word: string, char: string, from: number): number {
  for (let at = from; at < word.length; at = after(word, at)) if (word.charAt(at) === char) return at;
  return -1;
}

/** The words of `1..5`, `05..1`, `a..e` and `1..9..2`; undefined for another text. */
function rangeOf(text: string): readonly string[] | undefined {
  const [, first, last, by] = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(text) ?? [];
  if (first === undefined || last === undefined) return undefined;
  const isNumber = /\d/.test(first);
  if (isNumber !== /\d/.test(last)) return undefined;
  const [from, to] = isNumber ? [Number(first), Number(last)] : [first.charCodeAt(0), last.charCodeAt(0)];
  const step = Math.abs(Number(by ?? 1)) || 1;
  const count = Math.min(mostWords, Math.floor(Math.abs(to - from) / step) + 1);
  const width = /^-?0\d/.test(first) || /^-?0\d/.test(last) ? Math.max(first.length, last.length) : 0;
  return Array.from({ length: count }, (_, i) => {
    const value = from + (to < from ? -i : i) * step;
    if (!isNumber) return String.fromCharCode(value);
    return value < 0 ? `-${String(-value).padStart(width - 1, "0")}` : String(value).padStart(width, "0");
  });
}

/** The words that the braces of a word make of it, as `{a,b}` and `{1..3}` do. */
export function braced(word: string): readonly string[] {
  if (!word.includes("{")) return [word];
  const group = groupIn(word);
  if (group === undefined) return [word];
  const { from, to, commas } = group;
  const inner = word.slice(from + 1, to);
  const edges = [from, ...commas, to];
  const parts =
    commas.length === 0
      ? (rangeOf(inner) ?? [])
      : edges.slice(1).flatMap((end, i) => braced(word.slice((edges[i] ?? 0) + 1, end)));
  const rest = braced(word.slice(to + 1));
  return parts.flatMap((part) => rest.map((end) => word.slice(0, from) + part + end)).slice(0, mostWords);
}
