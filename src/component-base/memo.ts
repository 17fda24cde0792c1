import { BoundedMap } from "../apimachinery/bounded-map.ts";

/** Longer texts are not remembered. */
const longest = 1000;

/** Remembers what a pure function made of a text, for at most `most` texts: header values come in few variants. */
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
