/** Whether a text has the parts of another one in order, with any characters where a mark stands between them. */
export function fitsWildcards(written: string, mark: string, text: string): boolean {
  const parts = written.split(mark);
  const last = parts.length - 1;
  let at = 0;
  for (const [i, part] of parts.entries()) {
    const found = i === 0 ? 0 : i === last ? text.length - part.length : text.indexOf(part, at);
    if (found < at || !text.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return at === text.length || last > 0;
}
