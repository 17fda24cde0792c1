import { newBadRequest } from "../../../apimachinery/errors.ts";
import { oneTermEqualSelector, type FieldSelector } from "../../../apimachinery/fields/selector.ts";
import { decodeListOptions, type ListOptions as MetaListOptions } from "../../../apimachinery/options.ts";
import { validateListOptions } from "../../../apimachinery/validation/options.ts";
import { convertFieldSelector, createSelectionPredicate } from "../../registry/selection.ts";
import type { ListOptions } from "../../storage/interface.ts";
import type { RequestContext } from "../request-context.ts";
import type { ResourceScope } from "../resource-scope.ts";
import { readOptions, refuseInvalidOptions } from "./input.ts";

/** Reads and checks the options of a list or watch. */
export function readListOptions(ctx: RequestContext, forceWatch: boolean): MetaListOptions {
  const asked = readOptions(() => decodeListOptions(ctx.query));
  const watchList = !asked.watch || ctx.gates.enabled("WatchList");
  const options = watchList ? withDefaults(asked) : asked;
  refuseInvalidOptions("ListOptions", validateListOptions(options, watchList));
  return forceWatch ? { ...options, watch: true } : options;
}

/** A plain watch asks for initial events, as the WatchList feature has it (internalversion.SetListOptionsDefaults). */
function withDefaults(options: MetaListOptions): MetaListOptions {
  if (!options.watch || options.sendInitialEvents !== undefined || options.resourceVersionMatch !== "") return options;
  const legacy = options.resourceVersion === "" || options.resourceVersion === "0";
  return legacy ? { ...options, sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" } : options;
}

/** The options as storage takes them. `name` narrows a `/watch/.../NAME` path to one object. */
export function toStorageOptions(
  ctx: RequestContext,
  scope: ResourceScope,
  options: MetaListOptions,
  name: string | undefined,
): ListOptions {
  const fields = narrow(convertFieldSelector(scope.definition, options.fieldSelector), name);
  return {
    resourceVersion: options.resourceVersion,
    resourceVersionMatch: matchRule(options.resourceVersionMatch),
    predicate: createSelectionPredicate(options.labelSelector, fields),
    limit: Math.max(0, options.limit),
    continue: options.continue,
    signal: ctx.exchange.signal,
  };
}

/** Validated before: nothing else is left. */
const matchRule = (text: string): ListOptions["resourceVersionMatch"] =>
  text === "Exact" || text === "NotOlderThan" ? text : "";

/** handlers.ListResource treats a name in the path as a field selector. */
function narrow(fields: FieldSelector, name: string | undefined): FieldSelector {
  if (name === undefined) return fields;
  if (fields.empty) return oneTermEqualSelector("metadata.name", name);
  if (fields.requiresExactMatch("metadata.name") === name) return fields;
  throw newBadRequest("fieldSelector metadata.name doesn't match requested name");
}
