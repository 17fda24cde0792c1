import { newBadRequest, newUnknownError } from "../../apimachinery/errors.ts";
import { decodeJson, JsonSyntaxError } from "../../apimachinery/json/decode.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import { copyOf, memberOf, setMember } from "../../apimachinery/json/members.ts";
import { isNumberOutOfRange, SourceTexts } from "./source-texts.ts";
import { isList, isObject, type JsonScalar, type Leaf, type Tree, type TreeObject } from "./tree.ts";

/**
 * Parses a merge patch. Throws a 400 for invalid JSON, and NumberRangeError for a number out of the range of float64,
 * which is an error only where it is decoded.
 */
export function parseMergePatch(text: string): JsonValue {
  try {
    return decodeJson(text);
  } catch (err) {
    throw err instanceof JsonSyntaxError && !isNumberOutOfRange(err) ? badPatch() : err;
  }
}

/**
 * Applies a JSON merge patch (RFC 7386 as implemented by jsonpatch.MergePatch). Throws a 400 if the value is not a
 * patch. Neither input is changed. `kept` collects the parts of the document that are unchanged and at the same path.
 */
export const applyMergePatch = (document: JsonValue, patch: JsonValue, kept?: Set<unknown>): JsonValue =>
  mergePatch<JsonScalar>(document, patch, kept);

/**
 * Returns the patched document as text, exactly as upstream prints it: untouched parts keep their original text, the
 * others have sorted members.
 */
export function mergePatchText(documentText: string, patchText: string): string {
  const texts = new SourceTexts();
  const document = read(texts, documentText, () => newUnknownError("Invalid JSON Document"));
  const patch = read(texts, patchText, badPatch);
  if (document === null) throw newUnknownError("Invalid JSON Document");
  return texts.print(mergePatch(document, patch));
}

const badPatch = (): Error => newBadRequest("Invalid JSON Patch");

function read(texts: SourceTexts, text: string, refuse: () => Error): Tree<Leaf> {
  try {
    return texts.read(text);
  } catch (err) {
    throw err instanceof JsonSyntaxError ? refuse() : err;
  }
}

function mergePatch<L extends Leaf>(document: Tree<L>, patch: Tree<L>, kept?: Set<unknown>): Tree<L> {
  if (isObject(patch)) return isObject(document) ? merge(document, patch, kept) : withoutNulls(patch);
  if (isList(patch)) return withoutNulls(patch);
  throw badPatch();
}

/** Two objects being merged. `result` holds the members of the document that the patch does not set. */
interface Merging<L extends Leaf> {
  readonly document: TreeObject<L>;
  readonly patch: TreeObject<L>;
  readonly result: { [name: string]: Tree<L> };
}

/** Merges objects iteratively with a work list, so that the nesting depth is not limited by the stack. */
function merge<L extends Leaf>(
  document: TreeObject<L>,
  patch: TreeObject<L>,
  kept: Set<unknown> | undefined,
): TreeObject<L> {
  const whole = beginMerging(document, patch, kept);
  const pending = [whole];
  for (let merging = pending.pop(); merging !== undefined; merging = pending.pop()) {
    for (const name in merging.patch) {
      const value = merging.patch[name];
      if (value === undefined || value === null) continue;
      const old = memberOf(merging.document, name);
      if (isObject(old) && isObject(value)) {
        const inner = beginMerging(old, value, kept);
        pending.push(inner);
        setMember<Tree<L>>(merging.result, name, inner.result);
      } else setMember(merging.result, name, isObject(old) ? value : withoutNulls(value));
    }
  }
  return whole.result;
}

const beginMerging = <L extends Leaf>(
  document: TreeObject<L>,
  patch: TreeObject<L>,
  kept: Set<unknown> | undefined,
): Merging<L> => ({
  document,
  patch,
  result: staysWhole(document, patch, kept) ? copyOf(document) : withoutTaken(document, patch),
});

/** Reports whether a patch keeps all members of an object. Members that it does not mention stay as they are. */
function staysWhole<L extends Leaf>(
  document: TreeObject<L>,
  patch: TreeObject<L>,
  kept: Set<unknown> | undefined,
): boolean {
  let whole = true;
  for (const name in document) {
    const old = document[name];
    if (old === undefined) whole = false;
    else if (typeof old === "object" && memberOf(patch, name) === undefined) kept?.add(old);
  }
  for (const name in patch) whole &&= patch[name] !== null || memberOf(document, name) === undefined;
  return whole;
}

function withoutTaken<L extends Leaf>(document: TreeObject<L>, patch: TreeObject<L>): { [name: string]: Tree<L> } {
  const left: { [name: string]: Tree<L> } = {};
  for (const name in document) {
    const old = document[name];
    if (old !== undefined && memberOf(patch, name) !== null) setMember(left, name, old);
  }
  return left;
}

/** Removes null members from a new object, also inside lists. Null items of lists are kept. */
function withoutNulls<L extends Leaf>(root: Tree<L>): Tree<L> {
  const pending: (readonly [from: Tree<L>, to: Tree<L>[] | { [name: string]: Tree<L> }])[] = [];
  const copy = (node: Tree<L>): Tree<L> => {
    if (!isList(node) && !isObject(node)) return node;
    const to: Tree<L>[] | { [name: string]: Tree<L> } = isList(node) ? [] : {};
    pending.push([node, to]);
    return to;
  };
  const result = copy(root);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [from, to] = next;
    if (isList(from) && Array.isArray(to)) for (const item of from) to.push(copy(item));
    else if (isObject(from) && !Array.isArray(to)) copyMembers(from, to, copy);
  }
  return result;
}

function copyMembers<L extends Leaf>(
  from: TreeObject<L>,
  to: { [name: string]: Tree<L> },
  copy: (node: Tree<L>) => Tree<L>,
): void {
  for (const name of Object.keys(from)) {
    const value = from[name];
    if (value !== undefined && value !== null) setMember(to, name, copy(value));
  }
}
