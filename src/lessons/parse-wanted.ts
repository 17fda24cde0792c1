import { isReview } from "../component-base/trace.ts";
import type { Expected, ExpectedPart, StepOptions, WantedObject } from "./lesson.ts";
import { more, parseExpectedStream } from "./parse-expected.ts";
import type { SourceText } from "./source-lines.ts";

/**
 * Reads what is to hold of objects, a document for each, which may begin with a comment that says it in words. Throws a
 * LessonError at its line.
 */
export function parseWanted(
  source: SourceText,
  { gone, count }: Pick<StepOptions, "gone" | "count">,
): readonly WantedObject[] {
  if (gone && count !== undefined) throw source.error(0, "there are none or as many as count says, not both");
  const documents = parseExpectedStream(source);
  if (documents.length === 0) throw source.error(0, "there is no object");
  return documents.map((expected) => {
    const { place } = expected;
    const named = expected.kind === "map" ? expected.members.map(([name]) => name) : [];
    if (expected.kind !== "map" || !named.includes("apiVersion") || !named.includes("kind"))
      throw source.file.error(place.line, "an object is found by apiVersion and kind, and by metadata.name");
    const kind = kindOf(expected);
    if (kind === "named" && count !== undefined)
      throw source.file.error(place.line, "objects are counted that have no metadata.name here");
    if (kind === "review" && (gone || count !== undefined))
      throw source.file.error(place.line, "a review is answered; its status says how");
    return { place, words: wordsAbove(source, place.line), kind, gone, count, expected };
  });
}

function kindOf(expected: ExpectedPart<"map">): WantedObject["kind"] {
  if (isReview(`/apis/${textIn(expected, "apiVersion")}/`) && textIn(expected, "kind").endsWith("Review"))
    return "review";
  const metadata = expected.members.find(([name]) => name === "metadata")?.[1];
  const name = metadata === undefined ? "" : textIn(metadata, "name");
  return name === "" || name.includes(more) ? "any" : "named";
}

/** Returns a member that is a text; "" if there is none. */
export function textIn(expected: Expected, name: string): string {
  const value = expected.kind === "map" ? expected.members.find(([key]) => key === name)?.[1] : undefined;
  return value?.kind === "scalar" ? String(value.value) : "";
}

/** The lines of comment that stand directly above a line of the file, as one text. */
function wordsAbove(source: SourceText, line: number): string {
  const above = source.text.split("\n").slice(0, line - source.firstLine);
  const comments = above.slice(above.findLastIndex((text) => !/^\s*#/.test(text)) + 1);
  return comments
    .map((text) => text.replace(/^\s*#+\s?/, "").trim())
    .filter((text) => text !== "")
    .join(" ");
}
