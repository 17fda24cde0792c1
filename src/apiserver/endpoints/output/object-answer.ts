import { isLargeObject } from "../../storage/large-object.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { formatGroupVersion } from "../../../apimachinery/gvk.ts";
import type { KubeObject, Status } from "../../../apimachinery/meta.ts";
import type { Answer, AnswerBody } from "../../../component-base/exchange.ts";
import { afterwards, type MaybeAsync } from "../../../component-base/maybe-async.ts";
import { keptValue, paceOf } from "../../../component-base/work.ts";
import type { Stored, StoredList } from "../../storage/interface.ts";
import { answer } from "./answers.ts";
import type { RequestContext } from "../request-context.ts";
import { encodeTail, type ResourceScope } from "../resource-scope.ts";
import { encodeStored, encodeStoredList } from "./encode-stored.ts";
import { render, type Output } from "./output.ts";
import { statusBody } from "./status-body.ts";
import { representationOf, type Representation } from "./representation.ts";
import { includeObject, isTable } from "./table/table.ts";
import { heldListTable, heldTable, listTable, objectTable } from "./table/table-answers.ts";
import { failureStatus, newUnknownError, StatusError } from "../../../apimachinery/errors.ts";

/** Returns a response with one stored object; a large one is parsed and encoded with pauses. */
export function objectAnswer(
  ctx: RequestContext,
  scope: ResourceScope,
  output: Output,
  status: number,
  stored: Stored<KubeObject>,
): MaybeAsync<Answer> {
  ctx.trace?.stage("encoding");
  checkConversion(output, scope, false);
  const isText = isStoredText(output, scope);
  return afterwards(stored.ready?.(isText ? "text" : "object"), () => {
    if (isText) return answerOf(ctx, scope, output, status, stored);
    if (isLargeObject(stored)) ctx.isLarge = true;
    return paceOf(ctx)(() => answerOf(ctx, scope, output, status, stored));
  });
}

function answerOf(
  ctx: RequestContext,
  scope: ResourceScope,
  output: Output,
  status: number,
  stored: Stored<KubeObject>,
): Answer {
  if (isTable(output))
    return answer(ctx, status, output.mediaType, render(output, objectTable(ctx, scope, output, stored)));
  return answer(
    ctx,
    status,
    output.mediaType,
    encodeStored(output, scope, stored) ?? renderStored(output, scope, stored),
  );
}

/** Returns a response with an object that is not stored; in a large request it is encoded with pauses. */
export function heldAnswer(
  ctx: RequestContext,
  scope: ResourceScope,
  output: Output,
  status: number,
  object: KubeObject,
): MaybeAsync<Answer> {
  ctx.trace?.stage("encoding");
  checkConversion(output, scope, false);
  return paceOf(ctx)(() => answerOfHeld(ctx, scope, output, status, object));
}

function answerOfHeld(
  ctx: RequestContext,
  scope: ResourceScope,
  output: Output,
  status: number,
  object: KubeObject,
): Answer {
  const tail = keptValue(() => encodeTail(scope, object));
  if (isTable(output))
    return answer(ctx, status, output.mediaType, render(output, heldTable(ctx, scope, output, object, tail)));
  const { head, shorten } = representationOf(output, scope);
  return answer(ctx, status, output.mediaType, render(output, head + shorten(tail)));
}

/** Returns a response with an object without content, as its Go type is: that of custom resources is a map. */
export function emptyAnswer(ctx: RequestContext, scope: ResourceScope, output: Output): MaybeAsync<Answer> {
  if (scope.unstructured !== true || output.convert !== undefined || isTable(output))
    return heldAnswer(ctx, scope, output, 200, { metadata: {} });
  const { kind } = scope.kind;
  return answer(
    ctx,
    200,
    output.mediaType,
    render(output, encodeJson({ apiVersion: formatGroupVersion(scope.kind), kind })),
  );
}

/** Encodes a stored object. Compact JSON is kept in pieces, to send the stored text without copying it. */
function renderStored(output: Output, scope: ResourceScope, stored: Stored<KubeObject>): AnswerBody {
  const { head, tail } = representationOf(output, scope);
  return output.encoder === undefined && !output.pretty
    ? [head, tail(stored), "\n"]
    : render(output, head + tail(stored));
}

/** Returns a response with a list of objects that are not stored. */
export function heldListAnswer(
  ctx: RequestContext,
  scope: ResourceScope,
  output: Output,
  objects: readonly KubeObject[],
): Answer {
  ctx.trace?.stage("encoding");
  checkConversion(output, scope, true);
  const items = objects.map((object) => ({ object, tail: encodeTail(scope, object) }));
  if (isTable(output))
    return answer(ctx, 200, output.mediaType, render(output, heldListTable(ctx, scope, output, items)));
  const { listFrame, itemHead, shorten, noItems } = representationOf(output, scope);
  const texts = items.length === 0 ? noItems : `[${items.map(({ tail }) => itemHead + shorten(tail)).join(",")}]`;
  const { opening, closing } = listFrame("{}");
  return answer(ctx, 200, output.mediaType, render(output, opening + texts + closing));
}

/** Whether a create returned a Status instead of an object. */
export const isStatus = (made: KubeObject): made is KubeObject & Status => made.kind === "Status";

/**
 * Returns a response with a Status that is not an error, whatever shape is requested; the options of a Table are
 * checked.
 */
export function statusAnswer(ctx: RequestContext, output: Output, code: number, status: Status): MaybeAsync<Answer> {
  ctx.trace?.stage("encoding");
  if (isTable(output)) includeObject(ctx);
  ctx.audit?.responseStatus(status);
  return afterwards(statusBody(ctx, output, status), (body) => answer(ctx, code, output.mediaType, body));
}

