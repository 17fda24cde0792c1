import { tooLargeToSendText } from "../../apimachinery/errors.ts";
import { locateDifferences, replaceParts, type TextPart } from "../../apimachinery/json/text-parts.ts";
import { encodeWithin, TextTooLong } from "../../component-base/long-texts.ts";
import type { Revision, StorageCodec } from "./interface.ts";
import { formatResourceVersion } from "./resource-version.ts";
import { StorageError } from "./storage-error.ts";

/**
 * The characters that the text of an object may have. Upstream, etcd takes 1.5 MB and its client sends 2 MB, mostly of
 * protobuf, which is up to six times as short.
 */
const mostStored = 8 << 20;

/** Makes a text for storage, or what it changes. Throws a StorageError, as the client of etcd, if it is too long. */
export function madeForStorage<T>(make: () => T, lengthOf: (made: T) => number): T {
  try {
    return encodeWithin(mostStored, make, lengthOf);
  } catch (error) {
    if (!(error instanceof TextTooLong)) throw error;
    throw new StorageError({ code: "Unknown", message: tooLargeToSendText(error.length) });
  }
}

/** Encodes an object for storage, as `madeForStorage` does. */
export const textForStorage = <T>(codec: StorageCodec<T>, object: T): string =>
  madeForStorage(
    () => codec.encode(object),
    (text) => text.length,
  );

/** Returns the length of a text once some of its parts are replaced. */
export const lengthAfter = (text: string, parts: readonly TextPart[]): number =>
  parts.reduce((length, part) => length - (part.end - part.start) + part.text.length, text.length);

const revisionPath = ["metadata", "resourceVersion"] as const;

/** Locates `metadata.resourceVersion` in a text and returns its replacement; undefined if there is none. */
const findRevision = (text: string, revision: Revision): TextPart | undefined =>
  locateDifferences(text, [{ path: revisionPath, text: `"${formatResourceVersion(revision)}"` }])?.[0];

function revisionPart(text: string, revision: Revision): TextPart {
  const part = findRevision(text, revision);
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

/** Replaces the revision in a text. One that has none, since no object can be decoded from it, stays as it is. */
export function withRevisionIfAny(text: string, revision: Revision): string {
  const part = findRevision(text, revision);
  return part === undefined ? text : replaceParts(text, [part]);
}

/** Reports whether a text has a revision; without one, no object can be decoded from it. */
export const hasRevision = (text: string): boolean => findRevision(text, 0) !== undefined;

/**
 * Returns the same text after checking that it ends in `}`. The check makes engines flatten a concatenation, which they
 * otherwise keep as a tree.
 */
export function flatten(text: string): string {
  if (!text.endsWith("}")) throw new Error("a stored text is not closed");
  return text;
}
