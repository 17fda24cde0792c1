import { BoundedMap } from "../apimachinery/bounded-map.ts";

/** Longer texts are not cached. */
const longest = 1000;

/**
 * Caches the results of a pure function for up to `most` texts. Meant for header values, of which there are few
 * distinct ones.
 */
export function memoText<T>(make: (text: string) => T, most = 200): (text: string) => T {
  const known = new BoundedMap<string, { readonly value: T }>(most);
  return (text) => {
    if (text.length > longest) return make(text);
    const found = known.get(text);
    if (found !== undefined) return found.value;
    const value = make(text);
    known.set(text, { value });
    return value;
  };
}