/** Returns a response with a list of stored objects. */
export function listAnswer(
  ctx: RequestContext,
  scope: ResourceScope,
  output: Output,
  list: StoredList<KubeObject>,
): MaybeAsync<Answer> {
  ctx.trace?.stage("encoding");
  checkConversion(output, scope, true);
  const metadata = scope.flavor.sortedLists && output.convert === undefined ? sortedListMeta(list) : listMeta(list);
  const isText = isStoredText(output, scope);
  if (isText || !isLong(list))
    return afterwards(readyItems(ctx, list.items, isText ? "text" : "object"), () =>
      isText
        ? wholeListAnswer(ctx, scope, output, list, metadata)
        : paceOf(ctx)(() => wholeListAnswer(ctx, scope, output, list, metadata)),
    );
  return import("./long-list.ts")
    .then(({ longListAnswer }) => longListAnswer(ctx, scope, output, list.items, metadata))
    .then((inPieces) => inPieces ?? wholeListAnswer(ctx, scope, output, list, metadata));
}

/** Makes what is answered of large objects, one after the other with pauses. */
function readyItems(ctx: RequestContext, items: Items, part: "object" | "text"): MaybeAsync<void> {
  for (const [i, item] of items.entries()) {
    const preparing = item.ready?.(part);
    if (preparing === undefined) continue;
    ctx.isLarge = true;
    return preparing.then(() => readyFrom(items, i + 1, part));
  }
  return undefined;
}

async function readyFrom(items: Items, first: number, part: "object" | "text"): Promise<void> {
  for (let i = first; i < items.length; i++) await items[i]?.ready?.(part);
}

type Items = readonly Stored<KubeObject>[];

/** Lists with more characters of stored text than this are encoded in pieces. */
const longListUnits = 1 << 20;

/** Whether the items of a list are answered by their stored texts. */
const isStoredText = ({ encoder, pretty, convert }: Output, { converter }: ResourceScope): boolean =>
  encoder === undefined && !pretty && convert === undefined && converter === undefined;

function isLong({ items }: StoredList<KubeObject>): boolean {
  let units = 0;
  return items.some(({ text }) => (units += text.length) > longListUnits);
}

function wholeListAnswer(
  ctx: RequestContext,
  scope: ResourceScope,
  output: Output,
  list: StoredList<KubeObject>,
  metadata: string,
): Answer {
  if (isTable(output))
    return answer(ctx, 200, output.mediaType, render(output, listTable(ctx, scope, output, list.items, metadata)));
  const encoded = encodeStoredList(output, scope, list.items, metadata);
  if (encoded !== undefined) return answer(ctx, 200, output.mediaType, encoded);
  const texts = listTexts(representationOf(output, scope), list, metadata);
  if (output.encoder !== undefined || output.pretty)
    return answer(ctx, 200, output.mediaType, render(output, texts.join("")));
  texts.push("\n");
  return answer(ctx, 200, output.mediaType, texts);
}

/** Returns the pieces of a list, with the stored texts of its items, so that no long string is built. */
function listTexts(
  { listFrame, itemHead, tail, noItems }: Representation,
  { items }: StoredList<KubeObject>,
  metadata: string,
): string[] {
  const { opening, closing } = listFrame(metadata);
  if (items.length === 0) return [opening + noItems + closing];
  const texts = [`${opening}[`];
  const next = `,${itemHead}`;
  for (const item of items) texts.push(texts.length === 1 ? itemHead : next, tail(item));
  texts.push(`]${closing}`);
  return texts;
}

/** Encodes meta/v1 ListMeta in the order of the Go type, without empty fields. */
const listMeta = ({ revision, continue: token, remainingItemCount }: StoredList<unknown>): string =>
  JSON.stringify({
    resourceVersion: String(revision),
    ...(token !== "" && { continue: token }),
    ...(remainingItemCount !== undefined && { remainingItemCount }),
  });

/** Encodes the metadata of a list without a Go type: its fields are sorted, and `continue` may be empty. */
const sortedListMeta = ({ revision, continue: token, remainingItemCount }: StoredList<unknown>): string =>
  JSON.stringify({
    continue: token,
    ...(remainingItemCount !== undefined && { remainingItemCount }),
    resourceVersion: String(revision),
  });

const goTypeOf = ({ types, kind, unstructured }: ResourceScope): string =>
  unstructured === true ? "unstructured.Unstructured" : (types.schemaOf(kind)?.goType ?? kind.kind);

const notAcceptable = (message: string): StatusError => new StatusError(failureStatus(406, "NotAcceptable", message));

/**
 * Throws a 406 error if PartialObjectMetadata is requested for a list, or PartialObjectMetadataList for a single object
 * (handlers asPartialObjectMetadata), which is a 500 for a custom resource: its Go type passes for a list.
 */
function checkConversion({ convert }: Output, scope: ResourceScope, isList: boolean): void {
  if (convert?.kind === "PartialObjectMetadata" && isList) {
    const type = scope.unstructured === true ? "unstructured.UnstructuredList" : `${goTypeOf(scope)}List`;
    throw notAcceptable(`you requested PartialObjectMetadata, but the requested object is a list (*${type})`);
  }
  if (convert?.kind !== "PartialObjectMetadataList" || isList) return;
  if (scope.unstructured === true) throw newUnknownError("content is not a list"); // Unstructured.EachListItem
  throw notAcceptable(
    `you requested PartialObjectMetadataList, but the requested object is not a list (*${goTypeOf(scope)})`,
  );
}
