const spaces = " \t\n";

/** What `read` gives to its variables, and its exit code: 1 at the end of what there is. */
export interface ReadLine {
  readonly code: number;
  readonly values: readonly (readonly [name: string, value: string])[];
}

/**
 * Takes a line from a text, as `read` of a shell does, and parts it into words by IFS; the last variable takes the rest
 * of the line. A backslash escapes what follows unless `-r` is given.
 */
export function readLine(source: { rest: string }, args: readonly string[], separators = spaces): ReadLine {
  const { isRaw, names } = optionsOf(args);
  const [line, isWhole] = takeLine(source, isRaw);
  if (names.length === 0) return { code: Number(!isWhole), values: [["REPLY", line]] };
  const values: (readonly [string, string])[] = [];
  let rest = trimmed(line, separators);
  for (const [i, name] of names.entries()) {
    const at = i === names.length - 1 ? -1 : [...rest].findIndex((character) => separators.includes(character));
    values.push([name, at < 0 ? rest : rest.slice(0, at)]);
    rest = at < 0 ? "" : trimmed(rest.slice(at + 1), separators);
  }
  return { code: Number(!isWhole), values };
}

/** A prompt is not printed: what is read is no terminal. */
function optionsOf(args: readonly string[]): { readonly isRaw: boolean; readonly names: readonly string[] } {
  const names: string[] = [];
  let isRaw = false;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (!arg.startsWith("-")) names.push(arg);
    else if (/^-[a-z]*[ptn]$/.test(arg)) i++;
    isRaw ||= /^-[a-z]*r/.test(arg);
  }
  return { isRaw, names };
}

function backslashesAtEnd(line: string): number {
  let count = 0;
  while (line.at(-1 - count) === "\\") count++;
  return count;
}

/** Takes a line, and says whether it had an end. */
function takeLine(source: { rest: string }, isRaw: boolean): readonly [line: string, isWhole: boolean] {
  const parts: string[] = [];
  for (;;) {
    const end = source.rest.indexOf("\n");
    const line = end < 0 ? source.rest : source.rest.slice(0, end);
    source.rest = end < 0 ? "" : source.rest.slice(end + 1);
    const goesOn = !isRaw && end >= 0 && backslashesAtEnd(line) % 2 === 1;
    parts.push(goesOn ? line.slice(0, -1) : line);
    if (goesOn) continue;
    const all = parts.join("");
    return [isRaw ? all : all.replace(/\\(.)/gs, "$1"), end >= 0];
  }
}

/** A text without separators at its ends that are white space. */
function trimmed(text: string, separators: string): string {
  const isSpace = (character = "x"): boolean => spaces.includes(character) && separators.includes(character);
  let [from, to] = [0, text.length];
  while (from < to && isSpace(text[from])) from++;
  while (to > from && isSpace(text[to - 1])) to--;
  return text.slice(from, to);
}
