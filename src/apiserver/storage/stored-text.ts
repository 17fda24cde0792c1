import { locateDifferences, replaceParts, type TextPart } from "../../apimachinery/json/text-parts.ts";
import type { Revision } from "./interface.ts";
import { formatResourceVersion } from "./resource-version.ts";

const revisionPath = ["metadata", "resourceVersion"] as const;

/** Locates `metadata.resourceVersion` in a text and returns its replacement. */
function revisionPart(text: string, revision: Revision): TextPart {
  const [part] = locateDifferences(text, [{ path: revisionPath, text: `"${formatResourceVersion(revision)}"` }]) ?? [];
  if (part === undefined) throw new Error("a stored text has no metadata.resourceVersion");
  return part;
}

/**
 * Replaces `metadata.resourceVersion` in a stored text. The text must be compact JSON members with a resourceVersion,
 * as codecs encode it. Labels or data members of the same name are not affected.
 */
export const withTextRevision = (text: string, revision: Revision): string =>
  replaceParts(text, [revisionPart(text, revision)]);

/** Adds the replacement of the revision to other replacements in a text. */
export function partsAtRevision(text: string, parts: readonly TextPart[], revision: Revision): readonly TextPart[] {
  const own = revisionPart(text, revision);
  const behind = parts.findIndex(({ end }) => end > own.start);
  const next = parts[behind];
  if (next === undefined) return [...parts, own];
  if (next.start >= own.end) return parts.toSpliced(behind, 0, own);
  return [wholeText(text, withTextRevision(replaceParts(text, parts), revision))]; // all of metadata is replaced
}

/** Returns the replacement of a whole text. */
export const wholeText = (before: string, after: string): TextPart => ({ start: 0, end: before.length, text: after });

/**
 * Returns the same text after checking that it ends in `}`. The check makes engines flatten a concatenation, which they
 * otherwise keep as a tree.
 */
export function flatten(text: string): string {
  if (!text.endsWith("}")) throw new Error("a stored text is not closed");
  return text;
}
