import type { KubeObject } from "../../../../apimachinery/meta.ts";
import type { WatchEvent } from "../../../storage/interface.ts";
import type { RequestContext } from "../../request-context.ts";
import type { ResourceScope } from "../../resource-scope.ts";
import type { Output } from "../output.ts";
import { representationOf } from "../representation.ts";
import { createTablePrinter } from "./table.ts";

type Event = Exclude<WatchEvent<KubeObject>, { readonly type: "ERROR" }>;

const plain: Output = { mediaType: "application/json", pretty: false };

/** Prints the objects of a watch's events as Tables of one row each; the columns stand in the first. */
export function tableFrames(
  ctx: RequestContext,
  scope: ResourceScope,
  stream: Output,
): (event: Event, bookmark: KubeObject["metadata"]) => string {
  createTablePrinter(ctx, scope, stream);
  const whole = representationOf(plain, scope);
  let headings = true;
  return (event, bookmark) => {
    const printer = createTablePrinter(ctx, scope, stream);
    const [rows, revision] =
      event.type === "BOOKMARK"
        ? [[printer.bareRow({ metadata: bookmark }, whole.bareTail(bookmark))], event.revision]
        : [printer.rows([event.stored]), Number(event.stored.object.metadata.resourceVersion ?? event.stored.revision)];
    const table = printer.table(rows, JSON.stringify({ resourceVersion: String(revision) }), headings);
    headings = false;
    return table;
  };
}
