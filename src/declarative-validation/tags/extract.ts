import type { CommentLine } from "../go/comment-groups.ts";

const tagName = /^[\p{L}_][\p{L}\p{Nd}_.:-]*/u;

/** Returns the lines of comments that are tags, without `+`, by the tag's name (gengo codetags.Extract). */
export function extractTags(comments: readonly CommentLine[]): ReadonlyMap<string, readonly CommentLine[]> {
  const found = new Map<string, CommentLine[]>();
  for (const { text, line } of comments) {
    const trimmed = text.replace(/^[ \t]+/, "");
    if (!trimmed.startsWith("+")) continue;
    const tag = trimmed.slice(1);
    const name = tagName.exec(tag)?.[0] ?? "";
    const lines = found.get(name) ?? [];
    found.set(name, lines);
    lines.push({ text: tag, line });
  }
  return found;
}
