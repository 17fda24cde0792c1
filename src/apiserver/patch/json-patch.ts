import {
  newBadRequest,
  newGenericServerResponse,
  newRequestEntityTooLarge,
  StatusError,
} from "../../apimachinery/errors.ts";
import { decodeJson, JsonSyntaxError } from "../../apimachinery/json/decode.ts";
import { memberOf } from "../../apimachinery/json/members.ts";
import { typeName } from "../../apimachinery/json/type-name.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import { keptObject, keptValue, runningWork, unpaused, type Work } from "../../component-base/work.ts";
import { addedNull, copiedNull } from "./json-patch-nulls.ts";
import { JsonPatcher, type Operation } from "./json-patcher.ts";
import { PatchFailure } from "./patch-failure.ts";
import { isNumberOutOfRange, noTexts, SourceTexts, type Tracker } from "./source-texts.ts";
import { isList, isObject, plainValue, type JsonScalar, type Leaf, type Tree } from "./tree.ts";

/** The maximum number of operations in a JSON patch (handlers.maxJSONPatchOperations). */
const maxOperations = 10_000;

/** A parsed JSON patch. It can be applied again if the object has changed in the meantime. */
export interface JsonPatch {
  /**
   * Returns the patched document without changing the given one. Throws a 422 if an operation fails and PatchPanic
   * where upstream panics. Pauses between operations if the work can.
   */
  apply(document: JsonValue, work?: Work): JsonValue;
  /** Whether the patch holds a number out of the range of float64. What is patched has an infinite Double for it. */
  readonly isOutOfRange: boolean;
}

/**
 * Parses a JSON patch (RFC 6902 as implemented by evanphx/json-patch). Throws a 400 for an invalid patch and a 413 for
 * too many operations. The nulls that a patch sets are `raw` if it was not decoded but made of values: upstream can
 * look inside them as inside copied ones.
 */
export function parseJsonPatch(text: string, nulls: "decoded" | "raw" = "decoded"): JsonPatch {
  const value = decode(text);
  const operations = operationsOf<JsonScalar>(value ?? null);
  if (value !== undefined && !needsSpelling(text, operations))
    return { apply: (document, work) => run(document, operations, noTexts, work), isOutOfRange: false };
  const texts = new SourceTexts();
  const spelled = withNulls(operationsOf(texts.read(text)), nulls === "raw" ? copiedNull : addedNull);
  const isOutOfRange = value === undefined;
  return { apply: (document, work) => plainValue(run<Leaf>(document, spelled, texts, work)), isOutOfRange };
}

/**
 * Returns the patched document as text, exactly as upstream prints it: parts that the patch did not inspect keep their
 * original text, the others have sorted members. In a large computation with pauses.
 */
export function jsonPatchText(documentText: string, patchText: string): string {
  const texts = keptObject(() => new SourceTexts());
  const operations = keptObject(() => {
    decode(patchText);
    return withNulls(operationsOf(texts.read(patchText)), addedNull);
  });
  if (documentText === "") return "";
  const document = readDocument(documentText, texts);
  return texts.printLong(keptValue(() => run<Leaf>(document, operations, texts, runningWork())));
}

function readDocument(text: string, texts: SourceTexts): Tree<Leaf> {
  const document = texts.readLong(text);
  if (document === null || isObject(document) || (isList(document) && text.startsWith("["))) return document;
  throw refused(
    new PatchFailure(
      `json: cannot unmarshal ${typeName(plainValue(document))} into Go value of type jsonpatch.partialDoc`,
    ),
  );
}

/**
 * Decodes JSON, or returns undefined if it contains a number outside the range of float64. Such a number is an error
 * only where it is decoded.
 */
function decode(text: string): JsonValue | undefined {
  try {
    return decodeJson(text);
  } catch (err) {
    if (isNumberOutOfRange(err)) return undefined;
    throw err instanceof JsonSyntaxError ? newBadRequest(err.message) : err;
  }
}

function operationsOf<L extends Leaf>(patch: Tree<L>): readonly Operation<L>[] {
  if (patch === null) return [];
  if (!isList(patch))
    throw newBadRequest(`json: cannot unmarshal ${nameOf(patch)} into Go value of type jsonpatch.Patch`);
  const operations = patch.map(operationOf);
  if (operations.length <= maxOperations) return operations;
  throw newRequestEntityTooLarge(
    `The allowed maximum operations in a JSON patch is ${maxOperations}, got ${operations.length}`,
  );
}

function operationOf<L extends Leaf>(node: Tree<L>): Operation<L> {
  if (node === null) return {};
  if (!isObject(node))
    throw newBadRequest(`json: cannot unmarshal ${nameOf(node)} into Go value of type jsonpatch.Operation`);
  return node;
}

const nameOf = (node: Tree<Leaf>): string => typeName(plainValue(node));

/**
 * Matches escapes, characters that Go escapes, and numbers that Go might format differently. A match of such a number
 * inside a string is harmless.
 */
const oddSpelling = /\\|[<>&\u2028\u2029]|(?:"\s*:|[[,])\s*(?:-0|-?\d+[.eE]|-?\d{16})/;

/**
 * Reports whether the original spelling of values must be kept. `test` operations compare spellings, and upstream
 * distinguishes nulls of a patch from those of the document.
 */
function needsSpelling(text: string, operations: readonly Operation<JsonScalar>[]): boolean {
  if (operations.some((operation) => memberOf(operation, "value") === null)) return true;
  return operations.some((operation) => memberOf(operation, "op") === "test") && oddSpelling.test(text);
}

const withNulls = (operations: readonly Operation<Leaf>[], added: Leaf): readonly Operation<Leaf>[] =>
  operations.map((operation) => (memberOf(operation, "value") === null ? { ...operation, value: added } : operation));

/** A patch that is being applied: a frame of its work. */
class PatchRun<L extends Leaf> {
  readonly patcher: JsonPatcher<L>;
  next = 0;

  constructor(document: Tree<L>, tracker: Tracker<L>) {
    this.patcher = new JsonPatcher(document, tracker);
  }
}

function run<L extends Leaf>(
  document: Tree<L>,
  operations: readonly Operation<L>[],
  tracker: Tracker<L>,
  work = unpaused(),
): Tree<L> {
  const frame = work.resume(PatchRun<L>) ?? work.begin(new PatchRun(document, tracker));
  const { patcher } = frame;
  try {
    for (; frame.next < operations.length; frame.next++) {
      work.pause();
      const operation = operations[frame.next];
      if (operation !== undefined) work.charge(2 + patcher.apply(operation) / itemsPerUnit);
    }
  } catch (err) {
    throw err instanceof PatchFailure ? refused(err) : err;
  }
  work.end();
  return patcher.document;
}

/** The items of a list that are moved in a unit of work. */
const itemsPerUnit = 500;

/** Converts a failure to the 422 that the client receives, with the failure as its cause. */
const refused = (failure: PatchFailure): StatusError =>
  new StatusError(
    newGenericServerResponse(422, "", { group: "", resource: "" }, "", failure.message, 0, false).status,
    { cause: failure },
  );
