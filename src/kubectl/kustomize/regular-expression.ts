/** A pattern that needs nothing that repeats: it takes no time beyond that of a comparison. */
const isPlain = (pattern: string): boolean => /^[\w./:-]*$/.test(pattern);

/**
 * Returns what tells texts that a regular expression of Go matches, made of a pattern that is given: in a time that
 * grows with the text alone, whatever the pattern. The engine is loaded when it is first needed. Throws an Error with
 * Go's message for what is none.
 */
export async function regularExpression(
  pattern: string,
  around: (pattern: string) => string,
): Promise<(text: string) => boolean> {
  if (isPlain(pattern)) {
    const plain = new RegExp(around(pattern));
    return (text) => plain.test(text);
  }
  const { RE2JS } = await import("re2js");
  const compiled = RE2JS.compile(around(pattern));
  return (text) => compiled.test(text);
}
