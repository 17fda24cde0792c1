const spaces = " \t\n";

/** What `read` gives to its variables, and its exit code: 1 at the end of what there is. */
export interface ReadLine {
  readonly code: number;
  readonly values: readonly (readonly [name: string, value: string | readonly string[]])[];
  /** What is wrong with the command line. */
  readonly problem?: string;
}

/**
 * Takes a line from a text, as `read` of a shell does, and parts it into words by IFS; the last variable takes the rest
 * of the line. A backslash escapes what follows unless `-r` is given. Nothing is taken where the command line is wrong.
 */
export function readLine(source: { rest: string }, args: readonly string[], separators = spaces): ReadLine {
  const { isRaw, names, unknown, array, end } = optionsOf(args);
  if (unknown !== undefined) return { code: 2, values: [], problem: `-${unknown}: invalid option` };
  const wrong = names.find((name) => !/^[A-Za-z_]\w*$/.test(name));
  if (wrong !== undefined) return { code: 1, values: [], problem: `\`${wrong}': not a valid identifier` };
  const [line, isWhole] = end === undefined ? takeLine(source, isRaw) : takeTo(source, end);
  const letters = lettersOf(line, isRaw);
  const code = Number(!isWhole);
  if (array !== undefined) return { code, values: [[array, wordsOf(letters, Infinity, separators)]] };
  if (names.length === 0) return { code, values: [["REPLY", textOf(letters)]] };
  const words = wordsOf(letters, names.length, separators);
  return { code, values: names.map((name, i) => [name, words[i] ?? ""]) };
}

/** A prompt is not printed: what is read is no terminal. */
function optionsOf(args: readonly string[]): {
  readonly isRaw: boolean;
  readonly names: readonly string[];
  readonly unknown?: string;
  /** The array that takes all words. */
  readonly array?: string | undefined;
  /** What ends a line: nothing is the end of the text. */
  readonly end?: string | undefined;
} {
  let isRaw = false;
  let at = 0;
  const given: Record<string, string | undefined> = {};
  for (; args[at]?.startsWith("-") === true && args[at] !== "-"; at++) {
    if (args[at] === "--") return { isRaw, names: args.slice(at + 1), array: given["a"], end: given["d"] };
    const letters = args[at]?.slice(1) ?? "";
    const end = /[^ers]|$/.exec(letters)?.index ?? 0;
    const other = letters.charAt(end);
    if (!"ptadnN".includes(other)) return { isRaw, names: [], unknown: other };
    isRaw ||= letters.slice(0, end).includes("r");
    if (other === "") continue;
    given[other] = end < letters.length - 1 ? letters.slice(end + 1) : args[++at];
  }
  return { isRaw, names: args.slice(at), array: given["a"], end: given["d"] };
}

/** Takes a text up to a character, or all of it. */
function takeTo(source: { rest: string }, end: string): readonly [line: string, isWhole: boolean] {
  const at = end === "" ? -1 : source.rest.indexOf(end.charAt(0));
  const line = at < 0 ? source.rest : source.rest.slice(0, at);
  source.rest = at < 0 ? "" : source.rest.slice(at + 1);
  return [line, at >= 0];
}

function backslashesAtEnd(line: string): number {
  let count = 0;
  while (line.at(-1 - count) === "\\") count++;
  return count;
}

/** Takes a line with those that it continues in, and says whether it had an end. */
function takeLine(source: { rest: string }, isRaw: boolean): readonly [line: string, isWhole: boolean] {
  const parts: string[] = [];
  for (;;) {
    const end = source.rest.indexOf("\n");
    const line = end < 0 ? source.rest : source.rest.slice(0, end);
    source.rest = end < 0 ? "" : source.rest.slice(end + 1);
    const goesOn = !isRaw && end >= 0 && backslashesAtEnd(line) % 2 === 1;
    parts.push(goesOn ? line.slice(0, -1) : line);
    if (!goesOn) return [parts.join(""), end >= 0];
  }
}

/** A character of a line. */
interface Letter {
  readonly text: string;
  /** Whether a backslash stood before it: it separates no words. */
  readonly isEscaped: boolean;
}

function lettersOf(line: string, isRaw: boolean): readonly Letter[] {
  if (isRaw) return Array.from(line, (text) => ({ text, isEscaped: false }));
  return Array.from(line.matchAll(/\\(.?)|./gsu), ([text, escaped]) =>
    escaped === undefined ? { text, isEscaped: false } : { text: escaped, isEscaped: true },
  );
}

const textOf = (letters: readonly Letter[]): string => letters.map(({ text }) => text).join("");

/**
 * Parts a line into so many words at most, the last of which is the rest. White space of IFS separates in any number
 * and stands at no end; of other separators, each ends a word.
 */
function wordsOf(letters: readonly Letter[], most: number, separators: string): readonly string[] {
  const separates = (letter: Letter | undefined): boolean =>
    letter !== undefined && !letter.isEscaped && separators.includes(letter.text);
  const isSpace = (letter: Letter | undefined): boolean => separates(letter) && spaces.includes(letter?.text ?? "x");
  const afterSpaces = (from: number): number => {
    let at = from;
    while (isSpace(letters[at])) at++;
    return at;
  };
  const words: string[] = [];
  let at = afterSpaces(0);
  while (at < letters.length) {
    let end = at;
    while (end < letters.length && !separates(letters[end])) end++;
    const word = textOf(letters.slice(at, end));
    const separator = afterSpaces(end);
    const next = separates(letters[separator]) ? afterSpaces(separator + 1) : separator;
    if (words.length === most - 1 && next < letters.length) {
      let last = letters.length;
      while (isSpace(letters[last - 1])) last--;
      return [...words, textOf(letters.slice(at, last))];
    }
    words.push(word);
    at = next;
  }
  return words;
}
