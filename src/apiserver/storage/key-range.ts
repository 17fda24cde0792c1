import type { KeyRange } from "./versioned-table.ts";

const successor = (text: string): string =>
  text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);

/** Returns the key range of a list or watch: everything under a prefix that ends in "/", otherwise the single key. */
export const rangeOf = (prefix: string): KeyRange =>
  prefix.endsWith("/") ? { from: prefix, to: successor(prefix) } : { from: prefix, to: `${prefix}\0` };

/** Reports whether a key is within `rangeOf(prefix)`. */
export const isUnder = (key: string, prefix: string): boolean =>
  prefix.endsWith("/") ? key.startsWith(prefix) : key === prefix;
