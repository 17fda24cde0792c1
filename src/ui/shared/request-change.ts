import type { BodyEdit } from "../../diagnosis/diagnosis.ts";
import { withNames, withoutParts, withValues } from "../../assist/manifest-edits.ts";

/** The request that was answered. */
export interface SentRequest {
  readonly method: string;
  /** The path with its query. */
  readonly target: string;
  /** The body as it was written, in JSON or YAML. */
  readonly body: string;
}

/** What is changed of a request; `isSent` if it is sent at once. */
export interface RequestChange extends Partial<SentRequest> {
  /** The media types of its body and of its answer. */
  readonly contentType?: string | undefined;
  readonly accept?: string | undefined;
  readonly isSent: boolean;
}

/** Makes edits in the text of a manifest: sets fields, renames them, or leaves them out. */
export async function editBody(text: string, edits: readonly BodyEdit[]): Promise<string> {
  const set = edits.flatMap(({ path, value }) => (value === undefined ? [] : [[path, value] as const]));
  const named = edits.flatMap(({ path, name }) => (name === undefined ? [] : [[path, name] as const]));
  const left = edits.filter(({ value, name }) => value === undefined && name === undefined).map(({ path }) => path);
  let body = text;
  if (set.length > 0) body = await withValues(body, set);
  if (named.length > 0) body = await withNames(body, named);
  return left.length > 0 ? withoutParts(body, left) : body;
}
