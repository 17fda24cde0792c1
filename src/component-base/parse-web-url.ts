/** Returns a parsed URL; undefined for what is none. `URL.canParse` is missing in Safari before 17. */
export function parseWebUrl(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}
