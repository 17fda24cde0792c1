import { decodeJson } from "../../../apimachinery/json/decode.ts";
import { closingQuote } from "../../../apimachinery/json/plain-text.ts";
import { valueEnd } from "../../../apimachinery/json/text-parts.ts";
import type { KubeObject, ObjectMeta } from "../../../apimachinery/meta.ts";

const opening = '"metadata":{';
const wanted: ReadonlySet<string> = new Set(["name", "namespace", "labels"]);

/** The members of metadata that follow the labels in Go's order, and can be long. */
const behind: ReadonlySet<string> = new Set(["annotations", "ownerReferences", "finalizers", "managedFields"]);

/**
 * Returns what selectors of every kind look at: an object with the name, the namespace and the labels in the stored
 * text of a built-in kind, and nothing else. The text is read as far as these are; undefined if it begins otherwise.
 */
export function selectableMetadata(text: string): KubeObject | undefined {
  if (!text.startsWith(opening)) return undefined;
  const metadata: Record<string, unknown> = {};
  let at = opening.length;
  while (text[at] === '"') {
    const close = closingQuote(text, at);
    const name = text.slice(at + 1, close);
    if (behind.has(name)) break;
    const end = valueEnd(text, close + 2);
    if (wanted.has(name)) metadata[name] = valueOf(text, close + 2, end);
    at = end + 1;
  }
  return { metadata: metadata as ObjectMeta };
}

function valueOf(text: string, start: number, end: number): unknown {
  const isString = text[start] === '"';
  const value = isString ? text.slice(start + 1, end - 1) : text.slice(start, end);
  return isString && !value.includes("\\") ? value : decodeJson(text.slice(start, end));
}
