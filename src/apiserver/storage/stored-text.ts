import { closingQuote } from "../../apimachinery/json/plain-text.ts";
import { replaceParts, type TextPart } from "../../apimachinery/json/text-parts.ts";
import type { Revision } from "./interface.ts";
import { formatResourceVersion } from "./resource-version.ts";

const quote = 0x22;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const colon = 0x3a;

/** Index of the value of member `name` among the members that begin at `start`, at that depth only; -1 where there is none. */
function memberValue(text: string, start: number, name: string): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = closingQuote(text, at) + 1;
      const isName = depth === 0 && text.charCodeAt(end) === colon && end - at === name.length + 2 && text.startsWith(name, at + 1);
      if (isName) return end + 1;
      at = end - 1;
    } else if (code === openBrace || code === openBracket) depth++;
    else if ((code === closeBrace || code === closeBracket) && --depth < 0) return -1;
  }
  return -1;
}

/** Where the text has its `metadata.resourceVersion`. */
function revisionPart(text: string, revision: Revision): TextPart {
  const metadata = memberValue(text, 0, "metadata");
  const value = metadata < 0 ? -1 : memberValue(text, metadata + 1, "resourceVersion");
  if (value < 0) throw new Error("a stored text has no metadata.resourceVersion");
  return { start: value + 1, end: closingQuote(text, value), text: formatResourceVersion(revision) };
}

/**
 * A stored text with another `metadata.resourceVersion`. The text must be compact JSON members that have one, as codecs write them; labels or
 * data members of the same name are not mistaken for it.
 */
export const withTextRevision = (text: string, revision: Revision): string => replaceParts(text, [revisionPart(text, revision)]);

/** What is to be replaced in a text to give it another revision together with other parts. */
export function partsAtRevision(text: string, parts: readonly TextPart[], revision: Revision): readonly TextPart[] {
  const own = revisionPart(text, revision);
  const behind = parts.findIndex(({ end }) => end > own.start);
  const next = parts[behind];
  if (next === undefined) return [...parts, own];
  if (next.start >= own.end) return parts.toSpliced(behind, 0, own);
  return [wholeText(text, withTextRevision(replaceParts(text, parts), revision))]; // all of metadata is another
}

/** A text that is replaced as a whole. */
export const wholeText = (before: string, after: string): TextPart => ({ start: 0, end: before.length, text: after });

/** The same text, checked to be closed, and by that put in one piece: engines keep a concatenation as a tree until somebody looks into it. */
export function flatten(text: string): string {
  if (!text.endsWith("}")) throw new Error("a stored text is not closed");
  return text;
}
