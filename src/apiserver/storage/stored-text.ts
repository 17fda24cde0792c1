import { locateDifferences, replaceParts, type TextPart } from "../../apimachinery/json/text-parts.ts";
import type { Revision } from "./interface.ts";
import { formatResourceVersion } from "./resource-version.ts";

const revisionPath = ["metadata", "resourceVersion"] as const;

/** Where the text has its `metadata.resourceVersion`, and what is to stand there. */
function revisionPart(text: string, revision: Revision): TextPart {
  const [part] = locateDifferences(text, [{ path: revisionPath, text: `"${formatResourceVersion(revision)}"` }]) ?? [];
  if (part === undefined) throw new Error("a stored text has no metadata.resourceVersion");
  return part;
}

/**
 * A stored text with another `metadata.resourceVersion`. The text must be compact JSON members that have one, as codecs
 * write them; labels or
 * data members of the same name are not mistaken for it.
 */
export const withTextRevision = (text: string, revision: Revision): string =>
  replaceParts(text, [revisionPart(text, revision)]);

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

/**
 * The same text, checked to be closed, and by that put in one piece: engines keep a concatenation as a tree until
 * somebody looks into it.
 */
export function flatten(text: string): string {
  if (!text.endsWith("}")) throw new Error("a stored text is not closed");
  return text;
}
