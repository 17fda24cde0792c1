import type { Revision } from "./interface.ts";
import { formatResourceVersion } from "./resource-version.ts";

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const colon = 0x3a;

/** Index just behind the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}

/** Index of the value of member `name` among the members that begin at `start`, at that depth only; -1 where there is none. */
function memberValue(text: string, start: number, name: string): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = stringEnd(text, at);
      const isName = depth === 0 && text.charCodeAt(end) === colon && end - at === name.length + 2 && text.startsWith(name, at + 1);
      if (isName) return end + 1;
      at = end - 1;
    } else if (code === openBrace || code === openBracket) depth++;
    else if ((code === closeBrace || code === closeBracket) && --depth < 0) return -1;
  }
  return -1;
}

/**
 * A stored text with another `metadata.resourceVersion`. The text must be compact JSON members that have one, as codecs write them; labels or
 * data members of the same name are not mistaken for it.
 */
export function withTextRevision(text: string, revision: Revision): string {
  const metadata = memberValue(text, 0, "metadata");
  const value = metadata < 0 ? -1 : memberValue(text, metadata + 1, "resourceVersion");
  if (value < 0) throw new Error("a stored text has no metadata.resourceVersion");
  return text.slice(0, value + 1) + formatResourceVersion(revision) + text.slice(stringEnd(text, value) - 1);
}

/** The same text, checked to be closed, and by that put in one piece: engines keep a concatenation as a tree until somebody looks into it. */
export function flatten(text: string): string {
  if (!text.endsWith("}")) throw new Error("a stored text is not closed");
  return text;
}
