/**
 * Compiles a pattern to a function that finds its matches in a line, in linear time as grep does; undefined for one
 * that is no regular expression.
 */
export async function compileLinear(
  source: string,
  ignoreCase: boolean,
): Promise<((line: string, most: number) => readonly string[]) | undefined> {
  const { RE2JS } = await import("re2js");
  try {
    const compiled = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return (line, most) => {
      const matches: string[] = [];
      const matcher = compiled.matcher(line);
      while (matches.length < most && matcher.find()) matches.push(matcher.group() ?? "");
      return matches;
    };
  } catch {
    return undefined;
  }
}
