/** Returns the Levenshtein distance of two words: how many letters are to be added, left out or replaced. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, char] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++)
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (char === b[j] ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Returns the word of a list that a misspelt one stands for: up to two letters off, one in short words. */
export const nearestWord = (word: string, words: Iterable<string>): string | undefined =>
  [...words].find((each) => each !== word && editDistance(each, word) <= (each.length < 5 ? 1 : 2));
