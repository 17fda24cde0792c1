import { newBadRequest, newUnknownError } from "../../apimachinery/errors.ts";
import { decodeJson, JsonSyntaxError } from "../../apimachinery/json/decode.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import { copyOf, memberOf, setMember } from "../../apimachinery/json/members.ts";
import { eachInSteps, pausePoint, type Walk } from "../../apimachinery/walk.ts";
import { keptObject, runningWork, walkRunning } from "../../component-base/work.ts";
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
 * patch. Neither input is changed. In a large computation with pauses.
 */
export const applyMergePatch = (document: JsonValue, patch: JsonValue): JsonValue =>
  mergePatch<JsonScalar>(document, patch);

/** Does the same, and returns the parts of the document that are unchanged and at the same path as well. */
export function applyMergePatchTracking(
  document: JsonValue,
  patch: JsonValue,
): { readonly value: JsonValue; readonly unchanged: ReadonlySet<unknown> } {
  const unchanged = keptObject(() => new Set<unknown>());
  return { value: mergePatch<JsonScalar>(document, patch, unchanged), unchanged };
}

/**
 * Returns the patched document as text, exactly as upstream prints it: untouched parts keep their original text, the
 * others have sorted members. In a large computation with pauses.
 */
export function mergePatchText(documentText: string, patchText: string): string {
  const texts = keptObject(() => new SourceTexts());
  const document = read(texts, documentText, () => newUnknownError("Invalid JSON Document"));
  const patch = read(texts, patchText, badPatch);
  if (document === null) throw newUnknownError("Invalid JSON Document");
  return texts.printLong(mergePatch(document, patch));
}

const badPatch = (): Error => newBadRequest("Invalid JSON Patch");

function read(texts: SourceTexts, text: string, refuse: () => Error): Tree<Leaf> {
  try {
    return texts.readLong(text);
  } catch (err) {
    throw err instanceof JsonSyntaxError ? refuse() : err;
  }
}

function mergePatch<L extends Leaf>(document: Tree<L>, patch: Tree<L>, kept?: Set<unknown>): Tree<L> {
  if (!isObject(patch) && !isList(patch)) throw badPatch();
  if (isObject(patch) && isObject(document)) return walkRunning(() => merge(document, patch, kept));
  return walkRunning(() => withoutNulls(patch));
}

type Members<L extends Leaf> = { [name: string]: Tree<L> };

/** Two objects being merged. `result` holds the members of the document that the patch does not set. */
interface Merging<L extends Leaf> {
  readonly document: TreeObject<L>;
  readonly patch: TreeObject<L>;
  readonly result: Members<L>;
}

/** Returns how many members of an object are visited in one step: all where no work can pause. */
const membersOfStep = (): number => (runningWork() === undefined ? Infinity : 4);

/** Calls a function for each member of an object, in steps. */
function* eachMember<L extends Leaf>(
  object: TreeObject<L>,
  visit: (name: string, value: Tree<L> | undefined) => void,
): Walk<void> {
  const most = membersOfStep();
  let count = 0;
  for (const name in object) {
    visit(name, object[name]);
    if (++count % most === 0) yield pausePoint;
  }
}

/** Merges objects iteratively with a work list, so that the nesting depth is not limited by the stack. */
function* merge<L extends Leaf>(
  document: TreeObject<L>,
  patch: TreeObject<L>,
  kept: Set<unknown> | undefined,
): Walk<TreeObject<L>> {
  const whole = { document, patch, result: yield* unsetMembers(document, patch, kept) };
  const pending: Merging<L>[] = [whole];
  const most = membersOfStep();
  for (let merging = pending.pop(); merging !== undefined; merging = pending.pop()) {
    let count = 0;
    for (const name in merging.patch) {
      if (++count % most === 0) yield pausePoint;
      const value = merging.patch[name];
      if (value === undefined || value === null) continue;
      const old = memberOf(merging.document, name);
      if (isObject(old) && isObject(value)) {
        const inner = { document: old, patch: value, result: yield* unsetMembers(old, value, kept) };
        pending.push(inner);
        setMember<Tree<L>>(merging.result, name, inner.result);
      } else setMember(merging.result, name, isObject(old) ? value : yield* withoutNulls(value));
    }
  }
  return whole.result;
}

/** Returns the members of an object that a patch does not take away. */
function* unsetMembers<L extends Leaf>(
  document: TreeObject<L>,
  patch: TreeObject<L>,
  kept: Set<unknown> | undefined,
): Walk<Members<L>> {
  const isWhole = yield* staysWhole(document, patch, kept);
  if (isWhole && runningWork() === undefined) return copyOf(document);
  const left: Members<L> = {};
  yield* eachMember(document, (name, old) => {
    if (old !== undefined && (isWhole || memberOf(patch, name) !== null)) setMember(left, name, old);
  });
  return left;
}

/** Reports whether a patch keeps all members of an object. Members that it does not mention stay as they are. */
function* staysWhole<L extends Leaf>(
  document: TreeObject<L>,
  patch: TreeObject<L>,
  kept: Set<unknown> | undefined,
): Walk<boolean> {
  let whole = true;
  yield* eachMember(document, (name, old) => {
    if (old === undefined) whole = false;
    else if (typeof old === "object" && memberOf(patch, name) === undefined) kept?.add(old);
  });
  yield* eachMember(patch, (name, value) => {
    whole &&= value !== null || memberOf(document, name) === undefined;
  });
  return whole;
}

/** Removes null members from a new object, also inside lists. Null items of lists are kept. */
function* withoutNulls<L extends Leaf>(root: Tree<L>): Walk<Tree<L>> {
  const pending: (readonly [from: Tree<L>, to: Tree<L>[] | Members<L>])[] = [];
  const copy = (node: Tree<L>): Tree<L> => {
    if (!isList(node) && !isObject(node)) return node;
    const to: Tree<L>[] | Members<L> = isList(node) ? [] : {};
    pending.push([node, to]);
    return to;
  };
  const result = copy(root);
  const most = membersOfStep();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [from, to] = next;
    if (isList(from) && Array.isArray(to)) yield* eachInSteps(from, (item) => void to.push(copy(item)));
    else if (isObject(from) && !Array.isArray(to))
      yield* eachMember(from, (name, value) => {
        if (value !== undefined && value !== null) setMember(to, name, copy(value));
      });
    if (pending.length % most === 0) yield pausePoint;
  }
  return result;
}
