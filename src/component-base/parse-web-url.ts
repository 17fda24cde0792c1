/** Returns a parsed URL; undefined for what is none. `URL.canParse` is missing in Safari before 17. */
export function parseWebUrl(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

/** Whether a path is an address of another server. */
export const isWebAddress = (path: string): boolean => /^https?:\/\//.test(path);
