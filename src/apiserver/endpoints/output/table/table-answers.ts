import type { KubeObject } from "../../../../apimachinery/meta.ts";
import type { Stored } from "../../../storage/interface.ts";
import type { RequestContext } from "../../request-context.ts";
import type { ResourceScope } from "../../resource-scope.ts";
import type { Output } from "../output.ts";
import { createTablePrinter } from "./table.ts";

/** A list as a Table; `metadata` is its ListMeta in JSON. */
export function listTable(
  ctx: RequestContext,
  scope: ResourceScope,
  output: Output,
  items: readonly Stored<KubeObject>[],
  metadata: string,
): string {
  const printer = createTablePrinter(ctx, scope, output);
  return printer.table(printer.rows(items), metadata, true);
}

/** One object as a Table with its revision; a dry run has none. */
export const objectTable = (
  ctx: RequestContext,
  scope: ResourceScope,
  output: Output,
  stored: Stored<KubeObject>,
): string => listTable(ctx, scope, output, [stored], revisionOf(stored.object));

/** An object that is made for the answer, with its text behind its head. */
export function heldTable(
  ctx: RequestContext,
  scope: ResourceScope,
  output: Output,
  object: KubeObject,
  tail: string,
): string {
  const printer = createTablePrinter(ctx, scope, output);
  return printer.table([printer.row(object, tail)], revisionOf(object), true);
}

/** The same for a list of them. */
export function heldListTable(
  ctx: RequestContext,
  scope: ResourceScope,
  output: Output,
  items: readonly { readonly object: KubeObject; readonly tail: string }[],
): string {
  const printer = createTablePrinter(ctx, scope, output);
  return printer.table(
    items.map(({ object, tail }) => printer.row(object, tail)),
    "{}",
    true,
  );
}

const revisionOf = ({ metadata: { resourceVersion } }: KubeObject): string =>
  JSON.stringify(resourceVersion === undefined ? {} : { resourceVersion });
