const opening = new Set("\"'([{");
const closing = new Set("\"')]},.:;");

/** A word of a line without what surrounds it: quotes and brackets before it; quotes, brackets and marks after it. */
export interface BareWord {
  readonly before: string;
  readonly bare: string;
  readonly after: string;
}

/** Parts a word from what surrounds it, in one walk from each end. */
export function bareWord(word: string): BareWord {
  let [start, end] = [0, word.length];
  while (start < end && opening.has(word.charAt(start))) start++;
  while (end > start && closing.has(word.charAt(end - 1))) end--;
  return { before: word.slice(0, start), bare: word.slice(start, end), after: word.slice(end) };
}
