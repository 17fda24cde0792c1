import { NumberParseError, parseInteger } from "../../apimachinery/strconv.ts";
import { PatchFailure } from "./patch-failure.ts";

/**
 * The members that a JSON pointer leads through; undefined where the text has no slash. What stands before the first
 * one does not count.
 */
export function parsePointer(text: string): readonly string[] | undefined {
  const parts = text.split("/");
  return parts.length < 2 ? undefined : parts.slice(1).map(unescape);
}

const unescape = (part: string): string =>
  part.includes("~") ? part.replace(/~[01]/g, (found) => (found === "~1" ? "/" : "~")) : part;

/** A list index as Go's strconv.Atoi reads it: a sign and leading zeros are allowed. Throws PatchFailure. */
function parseIndex(text: string): number {
  try {
    return Number(parseInteger(text, 64, "Atoi"));
  } catch (err) {
    throw err instanceof NumberParseError ? new PatchFailure(err.message) : err;
  }
}

/** The place that an index names among `size`; negative ones count from the end. Throws PatchFailure. */
export function resolveIndex(text: string, size: number): number {
  const index = parseIndex(text);
  if (index >= size || index < -size)
    throw new PatchFailure(`Unable to access invalid index: ${index}: invalid index referenced`);
  return index < 0 ? index + size : index;
}
