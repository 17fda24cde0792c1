import { isLargeObject } from "../../storage/large-object.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { inPieces, type Answer } from "../../../component-base/exchange.ts";
import { paceOf } from "../../../component-base/work.ts";
import { joinBytes } from "../../../component-base/join-bytes.ts";
import type { ListEncoder, ListItem } from "../../codec/serializer.ts";
import type { Stored } from "../../storage/interface.ts";
import type { RequestContext } from "../request-context.ts";
import type { ResourceScope } from "../resource-scope.ts";
import { answer } from "./answers.ts";
import { heldItem } from "./encode-stored.ts";
import { JsonIndenter } from "./indent-json.ts";
import type { Output } from "./output.ts";
import { representationOf } from "./representation.ts";
import { createTablePrinter, inOrder, isTable } from "./table/table.ts";

type Items = readonly Stored<KubeObject>[];

/** The number of characters of stored text that are processed in one turn. */
const sliceUnits = 1 << 17;

/** Up to this size, items that are encoded to learn their length are kept. */
const keptBytes = 4 << 20;

/** A list or Table as JSON around its items. */
interface ListForm {
  readonly member: "items" | "rows";
  /** The JSON up to the first item, and after the last. */
  readonly opening: string;
  readonly closing: string;
  item(stored: Stored<KubeObject>): ListItem;
  /** Ranks the items if they are not in the order of the list. */
  readonly rank?: ((stored: Stored<KubeObject>) => number) | undefined;
}

/**
 * Returns a response with a list whose items are encoded in pieces, each when it is read and in a turn of its own;
 * undefined if the format may be unable to represent the list, which only encoding it as a whole can tell.
 */
export async function longListAnswer(
  ctx: RequestContext,
  scope: ResourceScope,
  output: Output,
  list: Items,
  metadata: string,
): Promise<Answer | undefined> {
  const form = isTable(output) ? tableForm(ctx, scope, output, metadata) : listForm(scope, output, metadata);
  const encoder =
    output.encoder?.encodeList(form.opening + form.closing, form.member, list.length) ??
    jsonEncoder(form, output.pretty);
  if (encoder.accepts !== undefined && !(await acceptsAll(ctx, list, encoder.accepts))) return undefined;
  const items = form.rank === undefined ? list : await sorted(ctx, list, form.rank);
  const body = encoder.needsLength === true ? await sizedBody(ctx, items, form, encoder) : undefined;
  return answer(ctx, 200, output.mediaType, body ?? inPieces(encodedPieces(ctx, items, form, encoder, 0)));
}

function tableForm(ctx: RequestContext, scope: ResourceScope, output: Output, metadata: string): ListForm {
  const { opening, storedRow, rank } = createTablePrinter(ctx, scope, output);
  return { member: "rows", opening: `${opening(metadata, true)}[`, closing: "]}", item: storedRow, rank };
}

function listForm(scope: ResourceScope, output: Output, metadata: string): ListForm {
  const { listFrame, itemHead, tail } = representationOf(output, scope);
  const { opening, closing } = listFrame(metadata);
  return {
    member: "items",
    opening: `${opening}[`,
    closing: `]${closing}`,
    item: heldItem(output, scope) ?? ((stored) => itemHead + tail(stored)),
  };
}

function jsonEncoder({ opening, closing }: ListForm, pretty: boolean): ListEncoder {
  const indenter = pretty ? new JsonIndenter() : undefined;
  const laidOut = (json: string): string => indenter?.add(json) ?? json;
  let separator = "";
  return {
    before: () => laidOut(opening),
    items(items) {
      const json = separator + items.join(",");
      separator = ",";
      return laidOut(json);
    },
    after: () => (pretty ? laidOut(closing) : `${closing}\n`),
  };
}

/** Yields the items in slices, each in a turn of its own. */
async function* inTurns({ turns, exchange }: RequestContext, items: Items): AsyncGenerator<Items> {
  for (let from = 0, to = 0; from < items.length; from = to) {
    let units = 0;
    for (; to < items.length && units < sliceUnits; to++) units += items[to]?.text.length ?? 0;
    for (let i = from; i < to; i++) {
      const preparing = items[i]?.ready?.("object");
      if (preparing !== undefined) await preparing;
    }
    await turns.next();
    exchange.signal.throwIfAborted();
    yield items.slice(from, to);
  }
}

async function* encodedPieces(
  ctx: RequestContext,
  items: Items,
  form: ListForm,
  encoder: ListEncoder,
  length: number,
): AsyncGenerator<string | Uint8Array> {
  yield encoder.before(length);
  for await (const slice of inTurns(ctx, items)) yield await encodedItems(ctx, slice, form, encoder);
  yield encoder.after();
}

/** Encodes some items; with pauses if one of them is large. */
function encodedItems(ctx: RequestContext, items: Items, form: ListForm, encoder: ListEncoder) {
  if (items.some(isLargeObject)) ctx.isLarge = true;
  return paceOf(ctx)(() => encoder.items(items.map(form.item)));
}

/** Returns the body of a format in which the length of the items precedes them. */
async function sizedBody(ctx: RequestContext, items: Items, form: ListForm, encoder: ListEncoder) {
  const kept: Uint8Array[] = [];
  let length = 0;
  for await (const slice of inTurns(ctx, items)) {
    const encoded = bytesOf(await encodedItems(ctx, slice, form, encoder));
    length += encoded.length;
    if (length <= keptBytes) kept.push(encoded);
    else kept.length = 0;
  }
  return length > keptBytes
    ? inPieces(encodedPieces(ctx, items, form, encoder, length))
    : joinBytes([bytesOf(encoder.before(length)), ...kept, bytesOf(encoder.after())]);
}

const utf8 = new TextEncoder();
const bytesOf = (part: string | Uint8Array): Uint8Array => (typeof part === "string" ? utf8.encode(part) : part);

async function acceptsAll(ctx: RequestContext, items: Items, accepts: (json: string) => boolean): Promise<boolean> {
  for await (const slice of inTurns(ctx, items)) if (!slice.every(({ text }) => accepts(text))) return false;
  return true;
}

async function sorted(ctx: RequestContext, items: Items, rank: (stored: Stored<KubeObject>) => number): Promise<Items> {
  const ranked: [number, Stored<KubeObject>][] = [];
  for await (const slice of inTurns(ctx, items)) for (const stored of slice) ranked.push([rank(stored), stored]);
  return inOrder(ranked);
}
