import type { KeyRange } from "./versioned-table.ts";

const successor = (text: string): string =>
  text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);

/** The keys that a list or watch is about: everything below a prefix that ends in "/", else that one key. */
export const rangeOf = (prefix: string): KeyRange =>
  prefix.endsWith("/") ? { from: prefix, to: successor(prefix) } : { from: prefix, to: `${prefix}\0` };

/** Whether a key is one that `rangeOf(prefix)` spans. */
export const isUnder = (key: string, prefix: string): boolean =>
  prefix.endsWith("/") ? key.startsWith(prefix) : key === prefix;
