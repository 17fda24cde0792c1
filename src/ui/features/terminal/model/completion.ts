/** The words that may stand at the cursor, and the one that is chosen. */
export interface Completion {
  /** The text and the cursor that the words were asked for. */
  readonly text: string;
  readonly cursor: number;
  readonly words: readonly string[];
  readonly chosen: number;
}

/** A text with its cursor. */
export interface Written {
  readonly text: string;
  readonly cursor: number;
}

/** Where the word at the cursor begins: after the last blank. */
const wordStart = (text: string, cursor: number): number => text.slice(0, cursor).search(/(?<!\S)\S*$/);

/** A word that ends with one of these goes on; after others a blank follows. */
const goesOn = (word: string): boolean => /[/=,]$/.test(word);

/** Puts a whole word in the place of the one at the cursor. */
export function take({ text, cursor }: Written, word: string): Written {
  const start = wordStart(text, cursor);
  const rest = text.slice(cursor);
  const inserted = goesOn(word) || rest.startsWith(" ") ? word : `${word} `;
  return { text: text.slice(0, start) + inserted + rest, cursor: start + inserted.length };
}

/** What all words begin with. */
export function commonStart(words: readonly string[]): string {
  const [first = "", ...others] = words;
  let length = first.length;
  for (const word of others) while (!word.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}

/** Writes as much of a word as all offered words have in common, as a shell does at the first Tab. */
export function takeCommon({ text, cursor }: Written, words: readonly string[]): Written {
  const start = wordStart(text, cursor);
  const common = commonStart(words);
  if (common.length <= cursor - start) return { text, cursor };
  return { text: text.slice(0, start) + common + text.slice(cursor), cursor: start + common.length };
}
