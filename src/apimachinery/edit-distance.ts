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

/** Reports whether two words differ by two letters next to each other that have changed places: `slef`, `self`. */
function isSwapped(a: string, b: string): boolean {
  const at = [...a].findIndex((letter, i) => letter !== b[i]);
  return at >= 0 && a === b.slice(0, at) + (b[at + 1] ?? "") + (b[at] ?? "") + b.slice(at + 2);
}

/**
 * Returns the word of a list that a misspelt one stands for, the nearest: up to two letters off, one if short; two
 * letters that have changed places are one.
 */
export function nearestWord(word: string, words: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let least = Infinity;
  for (const each of words) {
    const most = Math.min(each.length < 5 ? 1 : 2, least - 1);
    if (each === word || Math.abs(each.length - word.length) > most) continue;
    const distance = isSwapped(each, word) ? 1 : editDistance(each, word);
    if (distance <= most) [nearest, least] = [each, distance];
  }
  return nearest;
}
