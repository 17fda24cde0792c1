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
import { addedNull } from "./json-patch-nulls.ts";
import { JsonPatcher, type Operation } from "./json-patcher.ts";
import { PatchFailure } from "./patch-failure.ts";
import { isNumberOutOfRange, noTexts, SourceTexts, type Tracker } from "./source-texts.ts";
import { isList, isObject, plainValue, type JsonScalar, type Leaf, type Tree } from "./tree.ts";

/** The most operations that a JSON patch may have (handlers.maxJSONPatchOperations). */
const maxOperations = 10_000;

/** A JSON patch ready to be applied, and again should the object have changed meanwhile. */
export interface JsonPatch {
  /**
   * The document patched; it is not changed itself. Throws a 422 where an operation fails, PatchPanic where upstream
   * panics.
   */
  apply(document: JsonValue): JsonValue;
}

/**
 * Parses a JSON patch (RFC 6902 as evanphx/json-patch has it): a 400 for what is none, a 413 for too many operations.
 */
export function parseJsonPatch(text: string): JsonPatch {
  const value = decode(text);
  const operations = operationsOf<JsonScalar>(value ?? null);
  if (value !== undefined && !needsSpelling(text, operations))
    return { apply: (document) => run(document, operations, noTexts) };
  const texts = new SourceTexts();
  const spelled = withAddedNulls(operationsOf(texts.read(text)));
  return { apply: (document) => plainValue(run<Leaf>(document, spelled, texts)) };
}

/**
 * The text that upstream makes of two texts: what the patch did not look into as it stood, the rest with sorted
 * members.
 */
export function jsonPatchText(documentText: string, patchText: string): string {
  decode(patchText);
  const texts = new SourceTexts();
  const operations = withAddedNulls(operationsOf(texts.read(patchText)));
  if (documentText === "") return "";
  return texts.print(run<Leaf>(readDocument(documentText, texts), operations, texts));
}

function readDocument(text: string, texts: SourceTexts): Tree<Leaf> {
  const document = texts.read(text);
  if (document === null || isObject(document) || (isList(document) && text.startsWith("["))) return document;
  throw refused(
    new PatchFailure(
      `json: cannot unmarshal ${typeName(plainValue(document))} into Go value of type jsonpatch.partialDoc`,
    ),
  );
}

/** Undefined for JSON that holds a number beyond float64, which matters only where it is decoded. */
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
 * Escapes, characters that Go escapes, and numbers that Go might print otherwise; what looks like one of those numbers
 * inside a string does no harm.
 */
const oddSpelling = /\\|[<>&\u2028\u2029]|(?:"\s*:|[[,])\s*(?:-0|-?\d+[.eE]|-?\d{16})/;

/** Tests compare spellings, and upstream keeps the nulls of a patch apart from those of a document. */
function needsSpelling(text: string, operations: readonly Operation<JsonScalar>[]): boolean {
  if (operations.some((operation) => memberOf(operation, "value") === null)) return true;
  return operations.some((operation) => memberOf(operation, "op") === "test") && oddSpelling.test(text);
}

const withAddedNulls = (operations: readonly Operation<Leaf>[]): readonly Operation<Leaf>[] =>
  operations.map((operation) =>
    memberOf(operation, "value") === null ? { ...operation, value: addedNull } : operation,
  );

function run<L extends Leaf>(document: Tree<L>, operations: readonly Operation<L>[], tracker: Tracker<L>): Tree<L> {
  const patcher = new JsonPatcher(document, tracker);
  try {
    for (const operation of operations) patcher.apply(operation);
  } catch (err) {
    throw err instanceof PatchFailure ? refused(err) : err;
  }
  return patcher.document;
}

/** The client hears only that something failed; the failure itself is the cause. */
const refused = (failure: PatchFailure): StatusError =>
  new StatusError(
    newGenericServerResponse(422, "", { group: "", resource: "" }, "", failure.message, 0, false).status,
    { cause: failure },
  );
