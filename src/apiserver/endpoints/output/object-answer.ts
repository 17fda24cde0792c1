import type { KubeObject, Status } from "../../../apimachinery/meta.ts";
import type { Answer } from "../../../component-base/exchange.ts";
import type { Stored, StoredList } from "../../storage/interface.ts";
import { answer, statusText } from "../answers.ts";
import type { RequestContext } from "../request-context.ts";
import type { ResourceScope } from "../resource-scope.ts";
import { render, type Output } from "./output.ts";
import { representationOf } from "./representation.ts";

/** One object as an answer. */
export function objectAnswer(ctx: RequestContext, scope: ResourceScope, output: Output, status: number, stored: Stored<KubeObject>): Answer {
  ctx.trace?.stage("encoding");
  const { head, tail } = representationOf(output, scope);
  return answer(ctx, status, output.mediaType, render(output, head + tail(stored)));
}

/** Some creates answer with a Status instead of an object. */
export const isStatus = (made: KubeObject): made is KubeObject & Status => made.kind === "Status";

/** A Status as an answer that is no error. */
export const statusAnswer = (ctx: RequestContext, output: Output, code: number, status: Status): Answer =>
  answer(ctx, code, output.mediaType, render(output, statusText(status)));

/** A list as an answer: ready texts, joined. */
export function listAnswer(ctx: RequestContext, scope: ResourceScope, output: Output, list: StoredList<KubeObject>): Answer {
  ctx.trace?.stage("encoding");
  const { listHead, itemHead, tail } = representationOf(output, scope);
  const tails = list.items.map(tail);
  const items = tails.length === 0 ? "[]" : `[${itemHead}${tails.join(`,${itemHead}`)}]`;
  return answer(ctx, 200, output.mediaType, render(output, `${listHead}"metadata":${listMeta(list)},"items":${items}}`));
}

/** meta/v1 ListMeta in Go's order and with its omissions. */
function listMeta({ revision, continue: token, remainingItemCount }: StoredList<unknown>): string {
  return JSON.stringify({ resourceVersion: String(revision), ...(token !== "" && { continue: token }), ...(remainingItemCount !== undefined && { remainingItemCount }) });
}
